import { PERMISSIONS, type Advisory, type Forge, type Issue, type Permission, type ReviewRemark } from './forge.ts'
import { toAccount, toComment, toIssue, toPull, type Data } from './answers.ts'
import { connect, HELD, type Client } from './transport/client.ts'
import { writesOf } from './writes.ts'
import { checkReadsOf } from './checks.ts'
import { questionsOf } from './graphql.ts'
import { UnusableResponse, statusOf, unlessError, unlessHidden, unlessMissing } from './transport/http-failure.ts'
import { UserError } from '../lib/errors.ts'
import { once } from '../lib/async.ts'

/** Implements `Forge` with GitHub's REST and GraphQL APIs. */
export function connectGitHub(name: Client['name'], access: Parameters<typeof connect>[0]): Forge {
  const client = { ...connect(access), name }
  return { ...readsOf(client, access.token), ...checkReadsOf(client), ...questionsOf(client), ...writesOf(client) }
}

/**
 * Throws for a repository that was renamed or transferred since the run was started. GitHub redirects from the old
 * name, by which branches of this repository could not be told from those of forks. `now` is undefined where the token
 * may not follow the redirect.
 */
function refuseMoved({ owner, repo }: Client['name'], now: string | undefined): void {
  if (now?.toLowerCase() === `${owner}/${repo}`.toLowerCase()) return
  const isNow = now === undefined ? 'out of reach of the token, or deleted' : `now \`${now}\``
  throw new UserError(
    'repository-moved',
    `This repository was renamed or transferred: \`${owner}/${repo}\` is ${isNow}.`,
    'Repeat your comment: a new run goes by the new name.',
  )
}

/** Undefined for a 404 or 410 of something in the repository. Throws where the repository itself is missing. */
async function unlessGone<T>({ name, rest }: Client, answer: Promise<T>): Promise<T | undefined> {
  const found = await unlessMissing(answer)
  if (found === undefined) refuseMoved(name, (await unlessMissing(rest.repos.get(name)))?.data.full_name)
  return found
}

async function issueAt(client: Client, number: number): Promise<Issue | undefined> {
  const { name, rest } = client
  const found = await unlessGone(client, rest.issues.get({ ...name, issue_number: number }))
  if (!found) return undefined
  // GitHub redirects a transferred issue to its new repository, where the number is a different one.
  const isHere = found.url.endsWith(`/repos/${name.owner}/${name.repo}/issues/${number}`)
  if (!isHere) refuseMoved(name, (await rest.repos.get(name)).data.full_name)
  return isHere ? toIssue(found.data) : undefined
}

const PAGE = { per_page: 100 } as const

function readsOf(client: Client, token: string) {
  const { name, octokit, rest } = client
  const asPull: typeof toPull = (raw) => {
    refuseMoved(name, raw.base.repo.full_name)
    return toPull(raw)
  }
  const onPull = (pull_number: number) => ({ ...name, ...PAGE, pull_number })
  // An installation token (`ghs_`) may not read `/user`, so the request is saved.
  // 403: the workflow's own token, `github-actions[bot]`, may not ask.
  const me = once(async () => {
    const found = token.startsWith('ghs_') ? undefined : await unlessHidden(rest.users.getAuthenticated())
    return found && toAccount(found.data)
  })
  return {
    issue: (number) => issueAt(client, number),
    comments: async (issue_number, since) => {
      const wanted = { ...name, ...PAGE, issue_number, ...(since === undefined ? {} : { since }) }
      return (await octokit.paginate(rest.issues.listComments, wanted)).map(toComment)
    },
    commentsSince: async (since) =>
      (await octokit.paginate(rest.issues.listCommentsForRepo, { ...name, ...PAGE, since })).map((raw) => ({
        ...toComment(raw),
        number: Number(raw.issue_url.split('/').at(-1)),
        isPull: raw.html_url.includes('/pull/'),
      })),
    updatedSince: async (since) => {
      const wanted = { ...name, ...PAGE, state: 'all', sort: 'updated', direction: 'desc', since } as const
      // GitHub lists pull requests among the issues.
      return (await octokit.paginate(rest.issues.listForRepo, wanted)).map(({ number }) => number)
    },
    rendered: (number, isPull = false) => rendered(client, number, isPull),
    pull: async (number) => {
      const found = await unlessGone(client, rest.pulls.get({ ...name, pull_number: number }))
      return found && asPull(found.data)
    },
    pullsFrom: async (branch) =>
      (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'all', head: `${name.owner}:${branch}` }))
        .map(asPull)
        .filter((pull) => pull.head.branch === branch),
    openPulls: async () => (await octokit.paginate(rest.pulls.list, { ...name, ...PAGE, state: 'open' })).map(asPull),
    reviews: async (number) => (await octokit.paginate(rest.pulls.listReviews, onPull(number))).flatMap(toReview),
    lineComments: async (number) =>
      (await octokit.paginate(rest.pulls.listReviewComments, onPull(number))).map(toLineComment),
    permission: (login) => permissionOf(client, login),
    inTeam: (team, login) => inTeam(client, team, login),
    peopleOf: async (ref) => {
      const { author, committer } = (await rest.repos.getCommit({ ...name, ref, per_page: 1 })).data
      const accounts: readonly ({ login?: string; id?: number; type?: string } | null)[] = [author, committer]
      // Null and `{}` belong to no account, and `web-flow` is GitHub's own committer.
      return accounts.flatMap((account) => {
        const { login = 'web-flow', id = 0, type } = account ?? {}
        return type === 'User' && login !== 'web-flow' ? [{ login, id, type }] : []
      })
    },
    advisories: (ecosystem, names) => advisoriesOf(client, ecosystem, names),
    newestPulls: async () => (await rest.pulls.list({ ...name, ...PAGE, state: 'all' })).data.map(toPull),
    me,
    isMe: async (login) => (await me())?.login === login || (await viewerLogin(client)) === login,
  } satisfies Partial<Forge>
}

/** The states of a review that say more than "commented" (REST, "List reviews for a pull request"). */
const VERDICTS = ['approved', 'changes_requested', 'dismissed'] as const

/** A submitted review as a list of one. Empty for a review that is still pending. */
function toReview(raw: Data<'pulls', 'getReview'>): ReviewRemark[] {
  if (!raw.submitted_at || raw.state === 'PENDING') return []
  const verdict = VERDICTS.find((one) => one === raw.state.toLowerCase())
  const text = { author: toAccount(raw.user), body: raw.body ?? '', createdAt: raw.submitted_at }
  return [{ kind: 'summary', id: raw.id, ...text, ...(verdict ? { verdict } : {}) }]
}

const toLineComment = (raw: Data<'pulls', 'getReviewComment'>): ReviewRemark => ({
  kind: 'line',
  ...(raw.pull_request_review_id ? { review: raw.pull_request_review_id } : {}),
  id: raw.id,
  author: toAccount(raw.user),
  body: raw.body ?? '',
  createdAt: raw.created_at,
  location: { path: raw.path, line: raw.line ?? raw.original_line, commit: raw.commit_id },
})

/**
 * Whether the account is an active member of the team. A 404 says that it is none, or that the token cannot see the
 * team: then the team itself tells which. Undefined when the token cannot see it.
 */
async function inTeam({ rest }: Client, name: string, login: string): Promise<boolean | undefined> {
  const [org = '', slug = ''] = name.replace(/^@/, '').split('/')
  const team = { org, team_slug: slug }
  const readMembership = () => unlessHidden(rest.teams.getMembershipForUserInOrg({ ...team, username: login }))
  const first = await readMembership()
  if (!first && !(await unlessHidden(rest.teams.getByName(team)))) return undefined
  // GitHub sometimes answers one transient 404, so it is asked twice before membership is denied.
  const found = first ?? (await readMembership())
  if (found && typeof found.data.state !== 'string')
    throw new UnusableResponse(`GitHub does not say if ${login} is in it.`)
  return found?.data.state === 'active'
}

/** `body_html` of all texts. Reviews and review comments need another media type for it than issues. */
async function rendered({ name, octokit, rest }: Client, number: number, isPull: boolean): Promise<string[]> {
  const asHtml = (type: string) => ({ ...name, ...PAGE, headers: { accept: `application/vnd.${type}.full+json` } })
  const onIssue = { ...asHtml('github'), issue_number: number }
  const onPull = { ...asHtml('github-commitcomment'), pull_number: number }
  const found = await Promise.all([
    unlessMissing(rest.issues.get(onIssue)).then((issue) => (issue ? [issue.data] : [])),
    octokit.paginate(rest.issues.listComments, onIssue),
    isPull ? octokit.paginate(rest.pulls.listReviews, onPull) : [],
    isPull ? octokit.paginate(rest.pulls.listReviewComments, onPull) : [],
  ])
  return found.flat().flatMap((one) => one.body_html ?? [])
}

/**
 * The role of an account. The API answers 404 for accounts without a role in a private repository, but sometimes also
 * one transient 404, so it is asked twice. An answer without a role is an error.
 */
async function permissionOf({ name, rest }: Client, login: string): Promise<Permission> {
  const readPermission = () => unlessMissing(rest.repos.getCollaboratorPermissionLevel({ ...name, username: login }))
  const found = (await readPermission()) ?? (await readPermission())
  if (!found) return 'none'
  const { permission, role_name: role } = found.data
  // A custom role has its own name, so `permission` gives its base role.
  const answer = PERMISSIONS.find((one) => one === role) ?? PERMISSIONS.find((one) => one === permission)
  if (answer === undefined) throw new UnusableResponse(`GitHub names no role of ${login}.`)
  return answer
}

/**
 * GitHub's advisories on packages, and those on malware, which need a separate request. Not retried: undefined for an
 * error, as on a server without GitHub Connect.
 */
async function advisoriesOf(
  { rest }: Client,
  ...[ecosystem, names]: Parameters<Forge['advisories']>
): ReturnType<Forge['advisories']> {
  const wanted = { ecosystem, affects: names.join(','), per_page: 100, ...HELD }
  const { listGlobalAdvisories: list } = rest.securityAdvisories
  return Promise.all([list(wanted), list({ ...wanted, type: 'malware' })])
    .then((answers) => answers.flatMap(({ data }) => data).flatMap((raw) => toAdvisories(raw, ecosystem)))
    .catch(() => undefined)
}

/** One entry for each affected package. */
function toAdvisories(raw: Data<'securityAdvisories', 'listGlobalAdvisories'>[number], ecosystem: string): Advisory[] {
  const { ghsa_id: id, severity, type, withdrawn_at: withdrawn, vulnerabilities } = raw
  if (withdrawn !== null || !/^GHSA(-[0-9a-z]{4}){3}$/.test(id)) return []
  return (vulnerabilities ?? []).flatMap(({ package: affected, first_patched_version: fixedIn }) =>
    affected?.ecosystem === ecosystem && affected.name !== null
      ? [{ name: affected.name, id, severity, isMalware: type === 'malware', fixedIn: fixedIn ?? undefined }]
      : [],
  )
}

/** The login of the token's account by GraphQL, since apps have no `/user`. Undefined when GraphQL does not tell. */
async function viewerLogin({ octokit }: Client): Promise<string | undefined> {
  const answer = octokit.graphql<{ viewer: { login: string } | null }>('query { viewer { login } }')
  return (await unlessOutage(answer))?.viewer?.login
}

/** An outage must not count as another account. */
const unlessOutage = unlessError((error) => !(error instanceof UserError) && (statusOf(error) ?? 0) < 500)
