import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { mutantsOf } from './mutants.ts'
import type { Tried, Work } from './try-mutants.ts'

// `npm run model-mutants`: which defects of the code that decides does the search notice by itself?

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: 'string', default: '60000' },
    limit: { type: 'string', default: '90' },
    json: { type: 'boolean' },
  },
})
const FILES = [
  'src/decide/next/{decide,ended,plan-seen,reactions,state,still-due}.ts',
  'src/decide/{approval,inbox}/*.ts',
]
const files = positionals.length > 0 ? positionals : globSync(FILES)

const tried: Tried[] = []
for (const file of files) tried.push(...(await tryFile(file)))
const count = (fate: Tried['fate']): number => tried.filter((one) => one.fate === fate).length
for (const fate of ['other effect', 'other words', 'no difference'] as const) {
  console.log(`\n${fate}: ${count(fate)}`)
  for (const { file, mutant, how, ...one } of tried)
    if (one.fate === fate) console.log(`${file}:${mutant.line} ${mutant.what}${how && `\n    ${how}`}`)
}
console.log(
  `\n${tried.length} defects, ${count('noticed')} noticed, ${count('other effect')} not, ${count('other words')} of words alone, ${count('no difference')} without any difference`,
)

/** Tries all defects of a file. One that does not come to an end is noticed, too. */
async function tryFile(file: string): Promise<Tried[]> {
  const mutants = mutantsOf(readFileSync(file, 'utf8'))
  const found: Tried[] = []
  while (found.length < mutants.length) found.push(...(await tryFrom(file, found.length)))
  return found
}

function tryFrom(file: string, from: number): Promise<Tried[]> {
  const { promise, resolve } = Promise.withResolvers<Tried[]>()
  const workerData: Work = { file, from, states: Number(values.states) }
  const worker = new Worker(new URL('try-mutants.ts', import.meta.url), { workerData })
  const found: Tried[] = []
  const endless = async (): Promise<void> => {
    await worker.terminate()
    const [mutant] = mutantsOf(readFileSync(file, 'utf8')).slice(from + found.length)
    if (mutant) found.push({ file, mutant, fate: 'noticed', how: 'it does not end' })
    resolve(found)
  }
  let timer = setTimeout(endless, Number(values.limit) * 1_000)
  worker.on('message', (message: Tried | undefined) => {
    clearTimeout(timer)
    timer = setTimeout(endless, Number(values.limit) * 1_000)
    if (!message) return
    found.push(message)
    process.stderr.write(message.fate === 'noticed' ? '.' : message.fate === 'other effect' ? 'E' : '-')
  })
  worker.once('exit', () => {
    clearTimeout(timer)
    resolve(found)
  })
  return promise
}
