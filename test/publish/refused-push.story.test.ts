import { afterEach, expect, test } from 'vitest'
import { doWell, executedResult, follow, github, openGitHubContext, planned, type Work } from '../without-model.ts'

// What becomes of paid work whose push GitHub refuses. The model's part is data.

const protectedRefs = github.settings.protectedRefs
afterEach(() => {
  github.settings.protectedRefs = protectedRefs
})
const said = async (number: number): Promise<string> =>
  (await github.commentsOf(number)).filter(({ user }) => user?.type === 'Bot').at(-1)?.body ?? ''
const reactions = ({ id }: { id: number }) => github.reactionsOf(id).map(({ content }) => content)
const again = async (number: number, work: Work = doWell) => follow(await openGitHubContext(), number, { work })

test('a refused push of a plan fails the run with GitHub’s message, and is not retried unasked', async () => {
  const { number } = await github.openIssue('alice')
  github.settings.protectedRefs = [`refs/heads/plan/issue-${number}`]
  const comment = await github.comment('alice', number, '/plan it')
  const first = await again(number)
  expect(first.steps).toContain('draft')
  expect(first.snapshot.thread.thisRun.problems).toEqual([expect.stringMatching(/GH006: Protected branch/)])
  expect(first.snapshot.thread.paid?.usage.input).toBe(100)
  expect(await said(number)).toMatch(/^GitHub did not take the push.*GH006: Protected branch.*repeat the command/s)
  expect(reactions(comment)).toContain('confused')
  github.settings.protectedRefs = []
  expect((await again(number)).steps).toEqual([])
  await github.comment('alice', number, '/plan it')
  expect((await again(number)).steps).toContain('open')
})

test('a refused push of a subtask pauses the plan with GitHub’s message, and `/retry` resumes it', async () => {
  const { pull } = await planned()
  const writeTo =
    (path: string): Work =>
    (step, snapshot, ctx) =>
      step.kind === 'execute'
        ? executedResult(ctx, snapshot, { path, text: 'on: push\n' })
        : doWell(step, snapshot, ctx)
  const ctx = await openGitHubContext({ protectedPaths: [] })
  await github.comment('bob', pull, 'approve 1')
  const { snapshot } = await follow(ctx, pull, { work: writeTo('.github/workflows/new.yml') })
  expect(snapshot.state).toMatchObject({ phase: 'halted', halt: { reason: 'environment' }, usage: { input: 200 } })
  expect(snapshot.thread.thisRun.problems).toEqual([expect.stringMatching(/without `workflows` permission/)])
  expect(await said(pull)).toMatch(/^### ⏸️ Paused: GitHub does not take a commit\n.*new\.yml.*“Workflows: write”/s)
  expect((await again(pull)).steps).toEqual([])
  await github.comment('bob', pull, '/retry')
  expect((await again(pull, writeTo('src/new.js'))).steps).toContain('execute')
  expect((await again(pull)).snapshot.state.history.executed.size).toBe(1)
})

test.each([
  ['/update', 'update'],
  ['/undo 1', 'undo'],
] as const)('a push refused during %s gets a reply with GitHub’s message, and blocks nothing', async (text, step) => {
  const { pull, branch } = await planned()
  await github.comment('bob', pull, 'approve 1')
  await again(pull)
  await github.push('carol', 'main', { files: { 'new.txt': 'x' } })
  github.settings.protectedRefs = [`refs/heads/${branch}`]
  const comment = await github.comment('bob', pull, text)
  expect((await again(pull)).steps).toContain(step)
  expect(await said(pull)).toMatch(/^GitHub did not take the push.*GH006/s)
  expect(reactions(comment)).toEqual(['eyes', 'confused'])
  github.settings.protectedRefs = []
  await github.comment('bob', pull, 'approve')
  expect((await again(pull)).snapshot.state.phase).toBe('done')
})
