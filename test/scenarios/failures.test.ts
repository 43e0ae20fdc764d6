import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { broken, call, cut, type Fault, faults, malformed, rateLimited, say, wrongKey } from '../model/script.ts'
import type { World } from '../runner/world.ts'
import {
  checklist,
  finish,
  meanwhile,
  offer,
  planned,
  planOf,
  reactions,
  revised,
  saidByBot,
  stage,
  subjects,
  TWO,
  workOf,
} from './stage.ts'

const BRANCH = 'plan/issue-1'
const GIVES_UP = [call('give_up', { reason: 'There is no router in this repository.' })]

describe('a subtask', () => {
  test('whose checks fail goes on with their output until they pass', async () => {
    const { world, pull } = await planned({
      script: {
        plan: [offer(planOf([{ number: 1, verify: ['cat src/part1.js && grep -q ready src/part1.js'] }]))],
        subtasks: {
          1: [
            ...workOf(1),
            call('write_file', { path: 'src/part1.js', content: 'export const ready = 1\n' }),
            finish(1),
          ],
        },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect(run.outputs['plan-state']).toBe('done')
    const third = run.requests.find(({ turn }) => turn === 2)
    expect(third?.results.at(-1)?.text).toContain('export const part = 1')
    expect(new Set(run.requests.map(({ attempt }) => attempt))).toEqual(new Set([1]))
  })

  test('that fails is tried anew from a clean tree, told why', async () => {
    const left = call('write_file', { path: 'src/left-over.js', content: 'x\n' })
    const { world, pull } = await planned({
      script: { subtasks: { 1: { attempts: [[left, ...GIVES_UP], workOf(1)] } } },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(run.requests.find(({ attempt }) => attempt === 2)?.text).toContain('There is no router in this repository.')
    expect(await world.github.file(BRANCH, 'src/left-over.js')).toBeUndefined()
  })

  test('that fails for good halts the plan with the evidence, red, and what does not depend on it is carried out', async () => {
    const three = planOf([{ number: 1 }, { number: 2, depends_on: [1] }, { number: 3 }])
    const { world, pull } = await planned({
      inputs: { 'max-attempts': '2' },
      script: { plan: [offer(three)], subtasks: { 1: { attempts: [GIVES_UP, GIVES_UP, workOf(1)] } } },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.outputs]).toEqual([1, expect.objectContaining({ 'plan-state': 'halted', next: 'retry' })])
    expect((await saidByBot(world, pull)).at(-1)).toMatch(/Halted.*There is no router in this repository.*\/retry/s)
    expect(await checklist(world, pull)).toEqual([
      expect.stringMatching(/^- \[ \] 1\. .* · failed after 2 attempts: .*no router/),
      expect.stringMatching(/^- \[ \] 2\. /),
      expect.stringMatching(/^- \[x\] 3\. /),
    ])
    const late = await world.say('bob', pull, 'approve')
    expect([reactions(world, late.comment), (await saidByBot(world, pull)).at(-1)]).toEqual([
      ['confused'],
      expect.stringContaining('/retry'),
    ])
    const retry = await world.say('bob', pull, '/retry')
    expect([retry.code, retry.outputs['plan-state'], reactions(world, retry.comment)]).toEqual([
      0,
      'done',
      ['eyes', 'rocket'],
    ])
    expect((await subjects(world, BRANCH)).filter((subject) => subject.startsWith('Add part'))).toEqual([
      'Add part 3',
      'Add part 1',
      'Add part 2',
    ])
  })

  test('that is skipped takes along what depends on it, and the plan is done', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const run = await world.say('alice', pull, '/skip 1 we have one already')
    expect(await checklist(world, pull)).toEqual([
      '- [x] ~~1. Add the limiter~~ · abandoned: we have one already',
      expect.stringMatching(/^- \[x\] ~~2\. Wire the limiter~~ · abandoned: .*we have one already/),
    ])
    expect([run.outputs['plan-state'], run.requests.length]).toEqual(['done', 0])
  })
})

describe('a flaky model', () => {
  test.each<[string, Fault[]]>([
    ['is asked again after "too many requests"', [rateLimited(1)]],
    ['is asked again after errors of the server', [broken(500), broken(503)]],
    ['is asked again after a reply that breaks off', [cut]],
    ['is asked again after a reply that is none', [malformed]],
  ])('%s', async (_name, list) => {
    const { world, pull } = await planned({ script: { plan: [faults(call('list_files'), ...list), offer(TWO)] } })
    await using _ = world
    expect(world.runs[0]?.code).toBe(0)
    expect((await world.github.pull(pull)).state).toBe('open')
  })

  test('that stays broken makes the run red, and the next run goes on', async () => {
    const { world, pull } = await planned()
    await using _ = world
    world.model.fault = ({ subtask }) => (subtask === 2 ? broken(500) : undefined)
    const run = await world.say('alice', pull, 'approve')
    expect(run.code).toBe(1)
    expect((await saidByBot(world, pull)).at(-1)).toContain(`/actions/runs/`)
    world.model.fault = undefined
    expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
    expect((await subjects(world, BRANCH)).filter((subject) => subject === 'Add part 1')).toHaveLength(1)
  })
})

/** What nobody may read in a comment: a stack, a path of the runner, a key. */
const PRIVATE = /\n\s+at |node:internal|\/tmp\/|\/home\/|sk-test|ghs_|index\.js/

describe('what a person can mend is said in a sentence with its remedy, red, once', () => {
  const nothingListens = async (): Promise<string> => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    return `http://127.0.0.1:${port}/v1`
  }

  test.each<[string, { fault?: Fault; inputs?: () => Promise<Record<string, string>> }, RegExp]>([
    ['a wrong key', { fault: wrongKey }, /does not accept the API key.*`openai-api-key`/s],
    [
      'an unknown model',
      {
        fault: {
          kind: 'error',
          status: 404,
          message: 'The model `scripted` does not exist',
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      },
      /does not offer the model.*`model`/s,
    ],
    [
      'an endpoint where nothing listens',
      { inputs: async () => ({ 'openai-base-url': await nothingListens() }) },
      /cannot be reached.*`openai-base-url`/s,
    ],
  ])('%s', async (_name, { fault, inputs }, sentence) => {
    await using world = await stage()
    world.model.fault = () => fault
    const { issue, run } = await world.plan('add a limiter', { inputs: (await inputs?.()) ?? {} })
    const [comment = ''] = await saidByBot(world, issue)
    expect(run.code).toBe(1)
    expect(comment).toMatch(sentence)
    expect(comment).not.toMatch(PRIVATE)
    expect(run.secrets.filter((secret) => comment.includes(secret))).toEqual([])
    await world.dispatch(issue, { inputs: (await inputs?.()) ?? {} })
    expect(await saidByBot(world, issue)).toHaveLength(1)
    world.model.fault = undefined
    await world.dispatch(issue)
    expect(await world.github.pulls()).toHaveLength(1)
  })

  test('a repository that does not let Actions open pull requests gets the branch and the link', async () => {
    await using world = await stage()
    world.github.settings.actionsMayOpenPulls = false
    const { issue, run } = await world.plan()
    expect(run.code).toBe(1)
    expect(await saidByBot(world, issue)).toEqual([
      expect.stringMatching(
        /compare\/main\.\.\.plan\/issue-1.*Allow GitHub Actions to create and approve pull requests/s,
      ),
    ])
    expect(await world.github.file(BRANCH, 'PLAN.md')).toContain('# Plan')
    world.github.settings.actionsMayOpenPulls = true
    const again = await world.dispatch(issue)
    expect([again.code, again.requests.length, (await world.github.pulls()).length]).toEqual([0, 0, 1])
  })

  test('a wrong input is named, before anything is asked of anybody', async () => {
    await using world = await stage({ inputs: { 'max-attempts': 'many' } })
    const { run } = await world.plan()
    expect([run.code, run.requests.length, run.journal]).toEqual([1, 0, []])
    expect(run.log).toMatch(/::error::.*max-attempts.*many/)
  })

  test('a run without an event says how it should be run', async () => {
    await using world = await stage()
    const { event } = await world.github.openIssue('alice')
    const run = await world.run(event, { env: { GITHUB_EVENT_PATH: '/nowhere/event.json' } })
    expect([run.code, run.journal]).toEqual([1, []])
    expect(run.log).toMatch(/::error::.*event payload/)
    expect(run.log).not.toContain('    at ')
  })

  test('an empty repository has nothing to plan on', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    const { event } = await world.github.comment('alice', number, '/plan a start')
    const sha = (await world.github.sha('main')) ?? ''
    await world.github.git(['update-ref', '-d', 'refs/heads/main'])
    const run = await world.run(event, { at: { sha } })
    expect([run.code, run.requests.length]).toEqual([1, 0])
    expect(run.log).toMatch(/::error::/)
    expect(run.log).not.toContain('fatal:')
    expect((await saidByBot(world, number)).join()).not.toMatch(PRIVATE)
  })

  test('a closed issue gets no plan', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    await world.github.closeIssue('alice', number)
    const run = await world.say('alice', number, '/plan add a limiter')
    expect([run.code, run.requests.length, reactions(world, run.comment)]).toEqual([0, 0, ['confused']])
    expect((await saidByBot(world, number)).at(-1)).toContain('closed')
  })
})

describe('GitHub', () => {
  test('that fails on reads is asked again', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const failed = new Set<string>()
    world.github.fault = ({ method, path, kind }) => {
      if (method !== 'GET' || kind !== 'rest' || failed.has(path)) return undefined
      ;(failed.add(path), { kind: 'status', status: 502 })
    }
    const run = await world.say('alice', pull, 'approve')
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
    expect(failed.size).toBeGreaterThan(3)
  })

  test.each([
    ['the comment', 'POST', /\/comments$/],
    ['the reaction', 'POST', /\/reactions$/],
    ['the body', 'PATCH', /\/pulls\/\d+$/],
    ['the pull request', 'POST', /\/pulls$/],
    ['the mutation', 'POST', /^\/graphql$/],
  ])(
    'that fails on %s after it was done is not asked twice, and the next run finds what is there',
    async (_name, method, path) => {
      await using world = await stage()
      const { github } = world
      let left = 1
      const fault = (entry: { method: string; path: string }) =>
        entry.method === method && path.test(entry.path) && left-- > 0
          ? ({ kind: 'status', status: 502, applied: true } as const)
          : undefined
      const isEnd = path.test('/graphql')
      if (!isEnd) github.fault = fault
      const { number: issue } = await github.openIssue('alice')
      const first = await world.say('alice', issue, '/plan add a limiter')
      await world.dispatch(issue)
      const [pull] = await github.pulls()
      if (isEnd) github.fault = fault
      const second = await world.say('alice', pull?.number ?? 0, 'approve')
      await world.dispatch(issue)
      expect([first.code, second.code]).toEqual(isEnd ? [0, 1] : [1, 0])
      expect((await github.pulls()).map(({ draft, state }) => [draft, state])).toEqual([[false, 'open']])
      const said = [...(await saidByBot(world, issue)), ...(await saidByBot(world, pull?.number ?? 0))]
      const markers = said.flatMap((body) => /<!-- measure-twice:(?!note outage)[^>]*-->/.exec(body)?.[0] ?? [])
      expect(markers).toHaveLength(3)
      expect(new Set(markers).size).toBe(3)
      expect(reactions(world, first.comment)).toEqual(['eyes', 'rocket'])
    },
  )

  test('that is down for writes leaves a red run, and the next one heals it', async () => {
    const { world, pull } = await planned()
    await using _ = world
    world.github.fault = ({ write }) => (write ? { kind: 'status', status: 502 } : undefined)
    expect((await world.say('alice', pull, 'approve')).code).toBe(1)
    world.github.fault = undefined
    expect((await world.dispatch(pull)).outputs['plan-state']).toBe('done')
  })
})

describe('a plan that does not fit goes back to the model with the reason', () => {
  test.each([
    [
      'a circle',
      planOf([
        { number: 1, depends_on: [2] },
        { number: 2, depends_on: [1] },
      ]),
      /circle: 1 → 2 → 1|circle: 2 → 1 → 2/,
    ],
    ['a number that is there twice', planOf([{ number: 1 }, { number: 1 }]), /must be unique/],
    ['a path outside of the repository', planOf([{ number: 1, files: ['../../etc/passwd'] }]), /inside the repository/],
    ['a protected path', planOf([{ number: 1, files: ['.github/workflows/ci.yml'] }]), /is protected/],
    ['too many subtasks', planOf(Array.from({ length: 13 }, (_, i) => ({ number: i + 1 }))), /at most 12/],
    ['no subtask', planOf([]), /at least one/],
  ])('for %s', async (_name, bad, reason) => {
    const { world } = await planned({ script: { plan: [offer(bad), offer(TWO)] } })
    await using _ = world
    const [, second] = world.runs[0]?.requests ?? []
    expect(second?.results.at(-1)?.text).toMatch(reason)
    expect(world.runs[0]?.code).toBe(0)
  })

  test('a model that never offers one is given up, and whoever asked is told', async () => {
    await using world = await stage({ script: { plan: () => say('I have no idea.') } })
    const { issue, pull, run } = await world.plan()
    expect([pull, run.code]).toEqual([undefined, 1])
    expect(await saidByBot(world, issue)).toEqual([expect.stringMatching(/did not get there/)])
    expect(reactions(world, run.comment)).toContain('confused')
  })
})

describe('much of everything', () => {
  test('a request of 60 kB is planned', async () => {
    const { world } = await planned({})
    await using _ = world
    const { number } = await world.github.openIssue('alice', { body: 'Long. '.repeat(10_000) })
    const run = await world.say('alice', number, `/plan ${'very long words '.repeat(4_000)}`)
    expect([run.code, run.outputs['plan-state']]).toEqual([0, 'todo'])
  })

  test('a command on the fourth page of comments is found, and what people say later too', async () => {
    const { world, pull } = await planned()
    await using _ = world
    for (let i = 0; i < 300; i++) await world.github.comment('bob', pull, `/note number ${i}`)
    const feedback = await world.github.comment('bob', pull, 'Please name the risks.')
    const run = await world.run(feedback.event)
    expect(reactions(world, feedback.id)).toEqual(['eyes', 'rocket'])
    expect(run.requests[0]?.newest).toContain('Please name the risks.')
    expect((await world.say('alice', pull, 'approve')).outputs['plan-state']).toBe('done')
  })

  test('the whole thread is read again before every subtask, also on later pages', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: {
          1: [meanwhile(() => world.github.comment('bob', pull, '/skip 2 later'), call('list_files')), ...workOf(1)],
        },
      },
    })
    await using _ = world
    for (let i = 0; i < 120; i++) await world.github.comment('bob', pull, `/note number ${i}`)
    await world.say('alice', pull, 'approve')
    expect(await checklist(world, pull)).toEqual([
      expect.stringMatching(/^- \[x\] 1\. /),
      '- [x] ~~2. Wire the limiter~~ · abandoned: later',
    ])
  })
})

describe('somebody else', () => {
  test("has a branch of the plan's name: the plan takes the next name, and leaves that branch alone", async () => {
    await using world = await stage()
    const { sha } = await world.github.push('bob', BRANCH, { files: { 'mine.txt': 'mine\n' } })
    const { pull } = await world.plan()
    expect((await world.github.pull(pull ?? 0)).branch).toBe('plan/issue-1-2')
    expect(await world.github.sha(BRANCH)).toBe(sha)
  })

  test('pushes to the branch in the middle of a subtask: both changes are kept', async () => {
    const { world, pull } = await planned({
      script: {
        subtasks: {
          1: [
            meanwhile(
              () => world.github.push('bob', BRANCH, { files: { 'docs/notes.md': 'Notes\n' } }),
              call('list_files'),
            ),
            ...workOf(1),
          ],
        },
      },
    })
    await using _ = world
    const run = await world.say('alice', pull, 'approve')
    expect(run.outputs['plan-state']).toBe('done')
    expect(await world.github.file(BRANCH, 'docs/notes.md')).toBe('Notes\n')
    expect(await world.github.file(BRANCH, 'src/part1.js')).toBe('export const part = 1\n')
    expect(world.github.refUpdates.filter(({ forced }) => forced)).toEqual([])
  })
})

describe('two runs of one event at the same time', () => {
  /** The runs overlap from the first request on: neither is answered before both have asked. */
  async function together(world: World, event: Parameters<World['run']>[0]) {
    return Promise.all([world.run(event), world.run(event)])
  }

  test('make one plan pull request', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    const { event } = await world.github.comment('alice', number, '/plan add a limiter')
    await together(world, event)
    await world.dispatch(number)
    expect((await world.github.pulls()).map(({ branch }) => branch)).toEqual([BRANCH])
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests'])
  })

  test('make one commit for each subtask', async () => {
    const { world, pull } = await planned()
    await using _ = world
    const { event } = await world.github.comment('alice', pull, 'approve')
    await together(world, event)
    const last = await world.dispatch(pull)
    expect(last.outputs['plan-state']).toBe('done')
    expect(await subjects(world, BRANCH)).toEqual([
      'Plan: Limit the rate of requests',
      'Add part 1',
      'Add part 2',
      'Finish the plan',
    ])
  })

  test('answer feedback with one version', async () => {
    const { world, pull } = await planned({ script: { revise: revised({ ...TWO, risks: ['One.'] }) } })
    await using _ = world
    const { event } = await world.github.comment('alice', pull, 'Please name the risks.')
    await together(world, event)
    await world.dispatch(pull)
    expect(await subjects(world, BRANCH)).toHaveLength(2)
  })
})
