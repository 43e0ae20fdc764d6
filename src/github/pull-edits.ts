import type { Forge, Pull, PullChanges } from './forge.ts'
import { toPull } from './answers.ts'
import type { Ask } from './latest-comments.ts'
import { HELD, type Client } from './transport/client.ts'

export type AtPull = { owner: string; repo: string; pull_number: number }
type ChangesFrom = (now: Pull) => PullChanges

type Edit = { changes: Parameters<Forge['editPull']>[1]; signal: AbortSignal | undefined }

/** Changes title, body or state. What the changes are made from is read right before each try. */
export async function editPull(client: Client, at: AtPull, { changes, signal }: Edit): Promise<Pull> {
  const { again, inTurn, rest } = client
  const spec = { ...at, request: { ...HELD.request, ...(signal ? { signal } : {}) } }
  if (typeof changes !== 'function')
    return again(() => inTurn(async () => toPull((await rest.pulls.update({ ...spec, ...changes })).data)), { signal })
  return rewrite(client, spec, { read: async () => toPull((await rest.pulls.get(spec)).data), changes, signal })
}

export const MARK_READY = `mutation ($id: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft title body } }
}`
type Readied = { markPullRequestReadyForReview?: { pullRequest?: { title?: string; body?: string } | null } | null }

/** Marks it as ready for review, and changes what its answer shows. */
export async function markReady(
  client: Client,
  at: AtPull,
  { pull, changes }: { pull: Pull; changes: ChangesFrom },
): Promise<Pull> {
  const { octokit, rest } = client
  const spec = { ...at, ...HELD }
  const read = async (): Promise<Pull> => {
    const answer = await octokit.graphql<Readied>(MARK_READY, { id: pull.nodeId, ...HELD }).catch(unlessReady)
    const { title, body } = answer?.markPullRequestReadyForReview?.pullRequest ?? {}
    const isRead = title !== undefined && body !== undefined
    return isRead ? { ...pull, title, body, draft: false } : toPull((await rest.pulls.get(spec)).data)
  }
  return rewrite(client, spec, { read, changes })
}

/** It may be ready since a try whose answer was lost. */
function unlessReady(error: unknown): undefined {
  if (
    !(error instanceof Error) ||
    !/\b(?:already (?:been )?(?:marked|ready)|is not (?:a|in) draft)\b/i.test(error.message)
  )
    throw error
  return undefined
}

type FromRead = { read: () => Promise<Pull>; changes: ChangesFrom; signal?: AbortSignal | undefined }

/**
 * GitHub has no compare-and-swap for a body. So it is read right before each try, in the turn of the write, which a
 * pace or a limit may have put off. What a person saved between the two is put back, once.
 */
async function rewrite(
  { again, inTurn, octokit, rest }: Client,
  at: AtPull & { request: object },
  { read, changes, signal }: FromRead,
): Promise<Pull> {
  const update = async (wanted: PullChanges): Promise<Pull> =>
    toPull((await rest.pulls.update({ ...at, ...wanted })).data)
  let before: Pull | undefined
  const write = async (): Promise<Pull> => {
    const now = await read()
    const wanted = changes(now)
    if (Object.keys(wanted).length === 0) return now
    if (wanted.body !== undefined) before ??= now
    return update(wanted)
  }
  const after = await again(() => inTurn(write), { signal })
  const lost = before && (await overwritten((...asked) => octokit.graphql(...asked), { before, after }))
  if (!before || lost === undefined) return after
  const body = changes({ ...before, body: lost }).body ?? lost
  return isSameText(body, after.body) ? after : again(() => inTurn(() => update({ body })), { signal })
}

/**
 * The newest texts of a description, the newest first. A `diff` is a whole text
 * (https://fifthtry.github.io/cdoc-doc/race-condition, emagers/ab-story-validation-action).
 */
const TEXTS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequest {
  userContentEdits(first: 2) { nodes { diff } }
} } }`
type TextsAnswer = {
  nodes: readonly ({
    userContentEdits?: { nodes?: readonly ({ diff?: string | null } | null)[] | null } | null
  } | null)[]
}

/**
 * The text that our write replaced, where it is not the one that was read before. Undefined where GitHub keeps no
 * texts, or somebody has written since.
 */
async function overwritten(ask: Ask, { before, after }: { before: Pull; after: Pull }): Promise<string | undefined> {
  // Asked once and not waited for: what was to be written is written.
  const answer = await ask<TextsAnswer>(TEXTS, { ids: [after.nodeId], ...HELD }).catch(() => undefined)
  const [ours, replaced] = answer?.nodes[0]?.userContentEdits?.nodes?.map((one) => one?.diff ?? undefined) ?? []
  if (ours === undefined || replaced === undefined || !isSameText(ours, after.body)) return undefined
  return isSameText(replaced, before.body) ? undefined : replaced
}

const isSameText = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
