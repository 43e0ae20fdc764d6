import { z } from 'zod'
import { errorText, UserError } from '../errors.ts'
import { holdsVisible } from '../guard/hidden.ts'
import type { Answer, Plan, SecondLook } from '../plan/plan.ts'
import { addUsage, noUsage, type Usage } from '../plan/usage.ts'
import { runAgent } from './agent/loop.ts'
import type { Model } from './agent/model.ts'
import { defineFinish } from './agent/tool.ts'
import { withFolderRules } from './folder-rules.ts'
import type { OrderOf } from './order.ts'
import { READER, readerPrompt } from './prompts.ts'
import { readingPlace, redactingTools, userMessage, type WorkRoom } from './room.ts'
import { readingTools } from './tools/reading.ts'

/** What the reader came to: its objections, or why there are none to be had. */
type Reading = { objections: readonly string[]; silent?: string; usage: Usage; turns: number }

const MOST_OBJECTIONS = 10
/** Characters of an objection. */
const LONGEST = 1_000

const reportTool = defineFinish({
  name: 'report',
  description: 'Ends the reading with what is wrong with the plan.',
  input: z.object({ objections: z.array(z.string()) }),
  check: ({ objections }) => ({ kind: 'ok', value: objections }),
})

type Reader = { room: WorkRoom; model: Model; spent: Usage }

/**
 * Lets the model of the input `reader-model` read a plan before people do. One that does not answer keeps no plan from
 * being announced: only a stop from outside is passed on, by the signal of the room.
 */
export async function readOver(
  order: OrderOf<'draft' | 'revise'>,
  plan: Plan,
  { room, model, spent }: Reader,
): Promise<Reading> {
  const used = { usage: noUsage, turns: 0 }
  try {
    const end = await runAgent({
      model: counting(model, used),
      system: READER,
      tools: redactingTools(withFolderRules(readingTools(await readingPlace(room)), order, room), room.redact),
      messages: [userMessage(room, readerPrompt(order, plan), order.topic.images)],
      finish: reportTool,
      limits: { turns: room.settings.maxTurns, allowance: order.allowance, spentElsewhere: () => spent },
      signal: room.signal,
      cacheKey: `reader-${order.number}`,
      beforeTurn: room.beforeTurn,
      onEvent: room.transcript(`${order.id}-reader`),
    })
    if (end.kind === 'finished') return { objections: shortened(end.value, room), ...used }
    return { objections: [], silent: `It ended without a report (${end.why}).`, ...used }
  } catch (error) {
    const why = error instanceof UserError ? error.message : errorText(error)
    return { objections: [], silent: room.redact(why).slice(0, LONGEST), ...used }
  }
}

/** The same model, with what it used added up, also when it fails in the end. */
export const counting =
  (model: Model, used: { usage: Usage; turns: number }): Model =>
  async (request) => {
    const reply = await model(request)
    used.usage = addUsage(used.usage, reply.usage)
    used.turns++
    return reply
  }

const shortened = (objections: readonly string[], { redact }: WorkRoom): string[] =>
  objections
    .map((text) => redact(text).trim().slice(0, LONGEST))
    .filter(holdsVisible)
    .slice(0, MOST_OBJECTIONS)

/** The ids by which answers name so many objections: -1, -2, … */
export const objectionIds = (objections: readonly string[]): number[] => objections.map((_, i) => -(i + 1))

const NO_ANSWER = 'The planner did not take it up.'

/** What is said of the reading: each objection with the planner's answer to it. */
export const secondLookOf = ({ objections, silent }: Reading, answers: readonly Answer[]): SecondLook => ({
  objections: objections.map((text, i) => {
    const answer = answers.find(({ comment }) => comment === -(i + 1))
    return { text, applied: answer?.applied ?? false, note: answer?.note.slice(0, LONGEST) ?? NO_ANSWER }
  }),
  ...(silent === undefined ? {} : { silent }),
})
