import type { Account, Comment, Reaction } from '../../github/forge.ts'
import { endsOf, type ReadComment, type Person, commentsAt } from '../thread/people.ts'
import type { State, Step } from './decision.ts'
import { lifeOf } from '../inbox/command-life.ts'
import { commentsOf } from '../inbox/pending.ts'
import type { Thread } from '../thread/thread.ts'
import { NOBODY } from '../thread/facts.ts'

/** How many comments get a reaction in one step. Then it is looked whether somebody says stop. */
const AT_ONCE = 50

export function reactionStep(reaction: Reaction, comments: readonly ReadComment[]): Step | undefined {
  const [comment, ...others] = new Set(comments)
  return comment && { kind: 'react', comment, reaction, others: others.slice(0, AT_ONCE - 1) }
}

/** The comments to which our reaction belongs: of a crowd between two comments of ours the first and the last. */
export function reactedTo(thread: Thread, state: State): ReadonlySet<ReadComment> {
  const heard = new Set(heardIn(state))
  const concerns = (one: ReadComment): boolean => heard.has(one) || one.refused || isCarriedOut(one, thread, state)
  const ends = (people: readonly ReadComment[], all: readonly Comment[]): ReadComment[] =>
    betweenOurs(people.filter(concerns), all, thread.bot).flatMap(endsOf)
  const { issue, pull } = state.comments
  return new Set([...ends(issue, thread.comments), ...ends(pull, commentsAt(thread, 'pull'))])
}

/** What is asked for and the approvals that count. An approval has no effect on a plan that is done. */
export function heardIn(state: State): ReadComment[] {
  const { pending, comments, approvals, history } = state
  const approved = new Set(approvals.map(({ comment }) => comment))
  const isValid = ({ id }: ReadComment): boolean => approved.has(id) && (!history.finished || id <= history.seen)
  return [...pending.flatMap(commentsOf), ...comments.pull.filter(isValid)]
}

/** These comments, which rise in their ids, in groups: each came between two comments of ours. */
function betweenOurs(comments: readonly ReadComment[], all: readonly Comment[], bot: Account): ReadComment[][] {
  const ours = all.filter(({ author }) => author.login === bot.login).map(({ id }) => id)
  ours.sort((a, b) => a - b)
  let before = 0
  const groups = Map.groupBy(comments, ({ id }) => {
    while ((ours[before] ?? Infinity) < id) before++
    return before
  })
  return [...groups.values()]
}

/** The next reaction that is missing on comments that were refused or carried out. */
export function missingReaction(thread: Thread, state: State): Step | undefined {
  const missing = [...reactedTo(thread, state)].flatMap((comment) => {
    const reaction = missingOn(comment, thread, state)
    return reaction ? [{ comment, reaction }] : []
  })
  const [first] = missing
  const alike = missing.filter(({ reaction }) => reaction === first?.reaction).map(({ comment }) => comment)
  return first && reactionStep(first.reaction, alike)
}

function missingOn(one: ReadComment, thread: Thread, state: State): Reaction | undefined {
  const { eyes, rocket, confused } = one.reactions
  if (one.refused || one.hadNoEffect) return confused === 0 ? 'confused' : undefined
  if ((eyes > 0 && rocket > 0) || !isCarriedOut(one, thread, state)) return undefined
  return eyes === 0 ? 'eyes' : 'rocket'
}

function isCarriedOut(one: ReadComment, { people }: Thread, state: State): boolean {
  const { isCarriedOut: is } = lifeOf(one.command) ?? {}
  const person = (login: string): Person => people.get(login) ?? NOBODY
  return is ? is(one, { ...state, person }) : one.answered || state.history.answered.has(one.id)
}
