import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { call, calls } from '../fakes/model/script.ts'
import { commitTree } from '../src/git/objects.ts'
import { applyPatch } from '../src/git/merge.ts'
import { execute } from '../src/tasks/execute/run.ts'
import type { AgentContext } from '../src/agent/context/agent-context.ts'
import { startEndpoint, type Endpoint } from './endpoint.ts'
import type { Measurement } from './measurement.ts'
import { createSite, openContext, orderAt, type Site } from './room.ts'
import { median, spread } from './samples.ts'
import { finish } from './scripts.ts'
import { atMost, figure } from './table.ts'

/** A check that takes two seconds, whatever was changed, and leaves a line for each of its runs. */
const CHECK = 'echo run >> ../runs; sleep 2'
const FILES = { 'src/index.js': '1\n', 'test/old.test.js': '1\n' }

/** What is written in each kind of subtask: two after another that ran the check, with `off` and with `report`. */
const KINDS = {
  begun: ['src/first.js'],
  off: ['src/second.js'],
  first: ['src/first.js'],
  after: ['src/second.js'],
  added: ['src/second.js', 'test/new.test.js'],
  changed: ['src/third.js', 'test/old.test.js'],
} as const
type Kind = keyof typeof KINDS
type Sample = { ms: number; runs: number }

/** What it costs to learn what a tick rests on. */
export const proof: Measurement = {
  about: 'what is proven by checks that take two seconds',
  measure: async ({ rounds }) => {
    await using endpoint = await startEndpoint()
    const samples: Record<Kind, Sample>[] = []
    for (let n = rounds(5, 1); n > 0; n--) samples.push(await oneRound(endpoint))
    const times = (kind: Kind): number[] => samples.map((one) => one[kind].ms)
    const runs = (kind: Kind): number => Math.max(...samples.map((one) => one[kind].runs))
    const detail = `${figure(median(times('after')))} ms [${spread(times('after'), figure)}] / ${figure(median(times('off')))} ms [${spread(times('off'), figure)}]`
    const runsOf = (what: string, kind: Kind, limit: number) =>
      atMost({
        ...{ what: `runs of a check, ${what}`, value: runs(kind), limit, unit: '' },
        detail: `${figure(median(times(kind)))} ms; ${runs('off')} with \`off\``,
      })
    const ratio = median(times('after')) / median(times('off'))
    return [
      atMost({ what: 'a subtask after one that ran its checks, proof: report over off', value: ratio, limit: 1.05, unit: ' ×', detail }), // prettier-ignore
      runsOf('where none ran it before', 'first', 2),
      runsOf('where a test comes', 'added', 2),
      runsOf('where a test that was there changes', 'changed', 3),
    ]
  },
}

/** Each kind once; what the first subtask learned is known to those that come after it. */
async function oneRound(endpoint: Endpoint): Promise<Record<Kind, Sample>> {
  await using site = await createSite(FILES)
  const report = openContext(site, { url: `${endpoint.url}/v1`, kind: 'none' })
  const off: AgentContext = {
    ...report,
    known: { checks: new Map(), running: new Map() },
    settings: { ...report.settings, proof: 'off' },
  }
  const given = { endpoint, site }
  const begun = await subtaskOf({ ...given, ctx: off, head: site.head }, 'begun')
  const first = await subtaskOf({ ...given, ctx: report, head: site.head }, 'first')
  const later = async (ctx: AgentContext, kind: Kind): Promise<Sample> =>
    (await subtaskOf({ ...given, ctx, head: first.head }, kind)).sample
  return {
    begun: begun.sample,
    first: first.sample,
    after: await later(report, 'after'),
    off: await later(off, 'off'),
    added: await later(report, 'added'),
    changed: await later(report, 'changed'),
  }
}

type Given = { endpoint: Endpoint; site: Site; ctx: AgentContext; head: string }

/** Carries a subtask out, from the order to its result, and commits it. */
async function subtaskOf({ endpoint, site, ctx, head }: Given, kind: Kind): Promise<{ sample: Sample; head: string }> {
  const runs = join(site.root, 'runs')
  await rm(runs, { force: true })
  const writes = KINDS[kind].map((path) => call('write_file', { path, content: '2\n' }))
  await endpoint.begin([calls(...writes), finish('It is there')])
  const input = orderAt(head)
  const subtasks = input.plan.subtasks.map((one) => ({ ...one, files: [...KINDS[kind]], verify: [CHECK] }))
  const begun = performance.now()
  const result = await execute({ ...input, plan: { ...input.plan, subtasks } }, ctx)
  const ms = performance.now() - begun
  if (result.kind !== 'executed') throw new Error(`The subtask was not carried out: ${JSON.stringify(result)}`)
  const tree = (await applyPatch(site.repo, head, result.patch)) ?? head
  const author = { name: 'a', email: 'a@b' }
  const commit = await commitTree(site.repo, { tree, parents: [head], message: 'More', author })
  const lines = (await readFile(runs, 'utf8')).trim().split('\n')
  return { sample: { ms, runs: lines.length }, head: commit }
}
