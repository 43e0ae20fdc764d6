import { afterAll, afterEach, expect, test } from 'vitest'
import { pushProblem } from '../../src/observe/may-push.ts'
import { github, lookAt, openPublishRoom } from '../without-model.ts'

afterEach(() => {
  github.settings.rules = []
})
afterAll(() => github.close())

async function problem(commitWith: 'git' | 'api' = 'git') {
  const room = await openPublishRoom()
  const { number } = await github.openIssue('alice')
  await github.comment('alice', number, '/plan it')
  const { thread } = await lookAt(room, number)
  const found = await pushProblem(room.sources, thread, { commitWith })
  return found && `${found.code}: ${found.message} ${found.remedy}`
}

test('no rule keeps a plan from its branch, and nothing is pushed to know it', async () => {
  const before = github.refUpdates.length
  expect(await problem()).toBeUndefined()
  expect(github.refUpdates).toHaveLength(before)
})

test.each([
  ['creation', /^push-rule: A rule for the branch `plan\/issue-\d+` blocks creating it.*`creation`/],
  ['pull_request', /wants a pull request for every change.*bypass it/],
  ['required_signatures', /Set the input `commit-with` to `api`/],
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
  expect(await problem('api')).toBeUndefined()
})
