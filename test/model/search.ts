import type { Configuration } from './configuration.ts'
import { eventsOn } from './events.ts'
import { watchOver } from './watch.ts'
import type { Mind } from './mind.ts'
import { seenStates } from './seen-states.ts'
import {
  crashes,
  limitsOf,
  markOf,
  movesOfRun,
  sharedLooks,
  starts,
  type Move,
  type Play,
  type Situation,
} from './situation.ts'
import { startOf } from './start.ts'

// A breadth-first search through all situations, each once. Its parents are kept, so the first breach that is found has
// the shortest conversation that leads to it.

export type Found = {
  states: number
  /** How many moves the longest of the shortest ways has. */
  depth: number
  /** Whether all that the bounds allow was searched. */
  isWhole: boolean
  breach: Breach | undefined
}

export type Breach = { promise: string; what: string; dialogue: string[] }

/** What can happen in a situation. */
export const movesFrom = (situation: Situation, play: Play): Move[] => [
  ...situation.runs.flatMap((_, at) => movesOfRun(situation, at, play)),
  ...starts(situation, play),
  ...crashes(situation),
  ...limitsOf(situation, play.configuration),
  ...eventsOn(situation, play.configuration),
]

type Open = { situation: Situation; index: number }

export function search(configuration: Configuration, { mind, most = Infinity }: { mind: Mind; most?: number }): Found {
  const play = { mind, configuration }
  const seen = seenStates()
  const parents = parentsOfStates()
  const start = startOf(configuration, mind)
  seen.add(markOf(start))
  parents.add(-1, -1)
  const dialogueTo = (index: number, last?: number): string[] =>
    tell(start, play, [...parents.wayTo(index), ...(last === undefined ? [] : [last])])
  const watch = watchOver(play)
  const looks = sharedLooks()
  let [layer, depth]: [Open[], number] = [[{ situation: start, index: 0 }], 0]
  for (; layer.length > 0 && seen.count < most; depth++) {
    const next: Open[] = []
    for (const { situation, index } of layer) {
      const moves = movesFrom(situation, play)
      const breach = watch.state(situation)
      if (breach) return { ...result(false), breach: { ...breach, dialogue: dialogueTo(index) } }
      for (let i = 0; i < moves.length; i++) {
        const move = moves[i] as Move
        const { index: to, isNew } = seen.add(markOf(move.to))
        const broken = watch.move(situation, move, { from: index, to })
        if (broken) return { ...result(false), breach: { ...broken, dialogue: dialogueTo(index, i) } }
        if (!isNew) continue
        parents.add(index, i)
        next.push({ situation: looks.in(move.to), index: to })
        if (seen.count >= most) break
      }
      if (seen.count >= most) break
    }
    layer = next
    looks.nextLayer()
  }
  const circle = watch.circle()
  return circle
    ? { ...result(false), breach: { ...circle, dialogue: dialogueTo(circle.at) } }
    : { ...result(layer.length === 0), breach: undefined }

  function result(isWhole: boolean) {
    return { states: seen.count, depth, isWhole }
  }
}

/** From which state each was reached, and by which of its moves. */
function parentsOfStates() {
  let [from, by] = [new Int32Array(1 << 16), new Int16Array(1 << 16)]
  let count = 0
  return {
    add(parent: number, move: number): void {
      if (count === from.length) {
        const [before, moves] = [from, by]
        from = new Int32Array(2 * count)
        from.set(before)
        by = new Int16Array(2 * count)
        by.set(moves)
      }
      from[count] = parent
      by[count++] = move
    },
    /** The moves from the start to a state. */
    wayTo(index: number): number[] {
      const way: number[] = []
      for (let at = index; at > 0; at = from[at] ?? 0) way.unshift(by[at] ?? 0)
      return way
    },
  }
}

/** What was said and done on a way, a line each. */
function tell(start: Situation, play: Play, way: readonly number[]): string[] {
  const lines: string[] = []
  let situation = start
  for (const by of way) {
    const move = movesFrom(situation, play)[by]
    if (!move) break
    lines.push(move.words())
    situation = move.to
  }
  return lines
}
