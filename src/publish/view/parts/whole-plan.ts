import type { Plan, Subtask } from '../../../plan/plan.ts'
import { cleanLine, cleanText, code } from '../text/clean.ts'
import type { View } from '../text/view.ts'

/** Characters of a command that are shown. People approve what runs, so it is far more than of a name. */
const COMMAND_WIDTH = 4_000

/** What can be left out of the plan when there is not enough room for all of it. */
type PlanDetail = { descriptions: boolean }

/**
 * What the plan is: description, expected outcomes, files and checks, as Markdown without a frame. Empty where no plan
 * can be read. The file itself is taken away when the plan is done, and this stays.
 */
export function wholePlan({ state }: View, { descriptions }: PlanDetail = { descriptions: true }): string {
  if (state.reading?.kind !== 'plan') return ''
  const { plan } = state.reading
  const parts = [
    descriptions && cleanText(plan.description),
    outcome(plan),
    ...plan.subtasks.map((subtask) => subtaskText(subtask, descriptions)),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** The plan in a frame that people open, without its descriptions when it is longer than `limit` with them. */
export function foldedPlan(view: View, limit: number): string {
  const choices = [true, false].map((descriptions) => folded('The plan', wholePlan(view, { descriptions })))
  return choices.find((text) => text.length <= limit) ?? ''
}

/** A part that is folded. The blank lines around the text make GitHub read it as Markdown. */
export const folded = (summary: string, text: string): string =>
  text && `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`

/** What may go wrong, and what people have to do by hand. Empty where the plan names nothing. */
export function risksText({ state: { reading } }: View): string {
  const risks = reading?.kind === 'plan' ? reading.plan.risks.filter((text) => text.trim() !== '') : []
  if (risks.length === 0) return ''
  return ['> [!WARNING]', '> **Risks**', '>', ...risks.map((text) => `> - ${cleanLine(text, 500)}`)].join('\n')
}

const outcome = ({ expected_outcome }: Pick<Plan, 'expected_outcome'>): string =>
  expected_outcome && `**Expected outcome:** ${cleanLine(expected_outcome, 2_000)}`

function subtaskText(subtask: Subtask, described: boolean): string {
  const { number, name, description, expected_outcome, depends_on } = subtask
  const lines = [
    expected_outcome && `- ${outcome({ expected_outcome })}`,
    ...filesAndChecks(subtask).map((line) => `- ${line}`),
    depends_on.length > 0 && `- **Depends on:** ${depends_on.join(', ')}`,
  ]
  const title = `**${number}. ${cleanLine(name, 500) || '(no name)'}**`
  return [title, described && cleanText(description), lines.filter(Boolean).join('\n')].filter(Boolean).join('\n\n')
}

/** What a subtask may change, and the commands that decide whether it is done. */
export const filesAndChecks = ({ files, verify }: Subtask): string[] => [
  ...(files.length > 0 ? [`**Files:** ${files.map((path) => code(path, 1_000)).join(', ')}`] : []),
  ...(verify.length > 0 ? [`**Checks:** ${verify.map((command) => code(command, COMMAND_WIDTH)).join(', ')}`] : []),
]
