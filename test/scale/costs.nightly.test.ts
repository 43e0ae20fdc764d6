import { afterAll, expect, test, vi } from 'vitest'
import { startGitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { startModel } from '../../fakes/model/model.ts'
import { call, type Step } from '../../fakes/model/script.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { COSTS, planCost, plus, scheduleCost, type Cost } from '../../bench/scale/costs.ts'
import { createPlan, finish, planOf } from '../../bench/scripts.ts'
import { clockByHand } from '../clock.ts'
import { runInProcess } from '../in-process.ts'

// What runs ask of GitHub, as they do it: the figures that `npm run growth` goes by, and docs/cost.md.

vi.spyOn(process.stdout, 'write').mockReturnValue(true)
afterAll(() => void vi.restoreAllMocks())

const revised: Step = ({ feedback }) =>
  call('create_plan', {
    ...{ ...planOf(3), risks: ['It may be too strict.'] },
    answers: feedback.map((comment) => ({ comment, applied: true, note: 'Named.' })),
  })

/** An agent that shows no steps: how often it does is a matter of time. */
const silent: readonly Step[] = [
  ({ subtask }) => call('write_file', { path: `src/part${subtask}.js`, content: 'export const part = 1\n' }),
  ({ subtask }) => finish(`Part ${subtask} is there`),
]

test('a plan of three subtasks asks of GitHub what the figures say, from /plan to the merge', async () => {
  await using github = await startGitHub({ files: REPOSITORY })
  await using model = await startModel({
    ...{ plan: createPlan(planOf(3)), revise: revised, subtasks: { default: silent } },
  })
  /** The clock stands, since a run that takes long looks once more before it ends. */
  const clock = clockByHand()
  const costOf = async (event: WebhookEvent): Promise<Cost> => {
    github.journal.length = 0
    const ended = await runInProcess({ github, model, event, clock: () => clock, inputs: { sandbox: 'none' } })
    expect(ended?.problems).toEqual([])
    const counted = github.journal.filter(({ kind, status }) => kind !== 'git' && status !== 304)
    return { requests: counted.length, writes: counted.filter(({ write }) => write).length }
  }
  const say = async (login: string, number: number, body: string): Promise<Cost> =>
    costOf((await github.comment(login, number, body)).event)

  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
  const plan = await say('alice', issue, '/plan add a limiter')
  const pull = (await github.pulls())[0]?.number ?? 0
  const revise = await say('bob', pull, 'Please name the risks.')
  const work = await say('alice', pull, 'approve')
  expect((await github.pull(pull)).draft).toBe(false)
  await github.comment('bob', pull, '/note Thanks.')
  const schedule = await costOf(github.scheduleEvent())
  const merged = await costOf(await github.mergePull('alice', pull))

  const wholeWork = [COSTS.subtask, COSTS.subtask, COSTS.subtask].reduce(plus, COSTS.work)
  expect({ plan, revise, work, schedule, merged }).toEqual({
    ...{ plan: COSTS.plan, revise: COSTS.revise, work: wholeWork, schedule: scheduleCost(1), merged: COSTS.merged },
  })
  // From `/plan` to its end without a revision, as docs/cost.md says.
  expect(planCost(3).requests - COSTS.merged.requests).toBe(29)
})
