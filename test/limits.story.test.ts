import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Script } from '../fakes/model/script.ts'
import { UserError } from '../src/lib/errors.ts'
import type { Forge } from '../src/github/forge.ts'
import { connectGitHub } from '../src/github/github.ts'
import { clockByHand } from './clock.ts'
import { runInProcess } from './in-process.ts'
import { goodScript, planArguments } from './good-plan.ts'
import { finish, planned, stage } from './scenarios/stage.ts'

// A rate limit of GitHub that outlasts the time budget: what was spent is saved, and a new run goes on.

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const GIVES_UP = [finish(1), call('give_up', { reason: 'Not today.' })]
const rateLimited = (until: Date) => new UserError('rate-limited', 'It is used up.', 'Wait.', { until })
const SCRIPT: Script = { subtasks: { 1: GIVES_UP } }

test.each([
  ['soon', 20, { problems: 0, dispatches: 1 }],
  ['long after the time budget', 3_600_000, { problems: 1, dispatches: 0 }],
])('an attempt is recorded under a rate limit that passes %s', async (_, milliseconds, expected) => {
  await using world = await planned({ script: SCRIPT })
  const { github, model, issue, pull } = world
  const inputs = { sandbox: 'none' }
  const { event } = await github.comment('bob', pull, 'approve')
  const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
  const asked = model.requests.length
  const hand = clockByHand()
  // The first attempt has failed and is told to nobody when the limit is met.
  const forge: Forge = {
    ...real,
    editPull: async (...spec) => {
      if (model.requests.length > asked) throw rateLimited(new Date(Date.parse(hand.timestamp()) + milliseconds))
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

test('token usage is counted when a rate limit hits between the model’s reply and the push', async () => {
  await using world = await stage({ script: goodScript(planArguments(1)) })
  const { github, model } = world
  const inputs = { sandbox: 'none' }
  const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
  /** A run in which GitHub takes no more requests as soon as the model has worked, and the next run, without that. */
  const limitedThenFree = async (number: number, body: string) => {
    const asked = model.requests.length
    const hand = clockByHand()
    const unlessLimited = <T>(read: () => Promise<T>): Promise<T> => {
      if (model.requests.length <= asked) return read()
      return Promise.reject(rateLimited(new Date(Date.parse(hand.timestamp()) + 7_200_000)))
    }
    const forge: Forge = {
      ...real,
      comments: (at) => unlessLimited(() => real.comments(at)),
      readIssueBatch: (wanted) => unlessLimited(() => real.readIssueBatch(wanted)),
    }
    const { event } = await github.comment('bob', number, body)
    const limited = await runInProcess({
      github,
      model,
      inputs,
      event,
      forge,
      clock: () => ({ ...hand, left: () => 0 }),
    })
    expect(limited?.problems).toHaveLength(1)
    return runInProcess({ github, model, inputs, event: github.dispatchEvent(number) })
  }
  await limitedThenFree(issue, '/plan add it')
  const pull = (await github.pulls())[0]?.number ?? 0
  const ended = await limitedThenFree(pull, 'approve')
  expect(ended?.outputs).toMatchObject({ 'plan-state': 'done' })
  const paid = model.requests.reduce((sum, { usage }) => sum + usage.input, 0)
  expect(ended?.outputs['tokens-input']).toBe(String(paid))
})
