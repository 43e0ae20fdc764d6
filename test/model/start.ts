import { newThread } from '../thread.ts'
import type { Configuration } from './configuration.ts'
import { saying } from './github.ts'
import type { Mind } from './mind.ts'
import { lookAt, settle, type Situation } from './situation.ts'
import { DORA, MAY } from './vocabulary.ts'

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
  const announced = settle(start, { mind, configuration })
  const { thread } = announced.github
  const branch = thread.branch && { ...thread.branch, owners }
  return owners ? { ...announced, github: lookAt({ ...thread, branch }) } : announced
}
