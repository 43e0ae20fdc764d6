import { setTimeout as sleep } from 'node:timers/promises'
import { inBackground, loadAll, oneAfterTheOther } from '../../lib/async.ts'
import { isSameRun, parseClaim, renderClaim, type ClaimNote, type Holder } from '../../decide/next/run-scope.ts'
import type { State } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { readCommit } from '../../git/commit-log.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { fetchPlanRefs, commitSide, pushRefs, refName, sideCommit, type SideRef } from '../../git/side-ref.ts'
import { mayNotPush } from '../../observe/may-push.ts'
import { planRefsOf } from '../../observe/sources.ts'
import { UserError } from '../../lib/errors.ts'
import { PUSH_FORBIDDEN, pushForbidden } from '../write/commit.ts'
import type { GitHubContext } from '../write/github-context.ts'

/**
 * The claim on a plan: one run at a time does the model's steps and writes the plan. It is a ref beside the stored
 * conversation, moved by compare-and-swap, so it costs no request to the API. Whoever finds it held leaves a sign on it
 * and goes; the holder, who cannot give the claim back without seeing that sign, looks once more.
 */
export type Claim = {
  /**
   * Takes the claim, unless it is ours already. `look again` says that things have changed since they were read; the
   * claim may be ours by then. `held` says that another run is at work and knows that we came. Without the right to
   * push it throws `UserError`, or goes on without a claim.
   */
  take: (thread: Thread, mayGoWithout?: boolean) => Promise<ClaimResult>
  /**
   * Gives the claim back. `called` says that somebody came meanwhile, so it is still ours: there is more to look at.
   * The ref stays while the plan is open, so that each claim builds on the one before.
   */
  release: (ends: Pick<State, 'phase'>) => Promise<'released' | 'contended'>
  /**
   * Goes on with the claim that an earlier job of this run took. `called` says that somebody came since, so what was
   * read before that may be old; `none` that this run has no claim.
   */
  adopt: (thread: Thread) => Promise<'ours' | 'contended' | 'none'>
  /** Leaves the claim to the later jobs of this run. It is void when the run has ended. */
  keepForLaterJobs: () => void
  /** Keeps the claim alive while a step takes long. Aborts `lost` when another run has taken it. */
  keep: () => Disposable & { lost: AbortSignal }
}

export type ClaimResult = { kind: 'ours' } | { kind: 'stale' } | { kind: 'held'; by: Holder }

/**
 * For those who may not ask GitHub whether a run goes on, in milliseconds: a claim counts for `length` since it was
 * last renewed, which is done every `renewal`; whoever finds one that still counts looks every `look` whether it is
 * renewed.
 */
export type Lease = { length: number; renewal: number; look: number }
export const LEASE: Lease = { length: 120_000, renewal: 40_000, look: 10_000 }

const claimOf = (issue: number): SideRef => ({ kind: 'claim', issue })

type ClaimSpec = { me: Holder; stop: AbortSignal; note?: (what: string) => void; lease?: Lease }
type HeldClaim = { thread: Thread; tip: string }

/**
 * A claim as the last fetch brought it. `at` is when it was taken or renewed, in milliseconds since 1970: whoever wrote
 * it said so, and a time ahead of ours counts as now.
 */
export type ClaimState = ClaimNote & { tip: string; at: number; hasWaiter: boolean }

/** The claim of a run. Nothing is taken yet. */
export function openClaim(ctx: GitHubContext, spec: ClaimSpec): Claim {
  const own: ClaimOptions = { ...spec, lease: spec.lease ?? LEASE, patience: {} }
  const inTurn = oneAfterTheOther()
  let held: HeldClaim | undefined
  const hold = (thread: Thread, tip: string | undefined): void => {
    held = tip === undefined ? undefined : { thread, tip }
  }
  const take = async (thread: Thread, mayGoWithout = false): Promise<ClaimResult> => {
    if (held) return { kind: 'ours' }
    const { tip, ...taken } = await takeClaim(ctx, thread, own).catch((error: unknown) => {
      if (mayGoWithout && error instanceof UserError && error.code === PUSH_FORBIDDEN) return WITHOUT
      throw error
    })
    hold(thread, tip)
    return taken
  }
  const release = async (ends: Pick<State, 'phase'>): Promise<'released' | 'contended'> => {
    if (!held) return 'released'
    const { thread } = held
    hold(thread, await giveBack(ctx, held, { ...own, ends }))
    return held ? 'contended' : 'released'
  }
  const keep = async (): Promise<boolean> => {
    if (held) hold(held.thread, await renew(ctx, held, own))
    return held !== undefined
  }
  return {
    take: (thread, mayGoWithout) => inTurn(() => take(thread, mayGoWithout)),
    release: (ends) => inTurn(() => release(ends)),
    adopt: (thread) =>
      inTurn(async () => {
        const found = held ? undefined : await findClaim(ctx, thread)
        if (found?.state !== 'held' || !isSameRun(found, own.me)) return 'none'
        hold(thread, found.tip)
        return found.hasWaiter ? 'contended' : 'ours'
      }),
    keepForLaterJobs: () => {
      held = undefined
    },
    keep: () => keeping(own.lease, () => inTurn(keep)),
  }
}

/** `patience` ends at this time of the clock, once the run has begun to wait for other runs. */
type ClaimOptions = ClaimSpec & { lease: Lease; patience: { until?: number } }
const WITHOUT: ClaimResult & { tip?: string } = { kind: 'ours' }

async function takeClaim(
  ctx: GitHubContext,
  thread: Thread,
  own: ClaimOptions,
): Promise<ClaimResult & { tip?: string }> {
  const found = await findClaim(ctx, thread)
  const isHeld = found?.state === 'held'
  if (found && isHeld && isSameRun(found, own.me)) return { kind: 'ours', tip: found.tip }
  const counts = found && isHeld ? await stillCounts(ctx, { thread, found }, own) : undefined
  if (counts) {
    const hasWaiter = await notifyHolder(ctx, { thread, found: counts }, own)
    return hasWaiter ? { kind: 'held', by: counts } : { kind: 'stale' }
  }
  const tip = await claimWith(ctx, { thread, from: found?.tip, message: atWork(own) })
  if (tip === undefined) return { kind: 'stale' }
  // What a run that has ended wrote last may be newer than what we read.
  return { kind: isHeld ? 'stale' : 'ours', tip }
}

const atWork = ({ me }: ClaimOptions): string => renderClaim(`Run ${me.run} is at work`, { ...me, state: 'held' })

/** The claim that the last fetch brought. What others wrote there is none, and is built upon. */
export async function findClaim(
  { sources: { repo, clock } }: GitHubContext,
  { issue }: Thread,
): Promise<ClaimState | undefined> {
  const tip = await sideCommit(repo, claimOf(issue.number))
  if (tip === undefined) return undefined
  const { message = '', date = '' } = (await readCommit(repo, tip)) ?? {}
  const note = parseClaim(message) ?? { run: '', attempt: 0, state: 'free' as const }
  const at = Math.min(Date.parse(date) || 0, Date.parse(clock.timestamp()))
  return { ...note, tip, at, hasWaiter: message.split('\n')[0]?.endsWith(WAITER_MARK) === true }
}

type ObservedClaim = { thread: Thread; found: ClaimState }

/** The claim as it is now, if the run that holds it has not ended. */
async function stillCounts(ctx: GitHubContext, met: ObservedClaim, own: ClaimOptions): Promise<ClaimState | undefined> {
  const isAtWork = await isRunActive(ctx, met.found, own.me)
  if (isAtWork === undefined) return waitForLease(ctx, met, own)
  return isAtWork ? met.found : undefined
}

/**
 * Whether a run goes on, as GitHub tells; undefined where the token may not ask. An earlier attempt of ours does not.
 * Anybody who may push can write a claim, so only runs of our own workflow can hold one.
 */
export async function isRunActive(
  { sources }: GitHubContext,
  { run, attempt }: Holder,
  me: Holder,
): Promise<boolean | undefined> {
  if (run === me.run) return attempt > me.attempt
  const known = await sources.forge.runState(Number(run)).catch(() => undefined)
  return known && !known.ended && known.attempt === attempt && known.workflow === sources.own.workflow
}

/**
 * Without the right to ask: waits until the claim is renewed, or until it has run out. However often claims change, a
 * run waits no longer than one lease.
 */
async function waitForLease(
  ctx: GitHubContext,
  { thread, found }: ObservedClaim,
  own: ClaimOptions,
): Promise<ClaimState | undefined> {
  const { clock, repo } = ctx.sources
  const { length, look } = own.lease
  const now = (): number => Date.parse(clock.timestamp())
  const signal = AbortSignal.any([own.stop, clock.signal])
  if (own.patience.until === undefined) own.note?.(waiting(found, length))
  const until = (own.patience.until ??= now() + length)
  while (now() < Math.min(found.at + length, until)) {
    await sleep(look, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return found
    await fetchPlanRefs(repo, planRefsOf(ctx.sources, thread.issue.number, thread.base.branch), true)
    const latest = await findClaim(ctx, thread)
    if (latest?.tip !== found.tip) return latest?.state === 'held' && isSameRun(latest, found) ? latest : undefined
  }
  return undefined
}

const waiting = ({ run }: Holder, length: number): string =>
  `Run ${run} holds this plan, and GitHub does not tell whether it goes on; this run waits for it, at most ${length / 1_000} s. With \`permissions: actions: read\` it would know.`

const WAITER_MARK = ' came by'

/** Leaves a sign for the holder that somebody came. False when the claim has moved, so that it has to be read again. */
async function notifyHolder(
  ctx: GitHubContext,
  { thread, found }: ObservedClaim,
  { me }: ClaimOptions,
): Promise<boolean> {
  const note = { run: found.run, attempt: found.attempt, state: 'held' as const }
  const message = renderClaim(`Run ${me.run}${WAITER_MARK}`, note)
  return (await moveClaim(ctx, { thread, from: found.tip, message })) !== undefined
}

type Move = { thread: Thread; from: string | undefined; message: string; besides?: RefUpdate[] }

/** Moves the claim as long as the branch is where it was read: otherwise what we are about to do may be done. */
async function claimWith(ctx: GitHubContext, move: Move): Promise<string | undefined> {
  const { branch, pull } = move.thread
  const isThere = branch !== undefined && pull?.pull.state !== 'closed'
  const besides = isThere ? [{ ref: `refs/heads/${branch.name}`, from: branch.head, to: branch.head }] : []
  return moveClaim(ctx, { ...move, besides })
}

/** The new commit of the claim, on the one before. Undefined when somebody else moved it. */
async function moveClaim(
  ctx: GitHubContext,
  { thread, from, message, besides = [] }: Move,
): Promise<string | undefined> {
  const { repo } = ctx.sources
  const moved = await commitSide(repo, claimOf(thread.issue.number), { from, message, author: authorOf(thread.bot) })
  const pushing = pushRefs(repo, [moved, ...besides])
  // While git waits for GitHub, this process has nothing else to do.
  void inBackground(loadAll())
  const pushed = await pushing
  if (pushed.kind === 'forbidden') {
    const why = ctx.outward(pushed.reason)
    // The claim is the first push of a run, so without a branch nothing was planned yet.
    throw thread.branch ? pushForbidden(thread.branch.name, why) : mayNotPush(thread.freeBranch, why)
  }
  return pushed.kind === 'pushed' ? moved.to : undefined
}

/** Renews the claim. Undefined when another run has taken it, which it may when GitHub told it that ours had ended. */
async function renew(ctx: GitHubContext, held: HeldClaim, own: ClaimOptions): Promise<string | undefined> {
  const move = { thread: held.thread, from: held.tip, message: atWork(own) }
  return (await moveClaim(ctx, move)) ?? heldStill(ctx, held, own)
}

/** The tip of our claim when somebody left a sign on it. Undefined when it is no longer ours. */
async function heldStill(ctx: GitHubContext, { thread }: HeldClaim, { me }: ClaimOptions): Promise<string | undefined> {
  await fetchPlanRefs(ctx.sources.repo, planRefsOf(ctx.sources, thread.issue.number, thread.base.branch), true)
  const found = await findClaim(ctx, thread)
  return found?.state === 'held' && isSameRun(found, me) ? found.tip : undefined
}

const OPEN: readonly State['phase'][] = ['todo', 'in_progress', 'halted']

/** Gives the claim back. The new tip when somebody came meanwhile, so that it is still ours. */
async function giveBack(
  ctx: GitHubContext,
  held: HeldClaim,
  own: ClaimOptions & { ends: Pick<State, 'phase'> },
): Promise<string | undefined> {
  if (OPEN.includes(own.ends.phase)) {
    const message = renderClaim(`Run ${own.me.run} has ended`, { ...own.me, state: 'free' })
    const move = { thread: held.thread, from: held.tip, message }
    return (await moveClaim(ctx, move)) === undefined ? heldStill(ctx, held, own) : undefined
  }
  const removal = { ref: refName(claimOf(held.thread.issue.number)), from: held.tip, to: undefined }
  const pushed = await pushRefs(ctx.sources.repo, [removal])
  return pushed.kind === 'pushed' ? undefined : heldStill(ctx, held, own)
}

/** Renews in the background, again and again. What fails once may go well the next time. */
function keeping({ renewal }: Lease, renewOnce: () => Promise<boolean>): Disposable & { lost: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(() => {
    void renewOnce().then(
      (isOurs) => (isOurs ? undefined : lost.abort()),
      () => undefined,
    )
  }, renewal)
  return { lost: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
