import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import type { Approvers } from '../../../src/decide/thread/people.ts'
import { RULES } from '../../thread.ts'
import { byRules } from '../../../src/observe/observe.ts'

// A GitHub on which nothing was planned: other files of this process share one that has plans.
vi.resetModules()
const { follow, github, lookAt, openGitHubContext, planned, plannedIssue } = await import('../../without-model.ts')

afterEach(() => {
  const { settings } = github
  settings.rules = []
  settings.permissions = { ...settings.permissions, contents: 'write', actions: 'write', statuses: 'write' }
  settings.actionsMayOpenPulls = true
  settings.drafts = true
})
const heads = (): string =>
  execFileSync('git', ['--git-dir', github.bare, 'for-each-ref', 'refs/heads'], { encoding: 'utf8' })

/** What the bot answers to `/doctor` on the pull request of a plan, a line each. */
async function answer(approvers?: Approvers): Promise<string[]> {
  const ctx = await openGitHubContext()
  if (approvers) Object.assign(ctx.sources, byRules({ ...RULES, approvers }))
  const { pull } = await plannedIssue(ctx)
  const before = heads()
  const open = (await github.pulls()).filter(({ state }) => state === 'open').length
  const { id } = await github.comment('bob', pull, '/doctor')
  await follow(ctx, pull)
  expect(heads()).toBe(before)
  expect((await github.pulls()).filter(({ state }) => state === 'open')).toHaveLength(open)
  const said = (await github.commentsOf(pull)).filter((one) => one.id > id && one.user?.login !== 'bob')
  expect(said).toHaveLength(1)
  expect((await lookAt(ctx, pull)).state.pending).toEqual([])
  return (said[0]?.body ?? '').split('\n').filter((line) => line.startsWith('- '))
}

test('the pull request that `/doctor` opens as a test may be the bot’s first one', async () => {
  const ctx = await openGitHubContext()
  const { number } = await github.openIssue('alice', { title: 'Is all set up?' })
  await github.comment('bob', number, '/doctor')
  await follow(ctx, number)
  const [tried, ...others] = await github.pulls()
  expect([tried?.state, tried?.draft, tried?.title, others]).toEqual([
    'closed',
    true,
    expect.stringContaining('test'),
    [],
  ])
  const said = (await github.commentsOf(number)).at(-1)?.body
  expect(said).toContain(`- ✅ **Draft pull requests:** #${tried?.number} could be opened, and is closed.`)
})

test('`/doctor` reports a healthy repository as such, and leaves nothing behind', async () => {
  expect(await answer()).toEqual([
    expect.stringMatching(/^- ✅ \*\*Branches:\*\* `plan\/doctor-\d+` could be pushed\.$/),
    '- ✅ **Commit status:** one could be set.',
    expect.stringMatching(
      /^- ✅ \*\*Draft pull requests:\*\* #\d+ was opened here earlier, so none is opened as a test\.$/,
    ),
    expect.stringMatching(/^- ✅ \*\*Rules:\*\* no rule blocks pushes to `plan\/issue-\d+`\.$/),
    '- ✅ **Next runs:** can start a follow-up run.',
    '- ✅ **Comments:** can comment.',
    '- ✅ **Reactions:** your comment has one.',
  ])
})

test('`/doctor` names each problem with the setting to change', async () => {
  github.settings.actionsMayOpenPulls = true
  github.settings.permissions.actions = 'read'
  github.settings.permissions.statuses = 'read'
  github.settings.rules = [{ type: 'pull_request' }]
  const lines = await answer()
  expect(lines[1]).toMatch(/❌ \*\*Commit status:\*\* None can be set\..*`permissions: statuses: write`/)
  expect(lines[3]).toMatch(/❌ \*\*Rules:\*\* A rule for the branch .* wants a pull request for every change/)
  expect(lines[4]).toMatch(/❌ \*\*Next runs:\*\*.*`permissions: actions: write`/)
})

test('`/doctor` reports a rule that requires the commit status of plans', async () => {
  const rule = { type: 'required_status_checks', branch: 'main' }
  github.settings.rules = [{ ...rule, checks: ['build', 'Measure Twice'] }]
  expect(await answer()).toContainEqual(
    expect.stringMatching(/^- ❌ \*\*Required checks:\*\* A rule for `main` requires the status `Measure Twice`/),
  )
  github.settings.rules = [{ ...rule, checks: ['build'] }]
  expect((await answer()).join('\n')).not.toContain('Required checks')
})

test('`/doctor` reports code owners who can never approve', async () => {
  const ask = async (files: Record<string, string>): Promise<string[]> => {
    await github.push('alice', 'main', { files })
    return (await answer({ kind: 'codeowners' })).filter((line) => line.includes('Code owners'))
  }
  expect(await answer({ kind: 'codeowners' })).toContainEqual(
    expect.stringMatching(/^- ❌ \*\*Code owners:\*\* No file CODEOWNERS on `main` names anybody/),
  )
  expect(await ask({ CODEOWNERS: '* @reader @bob @octo/ghosts dev@example.com\n' })).toEqual([
    expect.stringMatching(/❌ .* cannot approve: `@reader`, `@octo\/ghosts`, `dev@example.com`\. Give these people/),
  ])
  expect(await ask({ CODEOWNERS: '* @bob\n' })).toEqual([
    '- ✅ **Code owners:** all of them may approve what is theirs.',
  ])
})

test('`/doctor` reports that GitHub rejects the bot’s reactions', async () => {
  const { ctx, pull } = await planned()
  const { id } = await github.comment('bob', pull, '/doctor')
  const { forge } = ctx.sources
  let given = 0
  const react: typeof forge.react = async (...spec) => {
    given += 1
    if (given > 1) throw new Error('Resource not accessible by integration')
    return forge.react(...spec)
  }
  await follow({ ...ctx, sources: { ...ctx.sources, forge: { ...forge, react } } }, pull).catch(() => undefined)
  const said = (await github.commentsOf(pull)).find((one) => one.id > id)?.body
  expect(said).toMatch(/❌ \*\*Reactions:\*\* GitHub did not take one .*`permissions: issues: write/)
})
