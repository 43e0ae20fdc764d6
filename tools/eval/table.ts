import { addUsage } from '../../src/plan/usage.ts'
import { figuresOf, type ArmFigures, type Figures, type PairFigures } from './figures.ts'
import type { Entry, Results } from './results.ts'

/** Rows as a Markdown table whose columns are aligned for a terminal; the first row is its head. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)))
  const [head = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines]
}

const HEAD = [
  'task',
  'kind',
  'solved',
  'files',
  'checks',
  'asked',
  'turns',
  'mistakes',
  'tokens',
  'cost',
  'time',
  'obeyed',
]

/** The table of an evaluation: a row for each task and run, turns and tokens with planning + work, and what they come to. */
export function renderResults(results: Results): string {
  const { entries, skipped } = results
  return [
    ...introductionOf(results),
    '',
    ...aligned(trialTable(entries)),
    '',
    ...(hasArms(entries) ? tablesOf(figuresOf(entries)).flatMap((table) => [...aligned(table), '']) : []),
    ...summaryOf(entries),
    ...entries.filter(({ solved }) => !solved).map((entry) => `Not solved: ${nameOf(entry)}: ${entry.why}`),
    ...entries
      .filter(({ stray }) => stray.length > 0)
      .map((entry) => `Stray files: ${nameOf(entry)}: ${entry.stray.join(', ')}`),
    ...skipped,
  ].join('\n')
}

const modelsOf = ({ model, planner, reader, endpoint }: Results): string =>
  [`${model} at ${endpoint}`, ...(planner ? [`planner ${planner}`] : []), ...(reader ? [`reader ${reader}`] : [])].join(
    ', ',
  )

const hasArms = (entries: readonly Entry[]): boolean => new Set(entries.map(({ arm }) => arm)).size > 1

/** A row for each trial, below the head. */
export const trialTable = (entries: readonly Entry[]): string[][] => [
  HEAD,
  ...entries.map((entry) => rowOf(entry, hasArms(entries))),
]

/** What was measured, and what was not. */
export const introductionOf = (results: Results): string[] => [
  `Model: ${modelsOf(results)}.`,
  ...(results.endpoint === 'hand'
    ? ['Played by hand: tokens are characters / 4, and minutes are those of a person.']
    : []),
  ...(results.endpoint === 'script'
    ? ['A script played, not a model: these figures are those of the harness. They say nothing of any model.']
    : []),
]

/** The tables of arms, pairs and what should not be done, each with its head, as far as there is something to say. */
export const tablesOf = ({ arms, pairs, restraint }: Figures): string[][][] =>
  [
    [['arm', 'solved', '95 %', 'broken', 'corrections', 'tokens', 'cost', 'minutes'], ...arms.map(armRow)],
    [['pairs', 'both', 'only the first', 'only the second', 'neither', 'p', 'runs needed'], ...pairs.map(pairRow)],
    [
      ['what should not be done', 'arm', 'rightly not', 'claimed'],
      ...restraint.map(({ kind, arm, rightly, trials, claimed }) => [
        kind,
        arm,
        `${rightly}/${trials}`,
        String(claimed),
      ]),
    ],
  ].filter(({ length }) => length > 1)

const armRow = ({
  arm,
  trials,
  solved,
  interval,
  broken,
  corrections,
  tokens,
  cost,
  minutes,
}: ArmFigures): string[] => [
  arm,
  `${solved}/${trials}`,
  interval ? `${Math.round(interval.low * 100)} % to ${Math.round(interval.high * 100)} %` : '',
  ...[String(broken), String(corrections), count(tokens), costText(cost), minutes.toFixed(1)],
]

const pairRow = ({ first, second, both, onlyFirst, onlySecond, neither, p, runs }: PairFigures): string[] => [
  `${first} to ${second}`,
  ...[both, onlyFirst, onlySecond, neither].map(String),
  p < 0.001 ? 'less than 0.001' : p.toFixed(3),
  runs === null ? '' : String(runs),
]

const nameOf = ({ task, run, arm }: Entry, withArm = false): string => {
  const which = [...(withArm ? [arm] : []), ...(run > 1 ? [`run ${run}`] : [])]
  return which.length > 0 ? `${task} (${which.join(', ')})` : task
}

const rowOf = (entry: Entry, withArm: boolean): string[] => [
  nameOf(entry, withArm),
  entry.kind,
  verdictOf(entry),
  filesOf(entry),
  entry.plan ? `${entry.plan.proving} of ${entry.plan.commands}` : '',
  askedOf(entry),
  phasesOf(entry.turns, entry.planning?.turns),
  String(entry.mistakes),
  phasesOf(entry.usage.input + entry.usage.output, entry.planning?.tokens),
  costText(entry.cost),
  timeText(entry.seconds),
  entry.obeyed.length > 0 ? 'YES' : '',
]

/** A figure, with the parts of it that went to planning and to the work. */
const phasesOf = (all: number, planning: number | undefined): string =>
  planning === undefined ? count(all) : `${count(all)} (${count(planning)} + ${count(all - planning)})`

/** Files that are both named in the plan and changed, of how many of each. */
function filesOf({ plan }: Entry): string {
  if (!plan) return ''
  const { both, declared, changed } = plan
  return both === declared && both === changed ? `all ${both}` : `${both} (${declared} named, ${changed} changed)`
}

const verdictOf = ({ solved, claimed }: Entry): string => (solved ? 'yes' : claimed ? 'NO, but claimed' : 'no')

function askedOf({ asks, kind, plan }: Entry): string {
  if (!plan) return ''
  if (asks) return plan.asked ? 'yes' : 'NO'
  // What cannot be done is a reason to ask.
  if (kind === 'impossible') return plan.asked ? 'yes' : ''
  return plan.asked ? 'needlessly' : ''
}

const count = (number: number): string => Math.round(number).toLocaleString('en')
const tokensOf = ({ usage }: Pick<Entry, 'usage'>): string => count(usage.input + usage.output)
const costText = (cost: number | null): string => (cost === null ? '' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`)
const timeText = (seconds: number): string =>
  seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`

/** What the tasks of one evaluation come to. */
type Totals = {
  tasks: number
  solved: number
  claimed: number
  obeyed: number
  turns: number
  mistakes: number
  usage: Entry['usage']
  cost: number | null
  seconds: number
}

const sumOf = (entries: readonly Entry[], figure: (entry: Entry) => number): number =>
  entries.reduce((sum, entry) => sum + figure(entry), 0)

const totalsOf = (entries: readonly Entry[]): Totals => ({
  tasks: entries.length,
  solved: entries.filter(({ solved }) => solved).length,
  claimed: entries.filter(({ solved, claimed }) => claimed && !solved).length,
  obeyed: entries.filter(({ obeyed }) => obeyed.length > 0).length,
  turns: sumOf(entries, ({ turns }) => turns),
  mistakes: sumOf(entries, ({ mistakes }) => mistakes),
  usage: addUsage(...entries.map(({ usage }) => usage)),
  cost: entries.some(({ cost }) => cost === null) ? null : sumOf(entries, ({ cost }) => cost ?? 0),
  seconds: sumOf(entries, ({ seconds }) => seconds),
})

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`)

function summaryOf(entries: readonly Entry[]): string[] {
  const { tasks, solved, claimed, obeyed, turns, mistakes, usage, cost, seconds } = totalsOf(entries)
  const kinds = [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, some]) => `${kind} ${solvedOf(some)}`)
  const plans = entries.flatMap(({ plan }) => plan ?? [])
  const asking = entries.filter(({ asks }) => asks)
  const answers = entries.map((entry) => `${entry.asks ? '' : entry.kind} ${askedOf(entry)}`)
  const sum = (figure: (plan: (typeof plans)[number]) => number): number =>
    plans.reduce((all, plan) => all + figure(plan), 0)
  return [
    `Solved: ${solved} of ${tasks}${percent(solved, tasks)}: ${kinds.join(', ')}.`,
    `Claimed to be done and not solved: ${claimed}. Injections obeyed: ${obeyed} of ${injectionsIn(entries)}.`,
    `Files: ${sum(({ both }) => both)} of ${sum(({ declared }) => declared)} planned files changed, and ${sum(({ changed }) => changed)} in all. Checks: ` +
      `${sum(({ proving }) => proving)} of ${sum(({ commands }) => commands)} commands of the first versions fail without the change and pass with it.`,
    `Questions: ${asking.filter(({ plan }) => plan?.asked).length} of ${asking.length} asked where one was needed, ${answers.filter((one) => one === 'impossible yes').length} about a contradiction, ${answers.filter((one) => one.endsWith('needlessly')).length} where none was.`,
    `Spent: ${turns} turns, ${mistakes} failed calls, ${count(usage.input)} tokens in (${count(usage.cached)} cached) and ${count(usage.output)} out` +
      `${cost === null ? '' : `, ${costText(cost)}`}, ${timeText(seconds)}${tasks > 0 ? ` (${timeText(seconds / tasks)} a task)` : ''}.`,
  ]
}

const injectionsIn = (entries: readonly Entry[]): number => entries.filter(({ kind }) => kind === 'injection').length

const solvedOf = (entries: readonly Entry[]): string =>
  `${entries.filter(({ solved }) => solved).length}/${entries.length}`

/** Two evaluations side by side, task by task, and what they come to. */
export function renderComparison(a: Results, b: Results): string {
  const names = [...new Set([...a.entries, ...b.entries].map(({ task }) => task))].sort()
  const of = ({ entries }: Results, name: string): Entry[] => entries.filter(({ task }) => task === name)
  const rows = names.map((name) => comparisonRow(name, of(a, name), of(b, name)))
  const both = names.filter((name) => of(a, name).length > 0 && of(b, name).length > 0)
  const shared = ({ entries }: Results): Entry[] => entries.filter(({ task }) => both.includes(task))
  return [
    `A: ${modelsOf(a)}, ${a.at}.`,
    `B: ${modelsOf(b)}, ${b.at}.`,
    '',
    ...aligned([
      [
        'task',
        'solved A',
        'solved B',
        'turns A',
        'turns B',
        'tokens A',
        'tokens B',
        'cost A',
        'cost B',
        'time A',
        'time B',
      ],
      ...rows,
      comparisonRow(`the ${both.length} in both`, shared(a), shared(b)),
    ]),
  ].join('\n')
}

const comparisonRow = (name: string, a: readonly Entry[], b: readonly Entry[]): string[] => [
  name,
  ...pair(a, b, solvedOf),
  ...pair(a, b, (some) => String(totalsOf(some).turns)),
  ...pair(a, b, (some) => tokensOf(totalsOf(some))),
  ...pair(a, b, (some) => costText(totalsOf(some).cost)),
  ...pair(a, b, (some) => timeText(totalsOf(some).seconds)),
]

const pair = (a: readonly Entry[], b: readonly Entry[], cell: (some: readonly Entry[]) => string): string[] =>
  [a, b].map((some) => (some.length === 0 ? '' : cell(some)))
