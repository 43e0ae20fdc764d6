import { z } from 'zod'
import { problemOfLesson, type FoundLesson, type LessonBasis } from '../../plan/lesson.ts'
import { defineFinish, type Finish } from '../agent/tool.ts'
import type { OrderOf, ResultOf, WorkResult } from '../../plan/order/order.ts'
import { LISTENER, lessonPrompt } from '../room/prompts.ts'
import type { WorkRoom } from '../room/work-room.ts'
import { optionalAgent, prompted, unfinished, usageAndTurns } from './room-agent.ts'

/** One request, and two more to mend what cannot be offered. */
const TURNS = 3

/**
 * Asks the planner's model whether people asked for the same in several plans. It has no tools: all that it goes by is
 * in the order. A model that does not answer keeps no plan from its end, so that is a failure and no error.
 */
export async function lookForLesson(
  order: OrderOf<'lessons'>,
  room: WorkRoom,
): Promise<ResultOf<'learned' | 'failed' | 'stopped'>> {
  const end = await optionalAgent(order, room, {
    system: LISTENER,
    tools: [],
    messages: prompted(room, lessonPrompt(order)),
    finish: reportTool(order, room),
    cacheKey: `lessons-${order.number}`,
    limits: { turns: TURNS },
  })
  if (end.kind === 'finished') return { kind: 'learned', ...end.value, ...usageAndTurns(end) }
  if (end.kind === 'silent') return { kind: 'failed', reason: end.reason, checks: [], ...usageAndTurns(end) }
  return unfinished(end, room, 'There was no report')
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
