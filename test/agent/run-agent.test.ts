import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { AgentEvent, Wait } from '../../src/model/model.ts'
import { runAgent, type AgentOptions } from '../../src/agent/run-agent.ts'
import { ContextTooLong, type Message, type Model, type ModelReply, type ModelRequest } from '../../src/model/model.ts'
import { defineFinish, defineTool, GaveUp, ToolError, type Tool } from '../../src/agent/tool.ts'

// ---- the scripted model: what it says turn by turn; the last line is said again and again

type Line = ModelReply | Error | ((request: ModelRequest) => ModelReply | Promise<ModelReply>)

const usage = { input: 100, cached: 40, output: 10 }
const says = (text: string, stop: ModelReply['stop'] = 'end'): ModelReply => ({
  message: { kind: 'assistant', text, calls: [] },
  stop,
  usage,
})
const calls = (...list: [id: string, name: string, args?: unknown][]): ModelReply => ({
  message: {
    kind: 'assistant',
    text: '',
    calls: list.map(([id, name, args = {}]) => ({
      id,
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    })),
  },
  stop: 'end',
  usage,
})
const ends = (id = 'end', outcome = 'all well') => calls([id, 'finish', { outcome }])

function scripted(lines: readonly Line[]) {
  const requests: ModelRequest[] = []
  const model: Model = async (request) => {
    requests.push(request)
    const line = lines[Math.min(requests.length, lines.length) - 1] ?? says('')
    if (line instanceof Error) throw line
    return typeof line === 'function' ? await line(request) : line
  }
  return { model, requests }
}

// ---- the tools

const log: string[] = []
const text = z.object({ text: z.string().optional() })
const noting = (name: string, reading: boolean) =>
  defineTool({
    name,
    description: name,
    reading,
    input: text,
    run: async ({ text = '' }) => {
      log.push(`${name} ${text} begins`)
      await sleep(text === 'slow' ? 30 : 1)
      log.push(`${name} ${text} ends`)
      return `${name} ${text}`
    },
  })
const throwing = (name: string, thrown: (text: string) => Error) =>
  defineTool({
    name,
    description: name,
    input: text,
    run: ({ text = '' }) => {
      throw thrown(text)
    },
  })
const big = defineTool({
  name: 'big',
  description: 'Shows much.',
  reading: true,
  input: text,
  run: () => 'line\n'.repeat(400),
})
const finish = defineFinish({
  name: 'finish',
  description: 'Ends.',
  input: z.object({ outcome: z.string() }),
  check: ({ outcome }) =>
    outcome === 'bad' ? { kind: 'no', text: 'Not good enough.' } : { kind: 'ok', value: outcome },
})
const tools: Tool[] = [
  ...[noting('read', true), noting('edit', false), throwing('fail', () => new ToolError('That cannot be.'))],
  ...[throwing('break', () => new TypeError('a bug')), throwing('give_up', (text) => new GaveUp(text)), big],
]

async function run(lines: readonly Line[], more: Partial<AgentOptions<string>> = {}) {
  log.length = 0
  const { model, requests } = scripted(lines)
  const events: AgentEvent[] = []
  const end = await runAgent<string>({
    model,
    system: 'You work.',
    tools,
    messages: [{ kind: 'user', text: 'Do it.' }],
    finish,
    limits: { turns: 20 },
    signal: new AbortController().signal,
    cacheKey: 'key',
    onEvent: (event) => events.push(event),
    ...more,
  })
  return { end, requests, events }
}

const resultsIn = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.kind === 'result' ? [[message.call, message.text]] : []))
/** What the loop itself refusalText: in messages of its own, or behind the last result. */
const toldIn = (messages: readonly Message[]) =>
  messages
    .slice(1)
    .flatMap((message) =>
      message.kind === 'user' ? [message.text] : message.kind === 'result' ? message.text.split('\n\n').slice(1) : [],
    )

test('The loop executes tool calls, returns their results, and ends when the finishing tool accepts.', async () => {
  const { end, requests } = await run([calls(['a', 'read', { text: 'x' }]), ends()])
  expect(end).toEqual({
    kind: 'finished',
    value: 'all well',
    call: 'end',
    turns: 2,
    usage: { input: 200, cached: 80, output: 20 },
    messages: [
      { kind: 'user', text: 'Do it.' },
      calls(['a', 'read', { text: 'x' }]).message,
      { kind: 'result', call: 'a', name: 'read', text: 'read x' },
      ends().message,
    ],
  })
  expect(requests.map((request) => request.tools.map((tool) => tool.name))).toEqual(
    Array(2).fill(['read', 'edit', 'fail', 'break', 'give_up', 'big', 'finish']),
  )
})

test('A slow reply or tool call is logged every 45 seconds until it arrives.', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const passing = () => Promise.resolve().then(() => vi.advanceTimersByTime(100_000))
  const slow = defineTool({ name: 'slow', description: 'slow', input: text, run: () => passing().then(() => 'ok') })
  const { model } = scripted([calls(['a', 'slow']), ends()])
  const { events } = await run([], { tools: [slow], model: (asked) => passing().then(() => model(asked)) })
  vi.useRealTimers()
  const told = events.flatMap((one) => (one.kind === 'waiting' ? [[one.turn, one.call?.name, one.milliseconds]] : []))
  const slowOnes = [[1, undefined], [1, 'slow'], [2, undefined]] // prettier-ignore
  expect(told).toEqual(slowOnes.flatMap((one) => [45_000, 90_000].map((time) => [...one, time])))
})

test('Every request starts with all messages of the previous request and only appends to them.', async () => {
  const lines = [calls(['a', 'read']), says('Hm.'), calls(['b', 'nothing']), says('', 'length'), ends()]
  const { requests } = await run(lines)
  for (const [at, { messages }] of requests.slice(1).entries()) {
    const before = requests[at]?.messages ?? []
    expect(messages.slice(0, before.length)).toEqual(before)
    expect(messages.length).toBeGreaterThan(before.length)
  }
})

describe('The calls of one turn', () => {
  test('Consecutive read-only calls of a turn run in parallel, others in sequence; results keep order.', async () => {
    const turn = calls(
      ['1', 'read', { text: 'slow' }],
      ['2', 'read', { text: 'a' }],
      ['3', 'edit', { text: 'slow' }],
      ['4', 'edit', { text: 'b' }],
      ['5', 'read', { text: 'c' }],
    )
    const { end } = await run([turn, ends()])
    expect(log).toEqual([
      ...['read slow begins', 'read a begins', 'read a ends', 'read slow ends'],
      ...['edit slow begins', 'edit slow ends', 'edit b begins', 'edit b ends'],
      ...['read c begins', 'read c ends'],
    ])
    expect(resultsIn(end.messages).map(([call]) => call)).toEqual(['1', '2', '3', '4', '5'])
  })

  test('Other calls of a turn run before its finishing call, which gets no result when accepted.', async () => {
    const { end } = await run([calls(['end', 'finish', { outcome: 'done' }], ['1', 'edit', { text: 'late' }])])
    expect(end).toMatchObject({ kind: 'finished', value: 'done', call: 'end' })
    expect(resultsIn(end.messages)).toEqual([['1', 'edit late']])
  })

  test('A finishing call is rejected when another call of its turn failed.', async () => {
    const { end } = await run([calls(['1', 'fail'], ['end', 'finish', { outcome: 'done' }]), ends('again')])
    expect(end).toMatchObject({ kind: 'finished', call: 'again' })
    expect(resultsIn(end.messages)).toEqual([
      ['1', 'That cannot be.'],
      ['end', 'Not accepted: another call of this turn failed. Look at its result first.'],
    ])
  })

  test('With two finishing calls in one turn, the first accepted one counts.', async () => {
    const { end } = await run([calls(['1', 'finish', { outcome: 'a' }], ['2', 'finish', { outcome: 'b' }])])
    expect(end).toMatchObject({ kind: 'finished', value: 'a', call: '1' })
    expect(resultsIn(end.messages)).toEqual([['2', 'Not needed: an earlier call of this turn was accepted.']])
  })
})

describe('The model’s mistakes go back to it as text:', () => {
  const mistakes: [string, ModelReply, RegExp][] = [
    ['an unknown tool', calls(['x', 'launch_rockets']), /no tool "launch_rockets".*read, edit, .*finish/],
    ['malformed arguments', calls(['x', 'read', '{"text": "']), /not valid JSON/],
    ['arguments that do not fit', calls(['x', 'read', { text: 3 }]), /do not fit.*text/],
    ['a tool’s own objection', calls(['x', 'fail']), /That cannot be/],
    ['finishing arguments that do not fit', calls(['x', 'finish', {}]), /do not fit.*outcome/],
    ['a finishing check that fails', calls(['x', 'finish', { outcome: 'bad' }]), /Not good enough/],
  ]
  test.each(mistakes)('The model gets an error result for %s.', async (_, reply, said) => {
    const { end } = await run([reply, ends()])
    expect(end.kind).toBe('finished')
    expect(resultsIn(end.messages)).toEqual([['x', expect.stringMatching(said)]])
  })
})

test('An unexpected exception of a tool, and an outage of the model, end the loop with that error.', async () => {
  await expect(run([calls(['x', 'break'])])).rejects.toThrow('a bug')
  await expect(run([new Error('502')])).rejects.toThrow('502')
})

describe('A reply without a call', () => {
  test('After three reminders in a row to call the finishing tool, a model that only talks is stopped.', async () => {
    const { end } = await run([says('I am done.')])
    expect(end).toMatchObject({ kind: 'stopped', why: 'silent', text: 'I am done.', turns: 4 })
    expect(toldIn(end.messages)).toEqual(Array(3).fill(expect.stringContaining('`finish`')))
  })

  test('A tool call resets the count of consecutive replies without a call.', async () => {
    const silent = says('…')
    const { end } = await run([silent, silent, silent, calls(['a', 'read']), silent, silent, silent, ends()])
    expect(end.kind).toBe('finished')
  })

  test('After a truncated reply without a call the model is asked to continue in smaller pieces.', async () => {
    const { end } = await run([says('So I', 'length'), ends()])
    expect(toldIn(end.messages)).toEqual([expect.stringContaining('smaller pieces')])
  })

  test('A model that refuses the task is asked once more, then the agent is stopped.', async () => {
    const { end } = await run([says('I will not.', 'refusal')])
    expect(end).toMatchObject({ kind: 'stopped', why: 'refused', text: 'I will not.', turns: 2 })
  })
})

test('Complete calls of a truncated reply are executed, and the model is told of the truncation.', async () => {
  const { end } = await run([{ ...calls(['a', 'read']), stop: 'length' }, ends()])
  expect(end.messages.slice(2, 3)).toEqual([
    { kind: 'result', call: 'a', name: 'read', text: expect.stringMatching(/^read \n\nYour answer was cut/) },
  ])
})

// mistralai/mistral-vibe#578, NousResearch/hermes-agent#20154: "Unexpected role 'user' after role 'tool'".
test('The loop adds no user message right after a tool result or another user message.', async () => {
  const cut = { ...calls(['x', 'read', { text: 'x' }]), stop: 'length' as const }
  const lines = [...Array<Line>(4).fill(calls(['s', 'read'])), cut, says(''), says('')]
  const { requests } = await run([...lines, ...various(12)], { limits: { turns: 12 } })
  const pairs = requests.flatMap(({ messages }) =>
    messages.slice(1).map((one, at) => `${messages[at]?.kind} ${one.kind}`),
  )
  expect(pairs).not.toContain('result user')
  expect(pairs).not.toContain('user user')
  const told = toldIn(requests.at(-1)?.messages ?? []).join(' ')
  for (const word of ['4 times', 'cut', 'called no tool', 'Wrap up']) expect(told).toContain(word)
})

// pydantic/pydantic-ai@4fda38988f (Groq, tool_use_failed), ggml-org/llama.cpp#24644.
test('A tool call that the endpoint could not parse is reported to the model; repeats stop the agent.', async () => {
  const { end } = await run([{ ...says('<|call|>', 'malformed'), refusalText: 'Failed to parse input' }])
  expect(toldIn(end.messages)[0]).toContain('could not be read (Failed to parse input)')
  expect(end).toMatchObject({ kind: 'stopped', why: 'silent', turns: 7 })
})

test('An identical repeated call gets a warning every fourth time, and the sixteenth stops the agent.', async () => {
  const { end } = await run([calls(['a', 'read'])])
  expect(end).toMatchObject({ kind: 'stopped', why: 'loop', turns: 16 })
  expect(toldIn(end.messages)).toEqual(['4', '8', '12'].map((times) => expect.stringContaining(`${times} times`)))
  expect(log.filter((line) => line.endsWith('begins'))).toHaveLength(15)
})

test('A tool can end the agent, with the model’s reason.', async () => {
  const { end } = await run([calls(['a', 'give_up', { text: 'Too hard.' }], ['b', 'finish', { outcome: 'x' }])])
  expect(end).toMatchObject({ kind: 'stopped', why: 'gave-up', text: 'Too hard.' })
  expect(resultsIn(end.messages).map(([call]) => call)).toEqual(['a', 'b'])
})

const various = (n: number) => Array.from({ length: n }, (_, at) => calls([`c${at}`, 'read', { text: `${at}` }]))

test.each<[string, string, AgentOptions<string>['limits'], RegExp]>([
  ['turns', 'turns', { turns: 10 }, /Wrap up.*2 more turns.*`finish`/],
  ['tokens', 'budget', { turns: 1_000, allowance: { tokens: 1_100 } }, /Wrap up/],
])('A budget of %s stops the agent, after one warning when a fifth is left.', async (_, why, limits, told) => {
  const { end } = await run(various(20), { limits })
  expect(end).toMatchObject({ kind: 'stopped', why, turns: 10 })
  expect(toldIn(end.messages)).toEqual([expect.stringMatching(told)])
})

describe('An abort', () => {
  const hang = () => new Promise<never>(() => {})
  const heeding = (abort: AbortController) =>
    defineTool({
      name: 'read',
      description: '',
      input: text,
      run: async (_, signal) => (setImmediate(() => abort.abort()), await sleep(600_000, 'x', { signal })),
    })
  type Target = (abort: AbortController) => { line: Line } & Partial<AgentOptions<string>>
  test.each<[string, Target]>([
    ['during a request', (abort) => ({ line: () => (setImmediate(() => abort.abort()), hang()) })],
    ['before a turn', (abort) => ({ line: ends(), beforeTurn: async () => abort.abort() })],
    ['during a tool that heeds it', (abort) => ({ line: calls(['a', 'read']), tools: [heeding(abort)] })],
  ])('An abort %s stops the agent and leaves no open tool call.', async (_, place) => {
    const abort = new AbortController()
    const { line, ...options } = place(abort)
    const { end } = await run([line], { signal: abort.signal, ...options })
    expect(end).toMatchObject({ kind: 'stopped', why: 'aborted', messages: [{ kind: 'user', text: 'Do it.' }] })
  })

  const waits: [string, Wait | undefined, string][] = [
    ['for its reply', undefined, "the model's reply"],
    [
      'for an endpoint at its limit',
      { host: 'api.example.org', why: '429 Slow down', length: 60_000, count: 1, total: 60_000 },
      "the model's endpoint at api.example.org (429 Slow down)",
    ],
  ]
  test.each(waits)('The log of an abort says that it waited for the model %s.', async (_, wait, waitedFor) => {
    const abort = new AbortController()
    const model: Model = async ({ onWait }) => {
      if (wait) onWait?.(wait)
      abort.abort('time')
      return hang()
    }
    const { end } = await run([], { model, signal: abort.signal })
    const text = `The agent was stopped from outside while it waited for ${waitedFor}.`
    expect(end).toMatchObject({ kind: 'stopped', why: 'aborted', waitedFor, text })
  })

  test('An abort does not wait for a tool that ignores it, and stops logging that tool.', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const abort = new AbortController()
    const deaf = defineTool({ name: 'read', description: '', input: text, run: () => (abort.abort(), hang()) })
    const { end } = await run([calls(['a', 'read'])], { signal: abort.signal, tools: [deaf] })
    expect([end, vi.getTimerCount()]).toMatchObject([{ kind: 'stopped', why: 'aborted' }, 0])
    vi.useRealTimers()
  })
})

describe('A conversation that grows too long', () => {
  const looks = (n: number) => Array.from({ length: n }, (_, at) => calls([`c${at}`, 'big', { text: `${at}` }]))
  const stubbed = (messages: readonly Message[]) =>
    resultsIn(messages).map(([, result]) => result?.startsWith('[401 lines of big were left out') ?? false)

  test('A conversation too long for the model is cut to about half, oldest results first, and continues.', async () => {
    const { end, requests } = await run([...looks(4), new ContextTooLong('too long'), ends()])
    expect(end).toMatchObject({ kind: 'finished', turns: 5 })
    expect(stubbed(requests.at(-2)?.messages ?? [])).toEqual([false, false, false, false])
    expect(stubbed(requests.at(-1)?.messages ?? [])).toEqual([true, true, true, false])
  })

  test('An agent is stopped when its conversation stays too long after everything possible was left out.', async () => {
    const { end, requests } = await run([...looks(4), new ContextTooLong('too long')])
    expect(end).toMatchObject({ kind: 'stopped', why: 'context' })
    expect(requests.length).toBeLessThan(10)
  })

  test('A conversation that exceeds the budget at every turn still keeps the results of the last turn.', async () => {
    const { requests } = await run([...looks(3), ends()], { limits: { turns: 20, contextTokens: 10 } })
    expect(requests.map(({ messages }) => stubbed(messages))).toEqual([[], [false], [true, false], [true, true, false]])
  })

  test('A conversation that grows too long loses large texts of old calls, and keeps arguments that fit and the reasoning state.', async () => {
    const text = 'x'.repeat(500_000)
    const items = [{ type: 'function_call', call_id: 'a', name: 'read', arguments: JSON.stringify({ text }) }]
    const large = calls(['a', 'read', { text }])
    const kept = { state: { reasoning_content: 'Hm.' }, from: 'abc' }
    const turn = { ...large, message: { ...large.message, items, ...kept } }
    const { end, requests } = await run([turn, calls(['b', 'read', { text }]), ends()], {
      limits: { turns: 20, contextTokens: 1_000 },
    })
    expect(end).toMatchObject({ kind: 'finished', turns: 3 })
    const [first, second] = requests.at(-1)?.messages.filter((message) => message.kind === 'assistant') ?? []
    const stub = '{"text":"[500000 characters were left out to make room]"}'
    expect(first).toMatchObject({ ...kept, calls: [{ arguments: stub }], items: [{ call_id: 'a', arguments: stub }] })
    expect(second?.calls[0]?.arguments.length).toBeGreaterThan(500_000)
  })

  test('A conversation over the budget’s size is halved at once, so that compacting is rarely needed.', async () => {
    // 2,000 characters a look, and the tools' own; at 1/8 token a character this is a bit over four looks.
    const { events } = await run([...looks(10), ends()], { limits: { turns: 20, contextTokens: 1_300 } })
    const compactions = events.filter((event) => event.kind === 'compacted')
    expect(compactions.length).toBeGreaterThan(0)
    expect(compactions.length).toBeLessThan(5)
    for (const { before, after } of compactions) expect(after).toBeLessThan(before * 0.6)
  })
})

test('The events cover the whole run, and each request event says where its new messages begin.', async () => {
  const { events, end } = await run([calls(['a', 'fail']), ends()])
  expect(events.map((event) => event.kind)).toEqual(['request', 'reply', 'tool', 'request', 'reply', 'tool', 'end'])
  expect(events.flatMap((event) => (event.kind === 'request' ? [[event.since, event.messages.length]] : []))).toEqual([
    [0, 1],
    [1, 3],
  ])
  expect(events[2]).toMatchObject({ kind: 'tool', turn: 1, call: { id: 'a' }, text: 'That cannot be.', failed: true })
  expect(events.at(-1)).toMatchObject({ kind: 'end', turn: 2, how: 'finished' })
  expect(end.kind).toBe('finished')
})
