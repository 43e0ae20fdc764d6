import { stateOf } from '../decide/next/state.ts'
import type { Rules } from '../decide/thread/facts.ts'
import type { Sources } from './sources.ts'

/** What is seen by these rules. It stands apart, so that a file with sources need not know all of `decide/`. */
export const byRules = (rules: Rules): Pick<Sources, 'approvers' | 'snapshotAt'> => ({
  approvers: rules.approvers ?? { kind: 'permission', least: 'write' },
  snapshotAt: (thread) => ({ thread, state: stateOf(thread, rules) }),
})
