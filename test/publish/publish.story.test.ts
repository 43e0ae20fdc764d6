import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { publish } from '../../src/publish/publish.ts'
import {
  doWell,
  executedResult,
  follow,
  github,
  lookAt,
  nextStep,
  openPublishRoom,
  planned,
  plannedIssue,
  plannedResult,
  TWO,
  type Work,
} from '../without-model.ts'

afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

const entriesOf = async (branch: string) =>
  (await github.commits(branch)).map(({ message, files }) => ({
    ...parseMessage(message)?.trailers,
    files: files.map(({ path, status }) => `${status} ${path}`),
  }))
const said = async (number: number, by = 'github-actions[bot]') =>
  (await github.commentsOf(number)).filter(({ user }) => user?.login === by).map(({ body }) => body ?? '')

describe.each(['git', 'api'] as const)('a plan that is carried out with %s', (commitWith) => {
  test('leaves one commit for each subtask, and a journal that tells everything', async () => {
    const room = await openPublishRoom({ commitWith })
    const { issue, pull, branch, snapshot } = await plannedIssue(room)
    const { id } = await github.comment('bob', pull, 'approve')
    await follow(room, pull)
    const [request, first, second, last, ...rest] = await entriesOf(branch)
    const version = snapshot.state.current?.blob
    const asked = snapshot.thread.comments[0]?.id
    expect(rest).toEqual([])
    expect(request).toMatchObject({
      issue,
      request: String(asked),
      seen: asked,
      coAuthor: { login: 'alice', id: 101 },
      files: ['A PLAN.md'],
    })
    expect(first).toMatchObject({
      subtask: 1,
      version,
      approvedBy: [{ login: 'bob', comment: id }],
      usage: { input: 100, cached: 40, output: 10 },
      coAuthor: { login: 'alice', id: 101 },
      files: ['A src/part-1.js'],
    })
    expect(second).toMatchObject({ subtask: 2, files: ['A src/part-2.js'] })
    expect(last).toMatchObject({ state: 'done', files: ['D PLAN.md'] })
    expect(await github.pull(pull)).toMatchObject({
      draft: false,
      state: 'open',
      body: expect.stringContaining(`Closes #${issue}`),
    })
    expect(github.refUpdates.every(({ forced }) => !forced)).toBe(true)
    const authors = (await github.commits(branch)).map(({ author }) => author.email)
    expect(new Set(authors)).toEqual(new Set(['41898282+github-actions[bot]@users.noreply.github.com']))
  })

  test('may keep its file', async () => {
    const room = await openPublishRoom({ commitWith, keepPlanFile: true })
    const { pull, branch } = await plannedIssue(room)
    await github.comment('bob', pull, 'approve')
    await follow(room, pull)
    expect((await entriesOf(branch)).at(-1)).toMatchObject({ state: 'done', files: [] })
    expect(await github.file(branch, 'PLAN.md')).toContain('# Plan: ')
  })
})

describe('a change of modes and links with `commit-with: api`', () => {
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
  const withModes: Work = async (step, snapshot, room) => {
    const result = await doWell(step, snapshot, room)
    return result.kind === 'executed' ? { ...result, patch } : result
  }

  test('is committed through the Git database, signed', async () => {
    const room = await openPublishRoom({ commitWith: 'api' })
    const { pull, branch } = await plannedIssue(room)
    await github.comment('bob', pull, 'approve 1')
    await follow(room, pull, { work: withModes })
    const last = (await github.commits(branch)).at(-1)
    expect(await github.git(['ls-tree', '-r', last?.sha ?? ''])).toMatch(/^100755 .*run\.sh\n[^]*^120000 .*start$/m)
    expect(parseMessage(last?.message ?? '')?.trailers).toMatchObject({ subtask: 1 })
    expect(github.verified(last?.sha ?? '')).toBe(true)
  })

  test('fails the subtask with what to do where the account’s commits are not signed there', async () => {
    const room = await openPublishRoom({ commitWith: 'api', maxAttempts: 1 }, github.tokenOf('carol'))
    const { pull, branch } = await plannedIssue(room)
    await github.comment('bob', pull, 'approve 1')
    const { snapshot } = await follow(room, pull, { work: withModes })
    expect(snapshot.state.statuses[0]?.state).toBe('failed')
    expect((await said(pull, 'carol')).at(-1)).toContain(
      'GitHub does not sign this account’s commits with file modes or links: `run.sh`, `start`.',
    )
    expect(await github.file(branch, 'run.sh')).toBeUndefined()
  })
})

test('when a plan is done, what people wrote into the body and the conversation stay, and everything was said once', async () => {
  const { room, issue, pull } = await planned()
  const { body } = await github.pull(pull)
  await github.editBody('bob', pull, `Hello.\n\n${body}\n\nBye.`)
  const { id } = await github.comment('bob', pull, 'approve')
  const { snapshot } = await follow(room, pull)
  expect(snapshot.state.phase).toBe('done')
  const before = [await said(issue), await said(pull)]
  expect(before.map((list) => list.length)).toEqual([1, 2])
  for (let n = 0; n < 2; n++) expect((await follow(await openPublishRoom(), pull)).steps).toEqual([])
  expect([await said(issue), await said(pull)]).toEqual(before)
  expect(github.reactionsOf(id).map(({ content }) => content)).toEqual(['eyes', 'rocket'])
  const now = (await github.pull(pull)).body
  expect(now).toMatch(/^Hello\.\n\n<!-- measure-twice:begin -->/)
  expect(now).toMatch(/<!-- measure-twice:end -->\n\nBye\.\n\nPlan-Issue: /)
  expect(await github.file(`refs/measure-twice/${issue}`, 'conversation.json')).toBeDefined()
})

test('a run that is cut off after any step is gone on with by the next, and comes to the same', async () => {
  const steady = await planned()
  await github.comment('bob', steady.pull, 'approve')
  await follow(await openPublishRoom(), steady.pull)
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate' })
  await github.comment('alice', issue, '/plan add it')
  let pull: number | undefined
  for (let n = 0; n < 60; n++) {
    const room = await openPublishRoom()
    const snapshot = await lookAt(room, pull ?? issue)
    const step = nextStep(room, snapshot)
    if (step.kind === 'nothing' && pull !== undefined) break
    if (step.kind === 'nothing') {
      pull = snapshot.thread.pull?.pull.number
      if (pull !== undefined) await github.comment('bob', pull, 'approve')
      continue
    }
    const result = ['draft', 'execute'].includes(step.kind)
      ? await doWell(step as Parameters<Work>[0], snapshot, room)
      : undefined
    await publish(room, snapshot, { step, ...(result ? { result } : {}) })
  }
  const shape = async (branch: string) =>
    (await entriesOf(branch)).map(({ subtask, state, files }) => ({ subtask, state, files }))
  expect(await shape(`plan/issue-${issue}`)).toEqual(await shape(steady.branch))
  expect((await said(pull ?? 0)).length).toBe((await said(steady.pull)).length)
})

test('feedback that changes nothing is answered all the same', async () => {
  const { room, pull } = await planned()
  const { id } = await github.comment('bob', pull, 'Make it blue.')
  const answers = [{ comment: id, applied: false, note: 'Because blue is not a rate.' }]
  const { steps } = await follow(room, pull, { work: () => plannedResult(TWO, { answers }) })
  expect(steps.filter((step) => step === 'revise')).toHaveLength(1)
  expect((await said(pull)).at(-1)).toContain('Because blue is not a rate.')
  expect(github.reactionsOf(id).map(({ content }) => content)).toEqual(['eyes', 'rocket'])
})

describe('a cancel', () => {
  test('of a plan that nothing was executed of takes its branch away', async () => {
    const { room, issue, pull, branch } = await planned()
    const { id } = await github.comment('bob', pull, 'cancel')
    await follow(room, pull)
    expect([
      (await github.pull(pull)).state,
      await github.sha(branch),
      await github.sha(`refs/measure-twice/${issue}`),
    ]).toEqual(['closed', undefined, undefined])
    expect(github.reactionsOf(id).map(({ content }) => content)).toEqual(['eyes', 'rocket'])
  })

  test('keeps a branch that holds work', async () => {
    const { room, pull, branch } = await planned()
    await github.comment('bob', pull, 'approve 1')
    await follow(room, pull)
    await github.comment('bob', pull, 'cancel')
    await follow(room, pull)
    expect((await github.pull(pull)).state).toBe('closed')
    expect((await entriesOf(branch)).map(({ subtask }) => subtask)).toEqual([undefined, 1])
  })
})

test('what is skipped takes along what depends on it, with the reason, in the journal alone', async () => {
  const { room, pull, branch } = await planned()
  const { id } = await github.comment('bob', pull, '/skip 1 too dear')
  await follow(room, pull)
  expect((await entriesOf(branch)).slice(1)).toMatchObject([
    { subtask: 1, state: 'abandoned', command: id, files: [] },
    { subtask: 2, state: 'abandoned', command: id, files: [] },
    { state: 'done' },
  ])
  const [, first, second] = await github.commits(branch)
  expect([first?.message, second?.message]).toEqual([
    expect.stringContaining('\n\ntoo dear\n'),
    expect.stringContaining('needs 1: too dear'),
  ])
})

test('where Actions may not open pull requests the branch is pushed, and the issue is told once', async () => {
  github.settings.actionsMayOpenPulls = false
  const { number: issue } = await github.openIssue('alice')
  await github.comment('alice', issue, '/plan it')
  const { snapshot } = await follow(await openPublishRoom(), issue)
  await follow(await openPublishRoom(), issue)
  github.settings.actionsMayOpenPulls = true
  expect(snapshot.thread.thisRun.pullForbidden).toBe(true)
  expect(await github.sha(`plan/issue-${issue}`)).toBeDefined()
  expect((await said(issue)).filter((text) => text.includes('/compare/'))).toHaveLength(1)
  expect((await follow(await openPublishRoom(), issue)).steps).toContain('open')
})

test('the conversation is kept beside the branch, without secrets', async () => {
  const room = await openPublishRoom()
  const { number: issue } = await github.openIssue('alice')
  await github.comment('alice', issue, '/plan it')
  await follow(room, issue, { work: () => plannedResult(TWO, { conversation: '{"key":"hunter2-secret"}' }) })
  expect(await github.file(`refs/measure-twice/${issue}`, 'conversation.json')).toBe('{"key":"[redacted]"}')
})

const manifest = (scripts: Record<string, string>): string => JSON.stringify({ name: 'demo', scripts })

/** The first subtask brings two scripts, the second takes one of them away again. */
const TEXTS = [manifest({ build: 'tsc', fleeting: 'true' }), manifest({ build: 'tsc', postinstall: 'node setup.js' })]

test('the closing report lists the manifests and scripts that are not what they were', async () => {
  const room = await openPublishRoom()
  const path = 'web/package.json'
  const plan = { ...TWO, subtasks: TWO.subtasks.map((one) => ({ ...one, files: [path] })) }
  const work: Work = (step, snapshot) => {
    if (step.kind === 'draft') return plannedResult(plan)
    if (step.kind !== 'execute') return doWell(step, snapshot, room)
    return executedResult(room, snapshot, { path, text: TEXTS[step.status.subtask.number - 1] ?? '' })
  }
  const { pull } = await plannedIssue(room, 'add it', work)
  await github.comment('bob', pull, 'approve')
  await follow(room, pull, { work })
  const closing = (await github.commentsOf(pull)).find(({ body }) => body?.includes('Plan finished'))
  expect(closing?.body).toContain('\n- `web/package.json`: scripts `build`, `postinstall` (runs by itself)\n\n')
  expect(closing?.body).not.toContain('fleeting')
})

test.each([
  ['the closing report says that CI waits for a person, when GitHub shows it', '.github/workflows/ci.yml', 1],
  ['GitHub is not asked for runs where no workflow but ours could have any', '.github/workflows/plan.yml', 0],
])('%s', async (_, path, times) => {
  github.settings.ci = 'waits'
  await github.push('alice', 'main', { files: { [path]: 'on: pull_request\n' } })
  onTestFinished(async () => {
    github.settings.ci = 'nothing'
    await github.push('alice', 'main', { files: { [path]: null } })
  })
  const room = await openPublishRoom()
  const { pull } = await plannedIssue(room)
  await github.comment('bob', pull, 'approve')
  const before = github.journal.length
  await follow(room, pull)
  const asked = github.journal.slice(before).filter((entry) => entry.path.endsWith('/actions/runs'))
  expect(asked).toHaveLength(times)
  const closing = (await said(pull)).at(-1) ?? ''
  expect(
    closing.match(/1 workflow run waits for a person\. Choose \*\*Approve and run\*\* below\./g) ?? [],
  ).toHaveLength(times)
  expect(closing.match(/your CI/gi) ?? []).toHaveLength(times)
})
