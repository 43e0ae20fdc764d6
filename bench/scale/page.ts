import { figure } from '../table.ts'
import type { Organisation } from './organisation.ts'
import type { Cost } from './costs.ts'
import type { PlayedDay } from './played-day.ts'
import { simulate, type Day } from './simulate.ts'

const SIZES = [50, 100, 200, 400, 800, 1600] as const

const HEADS = [
  'Plans a day',
  'done in the day',
  'requests',
  'runner minutes',
  'most requests an hour of a token',
  'most writes an hour of a token',
  'most jobs at once',
  'wait for people',
  'wait for a runner',
  'wait for a limit',
]

/** Both tables and the curve, as bench/scale/README.md has them. People are as many more as plans, but for the first table. */
export function growthPage(own: Organisation, app: Organisation): string {
  const staffed = (one: Organisation) => (plans: number) => ({ ...one, plans, people: Math.ceil(plans / 20) * 2 })
  const days = (organisationOf: (plans: number) => Organisation): Day[] =>
    SIZES.map((plans) => simulate(organisationOf(plans)))
  const same = days((plans) => ({ ...own, plans }))
  const perToken = days(staffed(own))
  const perApp = days(staffed(app))
  return [
    `**${own.people} people, \`GITHUB_TOKEN\`, ${own.repositories} repositories**`,
    table(same),
    '**Two people for twenty plans, `GITHUB_TOKEN`**',
    table(perToken),
    '**Two people for twenty plans, one App for all repositories**',
    table(perApp),
    chart([perToken, perApp]),
    '',
  ].join('\n\n')
}

const row = (plans: number, { finished, requests, runnerMinutes, most, waits }: Day): string[] => [
  figure(plans),
  figure(finished),
  figure(requests),
  figure(runnerMinutes),
  figure(most.requests),
  figure(most.writes),
  figure(most.jobs),
  ...[waits.person, waits.runner, waits.limit].map((minutes) => `${Math.round(minutes)} min`),
]

/** What the runs of a played day asked, and what a whole day comes to with that. */
export function playedPage(organisation: Organisation, played: PlayedDay): string {
  const { plans } = played
  const kinds: [string, Cost[]][] = [
    ['`/plan`, to the announcement', plans.map(({ plan }) => plan)],
    ['a revision', plans.flatMap(({ revise }) => revise ?? [])],
    [`an approval and ${organisation.subtasks} subtasks, to the end`, plans.map(({ work }) => work)],
    ['after the merge', plans.map(({ merged }) => merged)],
    ['`schedule`', played.schedules],
  ]
  return [
    `**${figure(plans.length)} plans played, in ${organisation.repositories} repositories**`,
    aligned([KIND_HEADS, ...kinds.map(kindRow)]),
    `**A day of ${figure(organisation.plans)} plans with these figures**`,
    aligned([HEADS, row(organisation.plans, simulate(organisation, played))]),
    '',
  ].join('\n\n')
}

const KIND_HEADS = ['Run', 'played', 'requests', 'most requests', 'writes', 'most writes']

const kindRow = ([kind, costs]: [string, readonly Cost[]]): string[] => {
  const of = (what: keyof Cost): string[] => {
    const all = costs.map((cost) => cost[what])
    return [(all.reduce((sum, one) => sum + one, 0) / all.length).toFixed(1), figure(Math.max(...all))]
  }
  return [kind, figure(costs.length), ...of('requests'), ...of('writes')]
}

const table = (days: readonly Day[]): string => aligned([HEADS, ...days.map((day, i) => row(SIZES[i] ?? 0, day))])

function aligned(cells: readonly (readonly string[])[]): string {
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const line = (all: readonly string[]): string => `| ${all.map((one, i) => one.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const [heads, ...rows] = cells.map(line)
  return [heads, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows].join('\n')
}

/** How long plans wait for a runner and a limit together, without people. */
const chart = (series: readonly (readonly Day[])[]): string =>
  [
    '```mermaid',
    'xychart-beta',
    '  title "Minutes that a plan waits for runners and limits (19 in 20 wait less)"',
    `  x-axis "Plans a day" [${SIZES.join(', ')}]`,
    '  y-axis "Minutes"',
    ...series.map((days) => `  line [${days.map(({ waits }) => Math.round(waits.runner + waits.limit)).join(', ')}]`),
    '```',
  ].join('\n')
