import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { search } from '../../test/model/search.ts'
import { corpusOf, differencesOf } from './corpus.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { mindWith } from './mutated-mind.ts'

// One defect after the other, in a thread that is ended when one takes too long.

export type Tried = {
  file: string
  mutant: Mutant
  fate: 'noticed' | 'other effect' | 'other words' | 'no difference'
  how: string
}
export type Work = { file: string; from: number; states: number }

const { file, from, states } = workerData as Work
const source = readFileSync(file, 'utf8')
const corpus = corpusOf(states / 4)

// Code that does not load, or answers otherwise without any defect, would make each of them noticed.
if (differencesOf(corpus, await mindWith(file, source)).length > 0)
  throw new Error(`${file} answers otherwise as it is.`)

for (const mutant of mutantsOf(source).slice(from)) {
  parentPort?.postMessage(undefined)
  parentPort?.postMessage({ file, mutant, ...(await fateOf(mutant)) } satisfies Tried)
}

async function fateOf({ start, end, text }: Mutant): Promise<Pick<Tried, 'fate' | 'how'>> {
  try {
    const mind = await mindWith(file, source.slice(0, start) + text + source.slice(end))
    const differences = differencesOf(corpus, mind)
    // Most break a promise in a few hundred situations, so all are looked at shortly first.
    for (const most of [500, Math.ceil(states / Math.min(differences.length, 6))])
      for (const { configuration } of differences) {
        const { breach } = search(configuration, { mind, most })
        if (breach) return { fate: 'noticed', how: breach.promise }
      }
    const effect = differences.find((one) => one.effect !== undefined)
    const [words] = differences
    if (effect) return { fate: 'other effect', how: `${effect.effect} (${effect.configuration.name})` }
    return words ? { fate: 'other words', how: words.words } : { fate: 'no difference', how: '' }
  } catch (error) {
    return { fate: 'noticed', how: `it throws: ${error instanceof Error ? error.message : String(error)}` }
  }
}
