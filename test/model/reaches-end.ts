import { committing, saying, type GitHub } from './github.ts'
import { truthOf, pausedSince } from './oracle.ts'
import { lookAt, settle, type Play, type Situation } from './situation.ts'
import type { Account } from '../../src/github/forge.ts'

/** How often people do what is asked for: a base that moved has to be approved twice. */
const ROUNDS = 4

/**
 * Whether a plan that is open comes to its end when people do what the bot asks for: repair the file, retry what is
 * paused, and approve. Also where there is nobody who could, or nothing to end.
 */
export function reachesEnd(situation: Situation, play: Play): boolean {
  let now = situation
  for (let round = 0; round < ROUNDS; round++) {
    const { thread } = now.github
    const truth = truthOf(thread, play.configuration)
    if (thread.pull?.pull.state !== 'open' || !thread.branch || truth.isDone) return true
    const people = approversIn(thread, play)
    if (people.length < play.configuration.rules.approvalsRequired) return true
    now = settle({ ...now, github: lookAt(helped(thread, play, people)) }, play)
  }
  return truthOf(now.github.thread, play.configuration).isDone
}

/** Those who may approve, whoever wrote the present text. */
const approversIn = ({ people, branch }: GitHub, { configuration }: Play): Account[] => {
  const writers = configuration.rules.allowSelfApproval
    ? []
    : [
        configuration.requester.login,
        ...(branch?.commits ?? []).flatMap(({ author, entry }) => (entry ? [] : [author.name])),
      ]
  return [...configuration.people.keys()].filter(
    ({ login }) => people.get(login)?.approver === true && !writers.includes(login),
  )
}

function helped(thread: GitHub, { configuration }: Play, people: readonly Account[]): GitHub {
  const [by] = people
  const truth = truthOf(thread, configuration)
  const [text] = configuration.texts
  if (!by) return thread
  if (!truth.text?.subtasks && thread.branch)
    return { ...thread, branch: committing(thread.branch, { by, trailers: {}, plan: text?.text ?? '' }) }
  const isPaused = pausedSince(truth) < Infinity
  const retried = isPaused ? saying(thread, 'pull', { by, body: '/retry' }) : thread
  // Whose announcement was edited is approved by its id.
  const { version } = truth
  const body = version?.isEdited ? `approve ${version.blob.slice(0, 16)}` : 'approve'
  return people.reduce((now, one) => saying(now, 'pull', { by: one, body }), retried)
}
