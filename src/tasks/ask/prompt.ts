import { join, instructions, topicText, DATA } from '../prompt-parts.ts'
import { asData } from '../../agent/context/untrusted.ts'
import { planText } from '../../plan/markdown.ts'
import type { AskInput } from './input.ts'

export const ANSWERER = `You answer a question about a software repository. You can only read.
- Look at the code and name what you found as paths with line numbers, such as src/a.ts:12.
- Be brief and exact; say what you do not know.
- If it asks for work that deserves a plan, say so: /plan on the issue asks for one, /revise on a plan's pull request for more of it.
- ${DATA}
- Finish with answer, in Markdown.`

/** The prompt of an answering agent. */
export const askPrompt = (input: AskInput): string =>
  join(
    instructions(input),
    topicText(input.topic),
    input.request ? `It was asked for:\n${asData(input.request)}` : '',
    input.plan ? `The plan that it is about:\n${asData(planText(input.plan))}` : '',
    `The question:\n${input.question}`,
  )
