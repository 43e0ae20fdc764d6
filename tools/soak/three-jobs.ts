import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { begin } from '../../fakes/runner/run.ts'
import { runWork } from '../../src/loop/jobs/work-job.ts'
import type { Problem, RunOutcome } from '../../src/runner/outputs.ts'
import { runInProcess, type InProcess } from '../../test/in-process.ts'

type Order = { of?: string; id: string; head: string; kind: string; number: number }

/** Runs after which a workflow leaves the rest to the next event. */
const RUNS = 8

const ordersIn = (outcome: RunOutcome | undefined): Order[] => JSON.parse(outcome?.outputs['work'] || '[]') as Order[] // SAFETY: what the action itself has written

/**
 * An event in three jobs in this very process, as the examples have them: one decides, one works on each order, one
 * publishes, and what is ready then is for a new run of the workflow.
 */
export async function threeJobsInProcess(spec: InProcess, folder: string): Promise<RunOutcome | undefined> {
  const { github, stop } = spec
  const first = spec.env?.['GITHUB_RUN_ID'] ?? '1'
  const events = [spec.event]
  const problems: Problem[] = []
  let last: RunOutcome | undefined
  for (let n = 0; n < RUNS && events.length > 0 && !stop?.aborted; n++) {
    const run = n === 0 ? first : `${first}${n}`
    const [event = spec.event] = events.splice(0, 1)
    const end = (): void => void github.workflowRuns.set(Number(run), { attempt: 1, ended: true })
    stop?.addEventListener('abort', end)
    const ended = await oneRun({ ...spec, event, env: { ...spec.env, GITHUB_RUN_ID: run }, isFollowed: true }, folder)
    end()
    problems.push(...ended.problems)
    last = ended.last ?? last
    events.push(...[...new Set(ended.next)].map((number) => github.dispatchEvent(number)))
  }
  return last && { ...last, problems }
}

type Ended = { last: RunOutcome | undefined; problems: Problem[]; next: number[] }

/** The jobs of one run of the workflow. `next` are the issues for which it starts the workflow again. */
async function oneRun(spec: InProcess, folder: string): Promise<Ended> {
  const { inputs = {}, stop } = spec
  const withoutKey = { ...inputs, 'openai-api-key': '' }
  let last = await runInProcess({ ...spec, inputs: { ...withoutKey, mode: 'decide' } })
  const problems = [...(last?.problems ?? [])]
  let isRed = false
  for (let orders = ordersIn(last), n = 0; last && !stop?.aborted; n++) {
    if (n > 0 && orders[0]?.of !== 'changes') return { last, problems, next: isRed ? [] : orders.map((o) => o.number) }
    const results = await mkdtemp(join(folder, 'results-'))
    const worked: Problem[] = []
    for (const input of orders) if (!stop?.aborted) worked.push(...(await workOn(spec, input, results)))
    isRed ||= worked.length > 0
    problems.push(...worked)
    if (stop?.aborted) break
    last = await runInProcess({ ...spec, inputs: { ...withoutKey, mode: 'publish', results } })
    problems.push(...(last?.problems ?? []))
    orders = ordersIn(last)
    await rm(results, { recursive: true })
  }
  return { last, problems, next: [] }
}

/** Carries an order out on a machine of its own, and keeps its result in the folder of results. */
async function workOn({ stop, ...spec }: InProcess, input: Order, results: string): Promise<readonly Problem[]> {
  const inputs = { ...spec.inputs, mode: 'work', 'work-order': JSON.stringify(input), 'github-token': '' }
  const { home, machine, variables } = await begin({ ...spec, inputs, at: { sha: input.head, depth: 0 } })
  const { problems } = await runWork({ env: variables, stop: stop ?? new AbortController().signal })
  const result = join(machine.temp, 'measure-twice', 'result', input.id)
  await cp(result, join(results, input.id), { recursive: true }).catch(() => undefined)
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
  return problems
}
