import { afterEach, expect, test } from 'vitest'
import { doWell, follow, github, lookAt, openGitHubContext, planned } from '../without-model.ts'

afterEach(() => {
  github.fault = undefined
})
/** Who may write can still speak in a conversation that is locked; the token of a workflow cannot. */
const lock = (...numbers: number[]): void => {
  const body = { message: 'Unable to create comment because issue is locked.' }
  github.fault = ({ method, path }) => {
    const isWord = method === 'POST' && /\/(comments|reactions)$/.test(path)
    const isThere = numbers.some((number) => path.includes(`/issues/${number}/`)) || path.endsWith('/reactions')
    return isWord && isThere ? { kind: 'status', status: 403, body } : undefined
  }
}
test('a version that cannot be announced on a locked pull request cannot be approved', async () => {
  const { ctx, pull, branch, snapshot } = await planned()
  const text = snapshot.thread.branch?.planFile
  await github.push('carol', branch, {
    files: { 'PLAN.md': text?.kind === 'text' ? text.text.replace('Add it', 'Add more') : '' },
  })
  lock(pull)
  await github.comment('bob', pull, 'approve')
  expect((await follow(ctx, pull)).steps).not.toContain('execute')
  await github.comment('bob', pull, 'approve')
  const { steps, snapshot: end } = await follow(await openGitHubContext(), pull)
  expect([steps.includes('execute'), end.state.current]).toEqual([false, undefined])
})

test('on a locked issue a plan is made without comments, and no question is sent to the model twice', async () => {
  const ctx = await openGitHubContext()
  const { number: issue } = await github.openIssue('alice')
  await github.comment('alice', issue, '/ask Where?')
  await github.comment('alice', issue, '/ask And why?')
  await github.comment('alice', issue, '/plan it')
  lock(issue)
  let questions = 0
  const { steps } = await follow(ctx, issue, {
    work: (step, snapshot, ctx) => {
      if (step.kind === 'ask') questions++
      return doWell(step, snapshot, ctx)
    },
  })
  expect([questions, steps.includes('announce'), steps.includes('tell-issue')]).toEqual([1, true, false])
  expect((await lookAt(ctx, issue)).state.phase).toBe('todo')
})
