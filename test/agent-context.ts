import { join } from 'node:path'
import { git, type Repository } from '../src/git/git.ts'
import type { InputOf } from '../src/tasks/tasks.ts'
import { PROTECTED_PATHS } from '../src/guard/protected.ts'
import type { AgentStep, Plan } from '../src/plan/plan.ts'
import type { Model, ModelReply, ModelRequest } from '../src/model/model.ts'
import type { AgentContext } from '../src/agent/context/agent-context.ts'
import { openFreshSandbox, openSandbox } from '../src/agent/sandbox/sandbox.ts'
import { repositoryWith } from './places.ts'

/** What the scripted model says in one turn; the last line is said again and again. */
export type Line = ModelReply | ((request: ModelRequest) => ModelReply)
type Call = [name: string, args?: unknown]

let ids = 0
export const calls = (...list: Call[]): ModelReply => ({
  message: {
    kind: 'assistant',
    text: '',
    calls: list.map(([name, args = {}]) => ({ id: `call-${(ids += 1)}`, name, arguments: JSON.stringify(args) })),
  },
  stop: 'end',
  usage: { input: 100, cached: 40, output: 10 },
})

export const says = (text: string): ModelReply => ({
  message: { kind: 'assistant', text, calls: [] },
  stop: 'end',
  usage: { input: 100, cached: 40, output: 10 },
})

/** The results that the newest request brings. */
export const resultsIn = ({ messages }: ModelRequest): string[] =>
  messages
    .slice(messages.findLastIndex(({ kind }) => kind === 'assistant') + 1)
    .flatMap((one) => (one.kind === 'result' ? [one.text] : []))

/** What a model's room comes with: its repository, a sandbox without walls, which have tests of their own, and settings. */
export function roomOf(model: Model, repo: Repository, folders: { workspace: string; scratch: string }) {
  const place = { ...folders, network: false, env: process.env }
  return {
    ...{
      model,
      planner: model,
      repo,
      known: { checks: new Map(), running: new Map() },
      transcript: () => () => undefined,
    },
    sandbox: () => openSandbox('none', place),
    freshSandbox: (use: Parameters<typeof openFreshSandbox>[2]) => openFreshSandbox('none', place, use),
    setUp: async () => undefined,
    setUpAgain: undefined,
    settings: {
      ...{ maxTurns: 20, maxSubtasks: 12, planFile: 'PLAN.md', protectedPaths: PROTECTED_PATHS },
      ...{
        verifyCommand: undefined,
        setupCommand: undefined,
        proof: 'report' as const,
        testFiles: [],
        newPackages: 'ask' as const,
      },
    },
  }
}

/** A model's room around a real repository with one commit of `files`. */
export async function openContext(
  files: Record<string, string | Buffer>,
  lines: readonly Line[],
  more: Partial<AgentContext> = {},
) {
  const place = await repositoryWith(files)
  const requests: ModelRequest[] = []
  const model: Model = async (request) => {
    requests.push(request)
    const line = lines[Math.min(requests.length, lines.length) - 1] ?? says('')
    return typeof line === 'function' ? line(request) : line
  }
  const steps: AgentStep[][] = []
  const ctx: AgentContext = {
    ...roomOf(model, place.repository, { workspace: place.root, scratch: join(place.top, 'scratch') }),
    redact: (text) => text.replaceAll('hunter2-secret', '[redacted]'),
    signal: new AbortController().signal,
    onSteps: (now) => void steps.push(now),
    ...more,
  }
  return { ...place, ctx, requests, steps, head: await git(place.repository, ['rev-parse', 'HEAD']) }
}

const topic = { number: 12, title: 'Limit the rate', body: 'We are flooded.', comments: [] }

export const draftOrder = (head: string, more: Partial<InputOf<'draft'>> = {}): InputOf<'draft'> => ({
  kind: 'plan',
  of: 'draft',
  id: '12-draft-7',
  number: 12,
  head,
  allowance: {},
  topic,
  request: 'Add a limiter.',
  used: [],
  ...more,
})

export const reviseOrder = (
  head: string,
  plan: Plan,
  more: Partial<InputOf<'revision'>> = {},
): InputOf<'revision'> => ({
  kind: 'plan',
  of: 'revision',
  id: '12-revise-8',
  number: 12,
  head,
  allowance: {},
  topic,
  request: 'Add a limiter.',
  used: [],
  version: 1,
  plan,
  frozen: [],
  feedback: [{ id: 8, author: 'bob', text: 'Make it blue.' }],
  ...more,
})

export const executeOrder = (head: string, plan: Plan, more: Partial<InputOf<'execute'>> = {}): InputOf<'execute'> => ({
  kind: 'execute',
  id: '12-subtask-1-attempt-1',
  number: 12,
  head,
  allowance: {},
  plan,
  subtask: 1,
  attempt: 1,
  failures: [],
  finished: [],
  frozen: [],
  used: [],
  ...more,
})
