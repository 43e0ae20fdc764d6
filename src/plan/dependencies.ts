import type { Plan, Subtask } from './plan.ts'

/** The subtasks in the order of the file, as far as dependencies allow. In a cycle the first of the file goes next. */
export function inOrder(plan: Plan): Subtask[] {
  const waiting = [...plan.subtasks]
  const left = new Set(waiting.map((subtask) => subtask.number))
  const input: Subtask[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex((subtask) => !subtask.depends_on.some((number) => left.has(number)))
    for (const subtask of waiting.splice(Math.max(ready, 0), 1)) {
      input.push(subtask)
      left.delete(subtask.number)
    }
  }
  return input
}

/** The subtasks that depend on subtask `number`, directly or through others, in the order of the file. */
export function dependants({ subtasks }: Pick<Plan, 'subtasks'>, number: number): number[] {
  const found = reachedFrom(number, directDependants(subtasks))
  return subtasks.map((subtask) => subtask.number).filter((other) => found.has(other))
}

/** The subtasks on which subtask `number` depends, directly or through others. */
export const dependencies = ({ subtasks }: Pick<Plan, 'subtasks'>, number: number): number[] => [
  ...reachedFrom(number, new Map(subtasks.map((subtask) => [subtask.number, subtask.depends_on]))),
]

function reachedFrom(number: number, edges: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set([number])
  for (const one of found) for (const next of edges.get(one) ?? []) found.add(next)
  found.delete(number)
  return found
}

/** A cycle of dependencies: each number depends on the next, the last on the first. Ignores unknown ones. Linear. */
export function findCycle(subtasks: readonly Subtask[]): number[] | undefined {
  const blocked = blockedByCycle(subtasks)
  const path: number[] = []
  const positions = new Map<number, number>()
  let current = blocked.keys().next().value
  while (current !== undefined) {
    const cycleStart = positions.get(current)
    if (cycleStart !== undefined) return path.slice(cycleStart)
    positions.set(current, path.length)
    path.push(current)
    current = blocked.get(current)?.find((number) => blocked.has(number))
  }
  return undefined
}

/** The subtasks on a cycle or behind one, with their dependencies. Kahn's algorithm never reaches them. */
function blockedByCycle(subtasks: readonly Subtask[]): Map<number, number[]> {
  const direct = directDependants(subtasks)
  const left = new Map(subtasks.map((subtask) => [subtask.number, [...new Set(subtask.depends_on)]]))
  const open = new Map([...left].map(([number, needs]) => [number, needs.filter((need) => left.has(need)).length]))
  const free = [...open].filter(([, count]) => count === 0).map(([number]) => number)
  for (const number of free) {
    left.delete(number)
    for (const next of direct.get(number) ?? []) {
      const count = (open.get(next) ?? 0) - 1
      open.set(next, count)
      if (count === 0) free.push(next)
    }
  }
  return left
}

function directDependants(subtasks: readonly Subtask[]): Map<number, number[]> {
  const edges = subtasks.flatMap(({ number, depends_on }) => [...new Set(depends_on)].map((need) => ({ need, number })))
  const byNeed = Map.groupBy(edges, ({ need }) => need)
  return new Map([...byNeed].map(([need, found]) => [need, found.map(({ number }) => number)]))
}
