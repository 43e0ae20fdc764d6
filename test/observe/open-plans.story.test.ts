import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Script } from '../../fakes/model/script.ts'
import { scheduleCost } from '../../bench/scale/costs.ts'
import { startModel } from '../../fakes/model/model.ts'
import { startGitHub } from '../../fakes/github/github.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { runInProcess } from '../in-process.ts'
import { planArguments } from '../good-plan.ts'

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const PLAN = planArguments(1)
const SCRIPT: Script = {
  plan: [call('create_plan', PLAN)],
  revise: ({ feedback }) =>
    call('create_plan', {
      ...{ ...PLAN, risks: ['One.'] },
      answers: feedback.map((comment) => ({ comment, applied: true, note: 'Done.' })),
    }),
}

test('a schedule asks nothing for a plan alone that waits for people, and finds what was lost', async () => {
  await using model = await startModel(SCRIPT)
  await using github = await startGitHub({ files: REPOSITORY })
  const inputs = { sandbox: 'none' }
  for (let n = 0; n < 5; n++) {
    const { number } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
    const { event } = await github.comment('alice', number, '/plan add a limiter')
    await runInProcess({ github, model, event, inputs })
  }
  // Earlier releases wrote what all runs paid into a ref of the repository.
  await github.git(['update-ref', 'refs/measure-twice/ledger', 'refs/heads/main'])
  const pulls = await github.pulls()
  const schedule = async () => {
    github.journal.length = 0
    const ended = await runInProcess({ github, model, event: github.scheduleEvent(), inputs })
    expect(ended?.problems).toEqual([])
    return github.journal.filter(({ kind }) => kind !== 'git').length
  }
  expect(await schedule()).toBe(scheduleCost(pulls.length).requests)

  // Their events were lost.
  const [first, second, third] = pulls.map(({ number }) => number)
  await github.comment('bob', first ?? 0, 'Please name the risks.')
  await github.review('bob', second ?? 0, { body: 'Name the risks.', event: 'COMMENT' })
  await github.push('bob', pulls[2]?.branch ?? '', { files: { 'PLAN.md': 'no plan' } })
  await runInProcess({ github, model, event: github.scheduleEvent(), inputs })
  const last = async (pull = 0) => (await github.commentsOf(pull)).at(-1)?.body ?? ''
  expect([await last(first), await last(second), await last(third)]).toEqual([
    expect.stringContaining('version v=2'),
    expect.stringContaining('version v=2'),
    expect.stringContaining('measure-twice:note problem-'),
  ])
})
