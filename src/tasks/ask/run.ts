import type { AskInput, AnswerResult } from './input.ts'
import { z } from 'zod'
import { addUsage, noUsage } from '../../plan/usage.ts'
import type { AgentOptions } from '../../agent/run-agent.ts'
import { defineFinish } from '../../agent/tool.ts'
import { ANSWERER, askPrompt } from './prompt.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { prompted, readingAgent, unfinished, usageAndTurns } from '../agents.ts'

const answerTool = defineFinish({
  name: 'answer',
  description: 'Gives the answer to the person who asked.',
  input: z.object({ text: z.string().min(1) }),
  check: ({ text }) => ({ kind: 'ok', value: text }),
})

/** Answers a question. The agent has only the reading tools. */
export async function ask(input: AskInput, ctx: AgentContext): Promise<AnswerResult> {
  const end = await readingAgent(input, ctx, {
    system: ANSWERER,
    messages: prompted(ctx, askPrompt(input), input.topic.images),
    finish: answerTool,
    cacheKey: `ask-${input.number}`,
    limits: { spentElsewhere: ctx.spentBeside },
    onEvent: countingUsage(ctx, ctx.transcript(input.id)),
  })
  if (end.kind === 'finished') return { kind: 'answered', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, ctx, 'The agent ended without an answer')
}

/** Reports usage after every reply, because concurrent subtasks share the allowance. */
function countingUsage(
  { onUsage }: AgentContext,
  record: ReturnType<AgentContext['transcript']>,
): AgentOptions<unknown>['onEvent'] {
  let spent = noUsage
  return (event) => {
    if (event.kind === 'reply') onUsage?.((spent = addUsage(spent, event.usage)))
    record(event)
  }
}
