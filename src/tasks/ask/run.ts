import type { InputOf, ResultFor } from '../tasks.ts'
import { z } from 'zod'
import { defineFinish } from '../../agent/tool.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { firstMessage, readingAgent, unfinished, usageAndTurns } from '../agents.ts'
import { DATA, instructions, join, topicText } from '../prompt-parts.ts'
import { asData } from '../../agent/context/untrusted.ts'
import { planText } from '../../plan/markdown.ts'

const answerTool = defineFinish({
  name: 'answer',
  description: 'Gives the answer to the person who asked.',
  input: z.object({ text: z.string().min(1) }),
  check: ({ text }) => ({ kind: 'ok', value: text }),
})

/** Answers a question. The agent has only the reading tools. */
export async function ask(input: InputOf<'ask'>, ctx: AgentContext): Promise<ResultFor<'ask'>> {
  const end = await readingAgent(input, ctx, {
    system: ANSWERER,
    messages: firstMessage(ctx, askPrompt(input), input.topic.images),
    finish: answerTool,
    cacheKey: `ask-${input.number}`,
    limits: { spentElsewhere: ctx.spentByOthers },
    // Concurrent subtasks share the allowance.
    onUsage: ctx.onUsage,
  })
  if (end.kind === 'finished') return { kind: 'answered', text: end.value, ...usageAndTurns(end) }
  return unfinished(end, ctx, 'The agent ended without an answer')
}

const ANSWERER = `You answer a question about a software repository. You can only read.
- Look at the code and name what you found as paths with line numbers, such as src/a.ts:12.
- Be brief and exact; say what you do not know.
- If it asks for work that deserves a plan, say so: /plan on the issue asks for one, /revise on a plan's pull request for more of it.
- ${DATA}
- Finish with answer, in Markdown.`

const askPrompt = (input: InputOf<'ask'>): string =>
  join(
    instructions(input),
    topicText(input.topic),
    input.request && `It was asked for:\n${asData(input.request)}`,
    input.plan && `The plan that it is about:\n${asData(planText(input.plan))}`,
    `The question:\n${input.question}`,
  )
