import fc from 'fast-check'
import { FAULT_KINDS } from './faults.ts'
import type { Played, Playground } from './playground.ts'
import { beside, crowds, dialogues, faults, kills, type Act, type Schedule, type Strike } from './schedule.ts'
import { smallest } from './smaller.ts'

/** A schedule that broke a promise, made as small as possible, and what it broke. */
export type Broken = { seed: number; schedule: Schedule; broken: string[] }

/** What a campaign came to. `places` are the requests that something happened at, `kinds` what happened there. */
export type Figures = {
  name: string
  played: number
  runs: number
  places: Set<string>
  kinds: Map<string, { met: number; recovered: number }>
  broken: Broken[]
}

/** `tell` gets each schedule that broke something, as soon as it is as small as it gets. */
export type Limits = {
  seed: number
  goOn: (played: number) => boolean
  shrink: boolean
  tell?: (broken: Broken) => void
}

/** A way to make schedules: the nth of them follows from the seed, so that it can be played again by itself. */
export type Campaign = { name: string; schedule: (seed: number) => Schedule }

const sampled = (name: string, schedules: fc.Arbitrary<Schedule>): Campaign => ({
  name,
  schedule: (seed) =>
    fc.sample(schedules, { seed, numRuns: 1 })[0] ?? { from: 'issue', acts: [], moves: [], strikes: [] },
})

export const CAMPAIGNS: readonly Campaign[] = [
  sampled('crowds', crowds),
  sampled('kills', kills),
  sampled('faults', faults),
  sampled('people', dialogues),
  sampled('beside', beside),
]

/** Plays schedule after schedule, and makes those smaller that break a promise. */
export async function soak(ground: Playground, { name, schedule }: Campaign, limits: Limits): Promise<Figures> {
  const figures: Figures = { name, played: 0, runs: 0, places: new Set(), kinds: new Map(), broken: [] }
  for (let seed = limits.seed; limits.goOn(figures.played); seed++) {
    const one = schedule(seed)
    const played = await ground.play(one)
    count(figures, played)
    if (played.broken.length === 0) continue
    const broken = { seed, ...(await reduced(ground, { schedule: one, played }, limits.shrink)) }
    figures.broken.push(broken)
    limits.tell?.(broken)
  }
  return figures
}

function count(figures: Figures, { met, problems, runs }: Played): void {
  figures.played++
  figures.runs += runs
  for (const one of met) {
    const [kind = '', place = ''] = one.split(' at ')
    figures.places.add(targetOf(place))
    const before = figures.kinds.get(kind) ?? { met: 0, recovered: 0 }
    const recovered = before.recovered + (problems.flat().length === 0 ? 1 : 0)
    figures.kinds.set(kind, { met: before.met + 1, recovered })
  }
}

/** How many of a hundred faults nobody noticed, kills aside. Undefined when there were none. */
export function recoveredIn(kinds: Figures['kinds']): string | undefined {
  const faults = [...kinds].filter(([kind]) => !kind.startsWith('kill')).map(([, one]) => one)
  const met = faults.reduce((sum, one) => sum + one.met, 0)
  const recovered = faults.reduce((sum, one) => sum + one.recovered, 0)
  return met === 0 ? undefined : ((100 * recovered) / met).toFixed(1)
}

/** A request without the numbers that differ from life to life. */
const targetOf = (what: string): string => what.replace(/\d+/g, 'N')

async function reduced(
  ground: Playground,
  { schedule, played }: { schedule: Schedule; played: Played },
  shrink: boolean,
): Promise<Omit<Broken, 'seed'>> {
  if (!shrink) return { schedule, broken: played.broken }
  const promises = new Set(played.broken.map(promiseOf))
  let last = played.broken
  const small = await smallest(schedule, async (smaller) => {
    const { broken } = await ground.play(smaller)
    const fails = broken.some((breach) => promises.has(promiseOf(breach)))
    if (fails) last = broken
    return fails
  })
  return { schedule: small, broken: last }
}

const promiseOf = (breach: string): string => breach.split(': ')[0] ?? ''

const person = (at: 'issue' | 'pull', body: string): Act => ({
  ...{ kind: 'person', jobs: false },
  what: { kind: 'say', at, login: 'alice', body },
})

/** Lives of one event each, of which every request is disturbed in every way. */
const LIVES: readonly Pick<Schedule, 'from' | 'acts'>[] = [
  { from: 'issue', acts: [person('issue', '/plan add a limiter')] },
  { from: 'issue', acts: [person('issue', '/ask where is it?')] },
  { from: 'planned', acts: [person('pull', 'Please name the risks.')] },
  { from: 'planned', acts: [person('pull', 'approve')] },
  { from: 'planned', acts: [{ ...person('pull', 'approve'), jobs: true }] },
  { from: 'planned', acts: [person('pull', 'approve 2')] },
  { from: 'planned', acts: [person('pull', '/skip 1')] },
  { from: 'planned', acts: [person('pull', 'approve 1'), person('pull', '/undo 1')] },
  { from: 'planned', acts: [person('pull', '/update')] },
  { from: 'planned', acts: [person('pull', 'cancel')] },
]

/** That of a plan that is carried out. */
export const ONE_LIFE = LIVES.slice(3, 4)

/** Every request of these lives, with every kind of fault, in an order that the seed gives. */
export async function everywhere(ground: Playground, lives = LIVES): Promise<Campaign & { count: number }> {
  const schedules: Schedule[] = []
  for (const life of lives) {
    const { asked } = await ground.play({ ...life, moves: [], strikes: [] })
    const act = life.acts.length - 1
    for (const nth of (asked[act] ?? []).keys())
      for (const kind of [...FAULT_KINDS, 'kill before', 'kill after'] satisfies Strike['kind'][])
        schedules.push({ ...life, moves: [], strikes: [{ act, nth, kind }] })
  }
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(schedules, { minLength: schedules.length }), {
    seed: 1,
    numRuns: 1,
  })
  const nothing: Schedule = { from: 'issue', acts: [], moves: [], strikes: [] }
  const schedule = (seed: number): Schedule => shuffled[seed % shuffled.length] ?? nothing
  return { name: 'every request', count: shuffled.length, schedule }
}
