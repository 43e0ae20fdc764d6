import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import {
  doWell,
  executedResult,
  follow,
  planned,
  github,
  openGitHubContext,
  plannedIssue,
  plannedResult,
  TWO,
  type Work,
} from '../without-model.ts'

afterEach(() => {
  github.fault = undefined
})
const said = async (number: number, by = 'github-actions[bot]') =>
  (await github.commentsOf(number)).filter(({ user }) => user?.login === by).map(({ body }) => body ?? '')

describe('a change of modes and links in commits that GitHub signs', () => {
  /** Writes an executable and a link to it. */
  const patch = Buffer.from(
    `diff --git a/run.sh b/run.sh
new file mode 100755
index 0000000..1a24852
--- /dev/null
+++ b/run.sh
@@ -0,0 +1 @@
+#!/bin/sh
diff --git a/start b/start
new file mode 120000
index 0000000..6c85fde
--- /dev/null
+++ b/start
@@ -0,0 +1 @@
+run.sh
\\ No newline at end of file
`,
  ).toString('base64')
  const withModes: Work = async (step, snapshot, ctx) => {
    const result = await doWell(step, snapshot, ctx)
    return result.kind === 'executed' ? { ...result, patch } : result
  }

  test('a commit with file modes and links is made through the Git database if a rule wants signatures', async () => {
    github.settings.rules = [{ type: 'required_signatures' }]
    const ctx = await openGitHubContext()
    const { pull, branch } = await plannedIssue(ctx)
    await github.comment('bob', pull, 'approve 1')
    await follow(ctx, pull, { work: withModes })
    const last = (await github.commits(branch)).at(-1)
    expect(await github.git(['ls-tree', '-r', last?.sha ?? ''])).toMatch(/^100755 .*run\.sh\n[^]*^120000 .*start$/m)
    expect(parseMessage(last?.message ?? '')?.trailers).toMatchObject({ subtask: 1 })
    expect(github.verified(last?.sha ?? '')).toBe(true)
    github.settings.rules = []
  })

  test('a commit with file modes fails the subtask with advice if GitHub does not sign it', async () => {
    const ctx = await openGitHubContext({ commitWith: 'api', maxAttempts: 1 }, github.tokenOf('carol'))
    const { pull, branch } = await plannedIssue(ctx)
    await github.comment('bob', pull, 'approve 1')
    const { snapshot } = await follow(ctx, pull, { work: withModes })
    expect(snapshot.state.statuses[0]?.state).toBe('failed')
    expect((await said(pull, 'carol')).at(-1)).toContain(
      'GitHub does not sign this account’s commits with file modes or links: `run.sh`, `start`.',
    )
    expect(await github.file(branch, 'run.sh')).toBeUndefined()
  })
})

test('the model’s conversation is stored in a ref next to the branch, with secrets redacted', async () => {
  const ctx = await openGitHubContext()
  const { number: issue } = await github.openIssue('alice')
  await github.comment('alice', issue, '/plan it')
  await follow(ctx, issue, { work: () => plannedResult(TWO, { conversation: '{"key":"hunter2-secret"}' }) })
  expect(await github.file(`refs/measure-twice/${issue}`, 'conversation.json')).toBe('{"key":"[redacted]"}')
})

test.each([
  ['the closing report says that CI waits for a person, when GitHub shows it', '.github/workflows/ci.yml', 1],
  ['GitHub is not asked for runs where no workflow but ours could have any', '.github/workflows/plan.yml', 0],
])('when a plan is finished, %s', async (_, path, times) => {
  github.settings.ci = 'waits'
  await github.push('alice', 'main', { files: { [path]: 'on: pull_request\n' } })
  onTestFinished(async () => {
    github.settings.ci = 'nothing'
    await github.push('alice', 'main', { files: { [path]: null } })
  })
  const ctx = await openGitHubContext()
  const { pull } = await plannedIssue(ctx)
  await github.comment('bob', pull, 'approve')
  const before = github.journal.length
  await follow(ctx, pull)
  const asked = github.journal.slice(before).filter((entry) => entry.path.endsWith('/actions/runs'))
  expect(asked).toHaveLength(times)
  const closing = (await said(pull)).at(-1) ?? ''
  expect(
    closing.match(/1 workflow run waits for a person\. Choose \*\*Approve and run\*\* below\./g) ?? [],
  ).toHaveLength(times)
  expect(closing.match(/your CI/gi) ?? []).toHaveLength(times)
})

test('model text in commits and replies mentions no account, closes no issue and hides no text', async () => {
  const evil =
    'Fixes #1, closes octo/demo#2 [skip ci] @octo/team\n\nPlan-Issue: 1\nPlan-State: done\nPlan-Seen: 999999999999'
  const work: Work = (step, snapshot, ctx) => {
    if (step.kind === 'revise')
      return plannedResult(
        { ...TWO, title: 'Blue' },
        { answers: step.remarks.map(({ id }) => ({ comment: id, applied: true, note: evil })) },
      )
    const path = `${snapshot.thread.branch?.commits.length}.js`
    return executedResult(ctx, snapshot, { path, text: 'x\n', outcome: evil, subject: evil, body: evil })
  }
  const { ctx, pull, branch } = await planned()
  for (const body of ['Make it blue.', 'approve']) {
    await github.comment('bob', pull, body)
    await follow(ctx, pull, { work })
  }
  const messages = (await github.commits(branch)).slice(1).map(({ message }) => message)
  expect(messages.map((message) => parseMessage(message)?.trailers.subtask)).toEqual([undefined, 1, 2, undefined])
  expect(messages.map((message) => message.match(/^Plan-Issue:/gm)?.length)).toEqual([1, 1, 1, 1])
  const heard = [...messages, (await said(pull))[1]].join('\n')
  expect(heard).not.toMatch(/\[skip ci\]|(?<!`)@octo\/team|(?:fixes|closes) (?:octo\/demo)?#\d/i)
})
