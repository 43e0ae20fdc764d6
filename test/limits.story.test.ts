import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Script } from '../fakes/model/script.ts'
import { startModel, type Model } from '../fakes/model/model.ts'
import { startGitHub } from '../fakes/github/github.ts'
import { REPOSITORY } from '../fakes/runner/world.ts'
import { rateLimited } from '../src/errors.ts'
import type { WebhookEvent } from '../fakes/github/types.ts'
import type { Forge } from '../src/github/forge.ts'
import { connectGitHub } from '../src/github/github.ts'
import { clockByHand } from './clock.ts'
import { runInProcess, type InProcess } from './in-process.ts'
import { goodScript, planArguments } from './good-plan.ts'

// A rate limit of GitHub that outlasts the time budget: what was spent is saved, and a new run goes on.

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const GIVES_UP = [call('give_up', { reason: 'Not today.' })]
const SCRIPT: Script = { plan: [call('create_plan', planArguments(1))], subtasks: { default: GIVES_UP } }

test.each([
  ['soon', 20, { problems: 0, dispatches: 1 }],
  ['long after the time budget', 3_600_000, { problems: 1, dispatches: 0 }],
])('one that passes %s', { timeout: 60_000 }, async (_, milliseconds, expected) => {
  await using model = await startModel(SCRIPT)
  await using github = await startGitHub({ files: REPOSITORY })
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
  const inputs = { sandbox: 'none' }
  await runInProcess({ github, model, inputs, event: (await github.comment('alice', issue, '/plan add it')).event })
  const [plan] = await github.pulls()
  const { event } = await github.comment('bob', plan?.number ?? 0, 'approve')
  const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
  const asked = model.requests.length
  const hand = clockByHand()
  // The first attempt has failed and is told to nobody when the limit is met.
  const forge: Forge = {
    ...real,
    editPull: async (...spec) => {
      if (model.requests.length > asked)
        throw rateLimited(new Date(Date.parse(hand.timestamp()) + milliseconds), undefined)
      return real.editPull(...spec)
    },
  }
  const clock = () => ({ ...hand, left: () => 0 })
  const ended = await runInProcess({ github, model, inputs, event, forge, clock })
  const commits = await github.commits(`plan/issue-${issue}`)
  expect(commits.at(-1)?.message).toMatch(/^Stop in the middle of subtask 1\n[^]*Plan-Usage: input=[1-9]/)
  expect(ended?.problems).toHaveLength(expected.problems)
  expect(ended?.summary).toContain(expected.dispatches ? 'Then a new run goes on.' : 'Plan')
  expect([github.takeDispatch(), github.takeDispatch()].filter(Boolean)).toHaveLength(expected.dispatches)
})

/** A run in which GitHub takes no more requests as soon as the model has worked, and the next run, without that. */
async function limitedThenFree(
  { github, model, inputs }: Pick<InProcess, 'github'> & { model: Model; inputs: Record<string, string> },
  { number, event, next = {} }: { number: number; event: WebhookEvent; next?: Record<string, string> },
) {
  const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
  const asked = model.requests.length
  const hand = clockByHand()
  const unlessLimited = <T>(read: () => Promise<T>): Promise<T> => {
    if (model.requests.length <= asked) return read()
    return Promise.reject(rateLimited(new Date(Date.parse(hand.timestamp()) + 7_200_000), undefined))
  }
  const forge: Forge = {
    ...real,
    comments: (number) => unlessLimited(() => real.comments(number)),
    firstLook: (wanted) => unlessLimited(() => real.firstLook(wanted)),
  }
  const limited = await runInProcess({ github, model, inputs, event, forge, clock: () => ({ ...hand, left: () => 0 }) })
  const paid = model.requests.length
  const free = await runInProcess({
    github,
    model,
    inputs: { ...inputs, ...next },
    event: github.dispatchEvent(number),
  })
  return { limited, free, paid: paid - asked, paidAgain: model.requests.length - paid }
}

test(
  'what was paid for is kept when a limit outlasts the run, and the next run writes it',
  { timeout: 90_000 },
  async () => {
    await using model = await startModel(goodScript(planArguments(3)))
    await using github = await startGitHub({ files: REPOSITORY })
    const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
    const refs = () => github.git(['for-each-ref', '--format=%(refname)', 'refs/measure-twice/*-work'])
    const around = { github, model, inputs: { sandbox: 'none', 'openai-api-key': 'sk-of-ours-5d41402abc4b2a76' } }
    const { event } = await github.comment('alice', issue, '/plan add it')
    const plan = await limitedThenFree(around, { number: issue, event })
    expect([plan.limited?.problems.length, plan.free?.problems, plan.paid > 0, plan.paidAgain]).toEqual([
      1,
      [],
      true,
      0,
    ])
    expect([plan.free?.outputs['plan-state'], await refs()]).toEqual(['todo', ''])
    const pull = (await github.pulls())[0]?.number ?? 0
    const approve = async (what: string) => ({ number: pull, event: (await github.comment('bob', pull, what)).event })
    const patch = await limitedThenFree(around, await approve('approve 1'))
    expect([patch.limited?.problems.length, patch.free?.problems, patch.paid > 0, patch.paidAgain]).toEqual([
      1,
      [],
      true,
      0,
    ])
    expect([patch.free?.outputs['subtasks-done'], await refs()]).toEqual(['1', ''])
    // Whoever lacks the key cannot have been the one who paid for it.
    const next = { 'openai-api-key': 'sk-of-somebody-else-7d793037a0760186' }
    const other = await limitedThenFree(around, { ...(await approve('approve 2')), next })
    expect([other.free?.problems, other.paidAgain > 0]).toEqual([[], true])
    // What can be guessed is no key.
    const local = { ...around, inputs: { ...around.inputs, 'openai-api-key': 'ollama' } }
    const open = await limitedThenFree(local, await approve('approve 3'))
    expect([open.paidAgain > 0, open.free?.outputs['plan-state']]).toEqual([true, 'done'])
  },
)
