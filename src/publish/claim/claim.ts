import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground, loadAll, serialQueue } from '../../lib/async.ts'
import type { Snapshot, State } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { commitOf } from '../../git/commits.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { isPushRefusal, pushRefused } from '../../git/push-refusal.ts'
import {
  commitSide,
  fetchedBranches,
  fetchPlanRefs,
  issueOf,
  pushRefs,
  refName,
  removalsOf,
  sideCommit,
  type SideRef,
} from '../../git/side-ref.ts'
import { mayNotPush } from '../../observe/may-push.ts'
import { planRefsOf } from '../../observe/sources.ts'
import type { GitHubContext } from '../write/github-context.ts'

/**
 * The claim is a lock on a plan: one run at a time does the model's steps and writes the plan. It is a ref next to the
 * stored conversation, moved by compare-and-swap, so it costs no API request. A run that finds it held marks it as
 * contended and ends; the holder sees the mark when it releases the claim, and observes once more.
 */
export type Claim = {
  /**
   * Acquires the claim. `stale`: the plan has changed since it was read. `held`: another run holds it, and was notified.
   * Without the right to push it throws `UserError`, or continues without a claim.
   */
  take: (thread: Thread, mayGoWithout?: boolean) => Promise<ClaimResult>
  /** Releases the claim. `contended`: another run came meanwhile, so it is still held, and there is more to observe. */
  release: (ends: Pick<State, 'phase'>) => Promise<'released' | 'contended'>
  /** Releases it because nothing is left to do, and deletes what is kept of a plan that is over, if `mayForget`. */
  end: (snapshot: Snapshot, mayForget: boolean) => Promise<'released' | 'contended'>
  /** Adopts the claim of an earlier job of this run. `contended`: another run came since, so reads may be stale. */
  adopt: (thread: Thread) => Promise<'ours' | 'contended' | 'none'>
  /** Keeps the claim for later jobs of this run. It expires when the run has ended. */
  keepForLaterJobs: () => void
  /** Aborted when another run has taken the claim that is held now, which is renewed as long as it is held. */
  lost: () => AbortSignal
}

type ClaimResult = { kind: 'ours' } | { kind: 'stale' } | { kind: 'held'; by: Holder }

/** In milliseconds: a claim is valid for `length` after its last `renewal`; a waiting run polls at each `interval`. */
type Lease = { length: number; renewal: number; interval: number }
const LEASE_LENGTH = 120_000
const LEASE: Lease = { length: LEASE_LENGTH, renewal: 40_000, interval: 10_000 }

const claimOf = (issue: number): SideRef => ({ kind: 'claim', issue })

type ClaimSpec = { me: Holder; stop: AbortSignal; note?: (what: string) => void; lease?: Lease }
type HeldClaim = { thread: Thread; tip: string }

/** The claim of the last fetch. `at`: when it was renewed by its writer's clock, in milliseconds, at most now. */
type ClaimState = ClaimNote & { tip: string; at: number; hasWaiter: boolean }

/** Prepares the claim of this run. Its operations run one after the other, also the renewals in the background. */
export function openClaim(ctx: GitHubContext, spec: ClaimSpec): Claim {
  const options: ClaimOptions = { ...spec, lease: spec.lease ?? LEASE, patience: {} }
  const inTurn = serialQueue()
  let held: HeldClaim | undefined
  let renewal: Renewal | undefined
  const setHeld = (thread: Thread, tip: string | undefined): void => {
    held = tip === undefined ? undefined : { thread, tip }
    if (held) renewal ??= renewing(options.lease, () => inTurn(renewHeld))
    else {
      renewal?.[Symbol.dispose]()
      renewal = undefined
    }
  }
  const take = async (thread: Thread, mayGoWithout = false): Promise<ClaimResult> => {
    if (held) return { kind: 'ours' }
    const { tip, ...claimResult } = await takeClaim(ctx, thread, options).catch((error: unknown): Taken => {
      if (mayGoWithout && isPushRefusal(error)) return { kind: 'ours' }
      throw error
    })
    setHeld(thread, tip)
    return claimResult
  }
  const release = async (ends: Pick<State, 'phase'>): Promise<'released' | 'contended'> => {
    if (!held) return 'released'
    const { thread } = held
    setHeld(thread, await releaseHeld(ctx, held, { ...options, ends }))
    return held ? 'contended' : 'released'
  }
  const renewHeld = async (): Promise<boolean> => {
    if (held) {
      const move = { thread: held.thread, from: held.tip, message: activeMessage(ctx, options) }
      // Another run may take the claim when GitHub told it that ours had ended.
      setHeld(held.thread, (await moveClaim(ctx, move)) ?? (await tipIfOurs(ctx, held, options)))
    }
    return held !== undefined
  }
  return {
    take: (thread, mayGoWithout) => inTurn(() => take(thread, mayGoWithout)),
    release: (ends) => inTurn(() => release(ends)),
    end: async (snapshot, mayForget) => {
      const released = await inTurn(() => release(snapshot.state))
      if (released === 'released' && mayForget) await forgetPlan(ctx, snapshot, options.me)
      return released
    },
    adopt: (thread) =>
      inTurn(async () => {
        const claim = held ? undefined : await findClaim(ctx, thread)
        if (claim?.state !== 'held' || !isSameRun(claim, options.me)) return 'none'
        setHeld(thread, claim.tip)
        return claim.hasWaiter ? 'contended' : 'ours'
      }),
    keepForLaterJobs: () => {
      if (held) setHeld(held.thread, undefined)
    },
    lost: () => renewal?.lost ?? NEVER_LOST,
  }
}

/** `patience.until`: the time when this run stops waiting for others, set when it first waits. */
type ClaimOptions = ClaimSpec & { lease: Lease; patience: { until?: number } }
const NEVER_LOST = new AbortController().signal

type Taken = ClaimResult & { tip?: string }
async function takeClaim(ctx: GitHubContext, thread: Thread, options: ClaimOptions): Promise<Taken> {
  const claim = await findClaim(ctx, thread)
  const isHeld = claim?.state === 'held'
  if (claim && isHeld && isSameRun(claim, options.me)) return { kind: 'ours', tip: claim.tip }
  const active = claim && isHeld ? await activeClaim(ctx, { thread, claim }, options) : undefined
  if (active) {
    const hasWaiter = await notifyHolder(ctx, { thread, claim: active }, options)
    return hasWaiter ? { kind: 'held', by: active } : { kind: 'stale' }
  }
  // The claim moves only while the branch is where it was read: otherwise what we are about to do may be done.
  const { branch, pull } = thread
  const isThere = branch !== undefined && pull?.pull.state !== 'closed'
  const alsoUpdate = isThere ? [{ ref: `refs/heads/${branch.name}`, from: branch.head, to: branch.head }] : []
  const tip = await moveClaim(ctx, { thread, from: claim?.tip, message: activeMessage(ctx, options), alsoUpdate })
  if (tip === undefined) return { kind: 'stale' }
  // The dead holder may have written to the plan after we read it.
  return { kind: isHeld ? 'stale' : 'ours', tip }
}

const activeMessage = ({ jobs }: GitHubContext, { me }: ClaimOptions): string =>
  renderClaim(`Run ${me.run} is at work`, { ...me, state: 'held', overJobs: jobs === 'three' })

/** The claim as last fetched. A commit that is no claim counts as a free one, and the next claim goes on top of it. */
export async function findClaim(ctx: GitHubContext, { issue }: Thread): Promise<ClaimState | undefined> {
  const { repo, clock } = ctx.sources
  const tip = await sideCommit(repo, claimOf(issue.number))
  if (tip === undefined) return undefined
  const { message = '', date = '' } = (await commitOf(repo, tip)) ?? {}
  const note = parseClaim(message) ?? { run: '', attempt: 0, state: 'free' as const }
  const at = Math.min(note.renewed ?? (Date.parse(date) || 0), Date.parse(clock.timestamp()))
  return { ...note, tip, at, hasWaiter: message.split('\n')[0]?.endsWith(WAITER_MARK) === true }
}

async function fetchClaim(ctx: GitHubContext, thread: Thread): Promise<ClaimState | undefined> {
  await fetchPlanRefs(ctx.sources.repo, planRefsOf(ctx.sources, thread.issue.number, thread.base.branch), true)
  return findClaim(ctx, thread)
}

type ObservedClaim = { thread: Thread; claim: ClaimState }

/** The claim if its run is alive. GitHub may report dead runs as unfinished, so an overdue claim gets one more lease. */
async function activeClaim(ctx: GitHubContext, observed: ObservedClaim, options: ClaimOptions) {
  const activity = await activityOf(ctx, observed.claim, options.me)
  if (activity === 'ended') return undefined
  const { length } = options.lease
  const end = observed.claim.at + length
  if (activity === undefined) return waitForLease(ctx, observed, { ...options, end, why: RUN_STATE_UNKNOWN })
  const now = Date.parse(ctx.sources.clock.timestamp())
  if (now < end || (observed.claim.overJobs && activity === 'active')) return observed.claim
  return waitForLease(ctx, observed, { ...options, end: now + length, why: 'has not renewed its claim on it' })
}

/**
 * What GitHub says of a run, which may wait for a person; undefined if the token may not ask. An earlier attempt of this
 * run has ended. Anybody with push permission can write a claim, so only runs of our own workflow can hold one.
 */
async function activityOf(
  { sources }: GitHubContext,
  { run, attempt }: Holder,
  me: Holder,
): Promise<'active' | 'waits' | 'ended' | undefined> {
  if (run === me.run) return attempt > me.attempt ? 'active' : 'ended'
  const runState = await sources.forge.runState(Number(run)).catch(() => undefined)
  if (!runState) return undefined
  if (runState.ended || runState.attempt !== attempt || runState.workflow !== sources.own.workflow) return 'ended'
  return runState.waits ? 'waits' : 'active'
}

/** Waits until the claim is renewed, or until `end`, however often it changes: in all no longer than one lease. */
async function waitForLease(
  ctx: GitHubContext,
  { thread, claim }: ObservedClaim,
  { end, why, ...options }: ClaimOptions & { end: number; why: string },
): Promise<ClaimState | undefined> {
  const { clock } = ctx.sources
  const { length, interval } = options.lease
  const now = (): number => Date.parse(clock.timestamp())
  const signal = AbortSignal.any([options.stop, clock.signal])
  if (options.patience.until === undefined)
    options.note?.(`Run ${claim.run} holds this plan, and ${why}; this run waits for it, at most ${length / 1_000} s.`)
  const until = (options.patience.until ??= now() + length)
  while (now() < Math.min(end, until)) {
    await sleep(interval, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return claim
    const latest = await fetchClaim(ctx, thread)
    if (latest?.tip !== claim.tip) return latest?.state === 'held' && isSameRun(latest, claim) ? latest : undefined
  }
  return undefined
}

const RUN_STATE_UNKNOWN = 'GitHub does not tell without `permissions: actions: read` whether it goes on'

const WAITER_MARK = ' came by'

/** Notifies the holder that another run waits. False if the claim has moved, so that it has to be read again. */
async function notifyHolder(ctx: GitHubContext, { thread, claim }: ObservedClaim, { me }: ClaimOptions) {
  const message = renderClaim(`Run ${me.run}${WAITER_MARK}`, { ...claim, renewed: claim.at })
  return (await moveClaim(ctx, { thread, from: claim.tip, message })) !== undefined
}

type Move = { thread: Thread; from: string | undefined; message: string; alsoUpdate?: RefUpdate[] }

/** The new commit of the claim, on top of the previous one. Undefined if another run moved it. */
async function moveClaim(ctx: GitHubContext, move: Move): Promise<string | undefined> {
  const { repo } = ctx.sources
  const { thread, from, message, alsoUpdate = [] } = move
  const moved = await commitSide(repo, claimOf(thread.issue.number), { from, message, author: authorOf(thread.bot) })
  const pushing = pushRefs(repo, [moved, ...alsoUpdate])
  // While git waits for GitHub, this process has nothing else to do.
  void inBackground(loadAll())
  const pushed = await pushing
  if (pushed.kind === 'forbidden') {
    const reason = ctx.outward(pushed.reason)
    // The claim is the first push of a run, so without a branch nothing was planned yet.
    throw thread.branch ? pushRefused(thread.branch.name, reason) : mayNotPush(thread.freeBranch, reason)
  }
  return pushed.kind === 'pushed' ? moved.to : undefined
}

/** The present tip of our claim, which another run may have marked. Undefined if it is no longer ours. */
async function tipIfOurs(ctx: GitHubContext, { thread }: HeldClaim, { me }: ClaimOptions): Promise<string | undefined> {
  const claim = await fetchClaim(ctx, thread)
  return claim?.state === 'held' && isSameRun(claim, me) ? claim.tip : undefined
}

const ACTIVE_PHASES: readonly State['phase'][] = ['todo', 'in_progress', 'halted']

/** Releases the claim. Returns the new tip if another run came meanwhile, so that it is still held. */
async function releaseHeld(
  ctx: GitHubContext,
  held: HeldClaim,
  options: ClaimOptions & { ends: Pick<State, 'phase'> },
) {
  const { thread, tip } = held
  const message = renderClaim(`Run ${options.me.run} has ended`, { ...options.me, state: 'free' })
  const removal = { ref: refName(claimOf(thread.issue.number)), from: tip, to: undefined }
  const isReleased = ACTIVE_PHASES.includes(options.ends.phase)
    ? (await moveClaim(ctx, { thread, from: tip, message })) !== undefined
    : (await pushRefs(ctx.sources.repo, [removal])).kind === 'pushed'
  return isReleased ? undefined : tipIfOurs(ctx, held, options)
}

type Renewal = Disposable & { lost: AbortSignal }

/** Renews the claim in the background at intervals. Errors are ignored, since the next renewal may succeed. */
function renewing({ renewal }: Lease, renewOnce: () => Promise<boolean>): Renewal {
  const lost = new AbortController()
  const timer = setInterval(() => {
    void renewOnce().then(
      (isOurs) => (isOurs ? undefined : lost.abort()),
      () => undefined,
    )
  }, renewal).unref()
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}

/** Deletes the side refs of a plan that is over, or the claim of a killed run. Keeps what an active run needs. */
async function forgetPlan(ctx: GitHubContext, { thread, state }: Snapshot, me: Holder): Promise<void> {
  const { repo, clock } = ctx.sources
  const { number } = thread.issue
  const isOver = state.ended !== undefined || (!thread.pull && !thread.branch)
  if (!isOver && !state.history.finished) return
  const claim = await findClaim(ctx, thread)
  const removals = await removalsOf(repo, number, isOver ? refsToDelete(thread) : ['claim'])
  if (removals.length === 0) return
  if (claim?.state === 'held' && (await isInUse(ctx, claim, { me, now: Date.parse(clock.timestamp()) }))) return
  if (isOver && (await hasOtherPlan(ctx, thread))) return
  // The push fails for refs that another run has moved meanwhile; that run needs them.
  await pushRefs(repo, removals)
}

/** Side refs to delete, if not the default set. Usage by drafts and answers is kept, as it counts for the next plan. */
function refsToDelete({ pull, issue }: Thread): readonly SideRef['kind'][] | undefined {
  if (pull) return pull.pull.merged ? ['conversation', 'claim', 'usage', 'commits'] : undefined
  return issue.state === 'open' ? ['conversation', 'claim'] : undefined
}

async function isInUse(ctx: GitHubContext, claim: ClaimState, { me, now }: { me: Holder; now: number }) {
  const activity = await activityOf(ctx, claim, me)
  return activity === undefined ? now - claim.at < LEASE_LENGTH : activity !== 'ended'
}

async function hasOtherPlan({ sources }: GitHubContext, { issue, branch }: Thread): Promise<boolean> {
  const isOfIssue = (name: string): boolean => issueOf(name, sources.branchPrefix) === issue.number
  const names = [...(await fetchedBranches(sources.repo)).keys()].filter(isOfIssue)
  if (names.every((name) => name === branch?.name)) return false
  const pulls = await sources.forge.openPulls()
  return pulls.some(({ head }) => head.repository === sources.repository && isOfIssue(head.branch))
}

/** A run of a workflow, by the id that GitHub gave it, and which attempt at it. */
export type Holder = { run: string; attempt: number }

/** `overJobs`: held for later jobs too, without renewal. `renewed`: when the holder did, if another run wrote it. */
type ClaimNote = Holder & { state: 'held' | 'free'; overJobs?: boolean; renewed?: number }

const OVER_JOBS = '\n\nIt is held for later jobs of the run.'

/** The commit message of a claim. `subject` is for people who look at the ref. */
function renderClaim(subject: string, { run, attempt, state, overJobs, renewed }: ClaimNote): string {
  const since = renewed === undefined ? '' : `\n\nRenewed: ${renewed}`
  return `${subject}${overJobs ? OVER_JOBS : ''}${since}\n\nClaim-Run: ${run}\nClaim-Attempt: ${attempt}\nClaim-State: ${state}\n`
}

/** Reads the commit message of a claim. Undefined for a commit that we did not write. */
function parseClaim(message: string): ClaimNote | undefined {
  const match = /\n\nClaim-Run: (\d{1,15})\nClaim-Attempt: (\d{1,6})\nClaim-State: (held|free)\s*$/.exec(message)
  if (!match) return undefined
  const [, run = '', attempt, state] = match
  const [, renewed] = /\n\nRenewed: (\d{1,15})\n/.exec(message) ?? []
  return {
    run,
    attempt: Number(attempt),
    state: state === 'held' ? 'held' : 'free',
    ...(message.includes(OVER_JOBS) ? { overJobs: true } : {}),
    ...(renewed === undefined ? {} : { renewed: Number(renewed) }),
  }
}

const isSameRun = (one: Holder, other: Holder): boolean => one.run === other.run && one.attempt === other.attempt
