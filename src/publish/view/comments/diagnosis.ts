import { answerTo } from '../../../decide/thread/people.ts'
import type { Usage } from '../../../plan/usage.ts'
import { cleanLine, cleanText, noteText, type NoteText } from '../text/text.ts'
import { renderUsed, type View } from '../text/view.ts'

/** What was found out about one need: why it is not met, and what to change, or that it is met. */
export type Finding = { need: string; ok: string } | { need: string; wrong: string }

/** The answer to `/doctor`: a line for each need. `room` are those of the room of the model. */
export const doctorReport = (
  view: Pick<View, 'prices'>,
  { findings, agentFindings, usage }: { findings: readonly Finding[]; agentFindings: string; usage: Usage },
  id: number,
): NoteText =>
  noteText(
    answerTo(id),
    `**Doctor:** ${/❌/.test(agentFindings) || findings.some((one) => 'wrong' in one) ? 'something is missing.' : 'all is well.'}`,
    [...findings.map(line), cleanText(agentFindings)].join('\n'),
    `<sub>Used: ${renderUsed(usage, view.prices)}</sub>`,
  )

const line = (one: Finding): string =>
  'ok' in one ? `- ✅ **${one.need}:** ${one.ok}` : `- ❌ **${one.need}:** ${cleanLine(one.wrong, 2_000)}`
