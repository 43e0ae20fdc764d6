import type { planSeen } from '../../src/decide/next/plan-seen.ts'
import type { Snapshot, Step, StepOf } from '../../src/decide/next/decision.ts'
import type { Pending } from '../../src/decide/thread/facts.ts'
import {
  type Refusal,
  answerTo,
  announcementsIn,
  baseWarningOf,
  closingKey,
  isNoted,
  mergedKey,
  refusalOf,
  refusalOfReview,
} from '../../src/decide/thread/people.ts'
import { historyOf } from '../../src/decide/thread/read-history.ts'
import { targetOf, type PlanBranch, type PlanPull, type Thread, NOTHING_PAID } from '../../src/decide/thread/thread.ts'
import type { Trailers } from '../../src/decide/thread/trailers.ts'
import type { Comment } from '../../src/github/forge.ts'
import type { Attempt } from '../../src/plan/plan.ts'
import { noUsage } from '../../src/plan/usage.ts'
import { BOT } from '../thread.ts'
import {
  appending,
  commentsAt,
  committing,
  deleting,
  emptyBranch,
  idMark,
  marked,
  markOfWords,
  newComment,
  noteBody,
  openPull,
  posting,
  reacting,
  timeAfter,
  versionBody,
  withComments,
  type Draft,
  type GitHub,
  type Target,
} from './github.ts'

// What each step writes, in the smallest form that its contract in src/publish allows: a list of single writes. A run
// may be cut off before each of them, and others may write in between.

/** GitHub, and what a run knows of it: the same value as long as nothing has happened that it has not seen. */
export type Sides = { github: GitHub; view: GitHub }

/** One write. `mark` is what it is known by among others that are yet to come. */
export type Write = { mark: string; on: (sides: Sides) => Sides }

/** What a step rests on, and what a commit says of how far its look reaches. */
export type Basis = Snapshot & { planSeen: typeof planSeen }

/** How an order to the model ends. */
export type Outcome = 'well' | 'badly' | 'proposes' | 'halts'

/** How a model plans, and how commits are made: one by one through the API, or all by one push. */
export type Manner = {
  textAfter: (thread: Thread) => string
  commitsOneByOne: boolean
  isAlone: boolean
  tokens: number
}

/** The same change of what is there and of what the run knows. */
function onBoth({ github, view }: Sides, change: (thread: GitHub) => GitHub): Sides {
  const changed = change(github)
  return { github: changed, view: view === github ? changed : change(view) }
}

const write = (mark: string, on: Write['on']): Write => ({ mark, on })

// ---- comments

type Note = { at: Target; body: string; key: string }
const note = (at: Target, key: string, more = ''): Note => ({ at, key, body: noteBody(key) + more })

/** A comment of ours as a run knows it that has not read the list since. */
const unread = (comment: Comment): Comment => marked({ ...comment, isAfterList: true })

/** Adds what other runs said since the view was read. */
function withNotes(view: GitHub, github: GitHub, at: Target): GitHub {
  const known = commentsAt(view, at)
  const news = commentsAt(github, at).filter((one) => one.author === BOT && !known.some(({ id }) => id === one.id))
  const added = news.map(unread)
  return added.length === 0
    ? view
    : withComments(
        view,
        at,
        [...known, ...added].toSorted((a, b) => a.id - b.id),
      )
}

function post({ github, view }: Sides, at: Target, body: string): Sides {
  if (at === 'pull' && !github.pull) return { github, view }
  const comment = newComment(github, BOT, body)
  return { github: posting(github, at, comment), view: appending(view, at, unread(comment)) }
}

/** Posted unless it is there. */
const sayOnce = ({ at, key, body }: Note): Write =>
  write(`say ${markOfWords(key)}`, (sides) => {
    const view = withNotes(sides.view, sides.github, at)
    return isNoted(sides.github, at, key) ? { ...sides, view } : post({ ...sides, view }, at, body)
  })

/** Said by any run, with or without the claim; whoever finds that another was first takes its own back. */
const sayUnclaimed = ({ at, key, body }: Note, { isAlone }: Manner): Write[] => [
  write(`say ${markOfWords(key)}`, (sides) => post(sides, at, body)),
  ...(isAlone
    ? []
    : [
        write(`first ${markOfWords(key)}`, (sides) => {
          const [first, second] = commentsAt(sides.github, at).filter((one) => one.author === BOT && one.body === body)
          const view = withNotes(sides.view, sides.github, at)
          if (!first || !second) return { ...sides, view }
          return onBoth({ ...sides, view }, (thread) => deleting(thread, at, second.id))
        }),
      ]),
]

const say = ({ at, key, body }: Note): Write => write(`say ${markOfWords(key)}`, (sides) => post(sides, at, body))

const keyOfRefusal = ({ comment, isBaseWarning }: Refusal): string =>
  isBaseWarning ? baseWarningOf(comment.id) : refusalOf(comment.id)

const noteOfRefusal = (thread: Thread, refusal: Refusal): Note =>
  note(targetOf(thread, refusal.comment), keyOfRefusal(refusal))

const answered = (thread: Thread, { comment }: { comment: { id: number } }): Note =>
  note(targetOf(thread, comment), answerTo(comment.id))

// ---- the branch

type Commits = {
  drafts: (now: PlanBranch) => readonly Omit<Draft, 'by'>[] | undefined
  onlyOn?: 'same plan' | 'same head'
}

/**
 * Commits upon the tip that is there, as `record` does: what no longer fits there is left out, and a branch that was
 * deleted stays deleted.
 */
function commit({ github, view }: Sides, { thread }: Snapshot, { drafts, onlyOn }: Commits): Sides {
  const branch = github.branch ?? (thread.branch ? undefined : emptyBranch(thread.freeBranch, thread.base.sha))
  if (!branch) return { github, view: { ...view, branch: undefined } }
  const isAsMeant =
    onlyOn === undefined ||
    (onlyOn === 'same plan' && branch.planFile?.blob === thread.branch?.planFile?.blob) ||
    (onlyOn === 'same head' && branch.head === thread.branch?.head)
  const made = isAsMeant ? (drafts(branch) ?? []) : []
  const next = made.reduce((now, draft) => committing(now, { by: BOT, ...draft }), branch)
  const isSame = view === github
  const after = made.length === 0 ? github : { ...github, branch: next }
  return { github: after, view: isSame ? after : { ...view, branch: after.branch } }
}

const markOfDrafts = (drafts: readonly Omit<Draft, 'by'>[]): string =>
  drafts.map(({ trailers: { subtask, state, seen } }) => `${subtask}${state}${idMark(seen ?? 0)}`).join()

/** Commits that one push brings, or GitHub makes one by one. */
function record(
  snapshot: Basis,
  drafts: readonly Omit<Draft, 'by'>[],
  manner: Manner,
  more: Omit<Commits, 'drafts'> & { unless?: (now: PlanBranch) => boolean } = {},
): Write[] {
  const parts = manner.commitsOneByOne ? drafts.map((one) => [one]) : [drafts]
  return parts.map((part) =>
    write(markOfDrafts(part), (sides) =>
      commit(sides, snapshot, { ...more, drafts: (now) => (more.unless?.(now) ? undefined : part) }),
    ),
  )
}

const recording = (snapshot: Basis, trailers: Partial<Trailers>, done: readonly Pending[] = []): Omit<Draft, 'by'> => ({
  trailers: { seen: snapshot.planSeen(snapshot.thread, snapshot.state, done), ...trailers },
})

const isAnyExecuted = ({ commits }: PlanBranch, numbers: readonly number[]): boolean =>
  commits.some(
    ({ entry }) => entry !== undefined && !entry.trailers.state && numbers.includes(entry.trailers.subtask ?? 0),
  )

// ---- the pull request

const changePull = (mark: string, change: (pull: PlanPull['pull'], github: GitHub) => PlanPull['pull']): Write =>
  write(mark, ({ github, view }) => {
    const pull = github.pull && change(github.pull.pull, github)
    const withPull = (thread: GitHub): GitHub => ({ ...thread, pull: thread.pull && pull && { ...thread.pull, pull } })
    return onBoth({ github, view }, withPull)
  })

const closed = (pull: PlanPull['pull'], github: GitHub): PlanPull['pull'] =>
  pull.state === 'closed' ? pull : { ...pull, state: 'closed', closedAt: timeAfter(github) }

/** What a step that asks no model writes, one after the other. */
export function writesOf(snapshot: Basis, step: Step, manner: Manner): Write[] {
  const { thread, state } = snapshot
  switch (step.kind) {
    case 'refuse':
      return sayUnclaimed(noteOfRefusal(thread, step.refusal), manner)
    case 'refuse-all': {
      const [first] = step.refusals
      const keys = step.refusals.map(keyOfRefusal)
      const body = keys.map(noteBody).join('')
      return first ? sayUnclaimed({ at: targetOf(thread, first.comment), key: keys.join(), body }, manner) : []
    }
    case 'refuse-review':
      return sayUnclaimed(note('pull', refusalOfReview(step.review)), manner)
    case 'help':
    case 'tell':
    case 'link':
    case 'verify':
      return sayUnclaimed(answered(thread, step), manner)
    case 'react':
      return [...new Set([step.comment, ...(step.others ?? [])].map(({ id }) => id))].map((id) =>
        write(`${step.reaction} ${idMark(id)}`, (sides) => onBoth(sides, (now) => reacting(now, id, step.reaction))),
      )
    case 'open':
      return [
        write('open', ({ github }) => onBoth({ github, view: github }, (now) => ({ ...now, pull: openPull(now) }))),
      ]
    case 'announce':
      return [announce(snapshot, step)]
    case 'tell-issue':
      return [sayOnce(note('issue', `plan-${step.pull}`))]
    case 'tell-no-plan':
      return [sayOnce(note('issue', 'no-plan'))]
    case 'tell-problem':
      return [sayOnce(note('pull', `problem-${step.blob}`))]
    case 'report':
      return [sayOnce(note('pull', closingKey(state)))]
    case 'tell-once':
    case 'tell-halt':
      return [sayOnce(note('pull', step.key))]
    case 'record':
      return [write('record', (sides) => keepRecord(sides, thread))]
    case 'ready':
    case 'redraft':
      return [changePull(step.kind, (pull) => ({ ...pull, draft: step.kind === 'redraft' }))]
    case 'cancel':
      return [changePull('close', closed)]
    case 'delete-branch':
      return [
        write('delete-branch', (sides) =>
          sides.github.branch?.head === thread.branch?.head
            ? onBoth(sides, (now) => ({ ...now, branch: undefined }))
            : { ...sides, view: { ...sides.view, branch: sides.github.branch } },
        ),
      ]
    case 'finish':
      return record(snapshot, [{ ...recording(snapshot, { state: 'done' }), plan: null }], manner, {
        onlyOn: 'same plan',
      })
    case 'halt':
      return record(snapshot, [recording(snapshot, { state: 'halted', reason: step.reason })], manner)
    case 'fail':
      return record(snapshot, [ofSubtask(snapshot, step, 'failed')], manner)
    case 'interrupt':
      return record(
        snapshot,
        [step.status, ...(step.others ?? [])].map((status) => ofSubtask(snapshot, { status }, 'in_progress')),
        manner,
      )
    case 'skip':
    case 'undo':
      return abandon(snapshot, step, manner)
    case 'update':
      return [write('update', (sides) => mergeBase(sides, snapshot, step))]
    default:
      return []
  }
}

function announce({ thread, state }: Snapshot, { version, blob }: StepOf<'announce'>): Write {
  const body = versionBody(version, blob)
  return write(`announce ${blob.slice(0, 4)}`, (sides) => {
    const view = withNotes(sides.view, sides.github, 'pull')
    const announced = announcementsIn(commentsAt(view, 'pull'), thread.bot)
    return announced.length > state.versions.length ? { ...sides, view } : post({ ...sides, view }, 'pull', body)
  })
}

function keepRecord(sides: Sides, { branch, pull }: Thread): Sides {
  const journal = branch?.commits.findLast(({ entry }) => entry)?.sha
  if (!pull || journal === undefined) return sides
  const kept = { commit: journal, journal, pull: pull.pull.number }
  return onBoth(sides, (now) => ({ ...now, branch: now.branch && { ...now.branch, record: kept } }))
}

type OfSubtask = { status: StepOf<'interrupt'>['status'] }

const ofSubtask = (snapshot: Basis, { status }: OfSubtask, state: 'failed' | 'in_progress'): Omit<Draft, 'by'> =>
  recording(snapshot, status ? { subtask: status.subtask.number, state, attempts: status.attempts } : { state })

function abandon(snapshot: Basis, step: StepOf<'skip'> | StepOf<'undo'>, manner: Manner): Write[] {
  const executed = step.kind === 'undo' ? step.executed : []
  const numbers = step.kind === 'undo' ? [...step.left, ...executed] : step.numbers.toReversed()
  const drafts = numbers.map((subtask) =>
    recording(snapshot, { subtask, state: 'abandoned', command: step.comment.id }, [step]),
  )
  // What another run executed or took back meanwhile makes another step of it.
  const unless = (now: PlanBranch): boolean =>
    step.kind === 'skip'
      ? isAnyExecuted(now, numbers)
      : !manner.commitsOneByOne && executed.some((number) => !historyOf(now.commits).executed.has(number))
  return record(snapshot, drafts, manner, { unless, onlyOn: 'same plan' })
}

/** Merges what the base has brought. Where that conflicts, it is known from then on what merging comes to. */
function mergeBase(sides: Sides, snapshot: Basis, step: StepOf<'update'>): Sides {
  const { base, branch } = sides.github
  if (!branch) return sides
  const { baseChanges = [], head } = branch
  if (baseChanges.some(({ path }) => path === CONFLICTING)) {
    const merge = { head, base: base.sha, files: [CONFLICTING] }
    return onBoth(sides, (now) => ({ ...now, branch, base, merge }))
  }
  const merges = baseChanges.length > 0 ? { merges: base.sha } : {}
  const trailers = { state: 'updated', command: step.comment.id } as const
  const merged = commit(sides, snapshot, { drafts: () => [{ ...recording(snapshot, trailers, [step]), ...merges }] })
  return onBoth(merged, (now) => ({ ...now, branch: now.branch && { ...now.branch, baseChanges: [] } }))
}

/** The file of the base that conflicts with what a plan did, where the base changed it. */
export const CONFLICTING = 'src/part-2.ts'

// ---- what the model brought

/** What only a run knows of its attempts, after what came of an order to the model. */
export type Attempts = ReadonlyMap<number, readonly Attempt[]>
const FAILED: Attempt = { reason: 'It did not work.', checks: [], usage: noUsage }

/** The attempts of a run after this order ended so. */
export function attemptsAfter(attempts: Attempts, step: Step, outcome: Outcome): Attempts {
  if (step.kind !== 'execute') return attempts
  const { number } = step.status.subtask
  const left = new Map(attempts)
  if (outcome === 'badly') return left.set(number, [...(attempts.get(number) ?? []), FAILED])
  left.delete(number)
  return left
}

/** What comes of an order to the model, on the look that was taken right before it is written. */
export function writesOfResult(
  snapshot: Basis,
  step: Step,
  { outcome, ...manner }: Manner & { outcome: Outcome },
): Write[] {
  const { thread, state } = snapshot
  switch (step.kind) {
    case 'draft': {
      const trailers = { request: step.via, coAuthor: step.by }
      const draft = { ...recording(snapshot, trailers, [step]), plan: manner.textAfter(thread) }
      return record(snapshot, [draft], manner, { onlyOn: 'same plan' })
    }
    case 'revise': {
      const plan = manner.textAfter(thread)
      const file = thread.branch?.planFile ?? { kind: 'text', text: undefined }
      const ids = step.remarks.map(({ id }) => id)
      if (file.kind === 'text' && file.text === plan) {
        const said = new Set(step.comments.map(({ id }) => id))
        const keys = ids.map((id) => (said.has(id) ? answerTo(id) : refusalOfReview(id)))
        return [say({ at: 'pull', key: keys.join(), body: keys.map(noteBody).join('') })]
      }
      const merge = step.merge && { subtask: MERGING, base: step.merge.base }
      const trailers = {
        feedback: ids,
        ...(merge ? { merge } : {}),
        ...(step.fix && { fix: { code: step.fix.code, digest: step.fix.digest } }),
      }
      return record(snapshot, [{ ...recording(snapshot, trailers, [step]), plan }], manner, { onlyOn: 'same plan' })
    }
    case 'ask':
    case 'doctor':
      return [say(answered(thread, step))]
    case 'execute':
      return executed(snapshot, step, { outcome, ...manner })
    case 'review':
      if (step.of === 'rest') return []
      return record(
        snapshot,
        [{ ...recording(snapshot, { look: thread.branch?.head ?? '' }), body: 'Look at the result: no answer. None.' }],
        manner,
        { onlyOn: 'same plan' },
      )
    case 'check':
      if (step.of === 'tests')
        return outcome === 'well'
          ? record(snapshot, [{ ...recording(snapshot, { state: 'done' }), plan: null }], manner, {
              onlyOn: 'same head',
            })
          : record(snapshot, [recording(snapshot, { state: 'halted', reason: 'acceptance' })], manner)
      return outcome === 'well'
        ? [
            write('rechecked', (sides) =>
              onBoth(sides, (now) => ({ ...now, paid: { ...(now.paid ?? NOTHING_PAID), rechecked: step.merge } })),
            ),
          ]
        : [sayOnce(note('pull', mergedKey(step.merge)))]
    default:
      throw new Error(`A model is not asked for "${step.kind}" here, at version ${state.versions.length}.`)
  }
}

/** The subtask that resolves a merge in the texts of the model. */
const MERGING = 3

function executed(
  snapshot: Basis,
  { status }: StepOf<'execute'>,
  { outcome, ...manner }: Manner & { outcome: Outcome },
): Write[] {
  const { number } = status.subtask
  const { state, thread } = snapshot
  if (outcome === 'badly') return []
  if (outcome === 'halts')
    return record(snapshot, [recording(snapshot, { state: 'halted', reason: 'environment' })], manner)
  if (outcome === 'proposes') {
    const halt = recording(snapshot, { state: 'halted', reason: 'change' })
    return record(snapshot, [halt, { ...recording(snapshot, {}), plan: manner.textAfter(thread) }], manner, {
      onlyOn: 'same plan',
    })
  }
  const approvedBy = status.approvals.map(({ login, comment }) => ({ login, comment }))
  const version = state.current?.blob ?? ''
  const merges = state.history.merges.get(number)
  const draft = {
    ...recording(snapshot, { subtask: number, version, approvedBy, usage: { ...noUsage, input: manner.tokens } }),
    ...(merges === undefined ? {} : { merges }),
  }
  const unless = (now: PlanBranch): boolean => now.planFile?.blob !== version || isAnyExecuted(now, [number])
  return record(snapshot, [draft], manner, { unless })
}
