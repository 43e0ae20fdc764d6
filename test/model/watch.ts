import { INVARIANTS, type Invariant } from './invariants.ts'
import { truthOf, type Truth } from './oracle.ts'
import { reachesEnd } from './reaches-end.ts'
import { decisionAt, decisionOf, type Look, type Move, type Play, type Situation } from './situation.ts'

// Looks at every situation and every move of a search, and says which promise is broken first.

export type Broken = { promise: string; what: string }

const NO_REPETITION = 'No step repeats on an unchanged state.'
const NO_CIRCLE = 'No run goes on for ever.'
const NO_DEAD_END = 'From every state, what the bot asks for brings the plan to its end.'

/** What a search as a whole is checked for. */
export const KEPT_BY_SEARCH = [NO_REPETITION, NO_CIRCLE, NO_DEAD_END].map((sentence) => ({
  sentence,
}))

/** Of so many states at rest, one is played to its end. */
const EVERY = 64

export function watchOver(play: Play) {
  const truth = (look: Look): Truth => (look.truth ??= truthOf(look.thread, play.configuration))
  const follows = successors()
  let rests = 0

  const ofLook = (look: Look): Broken | undefined => {
    if (look.isChecked) return undefined
    look.isChecked = true
    const [seen, decision] = [truth(look), decisionAt(look, play)]
    return firstBroken(STANDS, (check) => check(seen)) ?? firstBroken(DECIDED, (check) => check(seen, decision))
  }
  const ofRun = (run: Situation['runs'][number]): Broken | undefined => {
    if (!run || run.writes.length > 0 || run.input) return undefined
    const decision = decisionOf(run, play)
    const seen = truth(run.look)
    return firstBroken(DECIDED, (check) => check(seen, decision))
  }
  return {
    state(situation: Situation): Broken | undefined {
      const { github, runs } = situation
      const decision = decisionAt(github, play)
      const isAtRest = decision.step.kind === 'nothing' && runs.every((run) => run === undefined)
      return (
        ofLook(github) ??
        firstOf(runs, ofRun) ??
        firstBroken(SITUATION, (check) => check(situation, truth(github))) ??
        (isAtRest ? firstBroken(AT_REST, (check) => check(truth(github), decision)) : undefined) ??
        (isAtRest && rests++ % EVERY === 0 && !reachesEnd(situation, play)
          ? { promise: NO_DEAD_END, what: 'People do what it asks for, and it does not come to its end.' }
          : undefined)
      )
    },
    move(from: Situation, { to, by, words }: Move, at: { from: number; to: number }): Broken | undefined {
      if (by !== 'run') return undefined
      if (at.from === at.to) return { promise: NO_REPETITION, what: words() }
      follows.add(at.from, at.to)
      const before = from.github.thread.branch?.commits.length ?? 0
      const now = to.github.thread.branch?.commits.length ?? 0
      if (now <= before) return undefined
      const seen = truth(from.github)
      const commits = truth(to.github).entries.slice(before)
      return firstOf(commits, (commit) => firstBroken(WRITTEN, (check) => check(seen, commit)))
    },
    /** A state from which the runs by themselves come back to it. */
    circle(): (Broken & { at: number }) | undefined {
      const at = follows.circle()
      return at === undefined ? undefined : { promise: NO_CIRCLE, what: 'The runs come back to where they were.', at }
    },
  }
}

type Hook = 'decided' | 'stands' | 'atRest' | 'written' | 'situation'
const withHook = <H extends Hook>(hook: H) =>
  INVARIANTS.flatMap(({ sentence, [hook]: check }) =>
    check ? [{ sentence, check: check as NonNullable<Invariant[H]> }] : [],
  )
const DECIDED = withHook('decided')
const STANDS = withHook('stands')
const AT_REST = withHook('atRest')
const WRITTEN = withHook('written')
const SITUATION = withHook('situation')

/** The first promise of which something is found to be wrong. */
function firstBroken<C>(
  promises: readonly { sentence: string; check: C }[],
  found: (check: C) => string | undefined,
): Broken | undefined {
  for (const { sentence, check } of promises) {
    const what = found(check)
    if (what !== undefined) return { promise: sentence, what }
  }
  return undefined
}

function firstOf<T, R>(list: readonly T[], found: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const result = found(one)
    if (result !== undefined) return result
  }
  return undefined
}

/** Which state follows from which by what the runs do. */
function successors() {
  let [from, to] = [new Int32Array(1 << 16), new Int32Array(1 << 16)]
  let count = 0
  return {
    add(one: number, other: number): void {
      if (count === from.length) {
        const [before, after] = [from, to]
        from = new Int32Array(2 * count)
        from.set(before)
        to = new Int32Array(2 * count)
        to.set(after)
      }
      from[count] = one
      to[count++] = other
    },
    /** A state on a circle: what is left when all that leads nowhere, and then what leads only there, is taken away. */
    circle(): number | undefined {
      const size = Math.max(-1, ...bounds(from, count), ...bounds(to, count)) + 1
      const left = new Int32Array(size)
      const heads = new Int32Array(size).fill(-1)
      const next = new Int32Array(count)
      for (let edge = 0; edge < count; edge++) {
        const [one, other] = [from[edge] as number, to[edge] as number]
        left[one] = (left[one] ?? 0) + 1
        next[edge] = heads[other] as number
        heads[other] = edge
      }
      const ended: number[] = []
      left.forEach((many, state) => many === 0 && ended.push(state))
      for (let state = ended.pop(); state !== undefined; state = ended.pop())
        for (let edge = heads[state] as number; edge >= 0; edge = next[edge] as number) {
          const one = from[edge] as number
          if ((left[one] = (left[one] as number) - 1) === 0) ended.push(one)
        }
      const at = left.findIndex((many) => many > 0)
      return at < 0 ? undefined : at
    },
  }
}

const bounds = (numbers: Int32Array, count: number): number[] => {
  let most = -1
  for (let i = 0; i < count; i++) most = Math.max(most, numbers[i] as number)
  return [most]
}
