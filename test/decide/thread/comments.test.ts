import { expect, test } from 'vitest'
import {
  answerTo,
  noteMarker,
  refusalOf,
  isPerson,
  readsAsCommand,
  parseComments,
} from '../../../src/decide/thread/people.ts'
import { BOT, comment, person, timeOf } from '../../thread.ts'

const alice = person('alice')

test('comments are processed in the order of their ids, however they are listed', () => {
  const comments = [comment(3, alice, 'three'), comment(1, alice, 'one'), comment(2, alice, 'approve')]
  expect(parseComments('pull', comments, BOT).map(({ id, command }) => [id, command.kind])).toEqual([
    [1, 'feedback'],
    [2, 'approve'],
    [3, 'feedback'],
  ])
})

test.each([
  ['the bot', BOT],
  ['another bot', { login: 'dependabot[bot]', id: 1, type: 'Bot' }],
  ['an organization', { login: 'octo', id: 1, type: 'Organization' }],
  ['a ghost', { login: 'ghost', id: 1, type: 'Ghost' }],
  ['a person whose account the bot acts as', { ...BOT, type: 'User' }],
])('a comment by %s is ignored', (_, author) => {
  expect(parseComments('pull', [comment(1, author, 'approve')], BOT)).toEqual([])
})

test('a user whose login merely ends like a bot’s is treated as a person', () => {
  expect(isPerson({ login: 'mallory[bot]', id: 1, type: 'User' }, BOT)).toBe(true)
})

test('only comments by the bot itself can mark another comment as answered or refused', () => {
  const said = [comment(1, alice, '/help'), comment(2, alice, 'cancel'), comment(3, alice, 'x')]
  const notes = [
    comment(4, BOT, noteMarker(answerTo(1))),
    comment(5, BOT, noteMarker(refusalOf(2))),
    comment(6, alice, noteMarker(refusalOf(3))),
  ]
  const became = parseComments('pull', [...said, ...notes], BOT).map(({ answered, refused }) => [answered, refused])
  expect(became.slice(0, 3)).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})

test('a comment that was updated after its creation counts as edited', () => {
  const [first, second] = parseComments(
    'pull',
    [comment(1, alice, 'approve'), { ...comment(2, alice, 'approve'), updatedAt: timeOf(3) }],
    BOT,
  )
  expect([first?.edited, second?.edited]).toEqual([false, true])
})

test.each([
  ['approve', true],
  ['/skip', true],
  ['/revise x', true],
  ['approve 2-1', true],
  ['LGTM', false],
  ['/note x', false],
  ['', false],
])('the comment %j needs permission: %j', (body, expected) => {
  expect(parseComments('pull', [comment(1, alice, body)], BOT).map(readsAsCommand)).toEqual([expected])
})
