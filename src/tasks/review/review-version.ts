import type { PlanInput } from '../plan/input.ts'
import { z } from 'zod'
import { holdsVisible } from '../../guard/hidden.ts'
import type { Answer, Plan, SecondLook } from '../../plan/plan.ts'
import type { Usage } from '../../plan/usage.ts'
import type { Model } from '../../model/model.ts'
import { defineFinish } from '../../agent/tool.ts'
import { READER, readerPrompt } from './prompt.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { optionalAgent, prompted, usageAndTurns } from '../agents.ts'

/** What the reader came to: its objections, or why there are none to be had. */
type Reading = { objections: readonly string[]; silent?: string; usage: Usage; turns: number }

const MOST_OBJECTIONS = 10
/** Characters of an objection. */
const LONGEST_OBJECTION = 1_000

const reportTool = defineFinish({
  name: 'report',
  description: 'Ends the reading with what is wrong with the plan.',
  input: z.object({ objections: z.array(z.string()) }),
  check: ({ objections }) => ({ kind: 'ok', value: objections }),
})

type Reader = { ctx: AgentContext; model: Model; spent: Usage }

/**
 * Lets the model of the input `reader-model` read a plan before people do. One that does not answer keeps no plan from
 * being announced: only a stop from outside is passed on, by the signal of the room.
 */
export async function readOver(input: PlanInput, plan: Plan, { ctx, model, spent }: Reader): Promise<Reading> {
  const end = await optionalAgent(input, ctx, {
    model,
    system: READER,
    messages: prompted(ctx, readerPrompt(input, plan), input.topic.images),
    finish: reportTool,
    cacheKey: `reader-${input.number}`,
    limits: { spentElsewhere: () => spent },
    onEvent: ctx.transcript(`${input.id}-reader`),
  })
  if (end.kind === 'finished') return { objections: shortened(end.value, ctx), ...usageAndTurns(end) }
  const silent = end.kind === 'silent' ? end.reason : `It ended without a report (${end.why}).`
  return { objections: [], silent, ...usageAndTurns(end) }
}

const shortened = (objections: readonly string[], { redact }: AgentContext): string[] =>
  objections
    .map((text) => redact(text).trim().slice(0, LONGEST_OBJECTION))
    .filter(holdsVisible)
    .slice(0, MOST_OBJECTIONS)

/** The ids by which answers name so many objections: -1, -2, … */
export const objectionIds = (objections: readonly string[]): number[] => objections.map((_, i) => -(i + 1))

const NO_ANSWER = 'The planner did not take it up.'

/** What is said of the reading: each objection with the planner's answer to it. */
export const secondLookOf = ({ objections, silent }: Reading, answers: readonly Answer[]): SecondLook => ({
  objections: objections.map((text, i) => {
    const answer = answers.find(({ comment }) => comment === -(i + 1))
    return { text, applied: answer?.applied ?? false, note: answer?.note.slice(0, LONGEST_OBJECTION) ?? NO_ANSWER }
  }),
  ...(silent === undefined ? {} : { silent }),
})
