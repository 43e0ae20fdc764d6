import { COSTS, plus, scheduleCost, type Cost } from './costs.ts'
import { limiterOf } from './limiter.ts'
import type { Organisation } from './organisation.ts'
import { isRevised, type PlanCosts, type PlayedDay } from './played-day.ts'

/** What a day came to. Waits are in minutes, over all plans: for a runner, for a limit of GitHub, for a person. */
export type Day = {
  finished: number
  requests: number
  writes: number
  runnerMinutes: number
  /** The most requests and writes of one token within an hour, and jobs at once. */
  most: { requests: number; writes: number; jobs: number }
  /** The longest that a plan waited, of nineteen in twenty. */
  waits: Record<'runner' | 'limit' | 'person', number>
}

/** A part of a job: how long it takes, and what it asks meanwhile. */
type Part = { minutes: number; cost: Cost }
type Waited = Record<'runner' | 'limit' | 'person', number>
type Plan = { repository: number; waited: Waited }
/** Does one thing for a plan, from a time on, and gives when it has ended. */
type Act = (plan: Plan, at: number) => number
type Server = { free: number[] }

/**
 * A day of an organization in simulated time (minutes): plans are asked for evenly over the hours of work, people take
 * one thing after the other, jobs wait for a runner, and each part of a job for what its token still allows. Everything
 * is taken in the order of its time, so the same organization has the same day. What runs ask is `COSTS`, or what they
 * asked when plans of the day were played, which stand for those that were not.
 */
export function simulate(organisation: Organisation, played?: PlayedDay): Day {
  const { repositories, plans, hours, revisions } = organisation
  const office = officeOf(organisation)
  const queue = agenda()
  const ends: number[] = []
  const goOn = (plan: Plan, acts: readonly Act[], at: number): void => {
    const [act, ...rest] = acts
    if (act) queue.add(at, () => goOn(plan, rest, act(plan, at)))
    else ends.push(at)
  }
  const all = Array.from({ length: plans }, (_, n) => newPlan(n % repositories))
  for (const [n, plan] of all.entries()) {
    const costs = played?.plans[n % played.plans.length] ?? computedCosts(organisation, isRevised(n, revisions))
    goOn(plan, office.life(costs), (n * hours * 60) / plans)
  }
  const looks = scheduleCost(Math.ceil(plans / repositories))
  for (let n = 0; n < repositories; n++)
    queue.add(
      0,
      () => void office.job(newPlan(n), { at: 0, parts: [{ minutes: 0, cost: played?.schedules[n] ?? looks }] }),
    )
  queue.run()
  const waitsFor = (what: keyof Waited): number => nineteenIn20(all.map(({ waited }) => waited[what]))
  return {
    finished: ends.filter((at) => at <= hours * 60).length,
    ...office.tally(),
    waits: { runner: waitsFor('runner'), limit: waitsFor('limit'), person: waitsFor('person') },
  }
}

const computedCosts = ({ subtasks }: Organisation, withRevision: boolean): PlanCosts => ({
  plan: COSTS.plan,
  ...(withRevision ? { revise: COSTS.revise } : {}),
  work: Array<Cost>(subtasks).fill(COSTS.subtask).reduce(plus, COSTS.work),
  merged: COSTS.merged,
})

const newPlan = (repository: number): Plan => ({ repository, waited: { runner: 0, limit: 0, person: 0 } })

type Job = { at: number; parts: readonly Part[] }

/** The people and runners of a day, what they do for a plan, and what that came to. */
function officeOf(organisation: Organisation) {
  const { people, minutes, subtasks, steps, jobsAtOnce } = organisation
  const limiter = limiterOf(organisation)
  const runners: Server = { free: Array<number>(jobsAtOnce).fill(0) }
  const desks: Server = { free: Array<number>(people).fill(0) }
  const jobs: { from: number; to: number }[] = []
  let total: Cost = { requests: 0, writes: 0 }
  const job = ({ repository, waited }: Plan, { at, parts }: Job): number => {
    const from = taken(runners, at)
    waited.runner += from - at
    let now = from + minutes.start
    for (const { minutes: lasts, cost } of parts) {
      const allowed = limiter.take(repository, now, cost)
      waited.limit += allowed - now
      now = allowed + lasts
      total = plus(total, cost)
    }
    release(runners, now)
    jobs.push({ from, to: now })
    return now
  }
  const byJob = (lasts: number, cost: Cost, more: readonly Part[] = []): Act => {
    const parts = [{ minutes: lasts, cost }, ...more]
    return (plan, at) => job(plan, { at, parts })
  }
  const byPerson = (lasts: number): Act => {
    return ({ waited }, at) => {
      const from = taken(desks, at)
      waited.person += from - at
      release(desks, from + lasts)
      return from + lasts
    }
  }
  const shown: Part = { minutes: minutes.subtask / steps, cost: COSTS.steps }
  const subtask: Part[] = [{ minutes: 0, cost: COSTS.subtask }, ...Array<Part>(steps).fill(shown)]
  const work = Array<Part[]>(subtasks).fill(subtask).flat()
  const withoutSubtasks = ({ requests, writes }: Cost): Cost => ({
    requests: requests - subtasks * COSTS.subtask.requests,
    writes: writes - subtasks * COSTS.subtask.writes,
  })
  return {
    job,
    life: (costs: PlanCosts): Act[] => [
      byJob(minutes.plan, costs.plan),
      byPerson(minutes.read),
      ...(costs.revise ? [byJob(minutes.revise, costs.revise), byPerson(minutes.read)] : []),
      byJob(0, withoutSubtasks(costs.work), work),
      byPerson(minutes.review),
      byJob(0, costs.merged),
    ],
    tally: (): Omit<Day, 'finished' | 'waits'> => ({
      ...total,
      runnerMinutes: jobs.reduce((sum, { from, to }) => sum + Math.ceil(to - from), 0),
      most: { ...limiter.most(), jobs: mostAtOnce(jobs) },
    }),
  }
}

/** When a server is free for whoever comes at a time; it is taken until it is released. */
function taken({ free }: Server, at: number): number {
  free.sort((one, other) => one - other)
  return Math.max(at, free.shift() ?? at)
}
const release = ({ free }: Server, at: number): void => void free.push(at)

/** Things to do, in the order of their times, and of their coming where these are the same. */
function agenda() {
  const due: { at: number; act: () => void }[] = []
  return {
    add: (at: number, act: () => void): void => {
      const place = due.findIndex((one) => one.at > at)
      due.splice(place < 0 ? due.length : place, 0, { at, act })
    },
    run: (): void => {
      for (let next = due.shift(); next; next = due.shift()) next.act()
    },
  }
}

function mostAtOnce(jobs: readonly { from: number; to: number }[]): number {
  const moves = jobs
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    .toSorted((one, other) => one.at - other.at || one.by - other.by)
  let now = 0
  return Math.max(0, ...moves.map(({ by }) => (now += by)))
}

const nineteenIn20 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other).at(Math.ceil(values.length * 0.95) - 1) ?? 0
