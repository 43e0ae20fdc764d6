import { afterAll, expect, test } from 'vitest'
import { doWell, executedResult, follow, github, openGitHubContext, plannedIssue, type Work } from '../without-model.ts'

// Other files of this process share the repository.
const before = await github.snapshot()
afterAll(() => github.restore(before))

// What git merges without a conflict passes no attempt of a subtask, and so none of its walls.

const LINES = Array.from({ length: 30 }, (_, n) => `line ${n}`)
const text = (middle = 'line 15'): string => LINES.map((line, n) => (n === 15 ? middle : line)).join('\n')

/** The agent changes a line of a file that is not protected. */
const work =
  (path: string): Work =>
  (step, snapshot, ctx) =>
    step.kind === 'execute'
      ? executedResult(ctx, snapshot, { path, text: text('by the agent') })
      : doWell(step, snapshot, ctx)

test.each([
  ['docs/agents.txt', 'AGENTS.md'],
  ['ci/build.yml', '.github/workflows/build.yml'],
])('a merge after a move of %s to protected %s drops the agent’s changes', async (from, to) => {
  const ctx = await openGitHubContext()
  await github.push('alice', 'main', { files: { [from]: text() } })
  const { issue, pull, branch } = await plannedIssue(ctx, 'add it', work(from))
  await github.comment('bob', pull, 'approve 1')
  await follow(ctx, issue, { work: work(from) })
  await github.push('alice', 'main', { files: { [from]: null, [to]: text() } })
  await github.comment('bob', pull, '/update')
  await follow(ctx, issue, { work: work(from) })
  expect(await github.file(branch, to)).toBeUndefined()
  const said = (await github.commentsOf(pull)).map(({ body }) => body ?? '')
  expect(said.at(-1)).toContain(`\`main\` conflicts with this branch in \`${to}\`, which no subtask may change.`)
})

test('a merge keeps what people changed in a protected file of the branch', async () => {
  const ctx = await openGitHubContext()
  await github.push('alice', 'main', { files: { 'AGENTS.md': text() } })
  const { issue, pull, branch } = await plannedIssue(ctx)
  await github.push('alice', branch, { files: { 'AGENTS.md': text('by alice') } })
  await github.push('alice', 'main', { files: { 'AGENTS.md': `${text()}\nand more\n` } })
  await github.comment('bob', pull, '/update')
  await follow(ctx, issue)
  expect(await github.file(branch, 'AGENTS.md')).toBe(`${text('by alice')}\nand more\n`)
})
