import { Worker } from 'node:worker_threads'
import { CONFIGURATIONS } from './configurations.ts'
import { INVARIANTS } from './invariants.ts'
import type { Found } from './search.ts'
import { KEPT_BY_SEARCH } from './watch.ts'

/** What all searches came to. */
export type Report = {
  states: number
  depth: number
  invariants: number
  seconds: number
  searches: readonly (Found & { name: string; seconds: number })[]
}

/** How far each search goes: up to so many states, and with so many comments more than the configuration says. */
export type Reach = { most: number; more?: number }
export type Task = Required<Reach> & { name: string }
type Search = Report['searches'][number]

/** Searches all configurations, in as many threads as are given. */
export async function searchAll({ threads, most, more = 0 }: Reach & { threads: number }): Promise<Report> {
  const begun = performance.now()
  const waiting = CONFIGURATIONS.map(({ name }): Task => ({ name, most, more }))
  const searches = (await Promise.all(Array.from({ length: threads }, () => searchInThread(waiting)))).flat()
  return {
    states: searches.reduce((sum, { states }) => sum + states, 0),
    depth: Math.max(...searches.map(({ depth }) => depth)),
    invariants: INVARIANTS.length + KEPT_BY_SEARCH.length,
    seconds: (performance.now() - begun) / 1000,
    searches,
  }
}

/** Takes one task after the other until none is left. */
async function searchInThread(waiting: Task[]): Promise<Search[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Search[]>()
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    execArgv: [],
    // What is made for a state is garbage soon: a larger nursery is emptied less often.
    resourceLimits: { maxYoungGenerationSizeMb: 256, maxOldGenerationSizeMb: 8_192 },
  })
  const found: Search[] = []
  const next = (): void => {
    const task = waiting.shift()
    if (task) worker.postMessage(task)
    else resolve(found)
  }
  worker.on('message', (search: Search) => {
    found.push(search)
    next()
  })
  worker.once('error', reject)
  next()
  return promise.finally(() => worker.terminate())
}

/** A line for each search, what was found, and the sum. */
export function textOf({ states, depth, invariants, seconds, searches }: Report): string {
  const lines = searches.map(
    (one) =>
      `${String(one.states).padStart(9)} states, depth ${String(one.depth).padStart(3)}, ${one.seconds.toFixed(1).padStart(5)} s: ${one.name}${one.isWhole ? '' : ' (not all of it)'}`,
  )
  const breaches = searches.flatMap(({ name, breach }) =>
    breach
      ? ['', `Broken: ${breach.promise}`, `${breach.what} (${name})`, ...breach.dialogue.map((line) => `  ${line}`)]
      : [],
  )
  const sum = `${states} states, depth ${depth}, ${invariants} invariants, ${seconds.toFixed(0)} s`
  return [...lines, ...breaches, '', sum].join('\n')
}
