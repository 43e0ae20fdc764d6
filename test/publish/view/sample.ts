import type { Comment } from '../../../src/github/forge.ts'
import type { Plan, Subtask } from '../../../src/plan/plan.ts'
import { historyOf } from '../../../src/decide/thread/read-history.ts'
import type { State } from '../../../src/decide/next/decision.ts'
import type { Status } from '../../../src/decide/approval/subtask-status.ts'
import { NEW_RUN, type Thread } from '../../../src/decide/thread/thread.ts'
import type { View } from '../../../src/publish/view/text/view.ts'

export const BLOB = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678'
export const RUN = 'https://github.com/o/r/actions/runs/9'

export const subtask = (number: number, more: Partial<Subtask> = {}): Subtask => ({
  number,
  name: `Add part ${number}`,
  description: '',
  expected_outcome: '',
  files: [`src/part-${number}.js`],
  verify: [],
  depends_on: [],
  ...more,
})

export const plan = (subtasks: Subtask[], more: Partial<Plan> = {}): Plan => ({
  title: 'Add a rate limiter',
  description: '',
  expected_outcome: '',
  subtasks,
  questions: [],
  risks: [],
  ...more,
})

export const status = (number: number, more: Partial<Status> = {}): Status => ({
  subtask: subtask(number),
  state: 'todo',
  approved: false,
  ready: false,
  approvals: [],
  sha: undefined,
  text: '',
  attempts: 0,
  ...more,
})

export const done = (number: number, more: Partial<Status> = {}): Status =>
  status(number, { state: 'done', sha: 'abc1234567', text: `part ${number} is there`, ...more })

const bot = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }
const alice = { login: 'alice', id: 1, type: 'User' }

export const comment = (id: number, body: string): Comment => ({
  id,
  nodeId: `IC_${id}`,
  author: alice,
  body,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  reactions: { eyes: 0, rocket: 0, confused: 0 },
})

const pull: NonNullable<Thread['pull']> = {
  comments: [comment(1000000007, 'Add tests.')],
  remarks: [{ kind: 'line', id: 55, author: alice, body: 'Here too.', createdAt: '2026-01-01T00:00:00Z' }],
  pull: {
    number: 7,
    nodeId: 'PR_7',
    title: 'Add a rate limiter',
    body: '',
    author: bot,
    state: 'open',
    draft: true,
    head: { branch: 'plan/issue-12', sha: '0'.repeat(40), repository: 'o/r' },
    base: 'main',
    url: 'https://github.com/o/r/pull/7',
    createdAt: '2026-01-01T00:00:00Z',
    closedAt: undefined,
    lineComments: 1,
  },
}

const issue: Thread['issue'] = {
  number: 12,
  title: 'Limit the rate',
  body: '',
  author: alice,
  state: 'open',
  createdAt: '2026-01-01T00:00:00Z',
  locked: false,
  isPull: false,
}

/** A view of a plan with these subtasks, in the phase that is given. */
export function view(statuses: Status[], state: Partial<State> = {}, more: Partial<View> = {}): View {
  const thread: Thread = {
    issue,
    asked: undefined,
    comments: [],
    base: { branch: 'main', sha: '0'.repeat(40) },
    bot,
    earlierPlans: [],
    freeBranch: 'plan/issue-12',
    branch: undefined,
    pull,
    people: new Map(),
    thisRun: NEW_RUN,
  }
  const history = { ...historyOf([]), requester: { login: 'alice', id: 1 } }
  return {
    thread,
    state: {
      phase: 'todo',
      ended: undefined,
      reading: { kind: 'parsed', plan: plan(statuses.map((one) => one.subtask)), blob: BLOB },
      versions: [{ version: 1, blob: BLOB, comment: 1000000005, edited: false }],
      current: { version: 1, blob: BLOB, comment: 1000000005, edited: false },
      statuses,
      approvals: [],
      asked: [],
      halt: undefined,
      history,
      pending: [],
      refusals: [],
      missing: [],
      reviewWhileClosed: undefined,
      notices: [],
      comments: { issue: [], pull: [] },
      usage: { input: 12345, cached: 8000, output: 678 },
      allowance: {},
      questions: {
        people: [],
        editsToFetch: [],
        approvalsToTrace: [],
        commitsToAttribute: [],
        reactions: [],
        checks: undefined,
      },
      ...state,
    },
    live: undefined,
    maxAttempts: 3,
    approvalsRequired: 1,
    prices: undefined,
    allowance: {},
    planFile: 'PLAN.md',
    links: { repository: 'https://github.com/o/r', run: RUN },
    ...more,
  }
}
