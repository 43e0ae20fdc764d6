import assert from 'node:assert'
import test from 'node:test'
import { seconds } from '../src/time.js'

test('seconds', () => assert.equal(seconds(1500), 1.5))
