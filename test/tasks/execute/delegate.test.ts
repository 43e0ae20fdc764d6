import { expect, test, vi } from 'vitest'
import type { InputOf } from '../../../src/tasks/tasks.ts'
import { execute } from '../../../src/tasks/execute/run.ts'
import type { ModelRequest } from '../../../src/model/model.ts'
import type { AgentContext } from '../../../src/agent/context/agent-context.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, executeOrder, openContext, resultsIn, says, type Line } from '../../agent-context.ts'

const FILES = { 'src/app.js': 'export const app = 1\n', 'PLAN.md': '# Plan: x\n' }
const PLAN = planOf([subtask(1, { files: ['**'], verify: [] })])

const delegate = (name = 'look'): [string, object] => [
  'delegate',
  { name, task: 'Find all limits.', expected_outcome: 'A list of them.' },
]
const report = (outcome: string) => calls(['report', { outcome }])
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])

type Given = { input?: Partial<InputOf<'execute'>>; ctx?: Partial<AgentContext>; maxTurns?: number }

async function attempt({ input, ctx, maxTurns = 20 }: Given, ...lines: Line[]) {
  const place = await openContext(FILES, lines, ctx)
  const settings = { ...place.ctx.settings, maxTurns }
  const result = await execute(executeOrder(place.head, PLAN, input), { ...place.ctx, settings })
  return { ...place, result }
}

const toolsOf = ({ tools }: ModelRequest): string[] => tools.map(({ name }) => name)
test('a sub-agent has a separate conversation, and only its report returns to the agent', async () => {
  const { requests, result } = await attempt(
    {},
    calls(['read_file', { path: 'src/app.js' }]),
    calls(delegate()),
    calls(['search', { pattern: 'app' }]),
    report('There is one limit.'),
    finish,
  )
  expect(result.kind).toBe('executed')
  const [, , first, second, after] = requests
  expect(first?.messages).toEqual([
    { kind: 'user', text: expect.stringMatching(/^Task: look\n\n {2}Find all limits\./) },
  ])
  expect(first?.system).not.toBe(after?.system)
  expect(second?.messages).toHaveLength(3)
  expect(after && resultsIn(after)).toEqual(['There is one limit.'])
  expect(JSON.stringify(after?.messages)).not.toContain('Find all limits.","')
  expect(after?.messages).toHaveLength(5)
})

test('a sub-agent has the agent’s tools, except those to finish, change the plan or delegate', async () => {
  const { requests } = await attempt({}, calls(delegate()), report('x'), finish)
  const [outer, inner] = requests.map(toolsOf)
  expect(inner).toEqual(expect.arrayContaining(['read_file', 'edit_file', 'run_command', 'update_steps', 'report']))
  const own = ['delegate', 'propose_plan_change', 'give_up', 'finish_subtask']
  expect(outer).toEqual(expect.arrayContaining(own))
  expect(inner?.filter((name) => own.includes(name))).toEqual([])
})

test('a sub-agent that calls `delegate` gets the error for an unknown tool', async () => {
  const { requests, result } = await attempt({}, calls(delegate()), calls(delegate('deeper')), report('x'), finish)
  expect(requests[2] && resultsIn(requests[2])).toEqual([expect.stringContaining('There is no tool "delegate"')])
  expect([result.kind, requests.length]).toEqual(['executed', 4])
})

test('files that a sub-agent writes are part of the subtask', async () => {
  const { result } = await attempt(
    {},
    calls(delegate()),
    calls(['write_file', { path: 'src/limit.js', content: 'limit\n' }]),
    report('Written.'),
    finish,
  )
  const patch = result.kind === 'executed' ? Buffer.from(result.patch, 'base64').toString() : ''
  expect(patch).toContain('+++ b/src/limit.js')
})

test('token usage of sub-agents counts for the subtask, even if they ended without a report', async () => {
  const silent = Array.from({ length: 4 }, () => says('Hm.'))
  const { result, requests } = await attempt({}, calls(delegate()), report('x'), calls(delegate()), ...silent, finish)
  expect(requests.slice(-1).flatMap(resultsIn)).toEqual([expect.stringContaining('ended without a report (silent)')])
  expect(result).toMatchObject({ kind: 'executed', usage: { input: 800, cached: 320, output: 80 }, turns: 3 })
})

test('a sub-agent gets half of its agent’s turns', async () => {
  const { requests, result } = await attempt(
    { maxTurns: 4 },
    calls(delegate()),
    calls(['list_files', {}]),
    calls(['list_files', { path: 'src' }]),
    finish,
  )
  expect([requests.length, result.kind]).toEqual([4, 'executed'])
  expect(requests[3] && resultsIn(requests[3])).toEqual([expect.stringContaining('without a report (turns)')])
})

test('steps of a sub-agent are shown below its name, also after it ended', async () => {
  const [mine, its] = [[{ title: 'ask around', state: 'in_progress' }], [{ title: 'read', state: 'done' }]]
  const { steps, result } = await attempt(
    {},
    calls(['update_steps', { steps: mine }]),
    calls(delegate()),
    calls(['update_steps', { steps: its }]),
    report('x'),
    finish,
  )
  const look = { title: 'look', state: 'in_progress' }
  const ended = [...mine, { title: 'look', state: 'done', steps: its }]
  expect(steps).toEqual([mine, [...mine, look], [...mine, { ...look, steps: its }], ended])
  expect(result).toMatchObject({ steps: ended })
})

test('a wait for the model’s reply is shown as a step after 45 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const model = () => Promise.resolve().then(() => (vi.advanceTimersByTime(50_000), finish))
  const { steps } = await attempt({ ctx: { model } })
  vi.useRealTimers()
  expect(steps).toEqual([[{ title: "Turn 1: waits for the model's reply, 45 s so far", state: 'in_progress' }], []])
})

test('a cancel stops both the sub-agent and the agent that waits for it', async () => {
  const cancel = new AbortController()
  const { requests, result } = await attempt(
    { ctx: { signal: cancel.signal } },
    calls(delegate()),
    () => (cancel.abort(), calls(['list_files'])),
  )
  expect(result).toMatchObject({ kind: 'stopped', why: 'cancelled' })
  expect(requests).toHaveLength(2)
})

test('each sub-agent has a separate transcript', async () => {
  const names: string[] = []
  const transcript = (name: string) => () => void names.push(name)
  await attempt({ ctx: { transcript } }, calls(delegate()), report('x'), calls(delegate()), report('y'), finish)
  expect([...new Set(names)]).toEqual([
    '12-subtask-1-attempt-1',
    '12-subtask-1-attempt-1-delegate-1',
    '12-subtask-1-attempt-1-delegate-2',
  ])
})

test('an agent and its sub-agents share one budget', async () => {
  const look: Line = ({ messages }) => calls(['list_files', { path: messages.length % 2 ? '' : 'src' }])
  const { requests, result } = await attempt(
    { input: { allowance: { tokens: 550 } } },
    calls(['read_file', { path: 'src/app.js' }]),
    calls(delegate()),
    look,
    look,
    look,
    finish,
  )
  // 110 tokens a request: the fifth takes the last of it.
  expect([requests.length, result]).toEqual([5, expect.objectContaining({ kind: 'stopped', why: 'budget' })])
})
