import type { components } from '@octokit/openapi-types'
import type { z } from 'zod'
import { commitsIn } from './git.ts'
import { commitAt } from './refs.ts'
import { associationOf, nodeId, userJson } from './people.ts'
import type { RawComment, RawIssue, RawReview, RawReviewComment } from './raw.ts'
import { FIRST, RawPull } from './raw.ts'
import type { Json, Site } from './types.ts'

type Schema = components['schemas']

type Raw<T extends z.ZodType> = z.infer<T>

/** The present time of the server's clock, in whole seconds like all its times. */
export const nowOf = ({ memory }: Site): string =>
  wholeSecond(new Date(Date.now() + memory.offsetSeconds * 1000).toISOString())
const wholeSecond = (time: string): string => time.replace(/\.\d+Z$/, 'Z')
export const apiOf = (site: Site): string => `${site.url}/repos/${site.owner}/${site.name}`
export const htmlOf = (site: Site): string => `${site.url}/${site.owner}/${site.name}`
export const lastNumber = (url: string): number => Number(/\d+$/.exec(url)?.[0])

const timesOf = (site: Site, key: string, raw: { created_at: string; updated_at: string }) =>
  site.memory.stamps[key] ?? { created_at: wholeSecond(raw.created_at), updated_at: wholeSecond(raw.updated_at) }

/**
 * Every second comment comes back with an `updated_at` a second late although nobody edited it, as in GitHub's own
 * example payloads (`@octokit/webhooks-examples`, `issue_comment`).
 */
function commentTimesOf(site: Site, id: number, raw: { created_at: string; updated_at: string }) {
  const times = timesOf(site, `comment:${id}`, raw)
  if (id % 2 === 0 || site.memory.edits[id] !== undefined) return times
  return { ...times, updated_at: wholeSecond(new Date(Date.parse(times.updated_at) + 1000).toISOString()) }
}

/** By the server's clock, as every other time; the one who stores it knows only the machine's. */
const closedAtOf = (
  { memory }: Site,
  { number, closed_at: at }: { number: number; closed_at?: string | null | undefined },
) => (at ? (memory.stamps[`closed:${number}`]?.updated_at ?? wholeSecond(at)) : null)

/** Records that something was created or changed now. */
export function touch(site: Site, key: string): void {
  const now = nowOf(site)
  site.memory.stamps[key] = { created_at: site.memory.stamps[key]?.created_at ?? now, updated_at: now }
}

/** Records that an issue or pull request was closed or reopened. What is so already has no such event. */
export function noteEnd(site: Site, number: number, state: 'closed' | 'open'): void {
  const kind = state === 'closed' ? 'closed' : 'reopened'
  const before = site.memory.ends[number] ?? []
  if ((before.at(-1)?.kind ?? 'reopened') === kind) return
  site.memory.ends[number] = [...before, { kind, at: nowOf(site) }]
}

/** The number of reactions of each kind to a subject, such as `comment:3100000001`. */
function rollup(site: Site, subject: string, url: string): Schema['reaction-rollup'] {
  const given = site.memory.reactions.filter((reaction) => reaction.subject === subject)
  const count = (content: string): number => given.filter((reaction) => reaction.content === content).length
  return {
    url: `${url}/reactions`,
    total_count: given.length,
    '+1': count('+1'),
    '-1': count('-1'),
    laugh: count('laugh'),
    confused: count('confused'),
    heart: count('heart'),
    hooray: count('hooray'),
    rocket: count('rocket'),
    eyes: count('eyes'),
  }
}

export function repositoryJson(site: Site, owner = site.owner): Json {
  const fork = owner !== site.owner
  const api = `${site.url}/repos/${owner}/${site.name}`
  return {
    id: fork ? 880002 : 880001,
    node_id: nodeId('R', owner),
    name: site.name,
    full_name: `${owner}/${site.name}`,
    private: site.memory.settings.private,
    visibility: site.memory.settings.private ? 'private' : 'public',
    owner: userJson(site, owner),
    fork,
    default_branch: 'main',
    url: api,
    html_url: `${site.url}/${owner}/${site.name}`,
    clone_url: `${site.url}/${owner}/${site.name}.git`,
    issues_url: `${api}/issues{/number}`,
    pulls_url: `${api}/pulls{/number}`,
    contents_url: `${api}/contents/{+path}`,
    compare_url: `${api}/compare/{base}...{head}`,
    archived: false,
    disabled: false,
    has_issues: true,
    permissions: { admin: false, maintain: false, push: true, triage: false, pull: true },
  }
}

/** An issue, or a pull request in the shape of the issue endpoints, with the key `pull_request`. */
export function issueJson(site: Site, raw: Raw<typeof RawIssue>): Json & { number: number; updated_at: string } {
  const { number } = raw
  const pull = site.memory.pulls[number]
  const api = apiOf(site)
  const html = `${htmlOf(site)}/pull/${number}`
  const shared = pull ? issueOfPull(site, RawPull.parse(raw)) : raw
  return {
    ...shared,
    ...timesOf(site, `issue:${number}`, raw),
    number,
    id: FIRST.issue + number,
    user: userJson(site, raw.user.login),
    author_association: associationOf(site.memory, raw.user.login),
    reactions: rollup(site, `issue:${number}`, `${api}/issues/${number}`),
    closed_at: closedAtOf(site, raw),
    ...(pull
      ? {
          pull_request: {
            url: `${api}/pulls/${number}`,
            html_url: html,
            diff_url: `${html}.diff`,
            patch_url: `${html}.patch`,
            merged_at: pull.mergedAt ?? null,
          },
        }
      : {}),
  }
}

function issueOfPull(site: Site, raw: Raw<typeof RawPull>): Json {
  const url = `${apiOf(site)}/issues/${raw.number}`
  const { node_id, number, title, state, locked, labels, body, draft, assignee, assignees, milestone, html_url } = raw
  const links = {
    url,
    repository_url: apiOf(site),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
  }
  const fixed = { active_lock_reason: null, state_reason: null, performed_via_github_app: null, closed_by: null }
  return {
    ...links,
    ...fixed,
    html_url,
    node_id,
    number,
    title,
    state,
    locked,
    labels,
    body,
    draft,
    assignee,
    assignees,
    milestone,
    comments: raw.comments ?? 0,
  }
}

function appJson(site: Site, slug: string | undefined): Schema['nullable-integration'] {
  if (slug === undefined) return null
  const url = `${site.url}/apps/${slug}`
  const times = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' }
  const owner = userJson(site, site.owner)
  const shown = { id: 1, node_id: nodeId('A', 1), slug, name: slug, owner, description: null }
  return { ...shown, ...times, external_url: url, html_url: url, permissions: {}, events: [] }
}

export function commentJson(site: Site, raw: Raw<typeof RawComment>) {
  const id = FIRST.comment + raw.id
  const number = lastNumber(raw.issue_url)
  const url = `${apiOf(site)}/issues/comments/${id}`
  const place = site.memory.pulls[number] ? 'pull' : 'issues'
  return {
    id,
    node_id: nodeId('IC', id),
    url,
    html_url: `${htmlOf(site)}/${place}/${number}#issuecomment-${id}`,
    issue_url: `${apiOf(site)}/issues/${number}`,
    body: raw.body,
    user: userJson(site, raw.user.login),
    ...commentTimesOf(site, id, raw),
    author_association: associationOf(site.memory, raw.user.login),
    performed_via_github_app: appJson(site, site.memory.apps[id]),
    reactions: rollup(site, `comment:${id}`, url),
  } satisfies Schema['issue-comment']
}

const side = (site: Site, at: { owner: string; ref: string; sha: string }): Json => ({
  label: `${at.owner}:${at.ref}`,
  ref: at.ref,
  sha: at.sha,
  user: userJson(site, at.owner),
  repo: repositoryJson(site, at.owner),
})

/** A pull request with its present commits. Only a single one has the size of its diff, as on github.com. */
export async function pullJson(site: Site, raw: Raw<typeof RawPull>, { counted = false } = {}): Promise<Json> {
  const { number } = raw
  const sides = site.memory.pulls[number]
  if (!sides) throw new Error(`Pull request ${number} was not opened here`)
  const base = (await commitAt(site.bare, `refs/heads/${sides.base}`)) ?? ''
  const {
    merged,
    mergeable,
    rebaseable,
    mergeable_state,
    merged_by,
    comments,
    review_comments,
    commits: _commits,
    additions,
    deletions,
    changed_files: _files,
    maintainer_can_modify,
    ...brief
  } = raw
  const full = {
    merged,
    mergeable,
    rebaseable,
    mergeable_state,
    merged_by,
    comments,
    review_comments,
    additions,
    deletions,
    maintainer_can_modify,
  }
  return {
    ...brief,
    ...(counted ? { ...full, ...(await countsOf(site, base, sides.head)) } : {}),
    ...(sides.mergedAt ? { merged_at: sides.mergedAt, ...(counted ? { merged: true } : {}) } : {}),
    ...timesOf(site, `issue:${number}`, raw),
    id: FIRST.pull + number,
    user: userJson(site, raw.user.login),
    author_association: associationOf(site.memory, raw.user.login),
    closed_at: closedAtOf(site, raw),
    head: side(site, { owner: sides.fork ?? site.owner, ref: sides.branch, sha: sides.head }),
    base: side(site, { owner: site.owner, ref: sides.base, sha: base }),
    statuses_url: `${apiOf(site)}/statuses/${sides.head}`,
  }
}

async function countsOf(site: Site, base: string, head: string): Promise<Json> {
  const commits = await commitsIn(site.bare, `${base}..${head}`)
  return {
    commits: commits.length,
    changed_files: new Set(commits.flatMap(({ files }) => files.map(({ path }) => path))).size,
  }
}

export function reviewJson(site: Site, raw: Raw<typeof RawReview>) {
  const id = FIRST.review + raw.id
  const pull = lastNumber(raw.pull_request_url)
  const html = `${htmlOf(site)}/pull/${pull}#pullrequestreview-${id}`
  const pullUrl = `${apiOf(site)}/pulls/${pull}`
  return {
    id,
    node_id: nodeId('PRR', id),
    user: userJson(site, raw.user.login),
    body: raw.body,
    state: raw.state,
    html_url: html,
    pull_request_url: pullUrl,
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: timesOf(site, `review:${id}`, raw).created_at,
    commit_id: raw.commit_id,
    author_association: associationOf(site.memory, raw.user.login),
  } satisfies Schema['pull-request-review']
}

export function reviewCommentJson(site: Site, raw: Raw<typeof RawReviewComment>) {
  const id = FIRST.review_comment + raw.id
  const pullUrl = `${apiOf(site)}/pulls/${lastNumber(raw.pull_request_url)}`
  const url = `${apiOf(site)}/pulls/comments/${id}`
  const html = `${htmlOf(site)}/pull/${lastNumber(raw.pull_request_url)}#discussion_r${id}`
  const line = raw.line ?? raw.position ?? 1
  return {
    id,
    node_id: nodeId('PRRC', id),
    pull_request_review_id: raw.pull_request_review_id === null ? null : FIRST.review + raw.pull_request_review_id,
    diff_hunk: '@@ -0,0 +1 @@',
    path: raw.path,
    line,
    original_line: line,
    position: line,
    original_position: line,
    side: 'RIGHT' as const,
    subject_type: 'line' as const,
    commit_id: raw.commit_id,
    original_commit_id: raw.commit_id,
    user: userJson(site, raw.user.login),
    body: raw.body,
    ...timesOf(site, `review_comment:${id}`, raw),
    url,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: associationOf(site.memory, raw.user.login),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    reactions: rollup(site, `review_comment:${id}`, url),
    ...(raw.in_reply_to_id ? { in_reply_to_id: FIRST.review_comment + raw.in_reply_to_id } : {}),
  } satisfies Schema['pull-request-review-comment']
}
