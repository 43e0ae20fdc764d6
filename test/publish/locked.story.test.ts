import { afterAll, afterEach, expect, test } from 'vitest'
import { doWell, follow, github, lookAt, openPublishRoom, planned } from '../without-model.ts'
import { viewOf } from '../../src/publish/write/publish-room.ts'
import { renderSummary } from '../../src/publish/view/body/summary.ts'

afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

/** Who may write can still speak in a conversation that is locked; the token of a workflow cannot. */
const lock = (...numbers: number[]): void => {
  const body = { message: 'Unable to create comment because issue is locked.' }
  github.fault = ({ method, path }) => {
    const isWord = method === 'POST' && /\/(comments|reactions)$/.test(path)
    const isThere = numbers.some((number) => path.includes(`/issues/${number}/`)) || path.endsWith('/reactions')
    return isWord && isThere ? { kind: 'status', status: 403, body } : undefined
  }
}
const said = async (number: number) => (await github.commentsOf(number)).filter(({ user }) => user?.type === 'Bot')

test('a plan whose pull request is locked is carried out all the same, and the summary has what could not be said', async () => {
  const { room, pull, branch } = await planned()
  await github.comment('bob', pull, '/help')
  await github.comment('mallory', pull, 'cancel')
  await github.comment('bob', pull, 'approve')
  lock(pull)
  const { steps, snapshot } = await follow(room, pull)
  expect(steps.filter((step) => step === 'execute')).toHaveLength(2)
  expect([snapshot.state.phase, (await github.pull(pull)).draft, (await said(pull)).length]).toEqual(['done', false, 1])
  expect((await github.commits(branch)).at(-1)?.message).toContain('Plan-State: done')
  expect(snapshot.thread.thisRun.problems).toEqual([
    expect.stringMatching(new RegExp(`#${pull} is locked, so the bot cannot comment\\. Unlock it`)),
  ])
  expect(renderSummary(viewOf(room, snapshot.thread), [])).toMatch(/Not posted.*@mallory.*write access/s)
  github.fault = undefined
  expect((await follow(await openPublishRoom(), pull)).steps).toEqual(
    expect.arrayContaining(['refuse', 'help', 'report']),
  )
  expect((await said(pull)).length).toBe(4)
})

test('a version that cannot be announced is approved by nobody', async () => {
  const { room, pull, branch, snapshot } = await planned()
  const text = snapshot.thread.branch?.planFile
  await github.push('carol', branch, {
    files: { 'PLAN.md': text?.kind === 'text' ? text.text.replace('Add it', 'Add more') : '' },
  })
  lock(pull)
  await github.comment('bob', pull, 'approve')
  expect((await follow(room, pull)).steps).not.toContain('execute')
  await github.comment('bob', pull, 'approve')
  const { steps, snapshot: end } = await follow(await openPublishRoom(), pull)
  expect([steps.includes('execute'), end.state.current]).toEqual([false, undefined])
})

test('on a locked issue a plan is made without a word, and no question is asked of the model twice', async () => {
  const room = await openPublishRoom()
  const { number: issue } = await github.openIssue('alice')
  await github.comment('alice', issue, '/ask Where?')
  await github.comment('alice', issue, '/ask And why?')
  await github.comment('alice', issue, '/plan it')
  lock(issue)
  let questions = 0
  const { steps } = await follow(room, issue, {
    work: (step, snapshot, room) => {
      if (step.kind === 'ask') questions++
      return doWell(step, snapshot, room)
    },
  })
  expect([questions, steps.includes('announce'), steps.includes('tell-issue')]).toEqual([1, true, false])
  expect((await lookAt(room, issue)).state.phase).toBe('todo')
})
