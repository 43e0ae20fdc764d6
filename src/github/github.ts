import type { Account, Forge, OpenPullResult, Permission } from './forge.ts'
import { toAccount, toComment, toIssue, toLineComment, toPull, toReview } from './answers.ts'
import { connect, type Access, type Client } from './client.ts'
import { statusOf } from './failure.ts'
import { once } from '../lazy.ts'

/** The two parts of `owner/name`. */
export type RepositoryName = { owner: string; repo: string }

/** Implements `Forge` with GitHub's REST and GraphQL APIs. */
export function connectGitHub(name: RepositoryName, access: Access): Forge {
  const octokit = connect(access)
  return { ...readsOf(octokit, name, access.token), ...writesOf(octokit, name) }
}

/** Resolves to undefined when the API answers 404 (not found) or 410 (gone). */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 410) return undefined
    throw error
  }
}

/** Resolves to undefined when the conversation is locked for this account. */
async function unlessLocked<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (statusOf(error) === 403 && error instanceof Error && /\bis locked\b/i.test(error.message)) return undefined
    throw error
  }
}

const PAGE = { per_page: 100 } as const

function readsOf(octokit: Client, name: RepositoryName, token: string) {
  const { rest } = octokit
  // An installation token (`ghs_`) may not read `/user`, so the request is saved.
  const me = once(async () => (token.startsWith('ghs_') ? undefined : authenticatedUser(octokit)))
  return {
    issue: async (number) => {
      const found = await unlessMissing(rest.issues.get({ ...name, issue_number: number }))
      // GitHub redirects a transferred issue to its new repository, where the number is a different one.
      const isHere = found?.url.endsWith(`/repos/${name.owner}/${name.repo}/issues/${number}`)
      return found && isHere ? toIssue(found.data) : undefined
    },
    comments: async (number) =>
      (await octokit.paginate(rest.issues.listComments, { ...name, ...PAGE, issue_number: number })).map(toComment),
    pull: async (number) => {
      const found = await unlessMissing(rest.pulls.get({ ...name, pull_number: number }))
      return found && toPull(found.data)
    },
    pullsFrom: async (branch) =>
      (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'all', head: `${name.owner}:${branch}` }))
        .map(toPull)
        .filter((pull) => pull.head.branch === branch),
    openPulls: async () => (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'open' })).map(toPull),
    reviews: async (number) =>
      (await octokit.paginate(rest.pulls.listReviews, { ...name, ...PAGE, pull_number: number })).flatMap(toReview),
    lineComments: async (number) =>
      (await octokit.paginate(rest.pulls.listReviewComments, { ...name, ...PAGE, pull_number: number })).map(
        toLineComment,
      ),
    permission: (login) => permissionOf(octokit, name, login),
    inTeam: (team, login) => inTeam(octokit, team, login),
    editedAmong: (nodeIds) => editedAmong(octokit, nodeIds),
    runState: async (id) => {
      const found = await unlessHidden(rest.actions.getWorkflowRun({ ...name, run_id: id }))
      return found && { attempt: found.data.run_attempt ?? 1, ended: found.data.status === 'completed' }
    },
    me,
    isMe: async (login) => (await me())?.login === login || (await viewerLogin(octokit)) === login,
  } satisfies Partial<Forge>
}

/**
 * Whether the account is an active member of the team. A 404 says that it is none, or that the token cannot see the
 * team:
 * then the team itself tells which. Undefined when the token cannot see it.
 */
async function inTeam({ rest }: Client, name: string, login: string): Promise<boolean | undefined> {
  const [org = '', slug = ''] = name.replace(/^@/, '').split('/')
  const team = { org, team_slug: slug }
  const found = await unlessHidden(rest.teams.getMembershipForUserInOrg({ ...team, username: login }))
  if (found) return found.data.state === 'active'
  return (await unlessHidden(rest.teams.getByName(team))) ? false : undefined
}

/** Resolves to undefined when the API answers 403, 404 or 410, all of which may hide what the token may not see. */
async function unlessHidden<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await unlessMissing(answer)
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

/** The role of an account. The API answers 404 for strangers to a private repository; they have no role. */
async function permissionOf(octokit: Client, name: RepositoryName, login: string): Promise<Permission> {
  const found = await unlessMissing(octokit.rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }))
  const { permission = 'none', role_name: role = '' } = found?.data ?? {}
  const known: readonly Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin']
  // A custom role has its own name, so `permission` gives its base role.
  return known.find((one) => one === role) ?? known.find((one) => one === permission) ?? 'none'
}

/** The account of the token. Undefined on 403: the workflow's own token, `github-actions[bot]`, may not ask. */
async function authenticatedUser(octokit: Client): Promise<Account | undefined> {
  try {
    return toAccount((await octokit.rest.users.getAuthenticated()).data)
  } catch (error) {
    if (statusOf(error) === 403) return undefined
    throw error
  }
}

/** The login of the token's account by GraphQL, since apps have no `/user`. Undefined when GraphQL fails too. */
async function viewerLogin(octokit: Client): Promise<string | undefined> {
  const answer = await octokit.graphql<{ viewer: { login: string } }>(VIEWER).catch(() => undefined)
  return answer?.viewer.login
}

export const VIEWER = 'query { viewer { login } }'

export const EDITS = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on IssueComment { id lastEditedAt includesCreatedEdit } }
}`
type Edits = { nodes: readonly ({ id?: string; lastEditedAt?: string | null; includesCreatedEdit?: boolean } | null)[] }

/** At most this many nodes can be asked for at once (GraphQL, "Node limit" of `nodes`). */
const MOST_NODES = 100

/** GitHub tells of edits by GraphQL alone: the `updated_at` of REST also moves when somebody hides a comment. */
async function editedAmong(octokit: Client, nodeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const edited = new Set<string>()
  for (let from = 0; from < nodeIds.length; from += MOST_NODES) {
    const { nodes } = await octokit.graphql<Edits>(EDITS, { ids: nodeIds.slice(from, from + MOST_NODES) })
    for (const node of nodes) if (node?.id && (node.lastEditedAt || node.includesCreatedEdit)) edited.add(node.id)
  }
  return edited
}

function writesOf(octokit: Client, name: RepositoryName) {
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
    unsay: async (comment) => void (await unlessMissing(rest.issues.deleteComment({ ...name, comment_id: comment }))),
    react: async (comment, content) => {
      // A comment that was deleted or locked in the meantime needs no reaction.
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
): Promise<OpenPullResult> {
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
