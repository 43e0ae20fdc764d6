import { HONEST, type Outcome } from './suite.ts'

/** The outcomes as a table: a line for each family, and each that went wrong by its name. */
export function tableOf(gate: string, outcomes: readonly Outcome[]): string {
  const families = [...new Set(outcomes.map(({ family }) => family))].sort(
    (a, b) => Number(a === HONEST) - Number(b === HONEST),
  )
  const rows = families.map((family) =>
    rowOf(
      family,
      outcomes.filter((one) => one.family === family),
    ),
  )
  const wrong = outcomes.filter(({ bad }) => bad)
  return [
    `What ${gate} did:\n`,
    ...columns([['', 'played', 'wrong', 'evidence left'], ...rows]),
    ...wrong.map(({ family, name }) => `${family === HONEST ? 'refused' : 'through'}: ${name} (${family})`),
    '',
    `attacks: ${countOf(outcomes, false)}, through: ${countOf(wrong, false)}`,
    `honest dialogues: ${countOf(outcomes, true)}, refused: ${countOf(wrong, true)}`,
    '',
  ].join('\n')
}

const countOf = (outcomes: readonly Outcome[], honest: boolean): number =>
  outcomes.filter(({ family }) => (family === HONEST) === honest).length

const KINDS = ['comment', 'reaction', 'commit']

function rowOf(family: string, outcomes: readonly Outcome[]): string[] {
  const counts = KINDS.map((kind) => [kind, outcomes.filter(({ evidence }) => evidence.includes(kind)).length] as const)
  const none = outcomes.filter(({ evidence }) => evidence.length === 0).length
  const left = [...counts, ['none', none] as const].filter(([, count]) => count > 0)
  const wrong = outcomes.filter(({ bad }) => bad).length
  const verb = family === HONEST ? 'refused' : 'through'
  const evidence = left.map(([kind, count]) => `${kind} ${count}`).join(', ')
  return [family, String(outcomes.length), `${wrong} ${verb}`, evidence]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = (at: number): number => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(width(at)))
      .join('  ')
      .trimEnd(),
  )
}
