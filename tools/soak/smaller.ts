import type { Schedule } from './schedule.ts'

/** How many smaller schedules are tried at most. */
const TRIES = 40

/**
 * The smallest schedule found that still fails: with fewer acts, moves and strikes, and with fewer requests in a move.
 * `fails` plays a schedule and tells.
 */
export async function smallest(from: Schedule, fails: (schedule: Schedule) => Promise<boolean>): Promise<Schedule> {
  let best = normal(from)
  let tries = 0
  for (let found: Schedule | undefined = best; found && tries < TRIES;) {
    found = undefined
    for (const smaller of smallerThan(best)) {
      if (tries++ >= TRIES) break
      if (!(await fails(smaller))) continue
      best = found = smaller
      break
    }
  }
  return best
}

/** The same schedule, in which every move and strike names its act as it is counted. */
export function normal({ acts, moves, strikes, ...rest }: Schedule): Schedule {
  const named = <T extends { act: number }>(one: T): T => ({ ...one, act: one.act % acts.length })
  return { ...rest, acts, moves: moves.map(named), strikes: strikes.map(named) }
}

function* smallerThan(schedule: Schedule): Generator<Schedule> {
  const { acts, moves, strikes } = schedule
  if (acts.length > 1) for (const i of acts.keys()) yield withoutAct(schedule, i)
  for (const i of strikes.keys()) yield { ...schedule, strikes: strikes.toSpliced(i, 1) }
  for (const i of moves.keys()) yield { ...schedule, moves: moves.toSpliced(i, 1) }
  for (const [i, one] of acts.entries())
    if (one.jobs) yield { ...schedule, acts: acts.with(i, { ...one, jobs: false }) }
  for (const [i, one] of moves.entries())
    if (one.requests > 1)
      yield { ...schedule, moves: moves.with(i, { ...one, requests: Math.floor(one.requests / 2) }) }
}

function withoutAct({ acts, moves, strikes, ...rest }: Schedule, gone: number): Schedule {
  const left = <T extends { act: number }>(all: readonly T[]): T[] =>
    all.filter(({ act }) => act !== gone).map((one) => ({ ...one, act: one.act > gone ? one.act - 1 : one.act }))
  return { ...rest, acts: acts.toSpliced(gone, 1), moves: left(moves), strikes: left(strikes) }
}
