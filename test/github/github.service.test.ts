import { afterEach, describe, expect, test } from 'vitest'
import type { JournalEntry } from '../../fakes/github/types.ts'
import { as, repo } from '../../fakes/github/clients.ts'
import { repositoryWithIssue } from './repository.ts'

const { github, connect, forge, issue, pullOf, disturb } = await repositoryWithIssue()

/** Many pull requests, as the API lists them. */
async function pullsOf(count: number): Promise<object[]> {
  const { pull } = await pullOf()
  const { data } = await as(github).pulls.get({ ...repo, pull_number: pull.number })
  return Array.from({ length: count }, (_, n) => ({ ...data, number: 1000 + n }))
}

const requestsIn = async (act: () => Promise<unknown>): Promise<JournalEntry[]> => {
  const before = github.journal.length
  await act().catch(() => undefined)
  return github.journal.slice(before)
}

describe('reading', () => {
  test('reading an issue returns its fields, and a missing issue is undefined', async () => {
    expect(await forge.issue(issue)).toMatchObject({
      number: issue,
      title: 'Limit',
      body: 'Please.',
      author: { login: 'alice', id: 101, type: 'User' },
      state: 'open',
      locked: false,
      isPull: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    })
    expect(await forge.issue(9999)).toBeUndefined()
    expect(await forge.pull(9999)).toBeUndefined()
  })

  test('an issue that was deleted or transferred to another repository is undefined', async () => {
    const { number: elsewhere } = await github.openIssue('bob', { title: 'Another' })
    const location = `${github.url}/repos/octo/demo/issues/${elsewhere}`
    const isAsked = ({ path }: JournalEntry) => path.endsWith(`/issues/${issue}`)
    disturb(isAsked, { kind: 'status', status: 410 }, { kind: 'status', status: 301, headers: { location } })
    expect(await connect().issue(issue)).toBeUndefined()
    expect(await connect().issue(issue)).toBeUndefined()
    expect(github.journal.at(-2)?.path).toMatch(new RegExp(`/issues/${elsewhere}$`))
  })

  test('a renamed repository is not read, and the error names its new name', async () => {
    const renamed = { full_name: 'octo/renamed' }
    const [pull] = await pullsOf(1)
    const old = { code: 'repository-moved', message: expect.stringContaining('is now `octo/renamed`') }
    const answers = { '/pulls': [{ ...pull, base: { ref: 'main', repo: renamed } }], '': renamed }
    github.fault = ({ path }) => {
      const body = answers[path.replace('/repos/octo/demo', '') as keyof typeof answers]
      if (body) return { kind: 'status', status: 200, body }
      const location = `${github.url}/repos/octo/demo/issues/${issue}?moved`
      return path.endsWith('/issues/9') ? { kind: 'status', status: 301, headers: { location } } : undefined
    }
    await expect(connect().issue(9)).rejects.toMatchObject(old)
    await expect(connect().openPulls()).rejects.toMatchObject(old)
    github.fault = () => ({ kind: 'status', status: 404 })
    const lost = { code: 'repository-moved', message: expect.stringContaining('is out of reach of the token') }
    await expect(connect().issue(9)).rejects.toMatchObject(lost)
    await expect(connect().pull(9)).rejects.toMatchObject(lost)
  })

  test('all pages of comments are read in order, with reactions and edits', async () => {
    const { number } = await github.openIssue('alice')
    for (let n = 0; n < 130; n++) await github.comment('bob', number, `comment ${n}`)
    const comments = await forge.comments(number)
    expect(comments.map(({ body }) => body)).toEqual(Array.from({ length: 130 }, (_, n) => `comment ${n}`))
    const [first, second] = comments
    if (!first || !second) throw new Error('unreachable')
    await github.editComment('bob', first.id, 'changed')
    await forge.react(second.id, 'eyes')
    await forge.react(second.id, 'eyes')
    const [edited, seen] = await forge.comments(number)
    expect(edited && edited.updatedAt > edited.createdAt).toBe(true)
    expect(seen?.reactions).toEqual({ eyes: 1, rocket: 0, confused: 0 })
  })

  test('a pull request is read with its branch and its review comments', async () => {
    const { branch, path, pull } = await pullOf()
    const { number } = pull
    await github.review('bob', number, { body: 'Hm.', comments: [{ path, line: 1, body: 'Here.' }] })
    expect(await forge.pull(number)).toMatchObject({
      number,
      author: { login: 'github-actions[bot]', type: 'Bot' },
      state: 'open',
      draft: true,
      base: 'main',
      head: { branch, repository: 'octo/demo', sha: await github.sha(branch) },
    })
    expect(await forge.pull(issue)).toBeUndefined()
    expect(await forge.issue(number)).toMatchObject({ isPull: true })
    expect(await forge.reviews(number)).toMatchObject([{ kind: 'summary', body: 'Hm.', author: { login: 'bob' } }])
    expect(await forge.lineComments(number)).toMatchObject([{ kind: 'line', body: 'Here.', location: { line: 1 } }])
  })

  test('the pull requests of a branch include closed ones, but none from forks', async () => {
    const { branch, pull } = await pullOf()
    await github.openPull('mallory', { branch, fork: true, files: { evil: 'x' } })
    expect((await forge.pullsFrom(branch)).map(({ number }) => number)).toEqual([pull.number])
    await github.closePull('alice', pull.number)
    expect((await forge.pullsFrom(branch)).map(({ state }) => state)).toEqual(['closed'])
    expect((await forge.openPulls()).map(({ number }) => number)).not.toContain(pull.number)
    expect(await forge.pullsFrom('plan/nothing')).toEqual([])
  })

  test.each([
    ['alice', 'admin'],
    ['carol', 'maintain'],
    ['bob', 'write'],
    ['tess', 'triage'],
    ['reader', 'read'],
    ['mallory', 'read'],
  ])('the user %s has the permission %s', async (login, permission) => {
    expect(await forge.permission(login)).toBe(permission)
  })

  test('a stranger to a private repository has no permission', async () => {
    github.settings.private = true
    expect(await forge.permission('mallory')).toBe('none')
    github.settings.private = false
  })

  test.each<[object, string]>([
    [{ permission: 'admin', role_name: 'Release captain' }, 'admin'],
    [{ permission: 'write', role_name: 'deployer' }, 'write'],
    [{ permission: 'write' }, 'write'],
    [{ permission: 'read', role_name: 'triage' }, 'triage'],
  ])('the permission response %j means %s', async (body, permission) => {
    disturb(({ path }) => path.endsWith('/permission'), { kind: 'status', status: 200, body })
    expect(await connect().permission('zoe')).toBe(permission)
  })

  test.each([
    ['nothing', { waiting: 0, begun: 0 }],
    ['waits', { waiting: 1, begun: 0 }],
    ['begins', { waiting: 0, begun: 1 }],
  ] as const)('the workflow runs of a commit are counted, if CI %s', async (ci, runs) => {
    const { pull } = await pullOf()
    github.settings.ci = ci
    try {
      expect(await connect().runsOf(pull.head.sha)).toEqual(runs)
    } finally {
      github.settings.ci = 'nothing'
    }
  })

  test('without `actions` permission the workflow runs of a commit are unknown', async () => {
    github.settings.permissions.actions = 'none'
    try {
      expect(await connect().runsOf('0'.repeat(40))).toBeUndefined()
    } finally {
      github.settings.permissions.actions = 'write'
    }
  })

  test('a failed lookup of a permission is an error, and does not mean that there is none', async () => {
    github.fault = () => ({ kind: 'status', status: 500 })
    await expect(connect().permission('alice')).rejects.toThrow()
  })

  describe('a membership of a team', () => {
    afterEach(() => {
      github.settings.permissions.members = 'none'
    })
    const asked = () => Promise.all(['bob', 'carol', 'alice'].map((login) => connect().inTeam('@octo/core', login)))

    test('a team membership is known as active or not, if the token can see the team', async () => {
      github.settings.teams = { core: { members: ['bob'], pending: ['carol'] } }
      github.settings.permissions.members = 'read'
      expect(await asked()).toEqual([true, false, false])
      expect(await connect().inTeam('@octo/other', 'bob')).toBeUndefined()
    })

    test('a team membership is unknown if the token cannot see the team', async () => {
      github.settings.teams = { core: { members: ['bob'] } }
      expect(await asked()).toEqual([undefined, undefined, undefined])
    })

    test('a team membership is unknown if the token may not read teams', async () => {
      github.fault = () => ({ kind: 'status', status: 403 })
      expect(await asked()).toEqual([undefined, undefined, undefined])
    })

    test('looking up a team membership during an outage is an error', async () => {
      github.fault = () => ({ kind: 'status', status: 500 })
      await expect(connect().inTeam('@octo/core', 'bob')).rejects.toThrow()
    })
  })

  test('a person’s token is recognized as that person’s account', async () => {
    expect(await connect({ token: github.tokenOf('robot') }).me()).toMatchObject({ login: 'robot', id: 106 })
  })

  test('the error for a wrong token does not contain the token', async () => {
    const failed = await connect({ token: 'ghp_wrong_token' }).me().catch(String)
    expect(failed).toContain('Bad credentials')
    expect(failed).not.toContain('ghp_wrong_token')
  })
})

describe('asking again', () => {
  test('repeated reads get a 304 if nothing changed, and otherwise the changes', async () => {
    const { number } = await github.openIssue('alice')
    await github.comment('bob', number, 'one')
    const first = await forge.comments(number)
    const again = await requestsIn(async () => expect(await forge.comments(number)).toEqual(first))
    expect(again.map(({ status }) => status)).toEqual([304])
    await github.comment('bob', number, 'two')
    expect((await forge.comments(number)).map(({ body }) => body)).toEqual(['one', 'two'])
  })

  describe('sees the next page that a full one has by now', () => {
    const hundred = async (pages: number): Promise<number> => {
      const { number } = await github.openIssue('alice')
      for (let n = 0; n < pages * 100; n++) await github.comment('bob', number, String(n))
      return number
    }

    test.each([1, 2])('repeated reads find the next page, which was added after %i full pages', async (pages) => {
      const number = await hundred(pages)
      expect(await forge.comments(number)).toHaveLength(pages * 100)
      await github.comment('bob', number, 'cancel')
      const again = await requestsIn(async () => expect((await forge.comments(number)).at(-1)?.body).toBe('cancel'))
      expect(again.map(({ status }) => status)).toEqual([...Array<number>(pages).fill(304), 200])
    })

    test('when page 1 is full and answered by 304, the next page is read, even without a Link header', async () => {
      const number = await hundred(1)
      await forge.comments(number)
      await github.comment('bob', number, 'cancel')
      disturb(({ query }) => !query.includes('page=2'), { kind: 'status', status: 304 })
      expect((await forge.comments(number)).at(-1)?.body).toBe('cancel')
    })

    test('repeated reads of open pull requests find a page that was added after a full one', async () => {
      const page = (from: number) => pullJson.slice(from, from + 100)
      const pullJson = await pullsOf(101)
      const next = `<${github.url}/repos/octo/demo/pulls?per_page=100&state=open&page=2>; rel="next"`
      const etag = 'W/"1"'
      disturb(
        () => true,
        { kind: 'status', status: 200, body: page(0), headers: { etag } },
        { kind: 'status', status: 304, headers: { etag, link: next } },
        { kind: 'status', status: 200, body: page(100) },
      )
      const asking = connect()
      expect(await asking.openPulls()).toHaveLength(100)
      expect(await asking.openPulls()).toHaveLength(101)
    })
  })
})

test('a server that cannot tell when a pull request was closed still tells of edits', async () => {
  const { pull } = await pullOf()
  const said = await forge.createComment(issue, 'approve')
  const { node_id: node } = (await as(github).issues.getComment({ ...repo, comment_id: said?.id ?? 0 })).data
  await as(github).issues.updateComment({ ...repo, comment_id: said?.id ?? 0, body: 'approve 1' })
  const message = "Field 'timelineItems' doesn't exist on type 'PullRequest'"
  const errors = [{ message, extensions: { code: 'undefinedField' } }]
  const one = connect()
  const ask = () => one.editsAndClosings([node], pull.nodeId)
  // The question for closings is the one that names them.
  github.fault = ({ kind, body }) =>
    kind === 'graphql' && JSON.stringify(body).includes('timelineItems')
      ? { kind: 'status', status: 200, body: { errors } }
      : undefined
  expect(await requestsIn(ask)).toHaveLength(2)
  expect(await ask()).toEqual({ edited: new Set([node]), closings: [] })
})
