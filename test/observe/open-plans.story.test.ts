import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Script } from '../../fakes/model/script.ts'
import { scheduleCost } from '../../bench/scale/costs.ts'
import { startModel } from '../../fakes/model/model.ts'
import { startGitHub } from '../../fakes/github/github.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import { runInProcess } from '../in-process.ts'
import { clockByHand } from '../clock.ts'
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

const FOUR_DAYS = 4 * 86_400

test('a scheduled run reads plans changed in the last three days, newest first, and no others', async () => {
  await using model = await startModel(SCRIPT)
  await using github = await startGitHub({ files: REPOSITORY })
  const inputs = { sandbox: 'none' }
  for (let n = 0; n < 5; n++) {
    const { number } = await github.openIssue('alice', { title: 'Limit the rate', body: 'We are flooded.' })
    const { event } = await github.comment('alice', number, '/plan add a limiter')
    await runInProcess({ github, model, event, inputs })
  }
  // Earlier releases left what all runs paid, and work that a rate limit kept from being written.
  for (const left of ['ledger', '1-work'])
    await github.git(['update-ref', `refs/measure-twice/${left}`, 'refs/heads/main'])
  const pulls = await github.pulls()
  github.tick(FOUR_DAYS)
  const clock = () => ({ ...clockByHand(), timestamp: () => new Date(Date.now() + FOUR_DAYS * 1000).toISOString() })
  const schedule = async () => {
    github.journal.length = 0
    const ended = await runInProcess({ github, model, event: github.scheduleEvent(), inputs, clock })
    expect(ended?.problems).toEqual([])
    return github.journal.filter(({ kind }) => kind !== 'git').length
  }
  expect(await schedule()).toBe(scheduleCost(0).requests)

  // Their events were lost.
  const [first, second, third, fourth] = pulls.map(({ number }) => number)
  await github.comment('bob', first ?? 0, 'Please name the risks.')
  github.tick(1)
  await github.review('bob', second ?? 0, { body: 'Name the risks.', event: 'COMMENT' })
  github.tick(1)
  await github.push('bob', pulls[2]?.branch ?? '', { files: { 'PLAN.md': 'no plan' } })
  await runInProcess({ github, model, event: github.scheduleEvent(), inputs, clock })
  const last = async (pull = 0) => (await github.commentsOf(pull)).at(-1) ?? { id: 0, body: '' }
  const [byComment, byReview, byPush, untouched] = [
    await last(first),
    await last(second),
    await last(third),
    await last(fourth),
  ]
  expect([byComment.body, byReview.body, byPush.body, untouched.body]).toEqual([
    expect.stringContaining('version v=2'),
    expect.stringContaining('version v=2'),
    expect.stringContaining('measure-twice:note problem-'),
    expect.stringContaining('version v=1'),
  ])
  expect([byComment.id > byReview.id, byReview.id > byPush.id]).toEqual([true, true])
})
