import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { begin } from '../../fakes/runner/run.ts'
import { runWork } from '../../src/jobs/work-job.ts'
import type { RunOutcome } from '../../src/runner/outputs.ts'
import { runInProcess, type InProcess } from '../in-process.ts'

type Order = { id: string; head: string }

/** Rounds of work and publishing after which a workflow leaves the rest to the next event. */
const ROUNDS = 6

const ordersIn = (outcome: RunOutcome | undefined): Order[] => JSON.parse(outcome?.outputs['work'] || '[]') as Order[] // SAFETY: what the action itself has written

/** An event in three jobs in this very process: one decides, one works on each order, one publishes, and so on. */
export async function threeJobsInProcess(spec: InProcess, folder: string): Promise<RunOutcome | undefined> {
  const { inputs = {}, stop } = spec
  const withoutKey = { ...inputs, 'openai-api-key': '' }
  const decided = await runInProcess({ ...spec, inputs: { ...withoutKey, mode: 'decide' } })
  if (!decided) return undefined
  const problems = [...decided.problems]
  let orders = ordersIn(decided)
  let last: RunOutcome | undefined = decided
  for (let round = 0; round < ROUNDS && !stop?.aborted && (round === 0 || orders.length > 0); round++) {
    const results = await mkdtemp(join(folder, 'results-'))
    for (const order of orders) if (!stop?.aborted) problems.push(...(await workOn(spec, order, results)))
    if (stop?.aborted) break
    last = await runInProcess({ ...spec, inputs: { ...withoutKey, mode: 'publish', results } })
    problems.push(...(last?.problems ?? []))
    orders = ordersIn(last)
    await rm(results, { recursive: true })
  }
  return last && { ...last, problems }
}

/** Carries an order out on a machine of its own, and keeps its result in the folder of results. */
async function workOn({ stop, ...spec }: InProcess, order: Order, results: string): Promise<readonly string[]> {
  const inputs = { ...spec.inputs, mode: 'work', 'work-order': JSON.stringify(order), 'github-token': '' }
  const { home, machine, variables } = await begin({ ...spec, inputs, at: { sha: order.head, depth: 0 } })
  const { problems } = await runWork({ env: variables, stop: stop ?? new AbortController().signal })
  const result = join(machine.temp, 'measure-twice', 'result', order.id)
  await cp(result, join(results, order.id), { recursive: true }).catch(() => undefined)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
  return problems
}
