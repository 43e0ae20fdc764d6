import { afterEach, describe, expect, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { refreshBranch } from '../../src/observe/read-plans.ts'
import { asOnePush } from '../../src/publish/write/commit.ts'
import { publish } from '../../src/publish/publish.ts'
import { publishResult } from '../../src/tasks/publish-result.ts'
import {
  executedResult,
  follow,
  github,
  lookAt,
  nextPlainStep,
  nextStep,
  openGitHubContext,
  planned,
  TWO,
} from '../without-model.ts'

afterEach(() => {
  github.fault = undefined
})
const entriesOf = async (branch: string) =>
  (await github.commits(branch)).map(({ message, files }) => ({
    ...parseMessage(message)?.trailers,
    files: files.map(({ path, status }) => `${status} ${path}`),
  }))

describe('when somebody pushes meanwhile', () => {
  async function aboutToCommit() {
    const plan = await planned()
    const { ctx, pull } = plan
    await github.comment('bob', pull, 'approve')
    const { snapshot } = await follow(ctx, pull, { stopAt: 'execute' })
    const step = nextStep(ctx, snapshot)
    if (step.kind !== 'execute') throw new Error(step.kind)
    return {
      ...plan,
      snapshot,
      step,
      result: await executedResult(ctx, snapshot, { path: 'mine.js', text: 'x\n' }),
    }
  }

  test('if somebody pushes during a subtask, its commit is rebuilt on the new tip', async () => {
    const { ctx, snapshot, step, result, branch } = await aboutToCommit()
    const { sha } = await github.push('bob', branch, { files: { 'theirs.js': 'y\n' } })
    const after = await publishResult(ctx, snapshot, { step, result })
    const [, theirs, mine] = await github.commits(branch)
    expect([theirs?.sha, mine?.parents]).toEqual([sha, [sha]])
    expect(after.branch?.head).toBe(mine?.sha)
    expect(await github.file(branch, 'theirs.js')).toBe('y\n')
  })

  test('if somebody pushes before a combined push, none of it is pushed; it is rebuilt on the new tip', async () => {
    const { ctx, snapshot, step, result, branch } = await aboutToCommit()
    let made: unknown
    const together = await asOnePush(ctx, async (ctx) => {
      const after = await publishResult(ctx, snapshot, { step, result })
      made = after.branch?.commits.at(-1)?.entry?.trailers.subtask
      await github.push('bob', branch, { files: { 'theirs.js': 'y\n' } })
      return after
    })
    expect([made, together, await github.file(branch, 'mine.js')]).toEqual([1, undefined, undefined])
    const thread = await refreshBranch(ctx.sources, snapshot.thread)
    const after = await publishResult(ctx, { ...snapshot, thread }, { step, result })
    expect((await entriesOf(branch)).at(-1)).toMatchObject({ subtask: 1, files: ['A mine.js'] })
    expect(after.branch?.commits.at(-1)?.entry?.trailers.subtask).toBe(1)
  })

  test('if somebody edits the plan file during a subtask, the subtask’s result is not committed', async () => {
    const { ctx, snapshot, step, result, branch } = await aboutToCommit()
    const { sha } = await github.push('bob', branch, { files: { 'PLAN.md': renderPlan({ ...TWO, title: 'By hand' }) } })
    const after = await publishResult(ctx, snapshot, { step, result })
    expect(await github.sha(branch)).toBe(sha)
    expect(after.thisRun.attempts.get(0)?.map(({ usage }) => usage)).toEqual([result.usage])
    expect((await follow(ctx, snapshot.thread.issue.number)).steps).toContain('announce')
  })

  test('if somebody edits the plan file during a `/skip`, the dependants in the new file are skipped', async () => {
    const { ctx, pull, branch } = await planned()
    await github.comment('bob', pull, '/skip 1')
    const { snapshot } = await follow(ctx, pull, { stopAt: 'skip' })
    const other = planOf([subtask(1), subtask(3, { depends_on: [1] })])
    const { sha } = await github.push('bob', branch, { files: { 'PLAN.md': renderPlan(other) } })
    await publish(ctx, snapshot, nextPlainStep(ctx, snapshot))
    expect(await github.sha(branch)).toBe(sha)
    await follow(ctx, pull)
    const skipped = (await entriesOf(branch)).filter(({ state }) => state === 'abandoned')
    expect(skipped.map(({ subtask }) => subtask)).toEqual([1, 3])
  })

  test('a subtask’s patch that conflicts with a person’s push is dropped', async () => {
    const { ctx, snapshot, step, result, branch } = await aboutToCommit()
    const { sha } = await github.push('bob', branch, { files: { 'mine.js': 'theirs\n' } })
    const after = await publishResult(ctx, snapshot, { step, result })
    expect(await github.sha(branch)).toBe(sha)
    expect(after.thisRun.attempts.get(0)?.map(({ usage }) => usage)).toEqual([result.usage])
  })

  test('a subtask that another run has already committed is not committed twice', async () => {
    const { ctx, snapshot, step, result, branch } = await aboutToCommit()
    await publishResult(ctx, snapshot, { step, result })
    await publishResult(ctx, snapshot, { step, result })
    expect((await entriesOf(branch)).filter(({ subtask }) => subtask === 1)).toHaveLength(1)
  })

  test('token usage of a subtask that was skipped while it ran is counted', async () => {
    const { ctx, snapshot, step, result, branch, pull } = await aboutToCommit()
    await github.comment('bob', pull, '/skip 1')
    const { snapshot: skipped } = await follow(ctx, pull, { stopAt: 'finish' })
    const stopped = { kind: 'stopped' as const, why: 'cancelled' as const, usage: result.usage, turns: result.turns }
    const after = await publishResult(ctx, skipped, { step, result: stopped })
    await publish(ctx, { ...snapshot, ...skipped, thread: after }, { kind: 'finish' })
    expect((await entriesOf(branch)).at(-1)).toMatchObject({ state: 'done', usage: result.usage })
  })

  test('a branch is not deleted if people pushed to it meanwhile', async () => {
    const { ctx, pull, branch } = await planned()
    await github.comment('bob', pull, 'cancel')
    const { snapshot } = await follow(ctx, pull, { stopAt: 'delete-branch' })
    const { sha } = await github.push('bob', branch, { files: { 'precious.js': 'x\n' } })
    await publish(ctx, snapshot, { kind: 'delete-branch' }).catch(() => undefined)
    expect(await github.sha(branch)).toBe(sha)
  })

  test('a version is not announced with an outdated number if others were announced meanwhile', async () => {
    const { ctx, pull } = await planned()
    const other = await openGitHubContext()
    const early = await lookAt(ctx, pull)
    for (const words of ['Make it blue.', 'Red, then.']) {
      await github.comment('bob', pull, words)
      await follow(other, pull)
    }
    // The comments were read before all of that, and the branch after it.
    const late = await lookAt(ctx, pull)
    const { comments = [] } = early.thread.pull ?? {}
    const thread = { ...late.thread, pull: late.thread.pull && { ...late.thread.pull, comments } }
    const snapshot = ctx.sources.snapshotAt(thread)
    const step = nextPlainStep(ctx, snapshot)
    expect(step).toMatchObject({ kind: 'announce', version: 2 })
    const after = await publish(ctx, snapshot, step)
    const bodies = (await github.commentsOf(pull)).map(({ body = '' }) => /^### Plan, version (\d+)/.exec(body)?.[1])
    expect(bodies.filter((number) => number !== undefined)).toEqual(['1', '2', '3'])
    expect(nextStep(ctx, ctx.sources.snapshotAt(after)).kind).not.toBe('announce')
  })

  test('a version that another run announced meanwhile is not announced twice', async () => {
    const { ctx, pull, branch } = await planned()
    await github.push('bob', branch, { files: { 'PLAN.md': renderPlan({ ...TWO, title: 'By hand' }) } })
    const { snapshot } = await follow(ctx, pull, { stopAt: 'announce' })
    await follow(ctx, pull)
    await publish(ctx, snapshot, nextPlainStep(ctx, snapshot))
    const said = (await github.commentsOf(pull)).filter(({ body = '' }) => body.includes('measure-twice:version v=2'))
    expect(said).toHaveLength(1)
  })
})
