import type { Plan, Subtask } from './plan.ts'

/** The subtasks in the order of the file, as far as dependencies allow. In a cycle the first of the file goes next. */
export function inOrder({ subtasks }: Plan): Subtask[] {
  const waiting = new Map(subtasks.map((subtask) => [subtask.number, subtask]))
  const isReady = ({ depends_on }: Subtask): boolean => !depends_on.some((number) => waiting.has(number))
  return subtasks.flatMap(() => {
    const [first] = waiting.values()
    const next = [...waiting.values()].find(isReady) ?? first
    if (next) waiting.delete(next.number)
    return next ?? []
  })
}

/** The subtasks that depend on subtask `number`, directly or through others, in the order of the file. */
export function dependants({ subtasks }: Pick<Plan, 'subtasks'>, number: number): number[] {
  const dependent = reachedFrom(number, (one) =>
    subtasks.flatMap((subtask) => (subtask.depends_on.includes(one) ? subtask.number : [])),
  )
  return subtasks.map((subtask) => subtask.number).filter((other) => dependent.has(other))
}

/** The subtasks on which subtask `number` depends, directly or through others. */
export function dependencies({ subtasks }: Pick<Plan, 'subtasks'>, number: number): number[] {
  const direct = new Map(subtasks.map((subtask) => [subtask.number, subtask.depends_on]))
  return [...reachedFrom(number, (one) => direct.get(one) ?? [])]
}

function reachedFrom(start: number, neighbours: (number: number) => readonly number[]): Set<number> {
  const reached = new Set([start])
  for (const one of reached) for (const next of neighbours(one)) reached.add(next)
  reached.delete(start)
  return reached
}

/**
 * A cycle of dependencies: each number depends on the next, and the last is the first again. Ignores unknown ones.
 * Searches depth first; each subtask's iterator goes on where it stopped, so that the time is linear.
 */
export function findCycle(subtasks: readonly Subtask[]): number[] | undefined {
  const unfollowed = new Map(subtasks.map(({ number, depends_on }) => [number, depends_on.values()]))
  for (const start of unfollowed.keys()) {
    const path = [start]
    const onPath = new Set(path)
    for (let current: number | undefined = start; current !== undefined; current = path.at(-1)) {
      const { value: next } = unfollowed.get(current)?.next() ?? {}
      if (next === undefined) {
        path.pop()
        onPath.delete(current)
      } else if (onPath.has(next)) return [...path.slice(path.indexOf(next)), next]
      else if (unfollowed.has(next)) {
        path.push(next)
        onPath.add(next)
      }
    }
  }
  return undefined
}
