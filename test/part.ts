import { execFileSync } from 'node:child_process'

/** A number that each commit has for itself; 0 where there is no history. */
function numberOfCommit(): number {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, stdio: 'pipe' }).toString()
    return Number.parseInt(head.slice(0, 8), 16) || 0
  } catch {
    return 0
  }
}

const number = numberOfCommit()

/**
 * What is played of a long table: every row with `PLAY=every`, which CI does each night and before a release. Otherwise
 * one row of `of`, and another one at another commit: what one commit leaves out, those after it play.
 */
export const partOf = <Row>(rows: readonly Row[], of = 3): Row[] =>
  process.env['PLAY'] === 'every' ? [...rows] : rows.filter((_, at) => at % of === number % Math.min(of, rows.length))

/** Of files that take turns, those that another commit plays: every second one with `PLAY=turns`, as `.ci/run` does. */
export const leftToOthers = (files: readonly string[]): string[] =>
  process.env['PLAY'] === 'turns' ? files.toSorted().filter((_, at) => at % 2 !== number % 2) : []
