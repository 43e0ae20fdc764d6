import { decide } from '../../src/decide/next/decide.ts'
import { planSeen } from '../../src/decide/next/plan-seen.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import { asOfNow, stillDue } from '../../src/tasks/tasks.ts'

/** What is asked about a thread: the code that is checked. */
export const MIND = { asOfNow, decide, stateOf, planSeen, stillDue }
export type Mind = typeof MIND
