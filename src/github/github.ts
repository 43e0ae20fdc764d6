import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import type { Account, Forge, Opened, Permission } from './forge.ts'
import { toAccount, toComment, toIssue, toLineComment, toPull, toReview } from './answers.ts'
import { once } from '../lazy.ts'

/** `owner/name` taken apart. */
export type RepositoryName = { owner: string; repo: string }

/** Where GitHub's interfaces are (`https://api.github.com` when empty), and the token that opens them. */
export type Access = { token: string; address?: string | undefined }

/** GitHub's REST and GraphQL interfaces as the verbs of `Forge`. */
export function connectGitHub(name: RepositoryName, { token, address }: Access): Forge {
  const octokit = connect(token, address || 'https://api.github.com')
  return { ...reading(octokit, name, token), ...writing(octokit, name) }
}

type Client = ReturnType<typeof connect>

/**
 * A client that repeats what reads and never what writes, because a write whose answer was lost may have been done.
 * Waiting between writes is for github.com, whose secondary limits want it; a server of one's own does not.
 */
function connect(token: string, baseUrl: string) {
  const hosted = baseUrl.startsWith('https://api.github.com')
  const octokit = new (Octokit.plugin(retry, throttling))({
    baseUrl,
    auth: token,
    userAgent: 'measure-twice',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    throttle: {
      enabled: hosted,
      onRateLimit: (_after, request, _client, tries) => request.method === 'GET' && tries < 3,
      onSecondaryRateLimit: (_after, _request, _client, tries) => tries < 3,
    },
    retry: { doNotRetry: [400, 401, 403, 404, 410, 422, 451], retryAfterBaseValue: hosted ? 1000 : 50 },
  })
  octokit.hook.before('request', (request) => {
    if (request.method !== 'GET') request.request = { ...request.request, retries: 0 }
  })
  rememberAnswers(octokit)
  return octokit
}

const ignore = (): void => undefined

/** Asks again only whether an answer changed: GitHub does not count a 304 against the rate limit. */
function rememberAnswers(octokit: Octokit): void {
  type Answer = Awaited<ReturnType<Parameters<Parameters<typeof octokit.hook.wrap<'request'>>[1]>[0]>>
  const answers = new Map<string, { etag: string; answer: Answer }>()
  octokit.hook.wrap('request', async (request, options) => {
    if (options.method !== 'GET') return request(options)
    const key = octokit.request.endpoint(options).url
    const known = answers.get(key)
    // Hooks further in are bound to this very object: options that are handed on in its place never reach them.
    if (known) options.headers['if-none-match'] = known.etag
    try {
      const answer = await request(options)
      if (answer.headers.etag) answers.set(key, { etag: answer.headers.etag, answer })
      return answer
    } catch (error) {
      if (known && statusOf(error) === 304) return known.answer
      throw error
    }
  })
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** Undefined instead of an error when there is no such thing (404), or no longer (410). */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 410) return undefined
    throw error
  }
}

/** Undefined instead of an error when the conversation is locked, and not open to this account. */
async function unlessLocked<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 403 && error instanceof Error && /\bis locked\b/i.test(error.message)) return undefined
    throw error
  }
}

const page = { per_page: 100 } as const

function reading(octokit: Client, name: RepositoryName, token: string) {
  const { rest } = octokit
  // The token of an installation may not ask, which is known without asking.
  const me = once(async () => (token.startsWith('ghs_') ? undefined : whoAmI(octokit)))
  return {
    issue: async (number) => {
      const found = await unlessMissing(rest.issues.get({ ...name, issue_number: number }))
      // One that was transferred is answered with what it is elsewhere, where the number is another's.
      const isHere = found?.url.endsWith(`/repos/${name.owner}/${name.repo}/issues/${number}`)
      return found && isHere ? toIssue(found.data) : undefined
    },
    comments: async (number) =>
      (await octokit.paginate(rest.issues.listComments, { ...name, ...page, issue_number: number })).map(toComment),
    pull: async (number) => {
      const found = await unlessMissing(rest.pulls.get({ ...name, pull_number: number }))
      return found && toPull(found.data)
    },
    pullsFrom: async (branch) =>
      (await octokit.paginate(rest.pulls.list, { ...name, ...page, state: 'all', head: `${name.owner}:${branch}` }))
        .map(toPull)
        .filter((pull) => pull.head.branch === branch),
    openPulls: async () => (await octokit.paginate(rest.pulls.list, { ...name, ...page, state: 'open' })).map(toPull),
    reviews: async (number) =>
      (await octokit.paginate(rest.pulls.listReviews, { ...name, ...page, pull_number: number })).flatMap(toReview),
    lineComments: async (number) =>
      (await octokit.paginate(rest.pulls.listReviewComments, { ...name, ...page, pull_number: number })).map(
        toLineComment,
      ),
    permission: (login) => permissionOf(octokit, name, login),
    inTeam: (team, login) => inTeam(octokit, team, login),
    me,
    isMe: async (login) => (await me())?.login === login || (await viewer(octokit)) === login,
  } satisfies Partial<Forge>
}

/** Whether a membership is active. The workflow's own token may not ask (403); a membership that there is not is 404. */
async function inTeam({ rest }: Client, team: string, login: string): Promise<boolean | undefined> {
  const [org = '', slug = ''] = team.replace(/^@/, '').split('/')
  try {
    const found = await unlessMissing(rest.teams.getMembershipForUserInOrg({ org, team_slug: slug, username: login }))
    return found?.data.state === 'active'
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

/** Unknown people of a private repository are 404 to the endpoint, and may do nothing. */
async function permissionOf(octokit: Client, name: RepositoryName, login: string): Promise<Permission> {
  const found = await unlessMissing(octokit.rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }))
  const { permission = 'none', role_name: role = '' } = found?.data ?? {}
  const known: readonly Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin']
  // A custom role has a name of its own; what it comes to is said by `permission`.
  return known.find((one) => one === role) ?? known.find((one) => one === permission) ?? 'none'
}

/** The workflow's own token may not ask this (403); it acts as `github-actions[bot]`. */
async function whoAmI(octokit: Client): Promise<Account | undefined> {
  try {
    return toAccount((await octokit.rest.users.getAuthenticated()).data)
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

/** The login of an app, which has no `/user`; undefined where GraphQL does not tell either. */
async function viewer(octokit: Client): Promise<string | undefined> {
  const answer = await octokit.graphql<{ viewer: { login: string } }>(VIEWER).catch(() => undefined)
  return answer?.viewer.login
}

export const VIEWER = 'query { viewer { login } }'

function writing(octokit: Client, name: RepositoryName) {
  const { rest } = octokit
  return {
    openPull: async ({ branch, ...spec }) => openPull(octokit, name, { ...spec, head: branch }),
    editPull: async (number, changes) =>
      toPull((await rest.pulls.update({ ...name, pull_number: number, ...changes })).data),
    markReady: async (nodeId) => void (await octokit.graphql(MARK_READY, { id: nodeId })),
    say: async (number, body) => {
      const said = await unlessLocked(rest.issues.createComment({ ...name, issue_number: number, body }))
      return said && toComment(said.data)
    },
    react: async (comment, content) => {
      const reacted = rest.reactions.createForIssueComment({ ...name, comment_id: comment, content })
      await unlessLocked(unlessMissing(reacted))
    },
    commit: (spec) => commit(octokit, name, spec),
    dispatch: async ({ workflow, ref, inputs }) => {
      try {
        await rest.actions.createWorkflowDispatch({ ...name, workflow_id: workflow, ref, inputs })
        return true
      } catch (error) {
        if ([403, 404, 422].includes(statusOf(error) ?? 0)) return false
        throw error
      }
    },
  } satisfies Partial<Forge>
}

export const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } }
}`

async function openPull(
  octokit: Client,
  name: RepositoryName,
  spec: { head: string; base: string; title: string; body: string; draft: boolean },
): Promise<Opened> {
  try {
    return { kind: 'opened', pull: toPull((await octokit.rest.pulls.create({ ...name, ...spec })).data) }
  } catch (error) {
    const status = statusOf(error)
    const message = error instanceof Error ? error.message : ''
    if (status === 403 && /not permitted to create or approve pull requests/i.test(message))
      return { kind: 'forbidden' }
    if (status === 422 && /draft pull requests are not supported/i.test(message)) return { kind: 'no-drafts' }
    if (status === 422 && /already exists/i.test(message)) return { kind: 'exists' }
    throw error
  }
}

export const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

async function commit(
  octokit: Client,
  { owner, repo }: RepositoryName,
  spec: Parameters<Forge['commit']>[0],
): ReturnType<Forge['commit']> {
  const [headline = '', ...rest] = spec.message.split('\n')
  const additions = spec.changes.flatMap((change) =>
    change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : [],
  )
  const deletions = spec.changes.flatMap((change) => (change.kind === 'delete' ? [{ path: change.path }] : []))
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
    expectedHeadOid: spec.expected,
    message: { headline, body: rest.join('\n').trim() },
    fileChanges: { additions, deletions },
  }
  try {
    const made = await octokit.graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(COMMIT, { input })
    return { kind: 'made', sha: made.createCommitOnBranch.commit.oid }
  } catch (error) {
    if (error instanceof Error && /Expected branch to point to/.test(error.message)) return { kind: 'moved' }
    throw error
  }
}
