import { describe, expect, test } from 'vitest'
import { parseCommand, type CommandName } from '../../src/decide/words/command.ts'

type Near = CommandName | undefined

const consent = [
  ...['yes', 'yep', 'yeah', 'ok', 'okay', 'sure', 'fine', 'perfect', 'great', 'agree', 'agreed', 'accept', 'accepted'],
  ...['confirm', 'confirmed', 'proceed', 'do it', 'merge', 'merge it', '🚀', '✅', '👍!', 'okay, ＯＫ'],
  ...['sgtm', 'I say SGTM', 'so lgtm', 'go for it', 'do go ahead', 'just ship it', 'it sounds good', 'it looks good'],
  ...['that is all good here', `ok ${'x'.repeat(57)}`],
  ...['approbation', 'I aproved', 'apporve', 'pprove', 'approev', 'appove it', 'apprvoe', '(apporve)', 'ａpprove'],
]

const noConsent = [
  ...['yesterday it broke', 'oklahoma', 'finery', 'ok2', 'so ok', 'goodness, so lgtmx', `ok ${'x'.repeat(58)}`],
  ...['improve', 'appoevr', 'aprve', 'prove', 'reprove', 'approx'],
]

const slashes: [string, Near][] = [
  ['/cancle', 'cancel'],
  ['/cancell', 'cancel'],
  ['/stopp', undefined],
  ['/skpi', 'skip'],
  ['/hlpe', undefined],
  ['/retyr', 'retry'],
  ['/replna', 'replan'],
  ['/planner', undefined],
  ['/revize', 'revise'],
  ['/revises it', 'revise'],
  ['/nte', 'note'],
  ['/plam', 'plan'],
  ['/aks', 'ask'],
  ['/as', 'ask'],
  ['/a', undefined],
  ['/rep', undefined],
  ['/aprov', undefined],
  ['/prov', undefined],
  ['/abcdefghijkl', undefined],
  ['````/retyr', undefined],
  ['/  retry', undefined],
  ['x/retry', undefined],
  ...['\u00ad', '\u061c', '\u180e', '\u200b', '\u200f', '\u202a', '\u202e', '\u2060', '\u206f', '\ufeff'].map(
    (hidden): [string, Near] => [`/re${hidden}tr${hidden}y`, 'retry'],
  ),
  ['/re\u2010try', undefined],
]

describe('the command that plain words may have meant', () => {
  const cases: [string, Near][] = [
    ...consent.map((text): [string, Near] => [text, 'approve']),
    ...noConsent.map((text): [string, Near] => [text, undefined]),
    ...slashes,
  ]
  test.each(cases)('the comment %j may have meant the command: %s', (text, near) => {
    const command = parseCommand(text, 'pull')
    const meant = { near: undefined, meant: undefined, command: undefined, ...command }
    const isCommand = !['feedback', 'unknown', 'misplaced'].includes(command.kind)
    expect(meant.meant ?? meant.near ?? meant.command ?? (isCommand ? command.kind : undefined)).toBe(near)
  })
})

const SKIP = 'Comment `/skip N`, or `/skip N <reason>`.'
const SKIP_ONE = 'Comment `/skip 1`, or `/skip 1 <reason>`.'
/** The headings of the page about errors that their refusals link to. */
const CODES: Record<string, string> = { revise: 'nothing-to-revise', skip: 'which-subtask', approve: 'no-list' }
const LIST = 'Write numbers and ranges from low to high, with commas between them.'
const upTo = (last: number): string => Array.from({ length: last }, (_, index) => index + 1).join(',')

test.each([
  ['/revise', 'revise', 'What should change?', 'Comment `/revise <what>`.'],
  ['/skip', 'skip', '`/skip` does not say which subtask.', SKIP],
  ['/skip two', 'skip', '`/skip` must be followed by the number of a subtask.', SKIP],
  ['/skip 1:x', 'skip', '`/skip` must be followed by the number of a subtask.', SKIP],
  ['/skip x 1', 'skip', '`/skip` must be followed by the number of a subtask.', SKIP],
  ['/skip 1, 3', 'skip', 'One subtask at a time.', SKIP_ONE],
  ['/skip 1 2-3', 'skip', 'One subtask at a time.', SKIP_ONE],
  ['approve 1- 2', 'approve', '`1- 2` is not a list of subtasks.', LIST],
  ['approve 7-2', 'approve', '`7-2` is backwards.', LIST],
  [`approve ${upTo(101)}`, 'approve', 'That list is too long.', LIST],
])('the malformed command %j is explained, with the correct form', (body, command, reason, remedy) => {
  expect(parseCommand(body, 'pull')).toEqual({ kind: 'malformed', command, code: CODES[command], reason, remedy })
})

test.each([
  ['approve 0', [0]],
  [`approve ${upTo(100)}`, Array.from({ length: 100 }, (_, index) => index + 1)],
])('%j approves these subtasks in ascending order', (body, numbers) => {
  expect(parseCommand(body, 'pull')).toEqual({ kind: 'approve', scope: { kind: 'numbers', numbers } })
})

test.each([
  ['/skip 1234 why', 1234, 'why'],
  ['/skip 1   a  \n b', 1, 'a b'],
  ['/skip 1 2 x', 1, '2 x'],
  ['/skip 1 x 2', 1, 'x 2'],
])('the reason in %j is read as one line', (body, number, reason) => {
  expect(parseCommand(body, 'pull')).toEqual({ kind: 'skip', number, reason })
})
