import { answerTo } from '../../../decide/thread/people.ts'
import type { Usage } from '../../../plan/usage.ts'
import { cleanLine, cleanText, noteText, type NoteText } from '../text/text.ts'
import { renderUsed, type View } from '../text/view.ts'

/** What was found out about one need: why it is not met, and what to change, or that it is met. */
export type Finding = { need: string; ok: string } | { need: string; wrong: string }

type Diagnosis = { findings: readonly Finding[]; agentFindings: string; usage: Usage }

export const doctorComment = (view: Pick<View, 'prices'>, found: Diagnosis, id: number): NoteText =>
  noteText(answerTo(id), ...partsOf(view, found))

/** The job summary of a `workflow_dispatch` without a number: the lines of the comment. */
export const doctorSummary = (view: Pick<View, 'prices'>, found: Diagnosis): string =>
  `${partsOf(view, found).join('\n\n')}\n`

function partsOf({ prices }: Pick<View, 'prices'>, { findings, agentFindings, usage }: Diagnosis): string[] {
  const isAnyWrong = /❌/.test(agentFindings) || findings.some((one) => 'wrong' in one)
  return [
    `**Doctor:** ${isAnyWrong ? 'something is missing.' : 'all is well.'}`,
    [...findings.map(line), cleanText(agentFindings)].join('\n'),
    `<sub>Used: ${renderUsed(usage, prices)}</sub>`,
  ]
}

const line = (one: Finding): string =>
  'ok' in one ? `- ✅ **${one.need}:** ${one.ok}` : `- ❌ **${one.need}:** ${cleanLine(one.wrong, 2_000)}`
