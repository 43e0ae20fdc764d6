import assert from 'node:assert'
import test from 'node:test'
import { addMember } from '../src/members.js'

test('a member is added', () => assert.deepEqual(addMember(['Ann'], ' Bo '), ['Ann', 'Bo']))
