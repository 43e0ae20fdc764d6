import assert from 'node:assert'
import test from 'node:test'
import { register } from '../src/register.js'

test('nothing is wrong with a whole form', () => assert.deepEqual(register({ name: 'Ann', mail: 'a@b' }), []))
