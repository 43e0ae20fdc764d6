import { mayWrite, type ReadComment, isNoted, refused } from '../thread/people.ts'
import type { Facts, Halt, Fix, Notice, PendingOrReason } from '../thread/facts.ts'
import type { History } from '../thread/history.ts'
import type { Thread } from '../thread/thread.ts'

/** How often the model is asked for a version of one plan for checks that failed. */
const MAX_FIXES = 3

const LIMIT_REACHED = `This plan has had ${MAX_FIXES} fixes, which is the limit.`
const LIMIT_REMEDY = 'Use `/revise`, or fix it by hand on this branch.'

/** The id of the feedback that stands for an event, which has no comment. */
export const EVENT_REMARK = 0

type FixFacts = Facts & { halt: Halt | undefined }

/** Whether checks are evaluated: the plan is done, or it waits for a person. */
const mayFix = ({ thread, history, halt }: FixFacts): boolean =>
  thread.pull?.pull.state === 'open' && thread.branch !== undefined && (history.finished || halt !== undefined)

/** What is known of the checks of the head. Undefined before GitHub was asked. */
const checksIn = ({ thread: { checks, branch } }: FixFacts): Thread['checks'] =>
  checks?.head === branch?.head ? checks : undefined

/** Whether this run handles a finished check, and the plan's requester still has write permission. */
const isByEvent = ({ thread, history, person }: FixFacts): boolean =>
  thread.checked === true && history.requester !== undefined && mayWrite(person(history.requester.login))

export const asksForFix = ({ command, edited, author }: ReadComment, { person }: FixFacts): boolean =>
  command.kind === 'fix' && !edited && mayWrite(person(author.login))

/** The head whose checks GitHub has to be asked for, before the state can be trusted. */
export function unknownChecks(facts: FixFacts, comments: readonly ReadComment[]): string | undefined {
  const { branch, checks } = facts.thread
  if (!branch || checks?.head === branch.head || !mayFix(facts)) return undefined
  return isByEvent(facts) || comments.some((one) => asksForFix(one, facts)) ? branch.head : undefined
}

/** What failed on the head, while there may be another version for it. */
function failuresOf(facts: FixFacts): Fix | undefined {
  const checks = mayFix(facts) ? checksIn(facts)?.found : undefined
  if (!checks || checks.failed.length === 0) return undefined
  return { code: codeOf(facts.thread, facts.history), digest: checks.digest, checks }
}

/** What a `/fix` is about; undefined when it is answered otherwise. */
export const fixOf = (facts: FixFacts): Fix | undefined => (isSpent(facts) ? undefined : failuresOf(facts))

/** What an event is about: the same failures of the same code are asked about once. */
export function fixOfEvent(facts: FixFacts): Fix | undefined {
  const fix = isByEvent(facts) ? fixOf(facts) : undefined
  if (!fix || isNoted(facts.thread, 'pull', fixKey(fix))) return undefined
  return fixesIn(facts).some(({ code, digest }) => code === fix.code && digest === fix.digest) ? undefined : fix
}

/** The key of the note that says that no version came of an event. */
export const fixKey = ({ code, digest }: Pick<Fix, 'code' | 'digest'>): string => `fix-${code.slice(0, 12)}-${digest}`

/** The versions that were made for checks, and the events that the model was asked about for nothing. */
const fixesIn = ({ thread, history }: FixFacts) => [...history.fixes, ...(thread.paid?.fixes ?? [])]

const isSpent = (facts: FixFacts): boolean => fixesIn(facts).length >= MAX_FIXES

/** That there are no more versions for checks, when an event would have asked for one. */
export function fixLimit(facts: FixFacts): Notice | undefined {
  if (!isByEvent(facts) || !isSpent(facts) || !failuresOf(facts)) return undefined
  const key = `fix-limit-${facts.versions.at(-1)?.version ?? 0}`
  return { key, text: `Checks failed on this branch. ${LIMIT_REACHED} ${LIMIT_REMEDY}` }
}

/** The newest commit that changed more than the plan file: of a person, of a subtask, a revert, or a merge. */
const codeOf = ({ branch, base }: Thread, { undone }: History): string =>
  branch?.commits.findLast(({ entry, parents }) => {
    const { subtask, state } = entry?.trailers ?? {}
    const isRevert = state === 'abandoned' && subtask !== undefined && undone.has(subtask)
    return !entry || parents.length > 1 || isRevert || (subtask !== undefined && state === undefined)
  })?.sha ?? base.sha

export const FIX_REQUEST = 'Fix the checks that failed.'

/** The answer to a `/fix` of which no version comes. Undefined while GitHub has to be asked, and when one does. */
export function answerToFix(comment: ReadComment, facts: FixFacts): PendingOrReason | undefined {
  if (!mayFix(facts))
    return refused(
      'fix-too-early',
      '`/fix` works when the plan is done or paused.',
      'Comment it then, or say with `/revise` what to change.',
    )
  const checks = checksIn(facts)
  if (!checks) return undefined
  const { head, found } = checks
  if (found.failed.length === 0 && found.hidden.length > 0)
    return refused(
      'checks-hidden',
      'The token cannot read all checks of this repository.',
      'Give the job `permissions: checks: read` and `statuses: read`, then comment `/fix` again.',
    )
  if (found.failed.length === 0) {
    const rest = found.running > 0 ? ' Some are not over yet: comment `/fix` again then.' : ''
    const text = `No check of \`${head.slice(0, 7)}\` has failed.${rest} To have something else changed, comment \`/revise …\`.`
    return { kind: 'tell', comment, text }
  }
  return isSpent(facts) ? refused('fix-limit', LIMIT_REACHED, LIMIT_REMEDY) : undefined
}
