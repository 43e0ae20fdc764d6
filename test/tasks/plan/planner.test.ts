import { describe, expect, test } from 'vitest'
import type { Message, ModelRequest } from '../../../src/model/model.ts'
import { plan as makePlan } from '../../../src/tasks/plan/run.ts'
import { readConversation } from '../../../src/tasks/plan/conversation.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { folderInstructionsOf } from '../../../src/observe/instructions.ts'
import { calls, draftOrder, openContext, resultsIn, reviseOrder, says, type Line } from '../../agent-context.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'

const FILES = { 'src/app.ts': 'export const app = 1\n', 'src/app.test.ts': 'z\n', 'AGENTS.md': 'x\n' }
const plan = planOf([subtask(1)])
const create = (more: object = {}) => calls(['create_plan', { ...plan, answers: [], ...more }])
const answered = (title: string, id = 8) =>
  create({ title, answers: [{ comment: id, applied: true, note: 'In subtask 1.' }] })

/** The bytes that an endpoint would get of a conversation. */
const bytesOf = (messages: readonly Message[]): string[] => messages.map((message) => JSON.stringify(message))

async function drafted(...lines: Line[]) {
  const place = await openContext(FILES, lines)
  return { ...place, result: await makePlan(draftOrder(place.head), place.ctx) }
}

test('the planner’s first message lists files, README’s start, check scripts and verify-command', async () => {
  const letters = (i: number): string => i.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`lib/deep/m${letters(i)}.ts`, '']))
  const badge = '[![npm](https://x.y/a.svg)](https://x.y)'
  const head = `<p align="center"><img src="a.png"></p>\n# Demo\n${badge}\n${badge} | [Docs](https://x.y)\n`
  const readme = `${head}- [Use](#use)\n\nA [fine](https://x.y/z) thing, see [this](docs/a.md).\n===\n${'word '.repeat(400)}END`
  const scripts = { test: 'vitest', 'test:all': 'vitest --all', start: 'node .' }
  const files = {
    ...many,
    'test/a b.js': '',
    'README.md': readme,
    'package.json': JSON.stringify({ scripts }),
    Makefile: 'check: x\nx = 1\nrun:\n',
  }
  const place = await openContext(files, [create()])
  await makePlan(draftOrder(place.head), {
    ...place.ctx,
    settings: { ...place.ctx.settings, verifyCommand: 'npm run all' },
  })
  const text = place.requests[0]?.messages[0]?.text ?? ''
  const lines = text.split('\n')
  expect(lines.slice(0, 7)).toEqual([
    ...['The repository:', expect.stringMatching(/^<<<data-/), '  Makefile README.md package.json'],
    ...['  lib/deep/ (150 files)', '  test/: "a b.js"', '  ', '  README.md:'],
  ])
  expect(text).toMatch(
    /README\.md:\n {2}# Demo\n {2}\n {2}A fine thing, see \[this\]\(docs\/a\.md\)\.\n {2}word [^]{900,1000}word \[…\]\n/,
  )
  expect(text).toContain('  Scripts:\n  npm run test: vitest\n  npm run test:all: vitest --all\n  make check\ndata-')
  expect(text).toContain('do not repeat it:\n  npm run all\n\nIssue #12')
})

test('the planner’s first message has the small files that the issue names, so it need not read them', async () => {
  const files = {
    'src/a.js': 'A hunter2-secret\n',
    'src/b.js': 'B\n',
    'src/c.js': 'C\n',
    'src/big.js': 'x'.repeat(6_001),
  }
  const folder = { ...files, 'src/AGENTS.md': 'FOLDER rules.\n' }
  const changing = create({ subtasks: [subtask(1, { files: ['src/a.js', 'src/c.js'] })] })
  const place = await openContext(folder, [changing, changing])
  const order = draftOrder(place.head, { request: 'See ./src/a.js:3, (src/big.js).' })
  const topic = { ...order.topic, body: 'Not src/c.jsx.\n\nPresent content of src/c.js:\nx', comments: [{ id: 1, author: 'bob', text: 'Like `src/b.js`.' }] } // prettier-ignore
  const folders = await folderInstructionsOf(place.repository, place.head)
  const result = await makePlan({ ...order, topic, folders }, place.ctx)
  const text = place.requests[0]?.messages[0]?.text ?? ''
  expect(text.match(/^Present content of .*\n.*\n.*/gm)?.map((one) => one.replace(/<<<.*\n/, ''))).toEqual([
    'Present content of src/a.js:\nA [redacted]',
    'Present content of src/b.js:\nB',
    'Present content of src/c.js:\nC',
  ])
  expect(text.split('FOLDER rules')).toHaveLength(2)
  expect(result).toMatchObject({ kind: 'planned', turns: 1 })
})

test('feedback asking for tests first adds instructions to the prompt, and leaves the tools unchanged', async () => {
  const told = async (text: string) => {
    const first = await drafted(create())
    const conversation = first.result.kind === 'planned' ? first.result.conversation : ''
    const place = await openContext(FILES, [answered('Blue')])
    const feedback = [{ id: 8, author: 'bob', text }]
    await makePlan(reviseOrder(place.head, plan, { conversation, feedback }), place.ctx)
    expect(place.requests[0]?.tools).toEqual(first.requests[0]?.tools)
    return place.requests[0]?.messages.at(-1)?.text.includes('also takes acceptance')
  }
  expect([await told('Make it blue.'), await told('I want the tests first.')]).toEqual([false, true])
})

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')
const long = planOf([subtask(1, { description: words(500) }), subtask(2, { description: words(250) })])

test.each<[string, typeof plan, string, boolean]>([
  ['of over 700 words for a short request', long, 'Limit it', true],
  ['of fewer', planOf([subtask(1, { description: words(600) })]), 'Limit it', false],
  ['of over 700 words for a request of a hundred', long, words(100), false],
  ['of over 700 words for the issue itself', long, '', true],
])('a draft is sent back once as too long: one %s', async (_, drafted, request, isTooLong) => {
  const place = await openContext(FILES, [calls(['create_plan', { ...drafted, answers: [] }])])
  expect(await makePlan(draftOrder(place.head, { request }), place.ctx)).toMatchObject({ turns: isTooLong ? 2 : 1 })
  if (isTooLong)
    expect(place.requests.flatMap(resultsIn).join()).toMatch(
      /The plan has 7\d\d words for a request of \d+, .*: 5\d\d in subtask 1, \d+ in subtask 2, \d+ in the description\./,
    )
})

test('a draft by a planner that read none of the files it changes is sent back once', async () => {
  const changing = create({ subtasks: [subtask(1, { files: ['src/app.ts', 'src/new.ts'] })] })
  const told = (requests: readonly ModelRequest[]): string[] => requests.flatMap(resultsIn)
  const lazy = await drafted(calls(['list_files']), changing)
  expect(lazy.result).toMatchObject({ kind: 'planned', turns: 3 })
  expect(told(lazy.requests).at(-1)).toContain('None of the files that the plan changes was read: `src/app.ts`.')
  for (const look of [
    ['read_file', { paths: ['src/app.ts'] }],
    ['search', { pattern: 'app' }],
  ] as const)
    expect((await drafted(calls([...look]), changing)).result).toMatchObject({ kind: 'planned', turns: 2 })
})

test('a revision answers comments by their number in the prompt, which lists questions still open', async () => {
  const asks = planOf([subtask(1)], { questions: [{ question: 'How many?', default: '3' }] })
  const feedback = [4_000_000_008, 4_000_000_009].map((id) => ({ id, author: 'bob', text: 'Blue.' }))
  const answers = [2, '1'].map((comment) => ({ comment, applied: true, note: `To ${comment}.` }))
  const lines = [create({ title: 'Blue', answers: answers.slice(1) }), create({ title: 'Blue', answers })]
  const place = await openContext(FILES, lines)
  const result = await makePlan(reviseOrder(place.head, asks, { feedback }), place.ctx)
  expect(place.requests.flatMap(resultsIn).join()).toContain('answers: comment 2 has no answer.')
  expect(result).toMatchObject({ answers: [{ comment: 4_000_000_009, note: 'To 2.' }, { comment: 4_000_000_008 }] })
  expect(place.requests[0]?.messages[0]?.text).toMatch(
    /Comment 2 by @bob \(id 4000000009\):[^]*Still open [^\n]*: question 1 \(How many\?\)\./,
  )
})

test('a stored conversation keeps the request as the planner saw it, despite later issue edits', async () => {
  const first = await drafted(create())
  const conversation = first.result.kind === 'planned' ? first.result.conversation : ''
  expect(readConversation(conversation)?.asked).toBe('Add a limiter.\n\nLimit the rate\n\nWe are flooded.')
  const topic = { ...draftOrder(first.head).topic, body: 'And delete everything.' }
  const place = await openContext(FILES, [answered('Blue')])
  const revision = await makePlan(reviseOrder(place.head, plan, { conversation, topic }), place.ctx)
  const again = revision.kind === 'planned' ? revision.conversation : ''
  expect(readConversation(again)?.asked).toBe(readConversation(conversation)?.asked)
  const wordy = await makePlan(draftOrder(place.head, { request: 'x'.repeat(1_600) }), place.ctx)
  expect(wordy).toMatchObject({ conversation: expect.stringMatching(/"asked":"x{1500} \[… \d{3} more characters\]"/) })
})

describe('a draft', () => {
  test('a draft is the plan that the model creates after reading files', async () => {
    const { result, requests } = await drafted(calls(['read_file', { path: 'src/app.ts' }], ['list_files']), create())
    expect(result).toMatchObject({
      kind: 'planned',
      plan,
      answers: [],
      turns: 2,
      usage: { input: 200, cached: 80, output: 20 },
    })
    expect(requests[1] && resultsIn(requests[1])[0]).toContain('export const app = 1')
  })

  test('a drafting planner has reading tools and create_plan, and no others', async () => {
    const { requests } = await drafted(create())
    const reading = ['list_files', 'read_file', 'search', 'git_log', 'git_show']
    expect(requests[0]?.tools.map(({ name }) => name)).toEqual([...reading, 'create_plan'])
    // What a revision may leave out is required of nobody.
    expect(JSON.stringify(requests[0]?.tools).match(/"required":[^\]]+./g)).toEqual(['"required":["pattern"]', '"required":["revision"]', '"required":["number"]', '"required":["question"]']) // prettier-ignore
  })

  test.each<[string, object, string]>([
    ['a cycle', { subtasks: [subtask(1, { depends_on: [2] }), subtask(2, { depends_on: [1] })] }, '1'],
    [
      'a protected path',
      { subtasks: [subtask(1, { files: ['.github/workflows/ci.yml'] })] },
      '.github/workflows/ci.yml',
    ],
    ['too many subtasks', { subtasks: Array.from({ length: 13 }, (_, i) => subtask(i + 1)) }, '12'],
    ['words that no one said', { subtasks: [subtask(1, { asked_for: 'a dashboard' })] }, 'asked_for of subtask 1'],
    ['a test that exists', { acceptance: [{ path: 'src/app.test.ts', run: 'x', content: 'y' }] }, 'exists already'],
    ['arguments that do not fit', { subtasks: 'many' }, 'subtasks'],
  ])('a draft with %s goes back to the model with the reason', async (_, more, reason) => {
    const { result, requests } = await drafted(create(more), create())
    expect(result.kind).toBe('planned')
    const [told = ''] = requests[1] ? resultsIn(requests[1]) : []
    expect(told).toMatch(/not taken|do not fit/)
    expect(told).toContain(reason)
  })

  test('a draft of over 700 words for a short request is sent back once, and then accepted', async () => {
    const long = create({ subtasks: [subtask(1, { description: 'word '.repeat(800) })] })
    const { result, requests } = await drafted(long, long)
    expect(requests).toHaveLength(2)
    expect(requests[1] && resultsIn(requests[1])[0]).toMatch(/not taken:\n- The plan has 8\d\d words for a request of/)
    expect(result).toMatchObject({ kind: 'planned', plan: { subtasks: [{ number: 1 }] } })
  })

  test('a draft never reuses the number of another subtask of an earlier version', async () => {
    const place = await openContext(FILES, [create(), create({ subtasks: [subtask(4)] })])
    const result = await makePlan(draftOrder(place.head, { used: [{ number: 1, name: 'Something else' }] }), place.ctx)
    expect(result).toMatchObject({ kind: 'planned', plan: { subtasks: [{ number: 4 }] } })
  })

  test('a planner that offers no plan fails with the model’s last words as the reason', async () => {
    const { result, requests } = await drafted(says('I cannot do that.'))
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain(
      'If you decline, or it cannot be planned, call it without',
    )
    expect(result).toMatchObject({ kind: 'failed', reason: 'I cannot do that.' })
  })

  test('a planner’s prompts and tool results contain no secret', async () => {
    const place = await openContext({ 'a.txt': 'the key is hunter2-secret\n' }, [
      calls(['read_file', { path: 'a.txt' }]),
      create(),
    ])
    const topic = { number: 12, title: 'x', body: 'hunter2-secret', comments: [] }
    await makePlan(draftOrder(place.head, { topic, request: 'use hunter2-secret' }), place.ctx)
    expect(JSON.stringify(place.requests.map(({ messages }) => messages))).not.toContain('hunter2-secret')
  })

  test('a planner that is stopped from outside reports no failure', async () => {
    const cancel = new AbortController()
    const place = await openContext(FILES, [() => (cancel.abort(), calls(['list_files']))], { signal: cancel.signal })
    expect(await makePlan(draftOrder(place.head), place.ctx)).toMatchObject({ kind: 'stopped', why: 'cancelled' })
  })

  test('a planner stops when its budget is spent', async () => {
    const place = await openContext(FILES, [calls(['list_files'])])
    expect(await makePlan(draftOrder(place.head, { allowance: { tokens: 100 } }), place.ctx)).toMatchObject({
      kind: 'stopped',
      why: 'budget',
    })
  })
})

describe('a revision', () => {
  async function kept() {
    const first = await drafted(calls(['list_files']), calls(['git_log'], ['create_plan', { ...plan, answers: [] }]))
    if (first.result.kind !== 'planned') throw new Error(first.result.kind)
    return { ...first, conversation: first.result.conversation }
  }
  async function revised(conversation: string | undefined, more: Partial<InputOf<'revision'>>, ...lines: Line[]) {
    const place = await openContext(FILES, lines)
    const input = reviseOrder(place.head, plan, { ...(conversation === undefined ? {} : { conversation }), ...more })
    return { ...place, result: await makePlan(input, place.ctx) }
  }

  test('a revision continues the conversation byte for byte, with feedback as the result of create_plan', async () => {
    const { conversation, requests: before } = await kept()
    const { requests, result } = await revised(conversation, {}, answered('Blue'))
    const [earlier, now] = [before.at(-1), requests[0]]
    if (!earlier || !now) throw new Error('unreachable')
    expect(bytesOf(now.messages).slice(0, earlier.messages.length)).toEqual(bytesOf(earlier.messages))
    expect([now.system, now.tools, now.cacheKey]).toEqual([earlier.system, earlier.tools, earlier.cacheKey])
    const last = now.messages.at(-1)
    expect(last).toMatchObject({
      kind: 'result',
      name: 'create_plan',
      text: expect.stringMatching(/^Revision of version 1\n/),
    })
    expect(result).toMatchObject({ kind: 'planned', plan: { title: 'Blue' }, answers: [{ comment: 8, applied: true }] })
  })

  test('a revision shows images of issue and feedback, and stores none in the repository', async () => {
    const [seen, other, blue] = ['c2Vlbg==', 'b3RoZXI=', 'Ymx1ZQ=='].map((data) => `data:image/png;base64,${data}`)
    if (!seen || !other || !blue) throw new Error('unreachable')
    const place = await openContext(FILES, [calls(['create_plan', { ...plan, answers: [] }])])
    const topic = { ...draftOrder(place.head).topic, images: [seen] }
    const first = await makePlan(draftOrder(place.head, { topic }), place.ctx)
    if (first.kind !== 'planned') throw new Error(first.kind)
    expect(place.requests[0]?.messages).toMatchObject([{ kind: 'user', images: [seen] }])
    expect(first.conversation).not.toContain('base64')

    const more = { topic: { ...topic, images: [seen, other] }, images: [blue] }
    const { requests, result } = await revised(first.conversation, more, answered('Blue'))
    const images = requests[0]?.messages.map((message) => (message.kind === 'user' ? message.images : message.kind))
    expect(images).toEqual([[seen], 'assistant', 'result', [blue]])
    expect(result).toMatchObject({ kind: 'planned', conversation: expect.not.stringContaining('base64') })

    const afresh = await revised(undefined, more, answered('Blue'))
    expect(afresh.requests[0]?.messages).toMatchObject([{ images: [seen, other, blue] }])
  })

  test('a revision of a plan that people edited by hand shows its current text', async () => {
    const { conversation } = await kept()
    const changed = planOf([subtask(1, { name: 'By hand' })])
    const { requests } = await revised(conversation, { plan: changed }, answered('Blue'))
    expect(requests[0] && resultsIn(requests[0]).at(-1)).toContain('### 1. By hand')
  })

  test.each([
    ['is missing', undefined],
    ['is damaged', '{"format":1,"messages":[{"kind":"user"'],
    ['is of another format', JSON.stringify({ format: 2, messages: [], call: 'x' })],
    ['ends with no plan', JSON.stringify({ format: 1, messages: [{ kind: 'user', text: 'hi' }], call: 'x' })],
    ['is empty', ''],
  ])('a revision starts a fresh conversation if the stored one %s', async (_, conversation) => {
    const { requests, result } = await revised(conversation, {}, answered('Blue'))
    expect(result.kind).toBe('planned')
    const [first, ...others] = requests[0]?.messages ?? []
    expect(others).toEqual([])
    const text = first?.kind === 'user' ? first.text : ''
    expect(text).toContain('  # Plan: Add a limiter')
    expect(text.match(/^Revision of version 1$/gm)).toHaveLength(1)
  })

  test('a revision must answer every comment', async () => {
    const { requests, result } = await revised(undefined, {}, create(), answered('Blue'))
    expect(requests[1] && resultsIn(requests[1])[0]).toContain('comment 1 has no answer')
    expect(result.kind).toBe('planned')
  })

  test('a revision leaves done and skipped subtasks unchanged', async () => {
    const changed = {
      subtasks: [subtask(1, { description: 'Something else.' })],
      answers: [{ comment: 8, applied: true, note: '' }],
    }
    const { requests, result } = await revised(undefined, { frozen: [1] }, create(changed))
    expect(requests).toHaveLength(1)
    expect(result).toMatchObject({ plan: { subtasks: [subtask(1)] } })
  })

  test('a revision may send only the changed fields, and a comment’s id as text', async () => {
    const sent = { title: 'Another title', answers: [{ comment: '8', applied: true, note: 'done' }] }
    const { requests, result } = await revised(undefined, {}, calls(['create_plan', sent]))
    expect(requests).toHaveLength(1)
    expect(result).toMatchObject({
      plan: { ...plan, title: 'Another title' },
      answers: [{ comment: 8, applied: true, note: 'done' }],
    })
  })

  test('a revision after a partial revision does not repeat the plan in its prompt', async () => {
    const sent = { title: 'Another title', answers: [{ comment: 8, applied: true, note: '' }] }
    const { conversation } = await kept()
    const first = await revised(conversation, {}, calls(['create_plan', sent]))
    if (first.result.kind !== 'planned') throw new Error(first.result.kind)
    const now = first.result.plan
    const { requests } = await revised(first.result.conversation, { plan: now }, calls(['create_plan', sent]))
    expect(JSON.stringify(requests[0]?.messages.at(-1))).not.toContain('The plan was changed since you wrote it')
  })
})
