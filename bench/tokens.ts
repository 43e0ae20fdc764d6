import { execute } from '../src/tasks/execute/run.ts'
import { call, say, type Reply } from '../fakes/model/script.ts'
import { createWorld } from '../fakes/runner/world.ts'
import { tokensOf, type Tokens } from './count.ts'
import { startEndpoint } from './endpoint.ts'
import type { Effort, Measurement } from './measurement.ts'
import { repositoryOf } from './repositories.ts'
import { createSite, openContext, orderAt } from './room.ts'
import { atMost, figure, type Row } from './table.ts'

/** What requests hold besides what the model has to know. */
export const tokens: Measurement = {
  about: 'tokens of the first requests, of prompts and tools, and of twenty calls',
  measure: async (effort) => [...(await planningRows(effort)), ...(await executingRows())],
}

const parts = ({ system, tools, conversation }: Tokens): string =>
  `prompt ${system}, tools ${tools}, task ${conversation}`
const fixed = ({ system, tools }: Tokens): number => system + tools
const all = (count: Tokens): number => fixed(count) + count.conversation

/** What a first message shows of the repository, as JSON has it. */
const REPOSITORY = /The repository:\\n<<<(data-[0-9a-f]+)\\n.*?\\n\1>>>\\n\\n/s

/**
 * The first request of a planner, as it leaves the built action, where `/plan` says nothing besides: without what it
 * shows of the repository, and the tokens of that.
 */
async function firstPlanning({ bundle }: Effort, files: number): Promise<Tokens & { shown: number }> {
  await using world = await createWorld({ files: repositoryOf(files), script: { plan: say('') }, bundle })
  await world.plan('', { title: 'Limit the rate of requests', body: 'We are flooded.', inputs: { 'max-turns': '1' } })
  const body = world.model.requests[0]?.raw
  if (!body) throw new Error('The model was not asked.')
  const without = tokensOf(body.replace(REPOSITORY, ''))
  return { ...without, shown: all(tokensOf(body)) - all(without) }
}

async function planningRows(effort: Effort): Promise<Row[]> {
  const small = await firstPlanning(effort, 200)
  const large = await firstPlanning(effort, 20_000)
  const limits = { limit: 925, unit: ' tokens' }
  const difference = Math.abs(all(large) - all(small))
  return [
    atMost({
      what: 'first planning request, without the look at the repository',
      value: all(small),
      ...limits,
      detail: parts(small),
    }),
    atMost({ what: 'the same, 20,000 files: difference', value: difference, limit: 0, unit: ' tokens' }),
    ...[small, large].map(({ shown }, i) =>
      atMost({
        what: `what it shows of ${i === 0 ? '200' : '20,000'} files`,
        value: shown,
        limit: 1500,
        unit: ' tokens',
      }),
    ),
    atMost({
      what: 'planning prompt with its tools',
      value: fixed(small),
      limit: 900,
      unit: ' tokens',
      detail: parts(small),
    }),
  ]
}

/** Twenty calls with outputs of such a length that the conversations alone come to 44,000 tokens in all. */
const talk: readonly Reply[] = [
  ...Array.from({ length: 19 }, (_, n) => call('run_command', { command: `seq ${n + 1}000 ${n + 1}057` })),
  call('give_up', { reason: 'That is all.' }),
]

async function executingRows(): Promise<Row[]> {
  await using endpoint = await startEndpoint()
  await using site = await createSite(repositoryOf(200))
  await endpoint.begin(talk)
  await execute(orderAt(site.head), openContext(site, { url: `${endpoint.url}/v1`, kind: 'none' }))
  const counts = (await endpoint.heard()).bodies.map(tokensOf)
  const [first] = counts
  if (!first || counts.length !== talk.length) throw new Error(`${counts.length} of ${talk.length} calls were made.`)
  const bare = counts.reduce((sum, { conversation }) => sum + conversation, 0)
  const sent = counts.reduce((sum, count) => sum + all(count), 0)
  const detail = `${figure(sent)} / ${figure(bare)} tokens`
  return [
    atMost({
      what: 'executing prompt with its tools',
      value: fixed(first),
      limit: 1200,
      unit: ' tokens',
      detail: parts(first),
    }),
    atMost({ what: 'first executing request, five subtasks', value: all(first), limit: 1800, unit: ' tokens' }),
    atMost({ what: 'tokens of twenty calls, over the bare loop', value: sent / bare, limit: 1.35, unit: ' ×', detail }),
  ]
}
