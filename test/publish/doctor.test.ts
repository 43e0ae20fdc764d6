import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, expect, test } from 'vitest'
import { follow, github, lookAt, openDesk, plannedIssue } from '../site.ts'

afterEach(() => {
  const { settings } = github
  settings.rules = []
  settings.permissions = { ...settings.permissions, contents: 'write', actions: 'write' }
  settings.actionsMayOpenPulls = true
  settings.drafts = true
})
afterAll(() => github.close())

const heads = (): string =>
  execFileSync('git', ['--git-dir', github.bare, 'for-each-ref', 'refs/heads'], { encoding: 'utf8' })

/** What the bot answers to `/doctor` on the pull request of a plan, a line each. */
async function answer(): Promise<string[]> {
  const desk = await openDesk()
  const { pull } = await plannedIssue(desk)
  const before = heads()
  const open = (await github.pulls()).filter(({ state }) => state === 'open').length
  const { id } = await github.comment('bob', pull, '/doctor')
  await follow(desk, pull)
  expect(heads()).toBe(before)
  expect((await github.pulls()).filter(({ state }) => state === 'open')).toHaveLength(open)
  const said = (await github.commentsOf(pull)).filter((one) => one.id > id && one.user?.login !== 'bob')
  expect(said).toHaveLength(1)
  expect((await lookAt(desk, pull)).state.pending).toEqual([])
  return (said[0]?.body ?? '').split('\n').filter((line) => line.startsWith('- '))
}

test('a healthy repository is tried, and nothing is left behind', async () => {
  expect(await answer()).toEqual([
    expect.stringMatching(/^- ✅ \*\*Branches:\*\* `plan\/doctor-\d+` could be pushed\.$/),
    expect.stringMatching(/^- ✅ \*\*Draft pull requests:\*\* #\d+ could be opened, and is closed\.$/),
    expect.stringMatching(/^- ✅ \*\*Rules:\*\* none forbids to push to `plan\/issue-\d+`\.$/),
    '- ✅ **Next runs:** one could be started.',
    '- ✅ **Comments:** this is one.',
  ])
})

test('what is wrong is said with the setting to change', async () => {
  github.settings.actionsMayOpenPulls = true
  github.settings.permissions.actions = 'read'
  github.settings.rules = [{ type: 'required_signatures' }]
  const lines = await answer()
  expect(lines[2]).toMatch(/❌ \*\*Rules:\*\* A rule for the branch .* wants signed commits.*`commit-with` to `api`/)
  expect(lines[3]).toMatch(/❌ \*\*Next runs:\*\*.*`permissions: actions: write`/)
})
