import { stateOf } from '../decide/next/state.ts'
import type { Rules } from '../decide/thread/facts.ts'
import type { Sources } from './sources.ts'

/**
 * The lookups that depend on the rules. In its own file, so that files with sources need not import all of `decide/`.
 */
export const byRules = (rules: Rules): Pick<Sources, 'approvers' | 'snapshotAt'> => ({
  approvers: rules.approvers ?? { kind: 'permission', least: 'write' },
  snapshotAt: (thread) => ({ thread, state: stateOf(thread, rules) }),
})
