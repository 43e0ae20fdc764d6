import assert from 'node:assert'
import test from 'node:test'
import { interest } from '../src/interest.js'

test('whole cents', () => assert.equal(interest(10_000, 2), 200))
test('half a cent is rounded up', () => assert.equal(interest(50, 1), 0))
