import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings, WebhookEvent } from '../github/types.ts'
import type { Run } from './run.ts'
import type { More, World } from './world.ts'

/** An order in the output `work`. */
export type Order = { id: string; kind: string; number: number; head: string; [key: string]: unknown }

/** One round: a job for every order, and the job that publishes their results. */
export type Round = { orders: Order[]; work: Run[]; publish: Run }

export type Jobs = { decide: Run; rounds: Round[]; next: Order[] }

/** What may go wrong between the jobs. `between` gets the folder of results before the publishing job runs. */
export type Mishaps = {
  /** The `permissions:` of the two jobs that have a token. Without it they are those that the repository has. */
  rights?: Record<'decide' | 'publish', Settings['permissions']>
  inputs?: Record<string, string>
  /** What the jobs that work have besides: inputs, and the environment of their job. */
  work?: Pick<More, 'inputs' | 'env'>
  between?: (folder: string, orders: readonly Order[]) => Promise<void>
  rounds?: number
}

/** The jobs of a workflow run have one id. No other run of these tests is as old. */
let runs = 500_000

/**
 * Runs the three jobs of a workflow, each on its own machine: one decides, a matrix of jobs works on the orders, and
 * one publishes. Only the output `work` and the folders of results, as artifacts, pass from job to job.
 */
export async function threeJobs(world: World, event: WebhookEvent, mishaps: Mishaps = {}): Promise<Jobs> {
  const { inputs = {}, rounds: most = 6 } = mishaps
  const id = ++runs
  const same = { env: { GITHUB_RUN_ID: String(id) }, isFollowed: true }
  const decide = await withRights(world, mishaps.rights?.decide, () =>
    world.run(event, { ...same, inputs: { ...inputs, mode: 'decide', 'openai-api-key': '' } }),
  )
  const rounds: Round[] = []
  let orders = ordersIn(decide)
  do {
    const round = await playRound(world, event, { mishaps, orders, same })
    rounds.push(round)
    orders = ordersIn(round.publish)
  } while (orders.length > 0 && rounds.length < most)
  world.github.workflowRuns.set(id, { attempt: 1, ended: true })
  return { decide, rounds, next: orders }
}

async function withRights({ github }: World, rights: Settings['permissions'] | undefined, job: () => Promise<Run>) {
  const before = github.settings.permissions
  github.settings.permissions = rights ?? before
  return job().finally(() => (github.settings.permissions = before))
}

async function playRound(
  world: World,
  event: WebhookEvent,
  { mishaps, orders, same }: { mishaps: Mishaps; orders: Order[]; same: More },
): Promise<Round> {
  const { inputs = {}, between, rights, work: own = {} } = mishaps
  const folder = await mkdtemp(join(tmpdir(), 'results-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
  const work: Run[] = []
  for (const order of orders) work.push(await workOn(world, event, { inputs, own, order, folder }))
  await between?.(folder, orders)
  const publishing = { ...inputs, mode: 'publish', results: folder, 'openai-api-key': '' }
  const publish = await withRights(world, rights?.publish, () => world.run(event, { ...same, inputs: publishing }))
  return { orders, work, publish }
}

async function workOn(
  world: World,
  event: WebhookEvent,
  { inputs, own, order, folder }: Required<Pick<Mishaps, 'inputs'>> & { own: More; order: Order; folder: string },
): Promise<Run> {
  const more: More = {
    ...own,
    inputs: { ...inputs, ...own.inputs, mode: 'work', 'work-order': JSON.stringify(order), 'github-token': '' },
    at: { sha: order.head, depth: 0 },
  }
  const run = await world.run(event, more)
  const result = join(run.temp, 'measure-twice', 'result', order.id)
  await mkdir(join(folder, order.id), { recursive: true })
  await cp(result, join(folder, order.id), { recursive: true }).catch(() => undefined)
  return run
}

/** The orders in the output `work` of a run. */
export const ordersIn = (run: Run): Order[] => JSON.parse(run.outputs['work'] || '[]') as Order[]
