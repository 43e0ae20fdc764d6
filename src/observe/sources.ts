import type { Account, FirstLook, Forge, OwnRun } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import type { Clone } from './clone.ts'
import type { Clock } from '../runner/clock.ts'
import type { Approvers } from '../decide/thread/approvers.ts'
import type { Snapshot } from '../decide/next/snapshot.ts'
import type { ApproverLookup } from './approver-lookup.ts'
import { homeCommit, type PlanRefs } from '../git/plan-refs.ts'
import type { Thread } from '../decide/thread/thread.ts'

/** GitHub, and a first look at the issue whose branches are `refs`, when it was begun before anything else was known. */
export type Connection = {
  forge: Forge
  firstLook?: { refs: PlanRefs; answer: Promise<FirstLook | undefined> }
}

/** What a thread is read from, and the settings for that. */
export type Sources = {
  forge: Forge
  firstLook?: Connection['firstLook']
  repo: Repository
  clock: Clock
  /** A first fetch that was begun before anything was asked. */
  firstFetch?: Clone['firstFetch']
  /** `owner/name` */
  repository: string
  base: string
  branchPrefix: string
  planFile: string
  /** This run and its workflow, which are no checks of a plan. */
  own: OwnRun
  /** A thread with what follows from it, by the rules of this run. */
  snapshotAt: (thread: Thread) => Snapshot
  /** Who may approve, by the input `approvers`. */
  approvers: Approvers
  /** Whether the owners of files approve, so that a branch is read with them. */
  byOwners?: boolean
  /** Whether somebody may. */
  mayApprove: ApproverLookup
}

/** The account that the workflow's own token acts as. */
export const ACTIONS_BOT: Account = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' }

/** `planBase` is the branch that the plan is for, where that is one of a person. */
export const planRefsOf = ({ base, branchPrefix }: Sources, issue: number, planBase = base): PlanRefs => ({
  base: planBase,
  prefix: branchPrefix,
  issue,
  ...(planBase === base ? {} : { home: base }),
})

/**
 * The commit of the repository's own base, also where the plan is for a branch of a person: the instructions and the
 * code owners are read there.
 */
export const ownBase = async ({ repo, base }: Sources, thread: Pick<Thread, 'base'>): Promise<string> =>
  (thread.base.branch === base ? undefined : await homeCommit(repo)) ?? thread.base.sha

/** Our accounts: the workflow's own, that of the present token, and the one that opened the plan. */
export const ourAccounts = async (forge: Forge, bot: Account = ACTIONS_BOT): Promise<Account[]> => [
  ACTIONS_BOT,
  bot,
  (await forge.me()) ?? bot,
]
