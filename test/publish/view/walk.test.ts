import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'
import { describe, expect, test } from 'vitest'
import { parseCommand } from '../../../src/decide/words/command.ts'
import { noteMarker } from '../../../src/decide/thread/people.ts'
import type { Rules } from '../../../src/decide/thread/facts.ts'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { State } from '../../../src/decide/next/decision.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import type { Plan } from '../../../src/plan/plan.ts'
import { announcement, type NewVersion } from '../../../src/publish/view/comments/announcement.ts'
import { bodyWithBlock, renderSummary } from '../../../src/publish/view/body/body.ts'
import { closingReport } from '../../../src/publish/view/comments/closing.ts'
import { STEP_NOTES, refusal } from '../../../src/publish/view/comments/replies.ts'
import { haltNote } from '../../../src/publish/view/comments/halt-comment.ts'
import { posted } from './posted.ts'
import type { Live, View } from '../../../src/publish/view/text/view.ts'
import { keepTurns, type Turns } from '../../../src/runner/log.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { announcing, BOT, committing, lastId, person, planned, reply, RULES, saying } from '../../thread.ts'

// Every text in every state: what is suggested is accepted there, tables and lists are whole, and nothing contradicts.

const plan = planOf([
  subtask(1, { name: 'Count a | b per `client|key`' }),
  subtask(2, { name: '1. Answer 429', depends_on: [1] }),
  subtask(3, { depends_on: [2] }),
  subtask(4, { name: '- [x] **Document** it' }),
])
const open = planned(plan)
const told = (thread: Thread): Thread => saying(thread, { at: 'issue', by: BOT, body: noteMarker('plan-13') })
const recording = (
  before: Thread,
  trailers: object,
  more: { body?: string; plan?: string | null; by?: 'bob' } = {},
) => {
  const { body = 'It is there.', by, ...rest } = more
  const entry = { subject: 'x', body, trailers: { seen: lastId(before), ...trailers } }
  return committing(before, { ...(by ? { by: person(by) } : {}), entry, ...rest })
}
const withText = (before: Thread, text: Plan, version: number, trailers: object = {}): Thread =>
  announcing(recording(before, trailers, { plan: renderPlan(text) }), version)

const approved = reply(open, 'bob', 'approve')
const executed = recording(approved, { subtask: 1, run: 8 })
const allDone = [2, 3, 4].reduce((thread, number) => recording(thread, { subtask: number }), executed)
const finishing = (thread: Thread): Thread => recording(thread, { state: 'done' }, { plan: null })
const skipping = (thread: Thread, ...numbers: number[]): Thread =>
  numbers.reduce(
    (before, number) =>
      recording(before, { subtask: number, state: 'abandoned', command: lastId(before) }, { body: 'skipped by bob' }),
    thread,
  )
const EVIDENCE =
  'It counts wrong.\n\nAttempt 1: It counts wrong.\n$ npm test (exit code 1)\n    Error: 1 == 0\n\nAttempt 2: It counts wrong.\n$ npm test (exit code 1)\n    Error: 2 == 0'
const failed = recording(approved, { subtask: 1, state: 'failed', attempts: 3 }, { body: EVIDENCE })
const halting = (reason: string): Thread => recording(executed, { state: 'halted', reason })
const closing = (thread: Thread, more: object = {}): Thread => ({
  ...thread,
  pull: thread.pull && {
    ...thread.pull,
    pull: { ...thread.pull.pull, state: 'closed', closedAt: '2026-01-01T01:00:00Z', ...more },
  },
})
const second = planOf([...plan.subtasks, subtask(5)], { questions: [] })
const revised = withText(reply(open, 'bob', 'also document it'), second, 2, {
  feedback: [lastId(reply(open, 'bob', ''))],
})

/** The plan of two owners, who are asked for what is theirs. */
const owned = (thread: Thread): Thread => ({
  ...thread,
  branch: thread.branch && {
    ...thread.branch,
    owners: new Map(
      plan.subtasks.map(({ number, files }) => [number, [{ paths: files, owners: [number < 3 ? '@bob' : '@alice'] }]]),
    ),
  },
})
const BY_OWNERS = { rules: { approvers: { kind: 'codeowners' as const } } }

type Case = { thread: Thread; rules?: Partial<Rules>; live?: Live; view?: Partial<View>; byHand?: boolean }
const PRICES = { input: 2, cached: 0.1, output: 10 }
const CASES: Record<string, Case> = {
  'waits for approval': { thread: open },
  'waits, with prices and a budget': { thread: open, view: { prices: PRICES, allowance: { cost: 2, prices: PRICES } } },
  'has one subtask': { thread: planned(planOf([subtask(7)])) },
  'is partly approved': { thread: reply(open, 'bob', 'approve 1, 4') },
  'is partly carried out': { thread: recording(reply(open, 'bob', 'approve 1'), { subtask: 1 }) },
  'waits for two approvals': { thread: open, rules: { approvalsRequired: 2 }, view: { approvalsRequired: 2 } },
  'has one of two approvals': {
    thread: reply(open, 'bob', 'approve 1-2'),
    rules: { approvalsRequired: 2 },
    view: { approvalsRequired: 2 },
  },
  'waits for a maintainer': { thread: open, rules: { approvers: { kind: 'permission', least: 'maintain' } } },
  'waits for a named person': { thread: open, rules: { approvers: { kind: 'list', users: ['bob'], teams: [] } } },
  'waits for its code owners': { thread: owned(open), ...BY_OWNERS },
  'waits for one of its code owners': { thread: owned(reply(open, 'alice', 'approve')), ...BY_OWNERS },
  'was approved by both of its code owners': {
    thread: owned(reply(reply(open, 'alice', 'approve'), 'bob', 'approve')),
    ...BY_OWNERS,
  },
  'waits for two approvals of each owner': {
    thread: owned(reply(open, 'alice', 'approve')),
    rules: { ...BY_OWNERS.rules, approvalsRequired: 2 },
    view: { approvalsRequired: 2 },
  },
  'has a second version': { thread: revised },
  'has a version by hand': {
    thread: announcing(recording(open, {}, { by: 'bob', plan: renderPlan(second) }), 2),
    byHand: true,
  },
  'is approved': { thread: approved },
  'runs its first subtask': {
    thread: approved,
    live: { subtasks: [{ number: 1, attempt: 1, steps: [{ title: 'look', state: 'done' }] }] },
  },
  'runs its second': {
    thread: executed,
    live: { subtasks: [{ number: 2, attempt: 2, steps: [] }], since: '2026-01-01T00:00:00Z' },
  },
  'waits for the endpoint': {
    thread: executed,
    live: { subtasks: [{ number: 2, attempt: 1, steps: [] }], waiting: { until: 0, total: 90_000 } },
  },
  'was stopped': { thread: executed, live: { subtasks: [], stopped: 'outside' } },
  'has a failed subtask': { thread: failed },
  'has a failed subtask and one skipped': { thread: skipping(failed, 4) },
  'spent its budget': { thread: halting('budget'), view: { allowance: { tokens: 1000 } } },
  'could not go on': { thread: halting('continuation') },
  'has a proposed change': { thread: withText(halting('change'), second, 2) },
  'cannot be read': {
    thread: recording(open, {}, { by: 'bob', plan: '# Plan: x\n\n## Subtasks\n\n### 1. a\n\n### 1. b\n' }),
  },
  'cannot be read any more, half done': { thread: recording(executed, {}, { by: 'bob', plan: 'hello' }) },
  'is done': { thread: finishing(allDone) },
  'is done but for one skipped': {
    thread: finishing(
      skipping(
        [2, 3].reduce((t, n) => recording(t, { subtask: n }), executed),
        4,
      ),
    ),
  },
  'was skipped whole': { thread: finishing(skipping(approved, 1, 2, 3, 4)) },
  'is locked': { thread: { ...open, issue: { ...open.issue, locked: true } } },
  'was cancelled': { thread: closing(reply(open, 'bob', 'cancel')) },
  'was closed by a person': { thread: closing(executed) },
  'was merged': { thread: closing(finishing(allDone), { merged: true }) },
}

/** What people may say in any state, so that the bot has to answer. */
const PROBES = [
  'approve',
  'approve 2',
  'approve 3',
  'approve 9',
  'approve 3-1',
  'approve deadbee',
  '/retry',
  '/skip 9',
  '/skip',
  '/skip 1',
  '/undo 1',
  '/undo 9',
  '/revise',
  '/aprove',
  'cancel',
]

function viewOf({ thread, rules, live, view }: Case): View {
  return {
    thread,
    state: stateOf(thread, { ...RULES, ...rules }),
    live,
    maxAttempts: 3,
    approvalsRequired: 1,
    prices: undefined,
    allowance: {},
    planFile: 'PLAN.md',
    links: { repository: 'https://github.com/octo/demo', run: 'https://github.com/octo/demo/actions/runs/9' },
    ...view,
  }
}

const DID = [{ at: '2026-01-01T00:00:00Z', what: 'Drafted' }]

/** What is wrong stands at the top, whole, whatever somebody else’s words in it are. */
const RED = [
  'X rejected the API key. Check the secret behind `openai-api-key`.',
  'The input `setup-command` failed (exit code 1): a | b\n```\n</div>\n# npm <!-- error @octo\nCorrect the command.',
]
const redSummary = (view: View): string => renderSummary(view, DID, RED) + turnsOf(RED).summary()

function turnsOf(lines: readonly string[]): Turns {
  const turns = keepTurns()
  turns.begin('a', '#12: subtask 1, attempt 1')
  for (const line of lines) turns.add('a', line)
  return turns
}

type Text = { name: string; place: PlaceOrNone; text: string }
type PlaceOrNone = 'issue' | 'pull' | undefined

/** Everything that people read in a state. A text without a place suggests commands that need not fit now. */
function textsOf(one: Case): Text[] {
  const view = viewOf(one)
  const { state, thread } = view
  const version = state.versions.at(-1)
  const asked = thread.pull?.comments.findLast(({ author }) => author.login !== BOT.login)
  const answers = asked ? [{ comment: asked.id, applied: true, note: 'in subtask 5' }] : []
  const [before, after] = [plan, state.reading?.plan ?? plan].map((of) => ({ plan: of, text: renderPlan(of) }))
  const files = version && version.version > 1 && before && after ? { before, after } : undefined
  const { byHand = false } = one
  const news: NewVersion = { version: version?.version ?? 1, blob: version?.blob ?? '', files, answers, byHand }
  const texts: (Text | false | undefined)[] = [
    { name: 'description', place: 'pull', text: bodyWithBlock('', view) },
    { name: 'summary', place: 'pull', text: renderSummary(view, DID) },
    { name: 'summary of a red run', place: 'pull', text: redSummary(view) },
    state.current &&
      !state.history.finished && {
        name: 'announcement',
        place: state.phase === 'todo' ? 'pull' : undefined,
        text: posted(announcement)(view, news),
      },
    state.halt && { name: 'halt', place: 'pull', text: posted(haltNote)(view, state.halt) },
    state.phase === 'done' &&
      thread.pull?.pull.state === 'open' && {
        name: 'closing',
        place: 'pull',
        text: posted(closingReport)(view, { changedPaths: new Map() }),
      },
    state.reading?.kind === 'problem' && {
      ...{ name: 'problem', place: 'pull' as const },
      text: posted(STEP_NOTES['tell-problem'])(view, { ...state.reading, kind: 'tell-problem' }),
    },
    { name: 'link', place: undefined, text: posted(STEP_NOTES['tell-issue'])(view, { kind: 'tell-issue', pull: 13 }) },
    ...PROBES.flatMap((probe) => refusalsOf({ ...one, thread: reply(thread, 'bob', probe) }, probe)),
  ]
  return texts.flatMap((text) => text || [])
}

/** The headings of the page that comments about errors and refusals link to. */
const ANCHORS = [...readFileSync(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8').matchAll(/^### (.+)$/gm)]

const refusalsOf = (one: Case, probe: string): Text[] =>
  viewOf(one)
    .state.refusals.filter(({ comment }) => comment.id === lastId(one.thread))
    .map(({ comment, ...rest }) => ({
      name: `refusal of ${probe}`,
      place: 'pull',
      text: posted(refusal)({ ...rest, id: comment.id }),
    }))

/** All tokens of a text, also those within others. */
const tokensOf = (text: string): Token[] => {
  const all: Token[] = []
  marked.walkTokens(marked.lexer(text, { gfm: true }), (token) => void all.push(token))
  return all
}
const isOf =
  <T extends Tokens.Generic>(type: string) =>
  (token: Token): token is T & Token =>
    token.type === type

/** What stands in code and reads as a command, each with the place where it is to be said. */
function commandsIn(text: string, numberFor: (body: string) => number): { body: string; place: 'issue' | 'pull' }[] {
  const outer = text.replace(/<details>[^]*?<\/details>/g, '')
  return tokensOf(outer)
    .filter(isOf<Tokens.Codespan>('codespan'))
    .flatMap(({ text: body }) => {
      const place = body.startsWith('/plan') ? 'issue' : 'pull'
      const filled = body
        .replace(/ N$/, () => ` ${numberFor(body)}`)
        .replace(/…|<what to change>|<[^>]*>/, 'something else')
      const { kind } = parseCommand(filled, place)
      return ['feedback', 'nothing', 'note', 'malformed'].includes(kind) ? [] : [{ body: filled, place }]
    })
}

/** What is wrong with saying it now: it is refused, or nothing comes of it. */
function objectionTo(one: Case, { body, place }: { body: string; place: 'issue' | 'pull' }): string | undefined {
  const said = saying(told(one.thread), { at: place, by: person('bob'), body })
  const { pending, approvals, refusals, halt } = viewOf({ ...one, thread: said }).state
  const id = lastId(said)
  const refused = refusals.find(({ comment }) => comment.id === id)
  if (refused) return `${refused.why} ${refused.remedy}`
  const isHeard =
    approvals.some(({ comment }) => comment === id) ||
    pending.some((step) =>
      ('comments' in step ? step.comments : [step.comment]).some((comment) => comment?.id === id),
    ) ||
    (/retry/.test(body) && halt === undefined)
  return isHeard ? undefined : 'nothing comes of it'
}

/** Refusals that say what comes first, such as that a pull request has to be reopened. */
const MEANT_FOR_LATER = /For more changes, merge or close this pull request, then|Reopen it, then comment/

/** The number that people would put for `N`: of a subtask that is done in `/undo`, else of one that is not. */
const numberIn =
  (one: Case) =>
  (body: string): number => {
    const fits = (state: string): boolean =>
      body.startsWith('/undo') ? state === 'done' : state !== 'done' && state !== 'abandoned'
    return viewOf(one).state.statuses.find(({ state }) => fits(state))?.subtask.number ?? 4
  }

describe.each(Object.entries(CASES))('a plan that %s', (_, one) => {
  const texts = textsOf(one)

  test('commands suggested to people are accepted and have an effect, in every state of a plan', () => {
    const wrong = texts
      .filter(({ place, text }) => place !== undefined && !MEANT_FOR_LATER.test(text))
      .flatMap(({ name, text }) =>
        commandsIn(text, numberIn(one)).flatMap((command) => {
          const objection = objectionTo(one, command)
          return objection === undefined ? [] : [`${name} suggests ${command.body}: ${objection}`]
        }),
      )
    expect(wrong).toEqual([])
  })

  test('texts about a plan in any state are well-formed Markdown: lists, tables, quotes, sections', () => {
    for (const { text } of texts) {
      const tokens = tokensOf(text)
      for (const item of tokens.filter(isOf<Tokens.ListItem>('list_item')))
        expect([text, item.tokens[0]?.type]).not.toEqual([text, 'list'])
      for (const { items } of tokens.filter(isOf<Tokens.List>('list')))
        expect([text, new Set(items.map(({ task }) => task)).size]).toEqual([text, 1])
      for (const table of tokens.filter(isOf<Tokens.Table>('table')))
        for (const line of table.raw.trim().split('\n'))
          expect([line, line.split(/(?<!\\)\|/).length - 2]).toEqual([line, table.header.length])
      expect(tokens.filter(isOf<Tokens.Paragraph>('paragraph')).filter(({ raw }) => /^\|.*\|$/m.test(raw))).toEqual([])
      for (const block of tokens.filter(isOf<Tokens.Code>('code'))) expect(block.raw).toMatch(/^(`{3,})[^]*\1\s*$/)
      expect(text.split('<details>').length).toBe(text.split('</details>').length)
    }
  })

  test('visible text about a plan in any state repeats no line', () => {
    for (const { text } of texts) {
      const lines = text
        .replace(/<details>[^]*?<\/details>/g, '')
        .split('\n')
        .map((line) => line.replace(/^[\s>|*+-]*/, ''))
        .filter((line) => line.length > 25 && /\w{3}/.test(line) && !line.startsWith('**Files:'))
      expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([])
    }
  })

  test('each refusal has its section in docs/errors.md', () => {
    const codes = PROBES.flatMap((probe) =>
      viewOf({ ...one, thread: reply(one.thread, 'bob', probe) }).state.refusals.map(({ code }) => code),
    )
    expect(codes.filter((code) => !ANCHORS.some(([, anchor]) => anchor === code))).toEqual([])
  })

  test('texts say "nothing to do" only while a subtask can run by itself', () => {
    const { state } = viewOf(one)
    const canRun = state.phase === 'in_progress' && state.reading?.kind === 'parsed' && !one.live?.stopped
    const said = texts.filter(({ text }) => /nothing to do|nothing has to be/i.test(text)).map(({ name }) => name)
    if (!canRun) expect(said).toEqual([])
  })

  test('texts about a plan in any state avoid internal terms such as "halted" or "abandoned"', () => {
    for (const { name, text } of texts)
      expect([
        name,
        /\b(?:awaits?|halted|abandoned|afresh|anew|of it is carried out)\b/i.exec(
          text.replace(/```[^]*?```|<!--[^]*?-->/g, ''),
        )?.[0],
      ]).toEqual([name, undefined])
  })
})

test.each(Object.entries(CASES))('a red run’s summary begins with the problem: a plan that %s', (_, one) => {
  const text = redSummary(viewOf(one))
  const [title, ...rest] = marked.lexer(text, { gfm: true }).filter(({ type }) => type !== 'space')
  expect([title?.type, rest[0]?.type, rest[1]?.type]).toEqual(['heading', 'blockquote', 'blockquote'])
  expect(rest.slice(0, 2).every(({ raw }) => raw.startsWith('> [!CAUTION]\n> '))).toBe(true)
  expect(text.slice(0, text.indexOf('### What the agents did'))).not.toMatch(/^# |(?<![`>])@octo|<!-- error/m)
  expect(text.indexOf('rejected the API key')).toBeLessThan(text.indexOf('Pull request:'))
  expect(text).not.toContain('Nothing to do.')
})

test('the description of a cancelled plan says who cancelled it, and what stays', () => {
  const describe = (thread: Thread) => bodyWithBlock('', viewOf({ thread }))
  expect(describe(closing(reply(open, 'bob', 'cancel')))).toMatch(/Cancelled by bob[^]*so the branch is deleted/)
  expect(describe(closing(reply(executed, 'bob', 'cancel')))).toMatch(
    /Cancelled by bob[^]*The commits of 1 subtask stay on the branch `plan\/issue-12`/,
  )
  expect(describe(closing(reply(executed, 'mallory', 'cancel')))).toMatch(/\*\*Closed: no more/)
})

test('the test cases cover every state of a plan', () => {
  const phases = new Set(Object.values(CASES).map((one) => viewOf(one).state.phase))
  expect([...phases].sort()).toEqual(['abandoned', 'done', 'halted', 'in_progress', 'todo'] satisfies State['phase'][])
  expect(new Set(Object.values(CASES).map((one) => viewOf(one).state.halt?.reason))).toEqual(
    new Set([undefined, 'failed', 'budget', 'change', 'continuation']),
  )
})
