import { z } from 'zod'
import { errorText, UserError } from '../errors.ts'
import { problemOfLesson, type FoundLesson, type LessonBasis } from '../plan/lesson.ts'
import { noUsage } from '../plan/usage.ts'
import { runAgent } from './agent/loop.ts'
import { defineFinish, type Finish } from './agent/tool.ts'
import type { OrderOf, ResultOf, WorkResult } from './order.ts'
import { LISTENER, lessonPrompt } from './prompts.ts'
import { counting } from './reader.ts'
import { externalStop, usageAndTurns, type WorkRoom } from './room.ts'

/** One request, and two more to mend what cannot be offered. */
const TURNS = 3

/**
 * Asks the planner's model whether people asked for the same in several plans. It has no tools: all that it goes by is in
 * the order. A model that does not answer keeps no plan from its end, so that is a failure and no error.
 */
export async function lookForLesson(
  order: OrderOf<'lessons'>,
  room: WorkRoom,
): Promise<ResultOf<'learned' | 'failed' | 'stopped'>> {
  const used = { usage: noUsage, turns: 0 }
  try {
    const end = await runAgent({
      model: counting(room.planner, used),
      system: LISTENER,
      tools: [],
      messages: [{ kind: 'user', text: room.redact(lessonPrompt(order)) }],
      finish: reportTool(order, room),
      limits: { turns: TURNS, allowance: order.allowance },
      signal: room.signal,
      cacheKey: `lessons-${order.number}`,
      beforeTurn: room.beforeTurn,
      onEvent: room.transcript(order.id),
    })
    if (end.kind === 'finished') return { kind: 'learned', ...end.value, ...usageAndTurns(end) }
    const stop = externalStop(end.why, room.signal)
    if (stop) return { kind: 'stopped', why: stop, ...usageAndTurns(end) }
    return { kind: 'failed', reason: `There was no report (${end.why}).`, checks: [], ...usageAndTurns(end) }
  } catch (error) {
    const why = error instanceof UserError ? error.message : errorText(error)
    return { kind: 'failed', reason: room.redact(why).slice(0, 500), checks: [], ...used }
  }
}

/** The finishing tool. What cannot be offered goes back to the model, with the reason. */
const reportTool = (basis: LessonBasis, { redact }: WorkRoom): Finish<{ line: string; comments: number[] }> =>
  defineFinish({
    name: 'report',
    description: 'Ends the look with the line, which is empty when there is none.',
    input: z.object({
      line: z.string(),
      comments: z.array(z.number().int()).describe('ids of all that ask for it'),
    }),
    check: ({ line, comments }) => {
      const found: FoundLesson & { comments: number[] } = { line: line.trim(), comments: [...new Set(comments)] }
      const problem =
        redact(found.line) === found.line ? problemOfLesson(found, basis) : 'The line holds a secret; leave it out.'
      return problem === undefined ? { kind: 'ok', value: found } : { kind: 'no', text: problem }
    },
  })

/** What came of looking for a lesson. Nobody is told in a comment when nothing did. */
export function lessonOutcome(result: WorkResult): string {
  if (result.kind === 'learned')
    return result.line ? `A lesson was found: ${result.line}` : 'People did not ask for the same in several plans.'
  return `No lesson was found: ${result.kind === 'failed' ? result.reason : 'the look was stopped.'}`
}
