import type { Check, MissingProgram } from '../../plan/plan.ts'

/** The result of `verify-command` or `setup-command` on the base before anything was changed. */
export type Baseline = Pick<Check, 'command' | 'passed' | 'exit' | 'tail'>

/** Lines and characters of the end of a failed check's output that are kept. */
const LAST_LINES = 30
const LAST_CHARACTERS = 3_000

/** A baseline as lines of the commit that brings the first version. The announcement is rendered from them. */
export function renderBaseline(baseline: Baseline | undefined): string {
  if (!baseline) return ''
  const { command, passed, exit, tail } = baseline
  const head = `Today, ${passed ? 'passed' : 'failed'} (${exit}): ${command.replace(/\s+/g, ' ').trim()}`
  const last = passed ? [] : tail.slice(-LAST_CHARACTERS).trimEnd().split(/\r?\n/).slice(-LAST_LINES)
  return [head, ...last.map((line) => `| ${line}`)].join('\n')
}

/** Parses these lines. Undefined without any. Pure. */
export function parseBaseline(body: string): Baseline | undefined {
  const lines = body.split('\n')
  const at = lines.findIndex((line) => line.startsWith('Today, '))
  const match = /^Today, (passed|failed) \(([^()]{1,60})\): (.+)$/.exec(lines[at] ?? '')
  if (!match) return undefined
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  const tail = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(2))
  return { command: match[3] ?? '', passed: match[1] === 'passed', exit: match[2] ?? '', tail: tail.join('\n') }
}

/** Missing programs as lines of the same commit. */
export const renderMissing = (missing: readonly MissingProgram[] = []): string =>
  missing.map(({ program, subtask }) => `Not on the runner, for subtask ${subtask}: ${program}`).join('\n')

/** Parses these lines. Pure. */
export const parseMissing = (body: string): MissingProgram[] =>
  [...body.matchAll(/^Not on the runner, for subtask (\d{1,4}): (\w[\w.+-]{0,60})$/gm)].map(
    ([, subtask, program = '']) => ({ program, subtask: Number(subtask) }),
  )
