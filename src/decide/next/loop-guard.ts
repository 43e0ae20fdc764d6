import { targetOf, type Step, type Snapshot, type State, traitsOf } from './decision.ts'
import type { Thread } from '../thread/thread.ts'
import { commentsAt } from '../thread/people.ts'

/** What a run may write on one plan: a comment a step and a commit a subtask stay far below. */
const WRITE_LIMITS = { comments: 200, commits: 300, dispatches: 3 } as const

/** What came before in a run: how often each step was taken on each state. */
export type StepCounts = ReadonlyMap<string, number>

/** Says why a run has to end, or gives what was taken with this step. */
type LoopVerdict = { kind: 'go on'; taken: StepCounts } | { kind: 'loop'; why: string }

/** Ends a run that repeats a step although nothing has changed, because what it wrote is not recognized. */
export function guardStep(taken: StepCounts, { thread, state }: Snapshot, step: Step): LoopVerdict {
  const excess = excessOf(thread.thisRun.written)
  if (excess !== undefined) return { kind: 'loop', why: excess }
  const key = `${targetOf(step)} ${fingerprintOf({ thread, state })}`
  const times = (taken.get(key) ?? 0) + 1
  return times > (traitsOf(step).times ?? 1)
    ? { kind: 'loop', why: `The step "${step.kind}" came again although nothing had changed.` }
    : { kind: 'go on', taken: new Map(taken).set(key, times) }
}

function excessOf({ comments, commits, dispatches }: Thread['thisRun']['written']): string | undefined {
  if (comments.length >= WRITE_LIMITS.comments) return `The run wrote ${comments.length} comments on one plan.`
  if (commits.length >= WRITE_LIMITS.commits) return `The run wrote ${commits.length} commits on one plan.`
  return dispatches >= WRITE_LIMITS.dispatches ? `The run asked for the next run ${dispatches} times.` : undefined
}

/** All that a decision rests on, but what this run wrote or what grows with each step: that is no progress. */
function fingerprintOf({ thread, state }: Snapshot): string {
  const { issue, pull, branch, thisRun, base, people, asked } = thread
  const { attempts, pullForbidden, continued, reviewed, contended, undelivered, written } = thisRun
  const ours = new Set<string | number>([...written.comments, ...written.commits])
  const blob = branch?.planFile?.blob ?? ''
  const isOfOthers = !ours.has(branch?.commitOfPlanBlob.get(blob) ?? '')
  return JSON.stringify(
    [
      [issue.state, issue.locked, base.sha, people, asked?.at, branch?.name, isOfOthers && blob],
      pull && [pull.pull.number, pull.pull.state, pull.pull.draft, pull.pull.base, pull.remarks.map(({ id }) => id)],
      [...thread.comments, ...commentsAt(thread, 'pull')]
        .filter(({ id }) => !ours.has(id))
        .map(({ id, updatedAt, reactions }) => [id, updatedAt, reactions]),
      branch?.commits.filter(({ sha, entry }) => !entry && !ours.has(sha)).map(({ sha }) => sha),
      [state.phase, state.halt?.reason, journalState(state)],
      // Attempts at subtasks are bounded. What else is paid for, at number 0, is not.
      [...attempts].filter(([number]) => number > 0).map(([number, list]) => [number, list.length]),
      [pullForbidden, continued, reviewed, contended, new Set(undelivered.map(({ target }) => target))],
    ],
    withCollections,
  )
}

/** What the branch records, without ids and sums that any commit raises. */
const journalState = ({ history }: State): unknown => [
  [history.request, history.finished, history.halt?.reason, history.spent !== undefined, history.continuations],
  [history.executed.keys(), history.abandoned.keys()].map((numbers) => [...numbers]),
  [...history.failed, ...history.interrupted].map(([number, { attempts }]) => [number, attempts]),
  [history.answered, history.revision?.answers],
]

const withCollections = (_key: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value
