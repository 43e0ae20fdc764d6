import { expect, test } from 'vitest'
import type { Account, Comment, Forge } from '../../src/github/forge.ts'
import type { GitHubContext } from '../../src/publish/write/github-context.ts'
import { follow, github, openGitHubContext, planned } from '../without-model.ts'

// The input `github-token` changes in the middle of a plan, as the closing report advises.

const APP: Account = { login: 'our-app[bot]', id: 77, type: 'Bot' }

/** A room whose token is that of an app. What it says is stored under another name, so its authors are told here. */
async function roomOfApp(): Promise<GitHubContext> {
  const ctx = await openGitHubContext()
  const { forge } = ctx.sources
  const said = new Set<number>()
  const byApp = (one: Comment): Comment => (said.has(one.id) ? { ...one, author: APP } : one)
  const ofApp: Forge = {
    ...forge,
    me: async () => undefined,
    isMe: async (login) => login === APP.login,
    // What GitHub does not tell in one question is read one by one.
    readIssueBatch: async () => undefined,
    comments: async (number) => (await forge.comments(number)).map(byApp),
    createComment: async (number, body) => {
      const comment = await forge.createComment(number, body)
      if (comment) said.add(comment.id)
      return comment && byApp(comment)
    },
  }
  return { ...ctx, sources: { ...ctx.sources, forge: ofApp } }
}

const said = async (number: number) => (await github.commentsOf(number)).filter(({ user }) => user?.login !== 'bob')

test.each<[string, () => Promise<GitHubContext>]>([
  ['an app', roomOfApp],
  ['a person', () => openGitHubContext({}, github.tokenOf('carol'))],
])('a plan continues under the account of %s without repeating any comment', async (_, open) => {
  const { pull, issue } = await planned()
  await github.comment('bob', pull, 'approve')
  const ctx = await open()
  expect((await follow(ctx, pull)).snapshot.state.phase).toBe('done')
  const before = [...(await said(pull)), ...(await said(issue))].length
  expect((await follow(ctx, pull)).steps).toEqual([])
  expect([...(await said(pull)), ...(await said(issue))]).toHaveLength(before)
})

test('with a person’s token, an approval by that person still counts as the person’s, not the bot’s', async () => {
  const ctx = await openGitHubContext({}, github.tokenOf('carol'))
  const { pull } = await planned()
  await github.comment('carol', pull, 'approve')
  expect((await follow(ctx, pull)).snapshot.state.phase).toBe('done')
})

test('a plan whose pull request was opened by another app is refused with a reason', async () => {
  const { pull, issue } = await planned()
  const ctx = await openGitHubContext()
  const { forge } = ctx.sources
  const foreign = <T extends { author: Account }>(one: T): T => ({ ...one, author: APP })
  const other: Forge = {
    ...forge,
    readIssueBatch: async () => undefined,
    pull: async (number) => {
      const found = await forge.pull(number)
      return found && foreign(found)
    },
    pullsFrom: async (branch) => (await forge.pullsFrom(branch)).map(foreign),
  }
  const there = { ...ctx, sources: { ...ctx.sources, forge: other } }
  for (const number of [pull, issue])
    await expect(follow(there, number)).rejects.toThrow(`The plan of pull request ${pull} was opened by our-app[bot]`)
})
