import { afterAll, afterEach, expect, test } from 'vitest'
import type { UserError } from '../../src/lib/errors.ts'
import { pushProblem } from '../../src/observe/may-push.ts'
import { openClaim } from '../../src/publish/claim/claim.ts'
import { github, lookAt, openGitHubContext } from '../without-model.ts'

afterEach(() => {
  github.settings.rules = []
  github.settings.permissions.contents = 'write'
})
afterAll(() => github.close())

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

test('no rule keeps a plan from its branch, and nothing is pushed to know it', async () => {
  const before = github.refUpdates.length
  expect(await problem()).toBeUndefined()
  expect(github.refUpdates).toHaveLength(before)
})

test('a token that may not push is known before a plan is made: by the claim', async () => {
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
])('a rule of the type %s', async (type, words) => {
  github.settings.rules = [{ type: 'deletion' }, { type }]
  expect(await problem()).toEqual(words && expect.stringMatching(words))
})

test('a rule that the account bypasses is none, and signatures are none for commits through the API', async () => {
  github.settings.rules = [{ type: 'creation', bypass: 'always' }]
  expect(await problem()).toBeUndefined()
  github.settings.rules = [{ type: 'required_signatures' }]
  expect([await problem('api'), await problem('auto')]).toEqual([undefined, undefined])
})
