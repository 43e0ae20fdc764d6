import { afterAll, expect, test, vi } from 'vitest'
import { runBy, type RunOptions } from '../../fakes/runner/run.ts'
import { COSTS, planCost, plus, scheduleCost, type Cost } from '../../bench/scale/costs.ts'
import { GITHUB_TOKEN, ORGANISATION } from '../../bench/scale/organisation.ts'
import { playedPage } from '../../bench/scale/page.ts'
import { playDay } from '../../bench/scale/played-day.ts'
import { simulate } from '../../bench/scale/simulate.ts'
import { clockByHand } from '../clock.ts'
import { carryOut } from '../in-process.ts'

// What runs ask of GitHub, as they do it: the figures that `npm run growth` goes by, and docs/cost.md.

vi.spyOn(process.stdout, 'write').mockReturnValue(true)
vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterAll(() => void vi.restoreAllMocks())

/** Plays a run in this process, by a clock that stands: a run that takes long looks once more before it ends. */
const play = (options: RunOptions) =>
  runBy(async (begun, { event }) => {
    const outcome = await carryOut(begun, event, { clock: () => clockByHand() })
    const problems = outcome?.problems ?? []
    return {
      code: problems.length,
      signal: null,
      log: problems.join('\n'),
      outputs: {},
      summary: '',
      ms: 0,
      peakMiB: 0,
    }
  }, options)

test('a simulated plan of three subtasks makes as many GitHub requests as the cost figures state', async () => {
  const day = { plans: 2, repositories: 1, subtasks: 3, revisions: 0.5 }
  const played = await playDay(day, { play, inputs: { sandbox: 'none' } })
  const work = [COSTS.subtask, COSTS.subtask, COSTS.subtask].reduce(plus, COSTS.work)
  const plan = { plan: COSTS.plan, work, merged: COSTS.merged }
  expect(played.plans).toEqual([plan, { ...plan, revise: COSTS.revise }])
  // Nobody said anything since the run before, so one of its questions is answered with 304.
  const { requests, writes } = scheduleCost(1)
  expect(played.schedules).toEqual([{ requests: requests - 1, writes }])
  // From `/plan` to its end without a revision, as docs/cost.md says.
  expect(planCost(3).requests - COSTS.merged.requests).toBe(31)

  const organisation = { ...ORGANISATION, ...GITHUB_TOKEN, ...day }
  expect(simulate({ ...organisation, plans: 2 }, played).requests).toBe(
    [...played.plans.flatMap((one) => Object.values(one)), ...played.schedules].reduce(
      (sum: number, { requests }: Cost) => sum + requests,
      2 * 3 * ORGANISATION.steps,
    ),
  )
  expect(playedPage(organisation, played)).toContain('**2 plans played, in 1 repositories**')
})
