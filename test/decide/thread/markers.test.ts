import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comment } from '../../../src/github/forge.ts'
import {
  announcementsIn,
  answerTo,
  notesWith,
  noteMarker,
  refusalOf,
  versionMarker,
} from '../../../src/decide/thread/people.ts'
import { BLOB_A, BLOB_B, BOT, comment, person } from '../../thread.ts'

const by = (author: Comment['author'], id: number, body: string): Comment => comment(id, author, body)

test('announced versions are read in order from hidden markers in the bot’s comments', () => {
  const comments = [
    by(BOT, 1, `x\n${versionMarker(1, BLOB_A)}`),
    by(BOT, 2, 'hello'),
    by(BOT, 3, versionMarker(2, BLOB_B)),
  ]
  expect(announcementsIn(comments, BOT)).toEqual([
    { version: 1, blob: BLOB_A, comment: 1, edited: false },
    { version: 2, blob: BLOB_B, comment: 3, edited: false },
  ])
})

test('hidden markers in comments of people, other bots and look-alike accounts are ignored', () => {
  const others = [person('alice'), { login: 'dependabot[bot]', id: 2, type: 'Bot' }, person('github-actions')]
  const comments = others.flatMap((author, i) => [
    by(author, 2 * i, versionMarker(1, BLOB_A)),
    by(author, 2 * i + 1, noteMarker('closing')),
  ])
  expect(announcementsIn(comments, BOT)).toEqual([])
  expect(notesWith(comments, BOT, 'closing')).toEqual([])
})

test.each([
  ['<!-- measure-twice:version v=1 blob=abc -->'],
  [`<!-- measure-twice:version v=x blob=${BLOB_A} -->`],
  [`<!-- measure-twice:version v=1 blob=${BLOB_A.toUpperCase()} -->`],
  [`<!-- measure-twice:version  v=1 blob=${BLOB_A} -->`],
  [`measure-twice:version v=1 blob=${BLOB_A}`],
])('the malformed marker %j announces no version', (body) => {
  expect(announcementsIn([by(BOT, 1, body)], BOT)).toEqual([])
})

test('an edited plan comment is recognized, because people with write permission can edit it', () => {
  const edited = { ...by(BOT, 1, versionMarker(1, BLOB_B)), updatedAt: '2027-01-01T00:00:00Z' }
  expect(announcementsIn([edited], BOT)).toEqual([{ version: 1, blob: BLOB_B, comment: 1, edited: true }])
})

test('the hidden marker of one bot comment never matches the key of another', () => {
  const key = fc.oneof(fc.nat().map(answerTo), fc.nat().map(refusalOf), fc.stringMatching(/^problem-[0-9a-f]{1,40}$/))
  fc.assert(
    fc.property(key, key, (one, other) => {
      expect(notesWith([by(BOT, 1, `text ${noteMarker(one)}`)], BOT, other).length > 0).toBe(one === other)
    }),
  )
})
