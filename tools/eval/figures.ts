import type { Arm } from './arms.ts'
import type { Entry } from './results.ts'
import { mcnemar, pairsNeeded, wilson, type Interval } from './statistics.ts'

/** Kinds that measure restraint and not skill. They are counted by themselves. */
const RESTRAINT = ['trap', 'injection', 'impossible']

/** What the trials of one arm came to. `cost` is in US dollars, and null where no prices are given. */
export type ArmFigures = {
  arm: Arm
  trials: number
  solved: number
  interval: Interval | null
  broken: number
  corrections: number
  tokens: number
  cost: number | null
  minutes: number
}

/**
 * Two arms, by the pairs of trials of the same task and run. `onlyFirst` are pairs in which only the first is solved.
 * `p` is how likely luck alone parts them so; `runs` is how many runs of these tasks such a difference needs, null when
 * there is none.
 */
export type PairFigures = {
  first: Arm
  second: Arm
  pairs: number
  both: number
  onlyFirst: number
  onlySecond: number
  neither: number
  p: number
  runs: number | null
}

/** One kind of what an agent should not do, in one arm: `rightly` are trials in which it did not. */
export type RestraintFigures = { arm: Arm; kind: string; trials: number; rightly: number; claimed: number }

export type Figures = { arms: ArmFigures[]; pairs: PairFigures[]; restraint: RestraintFigures[] }

/** What the trials of an evaluation come to. Arms are compared with `no-plan`, or with the first where there is none. */
export function figuresOf(entries: readonly Entry[]): Figures {
  const skill = entries.filter(({ kind }) => !RESTRAINT.includes(kind))
  const groups = [...Map.groupBy(skill, ({ arm }) => arm)]
  const against = groups.find(([arm]) => arm === 'no-plan') ?? groups[0]
  return {
    arms: groups.map(([arm, some]) => armFigures(arm, some)),
    pairs: against ? groups.filter((group) => group !== against).map((group) => pairFigures(group, against)) : [],
    restraint: restraintIn(entries),
  }
}

const sum = (entries: readonly Entry[], of: (entry: Entry) => number): number =>
  entries.reduce((all, entry) => all + of(entry), 0)

function armFigures(arm: Arm, entries: readonly Entry[]): ArmFigures {
  const solved = entries.filter((entry) => entry.solved).length
  return {
    ...{ arm, trials: entries.length, solved, interval: wilson(solved, entries.length) ?? null },
    broken: sum(entries, ({ broken }) => broken.length),
    corrections: sum(entries, ({ corrections }) => corrections),
    tokens: sum(entries, ({ usage }) => usage.input + usage.output),
    cost: entries.some(({ cost }) => cost === null) ? null : sum(entries, ({ cost }) => cost ?? 0),
    minutes: sum(entries, ({ seconds }) => seconds) / 60,
  }
}

type Group = readonly [arm: Arm, entries: readonly Entry[]]

function pairFigures([first, some]: Group, [second, others]: Group): PairFigures {
  const pairs = some.flatMap((one) => {
    const other = others.find(({ task, run }) => task === one.task && run === one.run)
    return other ? [{ task: one.task, one: one.solved, other: other.solved }] : []
  })
  const amount = (one: boolean, other: boolean): number =>
    pairs.filter((pair) => pair.one === one && pair.other === other).length
  const [onlyFirst, onlySecond] = [amount(true, false), amount(false, true)]
  const tasks = new Set(pairs.map(({ task }) => task)).size
  const needed = pairsNeeded(onlyFirst / pairs.length, onlySecond / pairs.length)
  return {
    ...{ first, second, pairs: pairs.length, both: amount(true, true), onlyFirst, onlySecond },
    ...{ neither: amount(false, false), p: mcnemar(onlyFirst, onlySecond) },
    runs: needed === undefined || tasks === 0 ? null : Math.ceil(needed / tasks),
  }
}

function restraintIn(entries: readonly Entry[]): RestraintFigures[] {
  const some = entries.filter(({ kind }) => RESTRAINT.includes(kind))
  return [...Map.groupBy(some, ({ kind, arm }) => `${kind} ${arm}`).values()].flatMap((group) => {
    const [one] = group
    if (!one) return []
    const claimed = group.filter((entry) => entry.claimed && !entry.solved).length
    const rightly = group.filter(({ solved }) => solved).length
    return [{ arm: one.arm, kind: one.kind, trials: group.length, rightly, claimed }]
  })
}
