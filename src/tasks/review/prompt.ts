import { join, oneLine, instructions, topicText, requestText, remarkText, DATA } from '../prompt-parts.ts'
import { asData } from '../../agent/context/untrusted.ts'
import { planText } from '../../plan/markdown.ts'
import type { Plan } from '../../plan/plan.ts'
import type { CommonInput, Request } from '../fields.ts'
import type { ReviewOf } from './input.ts'

export const REVIEWER = `You compare an approved plan with what was done of it so far. You can only read.
- Look at the code. Ask whether the subtasks that are left still fit what is there, and still lead to the expected outcome.
- If they do, finish with report in one line. If not, call propose_plan_change with the least change that mends it.
- ${DATA}`

export const READER = `You read a plan for a change to a software repository before people decide on it. You can only read.
- Look at the code. Ask whether the plan does what was asked, whether it fits what is there, and whether its checks would show that it is done.
- Object to what would make the change wrong, incomplete, unsafe or larger than what was asked. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report: an objection each in a sentence or two, with its subtask and what you saw; none if the plan is sound.`

export const LOOKER = `You compare what was done in a software repository with what was asked for and planned. You can only read.
- Look at the code, not only at the change. Ask whether each subtask is there as a whole, does what was meant, and whether anything came that nobody asked for.
- Report what is missing, partial, wrong or not-asked-for, each with its subtask, and the file and line of the present code where it shows. Leave out matters of taste, and praise.
- ${DATA}
- Finish with report; no findings if all is as it was asked for.`

/** The prompt of the reviewer model that reads a version before people do. */
export const readerPrompt = (input: CommonInput & Request, plan: Plan): string =>
  join(
    instructions(input),
    topicText(input.topic),
    requestText(input.request),
    input.feedback ? `People said this of the version before:\n\n${input.feedback.map(remarkText).join('\n\n')}` : '',
    `The plan:\n${asData(planText(plan))}`,
  )

/** The prompt of a reviewing agent, which compares the plan with the work that was done. */
export const restPrompt = (input: ReviewOf<'rest'>): string =>
  join(
    instructions(input),
    `The approved plan:\n${asData(planText(input.plan))}`,
    `Done so far:\n${input.finished.map(({ number, outcome }) => `  ${number}. ${oneLine(outcome)}`).join('\n')}`,
  )

/** The prompt of the reviewer model that compares the result with what was asked for. */
export const resultPrompt = (input: ReviewOf<'result'>, diff: string): string =>
  join(
    instructions(input),
    topicText(input.topic),
    requestText(input.request),
    `The approved plan:\n${asData(planText(input.plan))}`,
    `What its agents say that they did:\n${asData(input.finished.map(({ number, outcome }) => `${number}. ${oneLine(outcome)}`).join('\n'))}`,
    diff && `What changed:\n${asData(diff)}`,
  )
