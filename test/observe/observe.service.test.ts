import { describe, expect, test } from 'vitest'
import { observe } from '../../src/observe/observe.ts'
import { refresh } from '../../src/observe/refresh.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import { follow, forgeOf, github, lookAt, openGitHubContext, planned } from '../without-model.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import type { Comment } from '../../src/github/forge.ts'
import { BOT, comment, RULES } from '../thread.ts'
import { readWholeList } from '../../src/observe/missing-facts.ts'

/** Where edits and apps are asked apart, they are asked of what matters alone. */
const asRest = ({ comments, pull, ...thread }: Thread) => {
  const asked = (all: readonly Comment[]) =>
    all.map(({ app: _, ...one }) => ({ ...one, wasEdited: one.wasEdited || undefined }))
  return {
    ...thread,
    comments: asked(comments),
    pull: pull && { ...pull, comments: asked(pull.comments) },
  }
}

describe('the plan of an issue', () => {
  test.each(['issue', 'pull'] as const)('without GraphQL batches, the %s leads to the same plan', async (from) => {
    const plan = await planned()
    const said = await github.comment('bob', plan.pull, 'approve')
    await github.editComment('bob', said.id, 'approve 1')
    await github.comment('carol', plan.issue, '/plan again')
    const look = async () => (await lookAt(await openGitHubContext(), plan[from])).thread
    const inOne = await look()
    github.fault = ({ kind, body }) =>
      kind === 'graphql' && JSON.stringify(body).includes('issue(number') ? { kind: 'status', status: 403 } : undefined
    const inMany = await look()
    github.fault = undefined
    expect(asRest(inOne)).toEqual(asRest(inMany))
  })

  test.each<[string, (issue: number) => Promise<{ number: number }>]>([
    ['of a person', (issue) => github.openPull('bob', { branch: `plan/issue-${issue}` })],
    ['of another bot', (issue) => github.openPull('dependabot[bot]', { branch: `plan/issue-${issue}` })],
    [
      'of a fork',
      (issue) =>
        github.openPull('mallory', { branch: `plan/issue-${issue}`, fork: true, files: { 'PLAN.md': '# Plan: x\n' } }),
    ],
  ])('a pull request %s is not taken for the plan of an issue', async (_, open) => {
    const { number: issue } = await github.openIssue('alice')
    await github.push('bob', `plan/issue-${issue}`, {
      files: { 'PLAN.md': '# Plan: forged\n' },
      message: `x\n\nPlan-Issue: ${issue}\nPlan-Subtask: 1`,
    })
    const { number } = await open(issue)
    const ctx = await openGitHubContext()
    expect(await observe(ctx.sources, { number, isPull: true })).toBeUndefined()
    const asked = await observe(ctx.sources, { number })
    expect([asked?.issue.number, asked?.pull, asked?.branch]).toEqual([number, undefined, undefined])
    const { thread } = await lookAt(ctx, issue)
    expect([thread.pull, thread.branch]).toEqual([undefined, undefined])
  })

  test('a plan gets another branch name if somebody else’s branch has its name', async () => {
    const { number: issue } = await github.openIssue('alice')
    await github.push('bob', `plan/issue-${issue}`, { files: { x: 'x' } })
    await github.comment('alice', issue, '/plan it')
    const { snapshot } = await follow(await openGitHubContext(), issue)
    expect(snapshot.thread.branch?.name).toBe(`plan/issue-${issue}-2`)
    expect(snapshot.thread.pull?.pull.head.branch).toBe(`plan/issue-${issue}-2`)
  })

  test('comments are read again if the list lacks the comment of the event', async () => {
    const { number } = await github.openIssue('alice')
    const { id } = await github.comment('alice', number, '/plan it')
    let lists = 0
    github.fault = ({ path, kind, body }) =>
      kind === 'graphql' && JSON.stringify(body).includes('issue(number')
        ? { kind: 'status', status: 403 }
        : path.endsWith(`/issues/${number}/comments`) && lists++ < 2
          ? { kind: 'status', status: 200, body: [] }
          : path.endsWith(`/issues/${number}`)
            ? { kind: 'status', status: 200, body: { number, title: '', state: 'open', locked: false, created_at: '', user: null } } // prettier-ignore
            : undefined
    const thread = await observe((await openGitHubContext()).sources, {
      number,
      isPull: false,
      comment: { id, by: 'alice' },
    })
    github.fault = undefined
    expect([thread?.comments.map((one) => one.id), lists]).toEqual([[id], 3])
  })

  test('comments are read again if the list is shorter than GitHub’s own count', async () => {
    const { number } = await github.openIssue('alice')
    await github.comment('alice', number, '/plan it')
    let lists = 0
    github.fault = ({ path }) =>
      path.endsWith(`/issues/${number}/comments`) && lists++ === 0
        ? { kind: 'status', status: 200, body: [] }
        : undefined
    const { thread } = await lookAt(await openGitHubContext(), number)
    github.fault = undefined
    expect([thread.comments.length, lists]).toEqual([1, 2])
  })

  test.each<[string, number | undefined, number, number[], number?]>([
    ['is not waited for where nothing is missing', 1, 0, []],
    ['is not waited for where nobody counts', undefined, 0, []],
    ['is waited for, longer each time', 3, 0, [250, 500]],
    ['is not waited for where it was said long ago', 3, 61, []],
    ['is given up after some seconds', 9, 0, [250, 500, 1000, 2000, 2000]],
    ['is waited for where the event names it, whoever counts', undefined, 0, [250, 500], 3],
    ['is not waited for where it is there', 1, 0, [], 1],
    ['is given up where it was deleted', 1, 61, [250, 500, 1000, 2000, 2000], 7],
  ])('a comment counted by GitHub but not listed %s', async (_, comments, secondsAgo, expected, said) => {
    const waits: number[] = []
    const deadline = { wait: async (pause: number) => void waits.push(pause) }
    const at = new Date(Date.parse('2026-01-02T00:00:00Z') - secondsAgo * 1000).toISOString()
    const shown = said ?? Math.min(3, comments ?? 0)
    const read = async () =>
      Array.from({ length: Math.min(shown, waits.length + 1, 3) }, (__, i) => comment(i + 1, BOT, ''))
    const place = { clock: { timestamp: () => '2026-01-02T00:00:00Z' }, repo: { remote: { deadline } } }
    await readWholeList(place, comments === undefined ? undefined : { comments, at }, { read, eventComment: said })
    expect(waits).toEqual(expected)
  })
})

test('a pull request that is no plan is ignored unless somebody requests a plan there', async () => {
  const ctx = await openGitHubContext()
  await github.push('bob', 'fix', { files: { x: 'fix' } })
  const { number } = await github.openPull('bob', { branch: 'fix' })
  expect(await observe(ctx.sources, { number: 99_999 })).toBeUndefined()
  expect(await observe(ctx.sources, { number, isPull: true })).toBeUndefined()
  expect(await observe(ctx.sources, { number })).toMatchObject({ theirs: { isFork: false } })
})

describe('another look', () => {
  test('observing a plan again sees new comments, pushes and revoked permissions', async () => {
    const { ctx, pull, branch } = await planned()
    const { thread } = await lookAt(ctx, pull)
    await github.comment('bob', pull, 'approve')
    await github.push('bob', branch, { files: { extra: 'x' } })
    const later = await refresh(ctx.sources, thread)
    expect(later.branch?.head).toBe(await github.sha(branch))
    expect(stateOf(later, RULES).statuses.filter(({ approved }) => approved)).toHaveLength(2)
    github.setRole('bob', 'read')
    expect(stateOf(await refresh(ctx.sources, later), RULES).statuses.filter(({ approved }) => approved)).toEqual([])
    github.setRole('bob', 'write')
  })

  test('observing a plan again still refuses an approval that an app wrote in a person’s name', async () => {
    const { ctx, pull } = await planned()
    const words = async (app?: string) => {
      await github.comment('bob', pull, 'approve', app)
      const first = await lookAt(await openGitHubContext(), pull)
      const later = stateOf(await refresh(ctx.sources, first.thread), RULES)
      return [first.state, later].map(({ approvals, refusals }) => [approvals.length, refusals.map(({ why }) => why)])
    }
    const refused = '@bob, the app `slack` wrote this approval in your name.'
    expect(await words('slack')).toEqual([[0, [refused]], [0, [refused]]]) // prettier-ignore
    expect(await words()).toEqual([[1, [refused]], [1, [refused]]]) // prettier-ignore
  })

  test('observing a plan again sees new comments on the issue and in reviews', async () => {
    const { ctx, issue, pull } = await planned()
    const { thread } = await lookAt(ctx, pull)
    await github.comment('bob', issue, 'On the issue.')
    await github.review('bob', pull, { body: 'In a review.', event: 'COMMENT' })
    const later = await refresh(ctx.sources, thread)
    expect([later.comments.length - thread.comments.length, later.pull?.remarks.length]).toEqual([1, 1])
  })

  test('observing a plan again keeps the bot’s own comments that GitHub does not list yet', async () => {
    const { ctx, pull } = await planned()
    const { thread } = await lookAt(ctx, pull)
    const said = await forgeOf().createComment(pull, 'Just now.')
    if (!said) throw new Error('It was not said.')
    const known = { ...thread, pull: thread.pull && { ...thread.pull, comments: [...thread.pull.comments, said] } }
    const behind = {
      ...ctx.sources,
      forge: { ...ctx.sources.forge, comments: async () => thread.pull?.comments ?? [] },
    }
    const later = await refresh(behind, known)
    expect(later.pull?.comments.filter(({ id }) => id === said.id)).toHaveLength(1)
  })

  test('a failed permission lookup is an error, and no permission is assumed', async () => {
    const { pull } = await planned()
    await github.comment('bob', pull, 'approve')
    github.fault = ({ path }) => (path.endsWith('/permission') ? { kind: 'status', status: 500 } : undefined)
    await expect(lookAt(await openGitHubContext(), pull)).rejects.toThrow()
    github.fault = undefined
  })
})

describe('many refused commands', () => {
  /** So many commands of one person whose refusals were deleted: only a reaction tells of them. */
  async function refused(login: string, by: string | undefined): Promise<{ pull: number; comments: number[] }> {
    const { pull } = await planned()
    const comments: number[] = []
    for (let n = 0; n < 30; n++) comments.push((await github.comment(login, pull, 'approve 9')).id)
    const forge = forgeOf(by === undefined ? github.token : github.tokenOf(by))
    for (const id of comments) await forge.react(id, 'confused')
    return { pull, comments }
  }
  const requestsOf = async (pull: number) => {
    const before = github.journal.length
    const snapshot = await lookAt(await openGitHubContext(), pull)
    return { ...snapshot, requests: github.journal.slice(before).filter(({ kind }) => kind !== 'git') }
  }

  test.each<[string, string, string | undefined, number, number]>([
    ['of somebody without rights cost no question', 'mallory', 'mallory', 0, 0],
    ['of somebody who may write cost one question, and stay refused', 'bob', undefined, 1, 30],
    ['with the sign of somebody else cost one question, and are refused', 'bob', 'carol', 1, 0],
  ])('many refused commands %s', async (_, login, by, questions, settled) => {
    const { pull, comments } = await refused(login, by)
    const { requests, state } = await requestsOf(pull)
    const asked = requests.filter(({ body }) => JSON.stringify(body)?.includes('viewerHasReacted'))
    expect([asked.length, requests.filter(({ path }) => path.endsWith('/reactions'))]).toEqual([questions, []])
    expect(requests.length).toBeLessThan(15)
    const isRefused = state.comments.pull.filter(({ id, refused: is }) => comments.includes(id) && is)
    expect(isRefused).toHaveLength(settled)
  })
})
