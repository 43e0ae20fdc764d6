import assert from 'node:assert'
import test from 'node:test'
import { countWords } from '../src/words.js'

test('words are counted', () => assert.equal(countWords(' a b\nc '), 3))
