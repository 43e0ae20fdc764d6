import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../fakes/github/types.ts'
import { call, faults, type Fault as ModelFault } from '../../fakes/model/script.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { bundled, GOOD, planned, saidByBot, workOf } from './stage.ts'

// What held runs up, cost memory, or was paid for nothing: each ends soon, and says why.

const PAGE = '<!DOCTYPE html>\n<html><body>Please log in.</body></html>\n'

/** A fault of ten requests in a row, from when it is armed. */
function tenTimes(fault: Fault) {
  const trouble = {
    left: 0,
    fault: () => (trouble.left-- > 0 ? fault : undefined),
    arm: () => void (trouble.left = 10),
  }
  return trouble
}

describe('ten bad answers in a row from GitHub hold no run up', () => {
  test('from the first push of an approval on, each half an answer', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const { fault, arm } = tenTimes({ kind: 'half' })
    let pushes = 0
    world.github.fault = ({ path, write }) => {
      if (write && path.endsWith('/git-receive-pack') && ++pushes === 2) arm()
      return fault()
    }
    await world.say('alice', pull, 'approve')
    expect(pushes).toBeGreaterThan(1)
    world.github.fault = undefined
    expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
  })

  test('in the middle of three jobs, each the page of a proxy', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const trouble = tenTimes({ kind: 'status', status: 200, body: PAGE, headers: { 'content-type': 'text/html' } })
    world.github.fault = trouble.fault
    const { event } = await world.github.comment('alice', pull, 'approve')
    const { rounds } = await threeJobs(world, event, { between: async () => trouble.arm(), rounds: 1 })
    const publish = rounds[0]?.publish
    expect([publish?.signal, trouble.left < 10]).toEqual([null, true])
    if (publish?.code !== 0) expect(publish?.log).toMatch(/::error::Requests to \S+ are answered with a web page/)
    world.github.fault = undefined
    expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
  })
})

test('what decides in CI is protected, and a result of 30 MB of brackets takes no memory', async () => {
  const [write, end] = workOf(1)
  if (!write || !end) throw new Error('There is no work.')
  const PROTECTED = ['Dangerfile', '.ci/run', 'GITHUB~1/workflows/ci.yml', 'skills/x/SKILL.md']
  const tries = PROTECTED.map((path) => call('write_file', { path, content: 'mine\n' }))
  const { world, pull } = await bundled.planned({ script: { subtasks: { 1: [...tries, write, end] } } })
  await using _ = world
  const { event } = await world.github.comment('alice', pull, 'approve')
  const between = async (folder: string, orders: readonly { id: string }[]): Promise<void> => {
    for (const { id } of orders) await writeFile(join(folder, id, 'result.json'), '['.repeat(30 * 1024 * 1024))
  }
  const [round] = (await threeJobs(world, event, { between, rounds: 1 })).rounds
  const told = round?.work.flatMap(({ requests }) => requests.at(-1)?.results.map(({ text }) => text) ?? []) ?? []
  expect(told.slice(0, PROTECTED.length)).toEqual(PROTECTED.map(() => expect.stringMatching(/protected/)))
  expect(round?.publish.log).toMatch(/result/)
  expect(round?.publish.peakMiB).toBeLessThan(500)
})

describe('a model’s endpoint', () => {
  const refusal = (status: number, message: string, more: object = {}): ModelFault => ({
    ...{ kind: 'error', status, message, type: 'error' },
    ...more,
  })

  test('whose account is spent, or the limit of its day, is asked once, in whatever words it says so', async () => {
    const { world, pull } = await planned()
    await using _ = world
    await world.github.comment('alice', pull, 'approve')
    for (const message of [
      '余额不足或无可用资源包,请充值。', // Zhipu 1113: continuedev/continue#11823
      'you have used up your daily free allocation of 10,000 neurons', // Cloudflare: diegosouzapw/OmniRoute#6980
      'Your prepayment credits are depleted.', // Gemini, which asks for a wait: JeffOtano/roni#125
    ]) {
      world.model.fault = () => refusal(429, message, message.startsWith('Your') ? { retryAfterSeconds: 34 } : {})
      const run = await world.dispatch(pull)
      expect([run.code, run.requests.length, run.log]).toEqual([1, 1, expect.stringContaining('has no quota left at')])
    }
  })

  test('that is down for good is waited for until the time budget ends, the run says for whom, and the next goes on', async () => {
    await using world = await bundled.stage()
    world.model.fault = () => refusal(503, 'No capacity')
    const { issue, pull, run } = await world.plan('a limiter', { inputs: { 'time-budget': '0.2' } })
    expect([run.signal, run.code, pull]).toEqual([null, 1, undefined])
    expect((await saidByBot(world, issue)).join('\n')).toMatch(
      /ran out of time while it waited for the model's endpoint at \S+ \(503 No capacity\)/,
    )
    world.model.fault = undefined
    await world.run(world.github.scheduleEvent())
    expect(await world.github.pulls()).toHaveLength(1)
  })

  test('that cannot parse a call says so to the model, which writes it again', async () => {
    const unread = [
      refusal(500, 'XML syntax error on line 6: element <function> closed by </parameter>'), // ollama/ollama#14834
      refusal(500, 'expected element type <function> but have <parameter>'), // continuedev/continue#10896
      refusal(400, 'Unexpected token 200012 while expecting start token 200006'), // vllm-project/vllm#27243
      refusal(400, 'unexpected tokens remaining in message header: Some("x")'), // vllm-project/vllm#51977
    ]
    const [one, ...rest] = workOf(1)
    const [other, ...more] = workOf(2)
    if (!one || !other) throw new Error('There is no work.')
    const waiting = [...unread]
    const { world, pull } = await planned({ script: { subtasks: { 1: [one, ...rest], 2: [other, ...more] } } })
    await using _ = world
    world.model.fault = ({ n }) => (n % 2 === 0 ? waiting.shift() : undefined)
    const run = await world.say('alice', pull, 'approve')
    expect([waiting.length, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    const texts = run.requests.map(({ raw }) => raw).join('\n')
    expect(texts).toContain('element <function> closed by')
  })
})

/** In runs with this, ten minutes take a second and a half. */
const QUICK = `const real = setTimeout; globalThis.setTimeout = new Proxy(real, {
  apply: (_, self, [act, ms, ...rest]) => real(act, ms === 600_000 ? 1_500 : ms, ...rest) })`
const SHORT_SILENCE = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(QUICK)}` }

describe('a model that falls silent', () => {
  test('once, in the middle, is asked again, and nothing is lost', async () => {
    const [write, end] = workOf(1)
    if (!write || !end) throw new Error('There is no work.')
    const slow: ModelFault = { kind: 'delay', ms: 4_000 }
    const { world, pull } = await bundled.planned({ script: { ...GOOD, subtasks: { 1: [write, faults(end, slow)] } } })
    await using _ = world
    const run = await world.say('alice', pull, 'approve', { env: SHORT_SILENCE })
    expect([run.code, run.outputs['plan-state']], run.log).toEqual([0, 'done'])
    expect(run.requests.filter(({ subtask, turn }) => subtask === 1 && turn === 1)).toHaveLength(2)
  })

  test('for good, sending pings, is asked twice and then told', async () => {
    let asked = 0
    const server = createServer((request, response) => {
      asked++
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => void response.write('event: ping\ndata: {"type":"ping"}\n\n'), 100)
      response.on('close', () => clearInterval(timer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await using world = await bundled.stage()
    const { port } = server.address() as AddressInfo
    const { run } = await world.plan('a limiter', {
      env: SHORT_SILENCE,
      inputs: { 'openai-base-url': `http://127.0.0.1:${port}/v1` },
    })
    server.closeAllConnections()
    server.close()
    expect([run.code, asked], run.log).toEqual([1, 2])
    expect(run.log).toContain('was silent for too long')
  })
})
