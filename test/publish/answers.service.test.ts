import { expect, test } from 'vitest'
import { react } from '../../src/publish/say/say.ts'
import { follow, github, lookAt, openGitHubContext, planned, type Work } from '../without-model.ts'

const spent = { usage: { input: 1, cached: 0, output: 1 }, turns: 1 }
const answering =
  (text: string): Work =>
  () => ({ kind: 'answered', text, ...spent })
const lastWord = async (issue: number): Promise<string> =>
  (await github.commentsOf(issue)).findLast(({ user }) => user?.type === 'Bot')?.body ?? ''

const TEXT = 'See `src/index.js:1-2`, lib/a.b.ts:30 and (docs/x.md:4). Not 12:30, http://x.test:80 or v1.2:3x.'

test('file lines cited in an answer become permalinks at the commit that the model read', async () => {
  const ctx = await openGitHubContext()
  const { number: issue } = await github.openIssue('alice')
  await github.comment('bob', issue, '/ask Where?')
  await follow(ctx, issue, { work: answering(TEXT) })
  const at = (place: string) => `${ctx.links.repository}/blob/${at.sha}/${place}`
  at.sha = await github.sha('main')
  const linked = [
    `See [src/index.js:1-2](${at('src/index.js#L1-L2')}), [lib/a.b.ts:30](${at('lib/a.b.ts#L30')}) and`,
    `([docs/x.md:4](${at('docs/x.md#L4')})). Not 12:30,`,
  ].join(' ')
  expect(await lastWord(issue)).toContain(linked)
})

test('an answer on an issue with a plan links files at the head of the plan’s branch', async () => {
  const { ctx, issue, branch } = await planned()
  await github.comment('bob', issue, '/ask Where?')
  await follow(ctx, issue, { work: answering('See PLAN.md:1.') })
  expect(await lastWord(issue)).toContain(`/blob/${await github.sha(branch)}/PLAN.md#L1`)
})

test('a run remembers its own refusal reaction, without asking GitHub who reacted', async () => {
  const { ctx, pull } = await planned()
  await github.comment('bob', pull, '/skip 1')
  const { thread, state } = await lookAt(ctx, pull)
  const [comment] = state.comments.pull
  const now = comment && (await react(ctx, thread, { comment, reaction: 'confused' }))
  expect(now && ctx.sources.snapshotAt(now).state.comments.pull.map(({ refused }) => refused)).toEqual([true])
})
