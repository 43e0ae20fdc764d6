import { needsModel, type Context, type ModelStep, type Step, type State } from '../../src/decide/next/decision.ts'
import type { Pending } from '../../src/decide/thread/facts.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import type { Configuration } from '../../test/model/configuration.ts'
import { CONFIGURATIONS } from '../../test/model/configurations.ts'
import { MIND, type Mind } from '../../test/model/mind.ts'
import { search } from '../../test/model/search.ts'
import { writesOf, writesOfResult } from '../../test/model/write.ts'
import { lastId } from '../../test/thread.ts'
import { effectOf } from './effect.ts'

// Everything that the code is asked for in the searches, with its answers. A defect that changes no answer here changes
// nothing in them, and one that does is found in a search of the configuration where it does.

type AskedStep = { kind: 'decide'; thread: Thread; context: Context; effect: string; words: string } & OfSearch
type OfSearch = { configuration: Configuration }
type Asked =
  | AskedStep
  | (OfSearch &
      (
        | { kind: 'due'; step: ModelStep; before: State; now: State; is: boolean }
        | { kind: 'seen'; thread: Thread; state: State; done: readonly Pending[] | undefined; seen: number }
      ))

export function corpusOf(states: number): Asked[] {
  const asked: Asked[] = []
  for (const configuration of CONFIGURATIONS) {
    const mind: Mind = {
      ...MIND,
      decide: (thread, state, context) => {
        const step = MIND.decide(thread, state, context)
        asked.push({ configuration, kind: 'decide', thread, context, effect: effectOf(step), words: wordsOf(step) })
        return step
      },
      stillDue: (step, before, now) => {
        const is = MIND.stillDue(step, before, now)
        asked.push({ configuration, kind: 'due', step, before, now, is })
        return is
      },
      planSeen: (thread, state, done) => {
        const seen = MIND.planSeen(thread, state, done)
        asked.push({ configuration, kind: 'seen', thread, state, done, seen })
        return seen
      },
    }
    search(configuration, { mind, most: Math.ceil(states / CONFIGURATIONS.length) })
  }
  return asked
}

/** A step as it is told: two that read the same do the same. */
const wordsOf = (step: Step): string => {
  const ids = 'others' in step ? (step.others ?? []).map((one) => ('id' in one ? one.id : 0)).join() : ''
  const refusal = step.kind === 'refuse' ? `${step.refusal.comment.id} ${step.refusal.code} ${step.refusal.why}` : ''
  const comment = 'comment' in step ? step.comment?.id : ''
  return `${step.kind} ${comment} ${'reaction' in step ? step.reaction : ''} ${refusal} ${ids}`
}

export type Difference = { configuration: Configuration; effect: string | undefined; words: string }

/** Where this code answers otherwise, the first place in each configuration. One of its effects counts more than one of words. */
export function differencesOf(corpus: readonly Asked[], mind: Mind): Difference[] {
  const found = new Map<Configuration, Difference>()
  for (const one of corpus) {
    const { configuration } = one
    if (found.get(configuration)?.effect !== undefined) continue
    const difference = differenceAt(one, mind)
    if (difference && (difference.effect !== undefined || !found.has(configuration)))
      found.set(configuration, { configuration, ...difference })
  }
  return [...found.values()]
}

/** So many words come before anything else at most. */
const MOST_WORDS = 25

/** The first step that is more than words, when all words before it are said. */
function effectAfter({ thread, context, configuration }: AskedStep, mind: Mind): string {
  let github = { ...thread, usedId: lastId(thread) }
  for (let n = 0; n < MOST_WORDS; n++) {
    const state = mind.stateOf(github, configuration.rules)
    const step = mind.decide(github, state, context)
    const effect = effectOf(step)
    if (effect !== '' || step.kind === 'nothing') return effect
    const basis = { thread: github, state, planSeen: mind.planSeen }
    const manner = { textAfter: () => '', commitsOneByOne: false, isAlone: true, tokens: 0, outcome: 'well' as const }
    const writes = needsModel(step) ? writesOfResult(basis, step, manner) : writesOf(basis, step, manner)
    for (const { on } of writes) ({ github } = on({ github, view: github }))
    if (step.kind === 'review' && step.of === 'rest')
      github = { ...github, thisRun: { ...github.thisRun, reviewed: step.executedCount } }
  }
  return 'words without end'
}

function differenceAt(one: Asked, mind: Mind): Omit<Difference, 'configuration'> | undefined {
  switch (one.kind) {
    case 'decide': {
      const step = mind.decide(one.thread, mind.stateOf(one.thread, one.configuration.rules), one.context)
      const [effect, words] = [effectOf(step), wordsOf(step)]
      if (effect !== one.effect) {
        // Words that come first, or are left out, change nothing of what follows them.
        const [wanted, found] = [effectAfter(one, MIND), effectAfter(one, mind)]
        return wanted === found
          ? { effect: undefined, words: `${one.words} ≠ ${words}` }
          : { effect: `${wanted || 'nothing'} ≠ ${found || 'nothing'}`, words: '' }
      }
      return words === one.words ? undefined : { effect: undefined, words: `${one.words} ≠ ${words}` }
    }
    case 'due': {
      const is = mind.stillDue(one.step, one.before, one.now)
      return is === one.is ? undefined : { effect: `the result of "${one.step.kind}" is due: ${is}`, words: '' }
    }
    case 'seen': {
      const seen = mind.planSeen(one.thread, one.state, one.done)
      return seen === one.seen ? undefined : { effect: `Plan-Seen: ${one.seen} ≠ ${seen}`, words: '' }
    }
  }
}
