import { chartPage, type Chart } from '../../scripts/report/page.ts'
import { figuresOf, type ArmFigures } from './figures.ts'
import type { Entry, Results } from './results.ts'
import { introductionOf, tablesOf, trialTable } from './table.ts'

/** An evaluation as one page that loads nothing. */
export function evaluationPage(results: Results): string {
  const figures = figuresOf(results.entries)
  return chartPage({
    title: `Evaluation of ${results.model}, ${results.at.slice(0, 10)}`,
    words: [...introductionOf(results), ...WORDS, ...results.skipped],
    charts: [...(figures.arms.length > 0 ? armCharts(figures.arms) : []), taskChart(results.entries)],
    tables: [...tablesOf(figures), trialTable(results.entries)],
  })
}

const WORDS = [
  'Intervals are those of Wilson, of 95 %. p is of the exact test of McNemar over pairs of the same task and run.',
  'Runs of one task are like each other, so that intervals and p are too good: tools/eval/README.md says how to read them.',
]

function armCharts(arms: readonly ArmFigures[]): Chart[] {
  const chart = (title: string, series: readonly [string, (arm: ArmFigures) => number | null][]): Chart => ({
    ...{ title, along: 'arm', names: arms.map(({ arm }) => arm), apart: true },
    series: series.map(([name, of]) => ({ name, values: arms.map(of) })),
  })
  const isPriced = arms.every(({ cost }) => cost !== null)
  return [
    chart('Solved, of 1, with the interval of 95 %', [
      ['at most', ({ interval }) => interval?.high ?? null],
      ['solved', ({ solved, trials }) => solved / trials],
      ['at least', ({ interval }) => interval?.low ?? null],
    ]),
    isPriced
      ? chart('US dollars a trial', [['dollars', ({ cost, trials }) => (cost ?? 0) / trials]])
      : chart('Tokens a trial', [['tokens', ({ tokens, trials }) => tokens / trials]]),
    chart('Minutes a trial', [['minutes', ({ minutes, trials }) => minutes / trials]]),
    chart('What went back or broke, a trial', [
      ['corrective turns', ({ corrections, trials }) => corrections / trials],
      ['broken test commands', ({ broken, trials }) => broken / trials],
    ]),
  ]
}

/** How often each task is solved in each arm. */
function taskChart(entries: readonly Entry[]): Chart {
  const names = [...new Set(entries.map(({ task }) => task))].toSorted()
  const series = [...Map.groupBy(entries, ({ arm }) => arm)].map(([name, some]) => ({
    name,
    values: names.map((task) => {
      const runs = some.filter((entry) => entry.task === task)
      return runs.length === 0 ? null : runs.filter(({ solved }) => solved).length / runs.length
    }),
  }))
  return { title: 'Solved runs of each task, of 1', along: 'task', names, apart: true, series }
}
