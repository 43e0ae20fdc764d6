import { afterEach, expect, test } from 'vitest'
import {
  doWell,
  follow,
  github,
  lookAt,
  openGitHubContext,
  planned,
  plannedResult,
  TWO,
  type Work,
} from '../without-model.ts'

// What becomes of a revision that the model has no result for. The model's part is data.

afterEach(() => {
  github.fault = undefined
})
const spent = { usage: { input: 1, cached: 0, output: 1 }, turns: 1 }

/** Revises nothing, and does all else well. `asked` counts what it was asked to revise. */
function failing(): { asked: number[][]; work: Work } {
  const asked: number[][] = []
  const work: Work = (step, snapshot, ctx) => {
    if (step.kind !== 'revise') return doWell(step, snapshot, ctx)
    asked.push(step.remarks.map(({ id }) => id))
    return { kind: 'failed', reason: `Nothing came of round ${asked.length}.`, checks: [], ...spent }
  }
  return { asked, work }
}

const said = async (number: number): Promise<string[]> =>
  (await github.commentsOf(number)).filter(({ user }) => user?.type === 'Bot').map(({ body }) => body ?? '')

test('after a failed revision all its feedback gets one common reply, and is not retried unasked', async () => {
  const { ctx, pull } = await planned()
  const comments = [
    await github.comment('bob', pull, 'Make it blue.'),
    await github.comment('carol', pull, '/revise Red!'),
  ]
  const review = await github.review('bob', pull, { body: 'Neither.', event: 'REQUEST_CHANGES' })
  const { asked, work } = failing()
  const { steps } = await follow(ctx, pull, { work })
  expect([asked, steps.filter((step) => step === 'revise').length]).toEqual([
    [[...comments.map(({ id }) => id), review.id]],
    1,
  ])
  expect((await said(pull)).slice(1)).toEqual([
    expect.stringMatching(/^No result: Nothing came of round 1\. Try again/),
  ])
  expect(comments.map(({ id }) => github.reactionsOf(id).map(({ content }) => content))).toEqual([
    ['eyes', 'confused'],
    ['eyes', 'confused'],
  ])
  expect((await follow(await openGitHubContext(), pull, { work })).steps).toEqual([])

  // What somebody says then is another revision, with an error of its own.
  await github.comment('bob', pull, 'Green, then.')
  await follow(await openGitHubContext(), pull, { work })
  const last = await github.review('carol', pull, { body: 'Or grey.', event: 'COMMENT' })
  await follow(await openGitHubContext(), pull, { work })
  expect([asked.length, asked.at(-1)]).toEqual([3, [last.id]])
  expect((await said(pull)).slice(1).map((text) => /round (\d)/.exec(text)?.[1])).toEqual(['1', '2', '3'])

  await github.comment('bob', pull, 'Blue after all.')
  expect((await follow(await openGitHubContext(), pull)).snapshot.state.versions).toHaveLength(2)
})

test('token usage of a failed revision counts in all later runs, although no commit records it', async () => {
  const { ctx, pull } = await planned()
  const before = (await follow(await openGitHubContext(), pull)).snapshot.state.usage
  await github.comment('bob', pull, 'Make it blue.')
  const { snapshot } = await follow(ctx, pull, failing())
  const later = (await follow(await openGitHubContext(), pull)).snapshot
  expect(later.state.usage).toEqual({ ...before, input: before.input + 1, output: before.output + 1 })
  expect(later.thread.branch?.head).toBe(snapshot.thread.branch?.head)
})

test('token usage of /doctor and /ask counts for the plan in every later run', async () => {
  const { ctx, pull } = await planned()
  const before = (await follow(await openGitHubContext(), pull)).snapshot.state.usage
  for (const command of ['/doctor', '/ask why?']) await github.comment('bob', pull, command)
  const { steps } = await follow(ctx, pull)
  expect(steps).toEqual(expect.arrayContaining(['doctor', 'ask']))
  const { usage } = (await follow(await openGitHubContext(), pull)).snapshot.state
  expect(usage).toEqual({
    ...before,
    input: before.input + 200,
    cached: before.cached + 80,
    output: before.output + 20,
  })
})

test('a run that ends during a wait for the model reports that, and the next run continues', async () => {
  const { ctx, pull } = await planned()
  await github.comment('bob', pull, 'Make it blue.')
  const waitedFor = "the model's endpoint at api.example.org (429 Slow down)"
  const work: Work = (step, snapshot, ctx) =>
    step.kind === 'revise' ? { kind: 'stopped', why: 'time', waitedFor, ...spent } : doWell(step, snapshot, ctx)
  await expect(follow(ctx, pull, { work })).rejects.toMatchObject({
    code: 'model-busy',
    message: expect.stringMatching(/ran out of time while it waited for .* api\.example\.org \(429 Slow down\)\.$/),
  })
  expect((await follow(await openGitHubContext(), pull)).snapshot.state.versions).toHaveLength(2)
})

test('a revision without changes posts its answers, and makes no version; approvals stay valid', async () => {
  const { ctx, pull, branch } = await planned()
  const head = await github.sha(branch)
  const asked = await github.comment('bob', pull, 'Should it survive a restart?')
  await github.review('carol', pull, { body: 'Is it fast?', event: 'COMMENT' })
  const work: Work = (step, snapshot, ctx) =>
    step.kind === 'revise'
      ? plannedResult(TWO, { answers: step.remarks.map(({ id }) => ({ comment: id, applied: false, note: 'It is.' })) })
      : doWell(step, snapshot, ctx)
  await follow(ctx, pull, { work })
  const [, answer = ''] = await said(pull)
  expect(answer.replace(/\(http\S+\)/g, '').split('\n\n')[0]).toBe(
    '- **[bob]**, “Should it survive a restart?”: It is.\n- **[carol]**, “Is it fast?”: It is.',
  )
  expect(answer).toContain('The plan stays as it is: version 1, with its approvals.')
  const { state } = await lookAt(await openGitHubContext(), pull)
  expect([await github.sha(branch), state.versions.length, state.pending]).toEqual([head, 1, []])
  expect(github.reactionsOf(asked.id).map(({ content }) => content)).toEqual(['eyes', 'rocket'])
})
