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
    all: { type: 'boolean' },
  },
})
const FILES = [
  'src/decide/next/{decide,ended,plan-seen,state}.ts',
  'src/decide/{approval,inbox}/*.ts',
  'src/tasks/*/input.ts',
]
const files = positionals.length > 0 ? positionals : globSync(FILES)

/** How many had which fate. */
function textOf(all: readonly Tried[]): string {
  const count = (fate: Tried['fate']): number => all.filter((one) => one.fate === fate).length
  return `${all.length} defects: ${count('noticed')} noticed, ${count('other effect')} not, ${count('other words')} of words alone, ${count('no difference')} without any difference`
}

/** A line for one that was not noticed, but for those that change nothing that any search comes to. */
const lineOf = ({ file, mutant, fate, how }: Tried): string =>
  `${fate}: ${file}:${mutant.line} ${mutant.what}\n    ${how}`

/** Tries all defects of a file. One that does not come to an end is noticed, too. */
async function tryFile(file: string): Promise<Tried[]> {
  const mutants = mutantsOf(readFileSync(file, 'utf8'))
  const found: Tried[] = []
  while (found.length < mutants.length) found.push(...(await tryFrom(file, found.length)))
  console.log(`${file}: ${textOf(found)}`)
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
    if (message.fate === 'other effect' || (values.all && message.fate !== 'noticed')) console.log(lineOf(message))
  })
  worker.once('exit', () => {
    clearTimeout(timer)
    resolve(found)
  })
  return promise
}

const tried: Tried[] = []
for (const file of files) tried.push(...(await tryFile(file)))
console.log(textOf(tried))
