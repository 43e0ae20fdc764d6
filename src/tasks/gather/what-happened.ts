import type { State } from '../../decide/next/decision.ts'
import { answerTo, notesWith } from '../../decide/thread/people.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { shorten } from '../../lib/shorten.ts'
import { isSettled } from '../../plan/plan.ts'

const LONGEST_TEXT = 300
const LONGEST_ANSWER = 2_000
const MOST_ANSWERS = 5

/** A line for each subtask that is done, taken back or skipped, with its commit or the reason. */
export const settledLines = ({ statuses, history }: State): string[] =>
  statuses.filter(isSettled).map(({ subtask: { number }, state, sha, text }) => {
    const what =
      state === 'done' ? `done in ${sha?.slice(0, 10)}` : history.undone.has(number) ? 'taken back' : 'skipped'
    return `${number}. ${what}: ${shorten(text.split('\n')[0] ?? '', LONGEST_TEXT)}`
  })

/** Why an agent proposed the change for which the plan waits. */
export const proposedBecause = ({ halt }: State): string | undefined =>
  halt?.reason === 'change' && halt.text ? shorten(halt.text, LONGEST_ANSWER) : undefined

/** What was asked with `/ask` on the plan since its last version, with what the bot answered. */
export function askedSince(
  { pull, bot }: Thread,
  { comments, versions }: State,
): { question: string; answer: string }[] {
  const since = versions.at(-1)?.comment ?? 0
  return comments.pull
    .flatMap(({ id, command }) => {
      if (command.kind !== 'ask' || id < since) return []
      const [note] = notesWith(pull?.comments ?? [], bot, answerTo(id))
      return note ? [{ question: command.question, answer: withoutMarkers(note.body) }] : []
    })
    .slice(-MOST_ANSWERS)
    .map(({ question, answer }) => ({
      question: shorten(question, LONGEST_ANSWER),
      answer: shorten(answer, LONGEST_ANSWER),
    }))
}

const withoutMarkers = (body: string): string => body.replace(/<!-- measure-twice:[^>]{0,500}-->/g, '').trim()
