import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { promisify } from 'node:util'
import { execute } from '../src/tasks/execute/run.ts'
import type { SandboxKind } from '../src/agent/sandbox/run-command.ts'
import { call, calls, type Reply } from '../fakes/model/script.ts'
import { startEndpoint, type Endpoint } from './endpoint.ts'
import type { Effort, Measurement } from './measurement.ts'
import { repositoryOf } from './repositories.ts'
import { createSite, openContext, orderAt, type Site } from './room.ts'
import { interleaved, median, spread } from './samples.ts'
import { atMost, figure, type Row } from './table.ts'

/** What a turn of the agent costs besides the model, over what no agent could save. */
export const turns: Measurement = {
  about: 'overhead per model turn; 20,000 files against 200; helper processes',
  measure: async (effort) => {
    await using endpoint = await startEndpoint()
    await using site = await createSite(repositoryOf(200))
    const overhead: Row[] = []
    for (const kind of ['bwrap', 'none'] as const)
      overhead.push(...(await measureOverhead(effort, { endpoint, site, kind })))
    return [...overhead, await measureSize(effort, endpoint, site), await countProcesses(endpoint, site)]
  },
}

type Agent = { endpoint: Endpoint; site: Site; kind: SandboxKind }

const command = (n: number): Reply => call('run_command', { command: `echo turn ${n}` })

const over = (count: number, reply: (n: number) => Reply): Reply[] => [
  ...Array.from({ length: count }, (_, n) => reply(n)),
  call('give_up', { reason: 'That is all.' }),
]

/** Milliseconds per turn: from the arrival of a request to that of the next, on average over all. */
async function perTurn({ endpoint, site, kind }: Agent, replies: readonly Reply[]): Promise<number> {
  await endpoint.begin(replies)
  await execute(orderAt(site.head), openContext(site, { url: `${endpoint.url}/v1`, kind }))
  const { arrivals } = await endpoint.heard()
  if (arrivals.length !== replies.length) throw new Error(`${arrivals.length} of ${replies.length} turns were taken.`)
  return ((arrivals.at(-1) ?? NaN) - (arrivals[0] ?? NaN)) / (arrivals.length - 1)
}

const run = promisify(execFile)

/** Milliseconds per turn of nothing but a round trip of 16 KiB and a `bash -c`. */
async function floor(endpoint: Endpoint, count: number): Promise<number> {
  const body = 'x'.repeat(16 * 1024)
  const begun = performance.now()
  for (let n = 0; n < count; n++) {
    await (await fetch(`${endpoint.url}/floor`, { method: 'POST', body })).text()
    await run('bash', ['-c', `echo turn ${n}`])
  }
  return (performance.now() - begun) / count
}

async function measureOverhead({ rounds }: Effort, agent: Agent): Promise<Row[]> {
  const { floors, twenty, hundred } = await interleaved(rounds(10, 2), {
    floors: () => floor(agent.endpoint, 20),
    twenty: () => perTurn(agent, over(20, command)),
    hundred: () => perTurn(agent, over(100, command)),
  })
  const bare = median(floors)
  const row = (count: number, samples: readonly number[]): Row => {
    const detail = `${figure(median(samples))} ms [${spread(samples, figure)}] / ${figure(bare)} ms [${spread(floors, figure)}]`
    const what = `a turn with one command, ${count} turns, sandbox ${agent.kind}, over the floor`
    return atMost({ what, value: median(samples) / bare, limit: 1.6, unit: ' ×', detail })
  }
  return [row(20, twenty), row(100, hundred)]
}

async function measureSize({ rounds }: Effort, endpoint: Endpoint, small: Site): Promise<Row> {
  await using large = await createSite(repositoryOf(20_000))
  const look = (n: number): Reply =>
    calls(
      command(n),
      call('read_file', { path: 'src/index.js' }),
      call('write_file', { path: 'a.js', content: `${n}\n` }),
    )
  const turnIn = (site: Site) => () => perTurn({ endpoint, site, kind: 'none' }, over(20, look))
  const { few, many } = await interleaved(rounds(10, 2), { few: turnIn(small), many: turnIn(large) })
  const detail = `${figure(median(many))} ms [${spread(many, figure)}] / ${figure(median(few))} ms [${spread(few, figure)}]`
  const what = 'a turn that runs, reads and writes in 20,000 files, against 200'
  return atMost({ what, value: median(many) / median(few), limit: 1.1, unit: ' ×', detail })
}

/** Processes that the action starts in ten more turns, besides the commands that were asked for. */
async function countProcesses(endpoint: Endpoint, site: Site): Promise<Row> {
  const started = async (count: number): Promise<number> => {
    let processes = 0
    const onStart = (): void => void processes++
    subscribe('child_process', onStart)
    await perTurn({ endpoint, site, kind: 'bwrap' }, over(count, command))
    unsubscribe('child_process', onStart)
    return processes
  }
  const value = ((await started(20)) - (await started(10))) / 10 - 1
  return atMost({ what: 'processes per turn besides the command', value, limit: 0, unit: '' })
}
