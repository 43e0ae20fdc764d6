import { createHash } from 'node:crypto'
import { z } from 'zod'
import { connect } from '../../src/github/transport/client.ts'
import { parseRecord, type PlanRecord } from '../../src/plan/record.ts'
import { parsePlan } from '../../src/plan/markdown.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { LiveOptions } from './options.ts'

/** The repository, as a person sees it over the API. */
export type Site = { options: LiveOptions; client: ReturnType<typeof connect>; at: { owner: string; repo: string } }

export const openSite = (options: LiveOptions): Site => ({
  options,
  client: connect({ token: options.token, address: options.address }),
  at: { owner: options.owner, repo: options.repo },
})

export type Said = { id: number; body: string; login: string; isBot: boolean }

/** Everything that GitHub shows of a plan at one moment. */
export type Shown = {
  /** Of the issue, and of the pull request. */
  issue: Said[]
  comments: Said[]
  pull: Pull | undefined
  /** `PLAN.md` on the branch, with its blob. Undefined when it is not there. */
  file: { blob: string; plan: Plan | undefined } | undefined
  /** What the branch has and its base has not, the oldest first. */
  commits: { sha: string; message: string; login: string }[]
  /** The commit status `Measure Twice` of the head; undefined when there is none. */
  status: string | undefined
  record: Kept | undefined
}

/** The record of a plan that has ended, the commit that keeps it, and how many attestations of it GitHub knows. */
export type Kept = PlanRecord & { commit: string; attestations: number }

export type Pull = {
  number: number
  title: string
  body: string
  state: string
  draft: boolean
  login: string
  isBot: boolean
  branch: string
  base: string
}

/** Looks at the plan of an issue, as it is now. */
export async function look(site: Site, issue: number): Promise<Shown> {
  const pull = await pullOf(site, issue)
  const open = pull && (await hasBranch(site, pull.branch))
  return {
    issue: await commentsOf(site, issue),
    comments: pull ? await commentsOf(site, pull.number) : [],
    pull,
    file: open ? await planOn(site, pull.branch) : undefined,
    commits: open ? await commitsOf(site, pull) : [],
    status: open ? await statusOf(site, pull.branch) : undefined,
    record: pull ? await recordOf(site, issue) : undefined,
  }
}

async function recordOf(site: Site, issue: number): Promise<Kept | undefined> {
  const { client, at } = site
  const ref = await orNone(client.rest.git.getRef({ ...at, ref: `measure-twice/${issue}-record` }))
  const commit = ref?.data.object.sha
  const file = commit === undefined ? undefined : await fileOn(site, commit, 'record.json')
  const record = parseRecord(file?.text ?? '')
  if (!record || !file || commit === undefined) return undefined
  const digest = createHash('sha256').update(file.text).digest('hex')
  const known = await orNone(client.rest.repos.listAttestations({ ...at, subject_digest: `sha256:${digest}` }))
  return { ...record, commit, attestations: known?.data.attestations?.length ?? 0 }
}

async function pullOf({ client, at }: Site, issue: number): Promise<Pull | undefined> {
  const { data } = await client.rest.pulls.list({ ...at, state: 'all', sort: 'created', direction: 'desc' })
  const mine = data.find(({ head, body }) => isOf(issue, head.ref) && (body ?? '').includes(`#${issue}`))
  if (!mine) return undefined
  const { number, title, body, state, user, head, base } = mine
  const is = { login: user?.login ?? '', isBot: user?.type === 'Bot' }
  return { number, title, body: body ?? '', state, draft: mine.draft ?? false, ...is, branch: head.ref, base: base.ref }
}

const isOf = (issue: number, branch: string): boolean => new RegExp(`(^|/)issue-${issue}(-\\d+)?$`).test(branch)

async function commentsOf({ client, at }: Site, number: number): Promise<Said[]> {
  const list = await client.octokit.paginate(client.rest.issues.listComments, {
    ...at,
    issue_number: number,
    per_page: 100,
  })
  return list.map(({ id, body, user }) => ({
    id,
    body: body ?? '',
    login: user?.login ?? '',
    isBot: user?.type === 'Bot',
  }))
}

/** What a request comes to; undefined when GitHub says that there is no such thing: 422 of a ref that is none. */
export const orNone = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (z.looseObject({ status: z.literal([404, 422]) }).safeParse(error).success) return undefined
    throw error
  })

export const hasBranch = async ({ client, at }: Site, branch: string): Promise<boolean> =>
  (await orNone(client.rest.git.getRef({ ...at, ref: `heads/${branch}` }))) !== undefined

const File = z.looseObject({ sha: z.string(), content: z.string() })

/** The text of a file on a branch, with its blob; undefined when it is not there. */
export async function fileOn(
  { client, at }: Site,
  ref: string,
  path: string,
): Promise<{ blob: string; text: string } | undefined> {
  const found = await orNone(client.rest.repos.getContent({ ...at, path, ref }))
  const file = File.safeParse(found?.data).data
  return file && { blob: file.sha, text: Buffer.from(file.content, 'base64').toString() }
}

async function planOn(site: Site, branch: string): Promise<Shown['file']> {
  const file = await fileOn(site, branch, 'PLAN.md')
  if (!file) return undefined
  const parsed = parsePlan(file.text)
  return { blob: file.blob, plan: parsed.kind === 'parsed' ? parsed.plan : undefined }
}

/** None when the branch went away while it was looked at, as after a cancel. */
async function commitsOf({ client, at }: Site, { base, branch }: Pull): Promise<Shown['commits']> {
  const found = await orNone(client.rest.repos.compareCommitsWithBasehead({ ...at, basehead: `${base}...${branch}` }))
  const commits = found?.data.commits ?? []
  return commits.map(({ sha, commit, author }) => ({ sha, message: commit.message, login: author?.login ?? '' }))
}

async function statusOf({ client, at }: Site, ref: string): Promise<string | undefined> {
  const found = await orNone(client.rest.repos.getCombinedStatusForRef({ ...at, ref }))
  return found?.data.statuses.find(({ context }) => context === 'Measure Twice')?.state
}

/** The reactions of bots to a comment. */
export async function reactionsOf({ client, at }: Site, comment: number): Promise<string[]> {
  const { data } = await client.rest.reactions.listForIssueComment({ ...at, comment_id: comment, per_page: 100 })
  return data.filter(({ user }) => user?.type === 'Bot').map(({ content }) => content)
}
