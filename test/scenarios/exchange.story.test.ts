import { afterEach, expect, test, vi } from 'vitest'
import { startExchange, type ExchangeServer } from '../../fakes/keys/exchange.ts'
import { call, wrongKey } from '../../fakes/model/script.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import type { Run } from '../../fakes/runner/run.ts'
import type { World } from '../../fakes/runner/world.ts'
import { left } from './left.ts'
import { bundled, stage, workOf } from './stage.ts'

/** The inputs of a job without a key. */
const without = ({ url }: ExchangeServer): Record<string, string> => ({
  'openai-api-key': '',
  'token-exchange': [
    `url: ${url}`,
    'audience: https://models.example',
    'grant-type: urn:ietf:params:oauth:grant-type:token-exchange',
    'field: subject_token',
  ].join('\n'),
})

/** A runner that gives id tokens: the toolkit, which asks for them, reads the environment of the process. */
function giveTokens(env: Record<string, string>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
}
afterEach(() => void vi.unstubAllEnvs())

/** A model that takes no request without a token that is valid now, and tells how many it turned away. */
function guarded(world: World, server: ExchangeServer): { refused: number } {
  const told = { refused: 0 }
  world.model.fault = ({ headers }) => {
    if (server.isValid(headers.authorization?.replace('Bearer ', ''))) return undefined
    told.refused++
    return wrongKey
  }
  return told
}

/** What no run may let out: both kinds of tokens, and what the runner takes for an id token. */
const secretsOf = ({ idTokens, tokens, env }: ExchangeServer): string[] => [
  ...tokens,
  ...idTokens.flatMap((token) => [token, token.split('.')[2] ?? token]),
  env.ACTIONS_ID_TOKEN_REQUEST_TOKEN,
]

async function leaked(world: World, server: ExchangeServer, runs: readonly Run[]): Promise<string[]> {
  const all = (await Promise.all(runs.map((run) => left(world, run)))).join('\n')
  return secretsOf(server).filter((secret) => all.includes(secret))
}

/** Every place where a command could find what asks for an id token. */
const SEARCH = [
  'env | grep -i ACTIONS_ || true',
  'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep -a ACTIONS_ID || true',
  'cat ~/.npmrc "$RUNNER_TEMP"/* 2>/dev/null | grep -a -e tok_ -e eyJ || true',
].map((command) => call('run_command', { command }))

const SCRIPT = { subtasks: { 1: [...SEARCH, ...workOf(1)] } }

/** What the commands that searched were shown. */
const found = (run: Run | undefined): string =>
  (run?.requests.findLast(({ subtask }) => subtask === 1)?.results ?? [])
    .slice(0, SEARCH.length)
    .map(({ text }) => text)
    .join('\n')

test('a plan runs with exchanged tokens instead of a stored key, renewed twice, and leaks none', async () => {
  await using server = await startExchange({ life: 3 })
  const outlive = call('run_command', { command: 'sleep 3' })
  const script = { subtasks: { ...SCRIPT.subtasks, 2: [outlive, outlive, ...workOf(2)] } }
  await using world = await bundled.stage({ inputs: without(server), env: server.env, script })
  const told = guarded(world, server)
  const { pull = 0, run: drafted } = await world.plan()
  const beforeWork = server.exchanges.length
  const ended = await world.say('alice', pull, 'approve')
  expect([drafted.code, ended.code, ended.outputs['plan-state']]).toEqual([0, 0, 'done'])
  // Each job asks for its own. A token that ends on its way is refused, and asked for once more.
  expect(server.exchanges.length - beforeWork).toBeGreaterThan(2)
  expect(told.refused).toBeLessThan(server.exchanges.length)
  expect(new Set(server.idTokens).size).toBe(server.exchanges.length)
  expect(found(ended)).not.toMatch(/ACTIONS_ID|tok_|eyJ/)
  expect(await leaked(world, server, [drafted, ended])).toEqual([])
  for (const secret of [server.tokens.at(-1), server.idTokens.at(-1)])
    expect(ended.log).toContain(`::add-mask::${secret}`)
})

test('of three jobs only the job with the model may request a token', async () => {
  await using server = await startExchange()
  giveTokens(server.env)
  await using world = await stage({ script: SCRIPT })
  const told = guarded(world, server)
  const work = { inputs: without(server), env: server.env }
  const { number: issue } = await world.github.openIssue('alice', { title: 'Limit the rate of requests' })
  const asked = await world.github.comment('alice', issue, '/plan add a limiter')
  const planning = await threeJobs(world, asked.event, { work })
  const [pull] = await world.github.pulls()
  const yes = await world.github.comment('alice', pull?.number ?? 0, 'approve')
  const working = await threeJobs(world, yes.event, { work })
  const runs = [planning, working].flatMap(({ decide, rounds }) => [
    ...[decide],
    ...rounds.flatMap((round) => [...round.work, round.publish]),
  ])
  expect(runs.map(({ code }) => code)).toEqual(runs.map(() => 0))
  expect(working.rounds.at(-1)?.publish.outputs['plan-state']).toBe('done')
  const jobs = [planning, working].flatMap(({ rounds }) => rounds.flatMap((round) => round.work))
  expect([server.exchanges.length, told.refused]).toEqual([jobs.length, 0])
  expect(found(working.rounds[0]?.work[0])).not.toMatch(/ACTIONS_ID|tok_|eyJ/)
  expect(await leaked(world, server, runs)).toEqual([])
})

test('an exchanged token that the provider revokes during planning is replaced once', async () => {
  await using server = await startExchange()
  giveTokens(server.env)
  await using world = await stage({ inputs: without(server), env: server.env })
  let refused = 0
  world.model.fault = ({ n }) => (n === 2 && refused++ === 0 ? wrongKey : undefined)
  const { run } = await world.plan()
  expect([run.code, refused, server.exchanges.length]).toEqual([0, 1, 2])
  world.model.fault = () => wrongKey
  const { run: second } = await world.plan('add another')
  expect([second.code, server.exchanges.length]).toEqual([1, 4])
})

test('setting both openai-api-key and token-exchange is an error before any request', async () => {
  await using server = await startExchange()
  await using world = await stage({ inputs: { ...without(server), 'openai-api-key': 'sk-test' }, env: server.env })
  const { run } = await world.plan()
  expect([run.code, run.requests.length, server.exchanges.length]).toEqual([1, 0, 0])
  expect(run.log).toContain('`openai-api-key` and `token-exchange` are both set')
})
