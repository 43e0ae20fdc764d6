import { normalizeSubtask } from './normalize.ts'
import type { ResultFinding, Plan, Subtask } from './plan.ts'

const SAID: Record<ResultFinding['kind'], string> = {
  missing: 'missing',
  partial: 'done in part',
  wrong: 'wrong',
  'not-asked-for': 'not asked for',
}

/** What is the matter, in words for people. */
export const kindText = ({ kind }: Pick<ResultFinding, 'kind'>): string => SAID[kind]

/**
 * The subtask that brings what a second look at the result found open. Everything in it follows from the plan and the
 * findings. It may touch what the subtasks in question could, and the files of the findings that `mayChange`.
 */
export function findingsSubtask(
  plan: Plan,
  findings: readonly ResultFinding[],
  { number, mayChange }: { number: number; mayChange: (path: string) => boolean },
): Subtask {
  const numbers = new Set(findings.map(({ subtask }) => subtask))
  const about = plan.subtasks.filter((one) => numbers.has(one.number))
  const tests = new Set(plan.acceptance?.map(({ path }) => path))
  const found = findings.map(({ path }) => path).filter(mayChange)
  const lines = findings.map((one) => `- Subtask ${one.subtask}, ${placeOf(one)}, ${kindText(one)}: ${one.text}`)
  return normalizeSubtask({
    number,
    name: 'Do what a second look found open',
    description: [
      'A second model compared what was done with what was asked for, and found this:',
      lines.join('\n'),
      'Look at each, do what is right in it, and leave the rest as it is.',
    ].join('\n\n'),
    expected_outcome: 'Nothing of what is listed is open, and every check passes as before.',
    files: [...about.flatMap(({ files }) => files), ...found].filter((path) => !tests.has(path)),
    verify: [...new Set(about.flatMap(({ verify }) => verify))],
    depends_on: about.map((one) => one.number),
  })
}

const placeOf = ({ path, line }: ResultFinding): string => `${path.includes('`') ? path : `\`${path}\``} line ${line}`
