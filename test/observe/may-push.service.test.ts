import { afterEach, expect, test } from 'vitest'
import type { UserError } from '../../src/lib/errors.ts'
import { pushProblem } from '../../src/observe/may-push.ts'
import { openClaim } from '../../src/publish/claim/claim.ts'
import { github, lookAt, openGitHubContext, plannedIssue } from '../without-model.ts'

afterEach(() => {
  github.settings.rules = []
  github.settings.permissions.contents = 'write'
})
async function asked() {
  const ctx = await openGitHubContext()
  const { number } = await github.openIssue('alice')
  await github.comment('alice', number, '/plan it')
  return { ctx, thread: (await lookAt(ctx, number)).thread }
}

const wordsOf = ({ code, message, remedy }: UserError) => `${code}: ${message} ${remedy}`

async function problem(commitWith: 'auto' | 'git' | 'api' = 'git') {
  const { ctx, thread } = await asked()
  const found = await pushProblem(ctx.sources, thread, { commitWith })
  return found && wordsOf(found)
}

test('without rulesets a push is predicted as allowed, without a trial push', async () => {
  const before = github.refUpdates.length
  expect(await problem()).toBeUndefined()
  expect(github.refUpdates).toHaveLength(before)
})

test('a token without push permission is detected before planning, by pushing the claim ref', async () => {
  const { ctx, thread } = await asked()
  github.settings.permissions.contents = 'read'
  const claim = openClaim(ctx, { me: { run: '41', attempt: 1 }, stop: new AbortController().signal })
  const refused = await claim.take(thread).then(() => 'taken', wordsOf)
  expect(refused).toMatch(
    /^push-forbidden: The token may not push to `plan\/.*nothing was spent.*`permissions: contents: write`/,
  )
})

test.each([
  ['creation', /^push-rule: A rule for the branch `plan\/issue-\d+` blocks creating it.*`creation`/],
  ['pull_request', /wants a pull request for every change.*bypass it/],
  ['required_signatures', /Set the input `commit-with` to `auto`/],
  ['non_fast_forward', undefined],
  ['required_linear_history', undefined],
])('the prediction for a ruleset’s rule of type %s', async (type, words) => {
  github.settings.rules = [{ type: 'deletion' }, { type }]
  expect(await problem()).toEqual(words && expect.stringMatching(words))
})

test('a violated branch name rule is predicted, with its pattern and the input to change', async () => {
  const wants = { operator: 'starts_with', pattern: 'feature/', negate: false, name: '' }
  github.settings.rules = [{ type: 'branch_name_pattern', wants }]
  expect(await problem()).toMatch(/wants names of branches to start with `feature\/`.*`branch-prefix`/)
  github.settings.rules = [{ type: 'branch_name_pattern', wants: { ...wants, pattern: 'plan/' } }]
  expect(await problem()).toBeUndefined()
})

test('a branch that conflicts with `branch-prefix` is reported, and blocked branch names are skipped', async () => {
  const { thread } = await asked()
  const { branch } = await plannedIssue(await openGitHubContext())
  await github.push('bob', `${thread.freeBranch}/notes`, { files: { 'notes.txt': 'x' } })
  expect((await lookAt(await openGitHubContext(), thread.issue.number)).thread.freeBranch).toBe(
    `${thread.freeBranch}-2`,
  )
  const ctx = await openGitHubContext()
  const found = await pushProblem(ctx.sources, { ...thread, freeBranch: `${branch}/issue-1` }, { commitWith: 'git' })
  expect(found && wordsOf(found)).toMatch(/^branch-in-the-way: There is a branch `plan\/issue-\d+`.*`branch-prefix`/)
})

test('rules that the account bypasses are ignored, as are required signatures for API commits', async () => {
  github.settings.rules = [{ type: 'creation', bypass: 'always' }]
  expect(await problem()).toBeUndefined()
  github.settings.rules = [{ type: 'required_signatures' }]
  expect([await problem('api'), await problem('auto')]).toEqual([undefined, undefined])
})
