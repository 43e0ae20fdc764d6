import { newThread } from '../thread.ts'
import type { Configuration } from './configuration.ts'
import { saying } from './github.ts'
import type { Mind } from './mind.ts'
import { lookAt, movesOfRun, settle, starts, type Play, type Situation } from './situation.ts'
import { ALICE, DORA, MAY } from './vocabulary.ts'

/** Where the conversations of a configuration begin. */
export function startOf(configuration: Configuration, mind: Mind): Situation {
  const { people, requester, owners, begins, runs } = configuration
  const known = new Map([...people, [DORA, MAY] as const].map(([{ login }, person]) => [login, person]))
  const issue = { ...newThread(), usedId: 100, people: known }
  const asked = saying(issue, 'issue', { by: requester, body: '/plan limit it' })
  const start: Situation = {
    github: lookAt(asked),
    runs: Array.from({ length: runs }, () => undefined),
    claim: undefined,
    wasCalled: false,
  }
  if (begins === 'asked') return start
  const play = { mind, configuration }
  const announced = settle(start, play)
  if (begins === 'in hand') return inHand(announced, play)
  const { thread } = announced.github
  const branch = thread.branch && { ...thread.branch, owners }
  return owners ? { ...announced, github: lookAt({ ...thread, branch }) } : announced
}

/** Alice approves, and a run begins the first subtask. */
function inHand(announced: Situation, play: Play): Situation {
  const github = lookAt(saying(announced.github.thread, 'pull', { by: ALICE, body: 'approve' }))
  let now: Situation = { ...announced, github }
  while (now.runs[0]?.input?.step.kind !== 'execute') {
    const [move] = now.runs[0] ? movesOfRun(now, 0, play) : starts(now, play)
    if (!move) throw new Error('No run begins a subtask.')
    now = move.to
  }
  return now
}
