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

/** Searches all configurations, in as many threads as are given, each up to so many states. */
export async function searchAll({
  threads,
  most,
  more = 0,
}: {
  threads: number
  most: number
  more?: number
}): Promise<Report> {
  const begun = performance.now()
  const waiting = CONFIGURATIONS.map(({ name }) => name)
  const searches: Report['searches'][number][] = []
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      searches.push(await searchIn({ name, most, more }))
  }
  await Promise.all(Array.from({ length: threads }, work))
  return {
    states: searches.reduce((sum, { states }) => sum + states, 0),
    depth: Math.max(...searches.map(({ depth }) => depth)),
    invariants: INVARIANTS.length + KEPT_BY_SEARCH.length,
    seconds: (performance.now() - begun) / 1000,
    searches,
  }
}

export type Task = { name: string; most: number; more: number }

function searchIn(task: Task): Promise<Report['searches'][number]> {
  const { promise, resolve, reject } = Promise.withResolvers<Report['searches'][number]>()
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: task, execArgv: [] })
  worker.once('message', resolve)
  worker.once('error', reject)
  return promise
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
