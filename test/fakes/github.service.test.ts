import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { as, messageOf, planned, repo, start, statusOf } from '../../fakes/github/clients.ts'

describe('comments', () => {
  test('look as those of github.com, with ids that grow over issues and pull requests alike', async () => {
    const { github, bot } = await planned()
    await using _ = github
    const first = await github.comment('bob', 1, 'hello')
    const second = await github.comment('mallory', 2, 'hi')
    const { data } = await bot.issues.createComment({ ...repo, issue_number: 1, body: 'done' })
    expect([String(first.id).length, second.id - first.id, data.id - second.id]).toEqual([10, 1, 1])
    expect(data).toMatchObject({
      user: { login: 'github-actions[bot]', id: 41898282, type: 'Bot' },
      author_association: 'NONE',
    })
    expect(data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(second.event).toMatchObject({
      name: 'issue_comment',
      sender: 'mallory',
      payload: {
        action: 'created',
        issue: { number: 2, pull_request: { url: `${github.url}/repos/octo/demo/pulls/2` } },
        comment: { body: 'hi', reactions: { total_count: 0 } },
      },
    })
    expect(first.event.payload).not.toHaveProperty('issue.pull_request')
  })

  test('an edited one was updated after it was created, a deleted one is gone', async () => {
    await using github = await start()
    await github.openIssue('alice')
    const { id } = await github.comment('bob', 1, 'one')
    await github.editComment('bob', id, 'two')
    const [comment] = await github.commentsOf(1)
    expect(comment?.body).toBe('two')
    expect(Date.parse(comment?.updated_at ?? '') - Date.parse(comment?.created_at ?? '')).toBeGreaterThanOrEqual(5000)
    await as(github).issues.deleteComment({ ...repo, comment_id: id })
    expect(await github.commentsOf(1)).toEqual([])
  })

  test('are listed since a time', async () => {
    await using github = await start()
    await github.openIssue('alice')
    await github.comment('bob', 1, 'early')
    github.tick(60)
    const { id } = await github.comment('bob', 1, 'late')
    const since = (await github.commentsOf(1)).at(-1)?.created_at ?? ''
    const { data } = await as(github).issues.listComments({ ...repo, issue_number: 1, since })
    expect(data.map((comment) => comment.id)).toEqual([id])
  })

  test('over 65,536 characters are refused', async () => {
    await using github = await start()
    await github.openIssue('alice')
    const write = (length: number) =>
      statusOf(as(github).issues.createComment({ ...repo, issue_number: 1, body: 'x'.repeat(length) }))
    expect([await write(65_536), await write(65_537)]).toEqual([200, 422])
  })
})

test('a reaction is given once; the second time is 200 and not 201', async () => {
  const { github, bot } = await planned()
  await using _ = github
  const { id } = await github.comment('bob', 2, 'approve')
  const give = async () =>
    (await bot.reactions.createForIssueComment({ ...repo, comment_id: id, content: 'eyes' })).status
  expect([await give(), await give()]).toEqual([201, 200])
  expect(github.reactionsOf(id)).toEqual([{ login: 'github-actions[bot]', content: 'eyes' }])
  expect((await bot.issues.getComment({ ...repo, comment_id: id })).data.reactions).toMatchObject({
    total_count: 1,
    eyes: 1,
  })
  expect(
    await statusOf(bot.reactions.createForIssueComment({ ...repo, comment_id: 3_999_999_999, content: 'eyes' })),
  ).toBe(404)
})

describe('pull requests', () => {
  test('have the head of their branch, are issues too, and keep being drafts when patched', async () => {
    const { github, bot, pull } = await planned()
    await using _ = github
    expect(pull).toMatchObject({
      number: 2,
      draft: true,
      head: { ref: 'plan/issue-1', repo: { full_name: 'octo/demo' } },
      user: { login: 'github-actions[bot]' },
    })
    const { sha } = await github.push('alice', 'plan/issue-1', { files: { a: 'a\n' } })
    const now = (await bot.pulls.get({ ...repo, pull_number: 2 })).data
    expect([now.head.sha, now.commits, now.changed_files]).toEqual([sha, 2, 2])
    expect(await github.sha('refs/pull/2/head')).toBe(sha)
    expect((await bot.issues.get({ ...repo, issue_number: 2 })).data).toMatchObject({
      number: 2,
      title: 'Plan',
      pull_request: { merged_at: null },
    })
    const { data } = await bot.pulls.update({ ...repo, pull_number: 2, body: 'new', draft: false } as {
      pull_number: number
    } & typeof repo)
    expect(data).toMatchObject({ body: 'new', draft: true })
    expect(
      (await bot.pulls.listFiles({ ...repo, pull_number: 2 })).data.map(({ filename, status }) => [filename, status]),
    ).toEqual([
      ['PLAN.md', 'added'],
      ['a', 'added'],
    ])
    expect((await bot.pulls.list({ ...repo, head: 'octo:plan/issue-1' })).data.map(({ number }) => number)).toEqual([2])
  })

  test('a second one for the same head is refused', async () => {
    const { github, bot } = await planned()
    await using _ = github
    const again = bot.pulls.create({ ...repo, head: 'plan/issue-1', base: 'main', title: 'Again' })
    expect(await messageOf(again)).toContain('A pull request already exists for octo:plan/issue-1.')
  })

  test('one whose branch is deleted is closed', async () => {
    const { github, bot } = await planned()
    await using _ = github
    await bot.git.deleteRef({ ...repo, ref: 'heads/plan/issue-1' })
    expect((await github.pull(2)).state).toBe('closed')
  })
})

describe('who may do what', () => {
  test('an app has none, and a stranger none in a private repository', async () => {
    await using github = await start()
    github.settings.private = true
    const ask = (username: string) => as(github).repos.getCollaboratorPermissionLevel({ ...repo, username })
    expect(await statusOf(ask('github-actions[bot]'))).toBe(404)
    expect((await ask('mallory')).data.permission).toBe('none')
    github.setRole('mallory', 'write')
    expect((await ask('mallory')).data.permission).toBe('write')
  })

  test('the token of an app has no user, that of a person has, an unknown one is refused', async () => {
    await using github = await start()
    expect(await statusOf(as(github).users.getAuthenticated())).toBe(403)
    expect((await as(github, github.tokenOf('robot')).users.getAuthenticated()).data.login).toBe('robot')
    expect(await statusOf(as(github, 'ghs_wrong').repos.get(repo))).toBe(401)
  })

  // paseo-network/runtimes#424
  test('a team that the token cannot see is not found, as are its members and who is none', async () => {
    await using github = await start()
    github.settings.teams = { core: { members: ['bob'], pending: ['carol'] } }
    const asked = async (token?: string) => {
      const { teams } = as(github, token)
      const team = { org: 'octo', team_slug: 'core' }
      const memberships = ['bob', 'carol', 'tess'].map(async (username) =>
        statusOf(teams.getMembershipForUserInOrg({ ...team, username })),
      )
      return Promise.all([statusOf(teams.getByName(team)), ...memberships])
    }
    expect(await asked()).toEqual([404, 404, 404, 404])
    expect(await asked(github.tokenOf('mallory'))).toEqual([404, 404, 404, 404])
    expect(await asked(github.tokenOf('alice'))).toEqual([200, 200, 200, 404])
    github.settings.permissions.members = 'read'
    expect(await asked()).toEqual([200, 200, 200, 404])
    const { data } = await as(github).teams.getMembershipForUserInOrg({
      org: 'octo',
      team_slug: 'core',
      username: 'carol',
    })
    expect(data.state).toBe('pending')
    expect(await statusOf(as(github).teams.getByName({ org: 'octo', team_slug: 'other' }))).toBe(404)
  })
})

test('nobody else on the machine is let in: not by a name that points here, nor by a guess, nor by git without a token', async () => {
  await using github = await start()
  const { port } = new URL(github.url)
  const status = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((settle, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers }, (reply) => settle(reply.resume().statusCode))
      sent.on('error', reject).end()
    })
  const authorization = `Bearer ${github.tokenOf('alice')}`
  const [rest, git] = ['/repos/octo/demo', '/octo/demo/info/refs?service=git-upload-pack']
  expect(await status(rest, { authorization })).toBe(200)
  expect(await status(rest, { authorization, host: `localhost:${port}` })).toBe(200)
  expect(await status(rest, { authorization, host: `evil.example:${port}` })).toBe(403)
  expect(await status(rest, { authorization: 'Bearer ghp_alice' })).toBe(401)
  expect([await status(git, {}), await status(git, { authorization: 'Basic eDpnaHBfYWxpY2U=' })]).toEqual([401, 401])
})
