import { needsModel, type Step, type State } from '../../src/decide/next/decision.ts'
import { commentsOf as commentsOfStep } from '../../src/decide/thread/facts.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { BOT } from '../thread.ts'
import {
  approvalsOf,
  commentsOf,
  hasNote,
  isOfClosedTime,
  isOfPerson,
  isRefused,
  isToBeJudged,
  reasonAgainst,
  isSettled,
  isUsed,
  lastCancel,
  mayApprove,
  mayWrite,
  newestRetry,
  meaning,
  openFeedback,
  seenUpTo,
  voicesFor,
  type Truth,
} from './oracle.ts'
import type { Situation } from './situation.ts'
import { dependantsIn } from './vocabulary.ts'

// What must hold in every situation. Each is a sentence of the documents, and a check of what the code decides, or of
// what stands there, against the oracle.

type Decided = { step: Step; state: State; thread: Thread; timeIsUp: boolean }

export type Invariant = {
  sentence: string
  /** What is wrong with deciding on this step on this look. */
  decided?: (truth: Truth, decided: Decided) => string | undefined
  /** What is wrong with what stands there. */
  stands?: (truth: Truth) => string | undefined
  /** What is wrong when no run has anything left to do. */
  atRest?: (truth: Truth, decided: Decided) => string | undefined
  /** What is wrong with a commit, on what stood there right before it. */
  written?: (before: Truth, commit: Written) => string | undefined
  /** What is wrong with a situation, of which there is more than what stands there. */
  situation?: (situation: Situation, truth: Truth) => string | undefined
}
type Written = Truth['entries'][number]

const first = <T>(list: Iterable<T>, wrong: (one: T) => string | undefined): string | undefined => {
  for (const one of list) {
    const found = wrong(one)
    if (found !== undefined) return found
  }
  return undefined
}

const isOpen = ({ thread }: Truth): boolean => thread.pull?.pull.state === 'open' && thread.branch !== undefined
const isRunning = (truth: Truth): boolean => isOpen(truth) && !truth.isDone

/** What a step does for the comments of people, besides telling them or waiting. */
const isEffect = (step: Step): boolean =>
  needsModel(step) || ['cancel', 'skip', 'undo', 'update', 'link', 'help', 'tell', 'draft'].includes(step.kind)

const commentsBehind = (step: Step): { id: number }[] =>
  isEffect(step) && ('comment' in step || 'comments' in step)
    ? commentsOfStep(step as Parameters<typeof commentsOfStep>[0])
    : []

const standing = (truth: Truth, { id }: { id: number }) =>
  [...truth.thread.comments, ...commentsOf(truth)].find((one) => one.id === id)

/** What comes after the last subtask. */
const isLast = (step: Step): boolean =>
  step.kind === 'finish' ||
  (step.kind === 'check' && step.of === 'tests') ||
  (step.kind === 'review' && step.of === 'result')

export const INVARIANTS: readonly Invariant[] = [
  {
    sentence:
      'A subtask is executed only when as many people as `approvals-required` have approved it, in the very text that is on the branch.',
    decided: (truth, { step }) =>
      step.kind === 'execute' ? lacksVoices(truth, step.status.subtask.number) : undefined,
    written: (truth, { subtask, state }) =>
      subtask !== undefined && state === undefined ? lacksVoices(truth, subtask) : undefined,
  },
  {
    sentence: 'An approval of an earlier text never counts.',
    written: (truth, { version, approvedBy = [] }) =>
      first(approvedBy, ({ comment }) => {
        if (truth.version?.blob !== version) return `It is executed by version ${version}, which is not on the branch.`
        return comment > (truth.version?.id ?? Infinity) ? undefined : `Approval ${comment} is older than the version.`
      }),
  },
  {
    sentence: 'An edited comment is never a command.',
    decided: (truth, { step }) =>
      first(commentsBehind(step), ({ id }) => {
        const one = standing(truth, { id })
        const isPlain = one && step.kind === 'revise' && !one.body.startsWith('/')
        return one?.wasEdited && !isPlain ? `"${one.body}" was edited, and leads to "${step.kind}".` : undefined
      }),
    written: (truth, { approvedBy = [] }) =>
      first(approvedBy, ({ comment }) =>
        standing(truth, { id: comment })?.wasEdited ? `Approval ${comment} was edited.` : undefined,
      ),
  },
  {
    sentence: 'A lost right stops the work before the next subtask.',
    decided: (truth, { step }) =>
      step.kind === 'execute'
        ? first(step.status.approvals, ({ login }) =>
            truth.thread.people.get(login)?.approver ? undefined : `${login} may not approve any more.`,
          )
        : first(commentsBehind(step), ({ id }) => {
            const one = standing(truth, { id })
            return one && !mayWrite(truth, one) ? `${one.author.login} may not ask for "${step.kind}".` : undefined
          }),
  },
  {
    sentence:
      'What someone said without the right stays refused when the right comes later, also when someone deletes the refusal: the bot knows its own 😕.',
    decided: (truth, { step }) =>
      first(commentsBehind(step), ({ id }) => {
        const one = standing(truth, { id })
        return one && isRefused(truth, one) ? `"${one.body}" was refused, and leads to "${step.kind}".` : undefined
      }),
    written: (truth, { approvedBy = [] }) =>
      first(approvedBy, ({ comment }) => {
        const one = standing(truth, { id: comment })
        return one && isRefused(truth, one) ? `Approval ${comment} was refused.` : undefined
      }),
  },
  {
    sentence: 'A subtask is executed once everything that it depends on is done or skipped.',
    written: (truth, { subtask, state }) => {
      const facts = truth.text?.subtasks?.find(({ number }) => number === subtask)
      if (subtask === undefined || state !== undefined) return undefined
      if (!facts) return `Subtask ${subtask} is not in the plan.`
      return first(facts.needs, (need) => (isSettled(truth, need) ? undefined : `Subtask ${subtask} needs ${need}.`))
    },
  },
  {
    sentence: 'A skip takes along what depends on it.',
    atRest: (truth) => (isOpen(truth) ? leftBehind(truth, 'skip') : undefined),
    written: (truth, commit) => afterAll(truth, commit, 'skip'),
  },
  {
    sentence: 'What depends on an undone subtask is taken back or skipped with it.',
    atRest: (truth) => (isOpen(truth) ? leftBehind(truth, 'undo') : undefined),
    written: (truth, commit) => afterAll(truth, commit, 'undo'),
  },
  {
    sentence: 'A cancel ends the plan from every state, until it is done.',
    decided: (truth, { step }) =>
      isRunning(truth) &&
      cancelOf(truth) &&
      (needsModel(step) || ['finish', 'skip', 'undo', 'update', 'nothing'].includes(step.kind))
        ? `Somebody cancelled it, and "${step.kind}" follows.`
        : undefined,
    written: (truth, commit) =>
      isOfModel(commit) && isRunning(truth) && cancelOf(truth)
        ? 'Somebody cancelled it, and a result is written.'
        : undefined,
    atRest: (truth) => (isRunning(truth) && cancelOf(truth) ? 'Somebody cancelled it, and it is open.' : undefined),
  },
  {
    sentence: 'Executed subtasks stay as they are, whatever happens to the plan.',
    decided: (truth, { state, step }) =>
      first(truth.executed, ([number, { version, at }]) => {
        if (step.kind === 'execute' && step.status.subtask.number === number) return `Subtask ${number} is begun again.`
        const status = state.statuses.find(({ subtask }) => subtask.number === number)
        if (!status) return undefined
        const isBack = (truth.abandoned.get(number)?.at ?? -1) > at
        if (status.state !== (isBack ? 'abandoned' : 'done')) return `Subtask ${number} is shown as ${status.state}.`
        const approved = truth.configuration.texts
          .concat(truth.configuration.byHand ?? [])
          .find(({ blob }) => blob === version)
        const words = approved?.subtasks?.find((one) => one.number === number)?.words
        return status.subtask.name === words ? undefined : `Subtask ${number} is shown as "${status.subtask.name}".`
      }),
    written: (truth, { subtask, state }) =>
      subtask !== undefined && state === undefined && isSettled(truth, subtask)
        ? `Subtask ${subtask} is executed although it is settled.`
        : undefined,
  },
  {
    sentence: 'Nothing of a plan runs while its pull request is closed.',
    decided: (truth, { step }) =>
      truth.thread.pull?.pull.state === 'closed' &&
      (needsModel(step) || ['skip', 'undo', 'update', 'finish', 'announce', 'open'].includes(step.kind))
        ? `It is closed, and "${step.kind}" follows.`
        : undefined,
    written: ({ thread }, commit) =>
      isOfModel(commit) && thread.pull?.pull.state === 'closed' ? 'It is closed, and a result is written.' : undefined,
  },
  {
    sentence:
      'An `approve`, another command, or a review that requests changes is refused while the pull request is closed, and does nothing when someone reopens it.',
    decided: (truth, { step }) =>
      first(commentsBehind(step), ({ id }) => {
        const one = standing(truth, { id })
        return one && isRunning(truth) && isOfClosedTime(truth, one) && isRefused(truth, one)
          ? `"${one.body}" was said while it was closed, and leads to "${step.kind}".`
          : undefined
      }),
    written: (truth, { approvedBy = [] }) =>
      first(approvedBy, ({ comment }) => {
        const one = standing(truth, { id: comment })
        return one && isOfClosedTime(truth, one) && !isUsed(truth, one)
          ? `Approval ${comment} was said while it was closed.`
          : undefined
      }),
  },
  {
    sentence: 'A plan that was cancelled and reopened waits for a new approval.',
    written: (truth, { approvedBy = [] }) =>
      first(approvedBy, ({ comment }) =>
        comment > lastCancel(truth) ? undefined : `Approval ${comment} is older than a cancel that was carried out.`,
      ),
  },
  {
    sentence: 'An approval is refused when something speaks against it, before anything runs, and only then.',
    decided: (truth, { step }) => {
      if (!isRunning(truth)) return undefined
      const refused = refusalsIn(step)
      return first(commentsOf(truth), (one) => {
        if (!isToBeJudged(truth, one) || isRefused(truth, one)) return undefined
        const reason = reasonAgainst(truth, one)
        if (reason === undefined && refused.includes(one.id)) return `"${one.body}" of ${one.author.login} is refused.`
        const isLate = reason !== undefined && reason !== 'there is no version' && refused.length === 0
        return isLate && !ACKNOWLEDGING.includes(step.kind) ? `"${one.body}" is not refused: ${reason}.` : undefined
      })
    },
  },
  {
    sentence: 'A command that can be done is never refused.',
    decided: (truth, { step }) =>
      isRunning(truth) && truth.text?.subtasks
        ? first(refusalsIn(step), (id) => {
            const one = standing(truth, { id })
            return one && canBeDone(truth, one) ? `"${one.body}" of ${one.author.login} is refused.` : undefined
          })
        : undefined,
  },
  {
    sentence: 'Consent in other words, and notes of people to each other, change nothing.',
    decided: (truth, { step }) =>
      step.kind === 'tell'
        ? undefined
        : first(commentsBehind(step), ({ id }) => {
            const one = standing(truth, { id })
            return one &&
              one.body !== '/plan limit it' &&
              !one.body.startsWith('/plan') &&
              meaning(one).kind === 'nothing'
              ? `"${one.body}" leads to "${step.kind}".`
              : undefined
          }),
  },
  {
    sentence: 'Feedback is answered first, with a new version, and the approval is void.',
    // Where the budget is spent, feedback waits for it, and a plan of which nothing is left ends meanwhile.
    decided: (truth, { step }) =>
      step.kind === 'execute' || (isLast(step) && !isHalted(truth))
        ? first(openFeedback(truth), (one) =>
            isOfClosedTime(truth, one) ? undefined : `"${one.body}" is not answered, and "${step.kind}" follows.`,
          )
        : undefined,
  },
  {
    sentence: 'A plan is done when every subtask of it is done or skipped, and not before.',
    written: (truth, { state }) =>
      state === 'done'
        ? first(
            (truth.text?.subtasks ?? [{ number: 0 }]).map(({ number }) => number),
            (number) => (isSettled(truth, number) ? undefined : `It is finished, and subtask ${number} is open.`),
          )
        : undefined,
    atRest: (truth) =>
      isRunning(truth) &&
      truth.version &&
      (truth.text?.subtasks?.length ?? 0) > 0 &&
      truth.text?.subtasks?.every(({ number }) => isSettled(truth, number)) &&
      !isHalted(truth)
        ? 'All of it is settled, and it is not done.'
        : undefined,
  },
  {
    sentence: 'Words of someone without the right that were passed over stay so, also when the right comes later.',
    decided: (truth, { step }) => {
      if (step.kind !== 'revise') return undefined
      // The right may have come while the first was in hand; then this came before the second.
      const isPassedOver = (id: number): boolean =>
        truth.entries.filter(({ approvedBy }) => approvedBy?.some(({ comment }) => comment > id)).length > 1
      return first(step.comments, ({ id, body }) => (isPassedOver(id) ? `"${body}" was passed over.` : undefined))
    },
  },
  {
    sentence: 'A subtask is tried as often as `max-attempts` says, and after that only when someone asks for it.',
    decided: (truth, { step, thread }) => {
      if (step.kind !== 'execute') return undefined
      const { number } = step.status.subtask
      const since = Math.max(newestRetry(truth), truth.version?.id ?? 0)
      const recorded = truth.entries.filter(
        ({ subtask, state, seen = 0 }) =>
          subtask === number && seen >= since && (state === 'failed' || state === 'in_progress'),
      )
      if (recorded.some(({ state }) => state === 'failed')) return `Subtask ${number} has failed.`
      const before = recorded.at(-1)?.attempts ?? 0
      const tried = before + (thread.thisRun.attempts.get(number)?.length ?? 0)
      return tried >= truth.configuration.settings.maxAttempts
        ? `Subtask ${number} was tried ${tried} times.`
        : undefined
    },
  },
  {
    sentence: 'Comments are taken in the order of their ids.',
    decided: (truth, { step }) =>
      isChange(step)
        ? first(commentsOf(truth), (one) => {
            const isEarlier = one.id < step.comment.id && one.id > seenUpTo(truth)
            const isOfKind = ['skip', 'undo', 'update'].includes(meaning(one).kind)
            return isEarlier &&
              isOfKind &&
              canBeDone(truth, one) &&
              !isOfClosedTime(truth, one) &&
              one.id > lastCancel(truth)
              ? `"${one.body}" was said before "${step.kind}".`
              : undefined
          })
        : undefined,
  },
  {
    sentence: 'Subtasks are executed in the order of the plan, as far as dependencies and approvals allow.',
    decided: (truth, { step }) => {
      if (step.kind !== 'execute') return undefined
      const [next] = readyIn(truth)
      return next === step.status.subtask.number ? undefined : `Subtask ${next} comes first.`
    },
  },
  {
    sentence: 'Nothing is begun when the budget of a plan is spent.',
    decided: (truth, { step }) => {
      const { tokens } = truth.configuration.rules.allowance
      if (tokens === undefined || (step.kind !== 'execute' && step.kind !== 'revise')) return undefined
      const granted = truth.entries.findLastIndex(
        ({ state, reason, seen = 0 }) => state === 'halted' && reason === 'budget' && newestRetry(truth) > seen,
      )
      const spent = truth.entries.slice(granted + 1).reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0)
      return spent >= tokens ? `${spent} tokens of ${tokens} are spent.` : undefined
    },
  },
  {
    sentence: 'A plan whose tests people approved is done when these pass on its last commit.',
    decided: (truth, { step }) => {
      const isTested =
        truth.text?.subtasks?.some(({ number, hasTest }) => hasTest && isStanding(truth, number)) === true
      if (step.kind === 'finish' && isTested) return 'Its tests were not run.'
      return step.kind === 'check' && step.of === 'tests' && !isTested ? 'There are no tests.' : undefined
    },
  },
  {
    sentence: 'Who lacks a right is told so, at most ten times an hour, and gets 😕 each time.',
    atRest: (truth) =>
      isRunning(truth) && truth.text?.subtasks
        ? first(commentsOf(truth), (one) => {
            const said = meaning(one)
            const isCommand = said.kind !== 'nothing' && (said.kind !== 'feedback' || said.always)
            const isOver =
              one.ownReactions?.rocket ||
              isUsed(truth, one) ||
              truth.entries.some(({ feedback }) => feedback?.includes(one.id))
            const isLeft = isOfPerson(one) && isCommand && !one.wasEdited && !mayWrite(truth, one) && !isOver
            return isLeft && one.id > seenUpTo(truth) && !isRefused(truth, one)
              ? `"${one.body}" of ${one.author.login} is not refused.`
              : undefined
          })
        : undefined,
  },
  {
    sentence:
      'A run that has no time left begins nothing, records its attempts, and asks for the next run while something is due.',
    decided: (truth, { step, timeIsUp, thread }) => {
      const tried = [...thread.thisRun.attempts].flatMap(([number, list]) => (list.length > 0 ? [number] : []))
      const isDue = readyIn(truth).length > 0 && !isHalted(truth)
      if (timeIsUp && needsModel(step) && !(step.kind === 'check' && step.of === 'merge'))
        return `It begins "${step.kind}".`
      if (
        step.kind === 'continue' &&
        (tried.length > 0 || !(isDue || isSettledWhole(truth) || openFeedback(truth).length > 0))
      )
        return 'It asks for the next run.'
      if (
        step.kind === 'interrupt' &&
        ![step.status, ...(step.others ?? [])].every((one) => tried.includes(one?.subtask.number ?? 0))
      )
        return 'It records attempts that there were not.'
      if (step.kind === 'halt' && step.reason === 'continuation' && continuationsIn(truth) < MOST_CONTINUATIONS)
        return 'It pauses the plan too soon.'
      return timeIsUp && step.kind === 'nothing' && isDue && isRunning(truth)
        ? 'It ends, and something is due.'
        : undefined
    },
  },
  {
    sentence: 'Nothing runs while a plan is paused.',
    decided: (truth, { step }) =>
      step.kind === 'execute' && isHalted(truth) ? 'It is paused, and a subtask begins.' : undefined,
  },
  {
    sentence: 'The branch of a cancelled plan is deleted when it holds no executed subtask, and only then.',
    decided: (truth, { step }) => {
      if (step.kind !== 'delete-branch') return undefined
      if (isAnythingLeft(truth)) return 'The branch holds executed subtasks.'
      return isCancelled(truth) || truth.configuration.rights ? undefined : 'Nobody cancelled the plan.'
    },
    atRest: (truth) => {
      const { pull, branch } = truth.thread
      const { state, merged } = pull?.pull ?? {}
      const isClosed = state === 'closed' && !merged && (pull?.closings?.length ?? 0) === 0
      return isClosed && isCancelled(truth) && branch && !truth.isDone && !isAnythingLeft(truth)
        ? 'The branch is there.'
        : undefined
    },
  },
  {
    sentence: 'A request becomes a plan that is open and announced.',
    decided: (truth, { step }) =>
      truth.thread.pull || truth.thread.branch
        ? undefined
        : first(refusalsIn(step), (id) => {
            const one = standing(truth, { id })
            const isNewest = one === truth.thread.comments.findLast((other) => isRequest(truth, other))
            return one && isNewest ? `"${one.body}" is refused.` : undefined
          }),
    written: (truth, { request }) => {
      const newest = truth.thread.comments.findLast((one) => isRequest(truth, one))
      return request !== undefined && Number(request) < (newest?.id ?? 0) ? `"${newest?.body}" is newer.` : undefined
    },
    atRest: (truth) => {
      const { comments, pull, branch } = truth.thread
      if (branch && !pull && truth.text?.subtasks) return 'There is a branch, and no pull request.'
      const requests = comments.filter((one) => isOfPerson(one) && one.body.startsWith('/plan') && mayWrite(truth, one))
      return first(requests, (one) =>
        isRefused(truth, one) ||
        hasNote(truth.thread, `answer-to-${one.id}`) ||
        truth.entries.some(({ request }) => request === String(one.id)) ||
        pull?.pull.state === 'closed'
          ? undefined
          : `Nothing came of "${one.body}".`,
      )
    },
  },
  {
    sentence: 'A plan that is done is recorded, reported, and ready for review.',
    atRest: (truth) => {
      const { pull, branch, merge } = truth.thread
      if (!isOpen(truth) || !truth.isDone || isHalted(truth)) return undefined
      if (branch?.record === undefined) return 'There is no record.'
      if (!commentsOf(truth).some(({ author, body }) => author === BOT && body.includes(':note closing-')))
        return 'Nothing reports it.'
      const isReviewed = isAnythingLeft(truth) && (merge?.files.length ?? 0) === 0
      return isReviewed && pull?.pull.draft ? 'It is a draft.' : undefined
    },
  },
  {
    sentence: 'Nothing done is done again.',
    stands: ({ entries }) => {
      const done = entries.flatMap(({ subtask, state }) =>
        subtask !== undefined && state === undefined ? [subtask] : [],
      )
      return new Set(done).size === done.length ? undefined : 'A subtask has two commits.'
    },
  },
  {
    sentence: 'A comment is answered at most once.',
    atRest: ({ thread }) => {
      const keys = [...thread.comments, ...(thread.pull?.comments ?? [])].flatMap(({ author, body }) =>
        author === BOT ? [...body.matchAll(/(?:answer-to|refusal-of(?:-review)?)-\d+/g)].map(([key]) => key) : [],
      )
      return first(keys, (key) =>
        keys.filter((one) => one === key).length > 1 ? `"${key}" is there twice.` : undefined,
      )
    },
  },
  {
    sentence: 'One run at a time works on a plan.',
    situation: ({ runs }, { configuration }) =>
      runs.filter((run) => run?.input).length > 1 && !configuration.also?.includes('claim lost')
        ? 'Two runs are at work.'
        : undefined,
  },
  {
    sentence: 'Every text that can be read is announced, once, before anything of it runs.',
    stands: ({ thread }) => {
      const blobs = (thread.pull?.comments ?? []).flatMap(({ author, body, wasEdited }) => {
        const found = author === BOT && !wasEdited ? /:version v=(\d+) blob=(\w+)/.exec(body) : undefined
        return found ? [`${found[1]} ${found[2]}`] : []
      })
      return new Set(blobs).size === blobs.length ? undefined : 'A version is announced twice.'
    },
    atRest: (truth) =>
      isRunning(truth) && truth.text?.subtasks && !truth.version
        ? 'The text on the branch is not announced.'
        : undefined,
  },
  {
    sentence: 'What is approved is executed, however often runs are cut off.',
    atRest: (truth) => {
      if (!isRunning(truth) || isHalted(truth)) return undefined
      return first(truth.text?.subtasks ?? [], ({ number, needs }) =>
        !isSettled(truth, number) &&
        needs.every((need) => isSettled(truth, need)) &&
        lacksVoices(truth, number) === undefined &&
        !truth.entries.some(({ subtask, state }) => subtask === number && state === 'failed')
          ? `Subtask ${number} is approved, and nothing happens.`
          : undefined,
      )
    },
  },
  {
    sentence: 'What people with the right say is answered or done, however often runs are cut off.',
    atRest: (truth) =>
      isOpen(truth)
        ? (first(commentsOf(truth), (one) => unheard(truth, one)) ??
          first(reviewsOf(truth), (one) => ignored(truth, one)))
        : undefined,
  },
]

/** Whether something was executed and not taken back. */
const isAnythingLeft = ({ executed, abandoned }: Truth): boolean =>
  [...executed].some(([number, { at }]) => (abandoned.get(number)?.at ?? -1) < at)

/** Whether somebody who may asks for a plan on the issue. */
const isRequest = (truth: Truth, one: Parameters<typeof meaning>[0]): boolean =>
  isOfPerson(one) && one.body.startsWith('/plan') && mayWrite(truth, one) && !isRefused(truth, one)

const isChange = (step: Step) => step.kind === 'skip' || step.kind === 'undo' || step.kind === 'update'

/** What can be executed now, in the order of the plan. */
function readyIn(truth: Truth): number[] {
  const since = Math.max(newestRetry(truth), truth.version?.id ?? 0)
  const failed = new Set(
    truth.entries.flatMap(({ subtask, state, seen = 0 }) => (state === 'failed' && seen >= since ? [subtask] : [])),
  )
  const isReady = (number: number): boolean =>
    !isSettled(truth, number) && !failed.has(number) && isFree(truth, number) && !lacksVoices(truth, number)
  return truth.text?.subtasks?.map(({ number }) => number).filter(isReady) ?? []
}

const isFree = (truth: Truth, number: number): boolean =>
  truth.text?.subtasks?.find((one) => one.number === number)?.needs.every((need) => isSettled(truth, need)) === true

const isSettledWhole = (truth: Truth): boolean =>
  truth.text?.subtasks?.every(({ number }) => isSettled(truth, number)) === true

/** Whether a subtask was executed and not taken back. */
const isStanding = ({ executed, abandoned }: Truth, number: number): boolean =>
  (executed.get(number)?.at ?? -1) > (abandoned.get(number)?.at ?? -1)

/** Runs in a row that ended without an executed subtask. */
const MOST_CONTINUATIONS = 3
const continuationsIn = ({ entries }: Truth): number =>
  entries
    .slice(entries.findLastIndex(({ subtask, state }) => subtask !== undefined && state === undefined) + 1)
    .filter(({ state, subtask }) => state === 'in_progress' && subtask !== undefined).length

/** Whether a commit brings what the model worked out: it is written on a look that is taken right before. */
const isOfModel = ({ subtask, state, request, feedback = [] }: Written): boolean =>
  (subtask !== undefined && state === undefined) || request !== undefined || feedback.length > 0

const refusalsIn = (step: Step): number[] =>
  step.kind === 'refuse'
    ? [step.refusal.comment.id]
    : step.kind === 'refuse-all'
      ? step.refusals.map(({ comment }) => comment.id)
      : step.kind === 'react' && step.reaction === 'confused'
        ? [step.comment, ...(step.others ?? [])].map(({ id }) => id)
        : []

/** Steps that come before refusals, or with them. */
const ACKNOWLEDGING: readonly Step['kind'][] = ['refuse', 'refuse-all', 'cancel', 'react']

/** Whether nothing keeps a command of a running plan from being carried out. */
function canBeDone(truth: Truth, one: Parameters<typeof meaning>[0]): boolean {
  if (!isOfPerson(one) || one.wasEdited || !mayWrite(truth, one) || isRefused(truth, one)) return false
  const said = meaning(one)
  const isThere = (number: number): boolean =>
    truth.text?.subtasks?.some((subtask) => subtask.number === number) === true
  switch (said.kind) {
    case 'skip':
      return isThere(said.number) && !isSettled(truth, said.number)
    case 'undo':
      return truth.executed.has(said.number) && !truth.abandoned.has(said.number)
    case 'cancel':
    case 'feedback':
    case 'ask':
    case 'update':
      return true
    default:
      return false
  }
}

const lacksVoices = (truth: Truth, number: number): string | undefined => {
  const { approvalsRequired } = truth.configuration.rules
  const voices = voicesFor(truth, number)
  return voices >= approvalsRequired ? undefined : `Subtask ${number} has ${voices} approvals of ${approvalsRequired}.`
}

const isCancel = (truth: Truth, one: Parameters<typeof meaning>[0]): boolean =>
  isOfPerson(one) &&
  meaning(one).kind === 'cancel' &&
  one.wasEdited !== true &&
  mayWrite(truth, one) &&
  !isRefused(truth, one)

/** A cancel that counts and was not carried out. */
const cancelOf = (truth: Truth) =>
  commentsOf(truth).find((one) => isCancel(truth, one) && one.id > lastCancel(truth) && !isOfClosedTime(truth, one))

/** Whether the plan waits for a `/retry`. */
const isHalted = (truth: Truth): boolean => {
  const halt = truth.entries.findLast(({ state, reason }) => state === 'halted' && reason !== 'change')
  if (!halt) return false
  const retry = commentsOf(truth).findLast(
    (one) => meaning(one).kind === 'retry' && one.wasEdited !== true && mayWrite(truth, one) && !isRefused(truth, one),
  )
  return !retry || retry.id <= (halt.seen ?? 0)
}

/** Whether a cancel that counts came before the pull request was closed. */
const isCancelled = (truth: Truth): boolean => {
  const { closedAt = '' } = truth.thread.pull?.pull ?? {}
  return commentsOf(truth).some((one) => isCancel(truth, one) && one.createdAt <= closedAt)
}

/** The commits by which a command of this kind abandoned subtasks, with the words of the command. */
const abandonings = (truth: Truth, kind: 'skip' | 'undo') =>
  truth.entries.flatMap((entry) => {
    const { state, command, subtask, text } = entry
    if (state !== 'abandoned' || command === undefined || subtask === undefined || !text) return []
    const said = commentsOf(truth).find(({ id }) => id === command)
    const asked = said && meaning(said)
    return asked?.kind === kind && asked.number === subtask ? [{ subtask, text, at: entry.at }] : []
  })

const leftBehind = (truth: Truth, kind: 'skip' | 'undo'): string | undefined =>
  first(abandonings(truth, kind), ({ subtask, text }) =>
    first(dependantsIn(text, subtask), (one) => {
      if (kind === 'skip' ? isSettled(truth, one) : truth.abandoned.has(one)) return undefined
      return `Subtask ${subtask} is gone, and ${one}, which depends on it, is not.`
    }),
  )

const afterAll = (truth: Truth, { subtask, state }: Written, kind: 'skip' | 'undo'): string | undefined =>
  subtask === undefined || state !== undefined
    ? undefined
    : first(abandonings(truth, kind), (one) =>
        dependantsIn(one.text, one.subtask).includes(subtask)
          ? `Subtask ${subtask} depends on ${one.subtask}, which is gone.`
          : undefined,
      )

/** Whether nothing came of a comment that asks for something. */
function unheard(truth: Truth, one: Parameters<typeof meaning>[0]): string | undefined {
  const said = meaning(one)
  if (!isOfPerson(one) || one.wasEdited || !mayWrite(truth, one) || isRefused(truth, one)) return undefined
  if (isOfClosedTime(truth, one) || hasNote(truth.thread, `answer-to-${one.id}`)) return undefined
  // It may have been said without the right.
  if (truth.configuration.rights && one.id <= seenUpTo(truth)) return undefined
  const isAnswered = truth.entries.some(({ command, feedback }) => command === one.id || feedback?.includes(one.id))
  const forgotten = `Nothing came of "${one.body}" of ${one.author.login}.`
  switch (said.kind) {
    case 'skip':
    case 'undo': {
      // The subtask itself comes last.
      const isDone = truth.entries.some(({ command, subtask }) => command === one.id && subtask === said.number)
      return isDone || one.id <= lastCancel(truth) ? undefined : forgotten
    }
    case 'update':
    case 'ask':
      return isAnswered || one.id <= lastCancel(truth) ? undefined : forgotten
    case 'feedback':
      if (!said.always || isAnswered || !truth.text?.subtasks) return undefined
      return isHalted(truth) || one.id <= lastCancel(truth) ? undefined : forgotten
    case 'approve':
    case 'approve-version': {
      if (truth.isDone || isOfEndedVersion(truth, one) || isUsed(truth, one) || !mayApprove(truth, one))
        return undefined
      const isOfNow = truth.version !== undefined && one.id > truth.version.id
      const counts = truth.text?.subtasks?.some(({ number }) =>
        approvalsOf(truth, number).some(({ id }) => id === one.id),
      )
      const isSettledAll = truth.text?.subtasks?.every(({ number }) => isSettled(truth, number))
      return !truth.text?.subtasks || (isOfNow && (counts || isSettledAll)) || one.id <= lastCancel(truth)
        ? undefined
        : forgotten
    }
    default:
      return undefined
  }
}

const reviewsOf = ({ thread }: Truth) =>
  (thread.pull?.remarks ?? []).filter(({ verdict }) => verdict === 'changes_requested')

/** Whether nothing came of a review that requests changes. */
const ignored = (truth: Truth, { id, author }: ReturnType<typeof reviewsOf>[number]): string | undefined =>
  isHalted(truth) ||
  hasNote(truth.thread, `refusal-of-review-${id}`) ||
  truth.entries.some(({ feedback }) => feedback?.includes(id))
    ? undefined
    : `Nothing came of the review of ${author.login}.`

/** Whether an approval was said while its version was at work, or done, and the plan has come to its end since. */
const isOfEndedVersion = (truth: Truth, { id }: { id: number }): boolean =>
  id < (truth.version?.id ?? Infinity) && truth.entries.some(({ state }) => state === 'done')
