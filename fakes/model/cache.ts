import { z } from 'zod'
import { runAgent, type AgentOptions } from '../../src/agent/run-agent.ts'
import { type Model, type ModelReply, type ModelRequest, CHARACTERS_PER_TOKEN } from '../../src/model/model.ts'
import { defineFinish, defineTool } from '../../src/agent/tool.ts'

/** The cost of a run in input tokens. `cost` is the total, where an uncached token costs 1. */
export type Bill = { requests: number; uncached: number; cached: number; cost: number }

/** As at real endpoints, the common beginning of two requests is cached in whole blocks, and costs a tenth. */
const BLOCK = 128 * CHARACTERS_PER_TOKEN
const CACHED_PRICE = 0.1
const OUTPUT_PRICE = 8
const OUTPUT_TOKENS = 100

/** Computes the bill of an endpoint with a prompt cache. */
function cashier() {
  const bill: Bill = { requests: 0, uncached: 0, cached: 0, cost: 0 }
  let before = ''
  const charge = ({ system, tools, messages }: ModelRequest): ModelReply['usage'] => {
    const sent = JSON.stringify([system, tools, messages])
    let common = 0
    while (common + BLOCK <= sent.length && before.startsWith(sent.slice(common, common + BLOCK), common))
      common += BLOCK
    before = sent
    const usage = {
      input: sent.length / CHARACTERS_PER_TOKEN,
      cached: common / CHARACTERS_PER_TOKEN,
      output: OUTPUT_TOKENS,
    }
    bill.requests += 1
    bill.cached += usage.cached
    bill.uncached += usage.input - usage.cached
    bill.cost = bill.uncached + CACHED_PRICE * bill.cached + OUTPUT_PRICE * OUTPUT_TOKENS * bill.requests
    return usage
  }
  return { bill, charge }
}

/** Pseudo-random numbers between 0 and 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const LOOKS = 100

/** The sizes of the tool results: 1,000 to 16,000 characters, small ones more often. */
const sizes = (roll: () => number): number[] => Array.from({ length: LOOKS }, () => Math.round(1000 * 16 ** roll()))

/** About every fourth call the agent needs an earlier result again, more often a recent one. */
const needs = (roll: () => number): (number | undefined)[] =>
  Array.from({ length: LOOKS }, (_, look) => {
    const age = Math.ceil(-12 * Math.log(1 - roll()))
    return roll() < 0.25 && age <= look ? look - age : undefined
  })

/** Runs an agent that reads a hundred results. It reads a result again if it needs one that was compacted away. */
export async function billOf(
  limits: Pick<AgentOptions<unknown>['limits'], 'contextTokens' | 'contextShare'>,
  seed = 1,
): Promise<Bill> {
  const roll = dice(seed)
  const [lengths, needed] = [sizes(roll), needs(roll)]
  const { bill, charge } = cashier()
  let look = 0
  const model: Model = async (request) => {
    const usage = charge(request)
    const missing = needed[look]
    const isThere =
      missing === undefined ||
      request.messages.some((one) => one.kind === 'result' && one.text.startsWith(`${missing}:`))
    const [name, args] = !isThere ? ['look', { at: missing }] : look < LOOKS ? ['look', { at: look++ }] : ['finish', {}]
    const call = { id: `call-${bill.requests}`, name: String(name), arguments: JSON.stringify(args) }
    return { message: { kind: 'assistant', text: '', calls: [call] }, stop: 'end', usage }
  }
  const eye = defineTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({ at: z.number() }),
    run: ({ at }) => `${at}:${`${at} `.repeat((lengths[at] ?? 0) / 3)}`,
  })
  await runAgent({
    model,
    system: 'You look around.',
    tools: [eye],
    messages: [{ kind: 'user', text: 'Look.' }],
    finish: defineFinish({
      name: 'finish',
      description: 'Ends.',
      input: z.object({}),
      check: () => ({ kind: 'ok', value: 1 }),
    }),
    limits: { turns: 10 * LOOKS, ...limits },
    signal: new AbortController().signal,
    cacheKey: 'look',
  })
  return bill
}
