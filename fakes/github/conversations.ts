import { z } from 'zod'
import { commentsOf, issueOf } from './issues.ts'
import { personOf } from './people.ts'
import { reactionsTo } from './reactions.ts'
import { RawIssue, RawPull } from './raw.ts'
import { htmlOf } from './shapes.ts'
import type { Site } from './types.ts'

// Issues, pull requests and what was said on them, as GraphQL has them. Fields and their types are those of GitHub's own
// schema, by which every question is checked (graphql.ts).

/** An app has its bare name here. */
export const actorOf = (site: Site, login = 'ghost') => ({
  __typename: site.memory.people[login]?.type ?? 'User',
  login: login.replace(/\[bot\]$/, ''),
  databaseId: personOf(site.memory, login).id,
})

/** The reactions to something as one account sees them: a group for each kind, with who reacted so, the first first. */
export function reactionGroupsOf(site: Site, subject: string, viewer: string): unknown[] {
  const given = reactionsTo(site, subject)
  return ['EYES', 'ROCKET', 'CONFUSED'].map((content) => {
    const logins = given.flatMap((one) => (one.content.toUpperCase() === content ? [one.login] : []))
    return {
      content,
      viewerHasReacted: logins.includes(viewer),
      reactors: ({ first = 0 }: { first?: number }) => ({
        totalCount: logins.length,
        nodes: logins.slice(0, first).map((login) => actorOf(site, login)),
      }),
    }
  })
}

type Wish = { first?: number; last?: number }

/** The comments of an issue or pull request, the oldest first, seen by whoever asks. */
export async function commentsAt(site: Site, number: number, viewer: string) {
  const nodes = (await commentsOf(site, number)).map((one) => {
    const lastEditedAt = site.memory.edits[one.id] ?? null
    return {
      id: one.node_id,
      fullDatabaseId: String(one.id),
      body: one.body,
      createdAt: one.created_at,
      updatedAt: one.updated_at,
      lastEditedAt,
      includesCreatedEdit: lastEditedAt !== null,
      author: actorOf(site, one.user?.login),
      reactionGroups: reactionGroupsOf(site, `comment:${one.id}`, viewer),
    }
  })
  return ({ first, last = 0 }: Wish) => ({
    totalCount: nodes.length,
    nodes: first === undefined ? nodes.slice(last === 0 ? nodes.length : -last) : nodes.slice(0, first),
  })
}

const Shown = z.looseObject({ ...RawIssue.shape, locked: z.boolean() })

/** An issue. Undefined for the number of a pull request, and where there is none. */
export async function issueNode(site: Site, number: number, viewer: string): Promise<unknown> {
  const raw = site.memory.pulls[number] ? undefined : await issueOf(site, number).catch(() => undefined)
  if (!raw) return undefined
  const issue = Shown.parse(raw)
  return {
    repository: { nameWithOwner: `${site.owner}/${site.name}` },
    ...{ number, title: issue.title, body: issue.body ?? '', locked: issue.locked },
    state: issue.state.toUpperCase(),
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    author: actorOf(site, issue.user.login),
    reactionGroups: reactionGroupsOf(site, `issue:${number}`, viewer),
    comments: await commentsAt(site, number, viewer),
  }
}

/** All pull requests from branches of this name, those of forks too, the newest first. */
export async function plansNamed(site: Site, branch: string): Promise<{ totalCount: number; nodes: unknown[] }> {
  const all = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
  const nodes = all
    .filter(({ number }) => site.memory.pulls[number]?.branch === branch)
    .toSorted((one, other) => other.number - one.number)
    .map((raw) => planNode(site, raw))
  return { totalCount: nodes.length, nodes }
}

function planNode(site: Site, raw: z.infer<typeof RawPull>): unknown {
  const sides = site.memory.pulls[raw.number]
  const times = site.memory.stamps[`issue:${raw.number}`]
  return {
    ...{ number: raw.number, id: raw['node_id'], title: raw.title, body: raw.body ?? '', isDraft: raw.draft },
    state: sides?.mergedAt ? 'MERGED' : raw.state.toUpperCase(),
    mergedAt: sides?.mergedAt ?? null,
    createdAt: times?.created_at ?? raw.created_at,
    closedAt: raw.closed_at ? (site.memory.stamps[`closed:${raw.number}`]?.updated_at ?? raw.closed_at) : null,
    updatedAt: times?.updated_at ?? raw.updated_at,
    url: `${htmlOf(site)}/pull/${raw.number}`,
    author: actorOf(site, raw.user.login),
    headRefName: sides?.branch,
    headRefOid: sides?.head,
    headRepository: { nameWithOwner: `${sides?.fork ?? site.owner}/${site.name}` },
    baseRefName: sides?.base,
    isCrossRepository: sides?.fork !== undefined,
  }
}
