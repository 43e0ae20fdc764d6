import { describe, expect, test } from 'vitest'
import { clone, planned, repo, start, statusOf } from '../../fakes/github/clients.ts'

describe('git', () => {
  test('the fake GitHub advertises current refs to a push exactly as git does', async () => {
    const { github } = await planned()
    await using _ = github
    const authorization = `Basic ${Buffer.from(`x:${github.token}`).toString('base64')}`
    const address = `${github.url}/octo/demo/info/refs?service=git-receive-pack`
    const offered = async () => (await fetch(address, { headers: { authorization } })).text()
    const byGit = async () =>
      `001f# service=git-receive-pack\n0000${await github.git(['receive-pack', '--http-backend-info-refs', '.'])}`
    expect(await offered()).toBe(await byGit())
    await github.push('alice', 'höher/a', { files: { 'a.md': 'a\n' } })
    await github.deleteBranch('alice', 'plan/issue-1')
    expect(await offered()).toBe(await byGit())
  })

  test('the fake GitHub rejects a workflow token’s push to a workflow file, but accepts a person’s', async () => {
    await using github = await start()
    for (const [token, works] of [
      [github.token, false],
      [github.tokenOf('bob'), true],
    ] as const) {
      await using work = await clone(github, token)
      await work.commit('.github/workflows/x.yml', `# ${token}\n`)
      const pushed = await work.git('push', '-q', 'origin', 'HEAD').then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      )
      expect(pushed.includes('refusing to allow a GitHub App to create or update workflow')).toBe(!works)
    }
  })

  test('the fake GitHub moves a ref over REST only as a fast-forward, or with force', async () => {
    const { github, bot } = await planned()
    await using _ = github
    const main = (await github.sha('main')) ?? ''
    const move = (force: boolean) =>
      statusOf(bot.git.updateRef({ ...repo, ref: 'heads/plan/issue-1', sha: main, force }))
    expect([await move(false), await move(true)]).toEqual([422, 200])
    expect(await statusOf(bot.git.createRef({ ...repo, ref: 'refs/heads/main', sha: main }))).toBe(422)
  })
})

test('the fake GitHub restores everything from a snapshot, including the next ids', async () => {
  const { github, bot } = await planned()
  await using _ = github
  const { id } = await github.comment('bob', 2, 'approve')
  const before = {
    pull: await github.pull(2),
    comments: await github.commentsOf(2),
    refs: await github.git(['for-each-ref']),
  }
  const snapshot = await github.snapshot()
  const change = async () => {
    await github.push('bob', 'plan/issue-1', { files: { z: 'z\n' } })
    await bot.reactions.createForIssueComment({ ...repo, comment_id: id, content: 'eyes' })
    await bot.pulls.update({ ...repo, pull_number: 2, state: 'closed' })
    return (await github.comment('bob', 2, 'more')).id
  }
  const made = await change()
  await github.restore(snapshot)
  expect({
    pull: await github.pull(2),
    comments: await github.commentsOf(2),
    refs: await github.git(['for-each-ref']),
  }).toEqual(before)
  expect(github.journal).toEqual([])
  expect(await change()).toBe(made)
  const [later, { head }] = [await github.snapshot(), await github.pull(2)]
  await github.restore(snapshot)
  await github.restore(later)
  expect(await github.pull(2)).toMatchObject({ state: 'closed', head })
  expect((await github.commentsOf(2)).at(-1)?.id).toBe(made)
})

test('the fake GitHub can take a snapshot before and after each request, while its client waits', async () => {
  const { github, bot } = await planned()
  await using _ = github
  const { id } = await github.comment('bob', 1, 'x')
  const seen: [string, number][] = []
  github.watch = async (_entry, when) => {
    const { memory } = await github.snapshot()
    seen.push([when, memory.reactions.length])
  }
  await bot.reactions.createForIssueComment({ ...repo, comment_id: id, content: 'eyes' })
  expect(seen).toEqual([
    ['before', 0],
    ['after', 1],
  ])
})
