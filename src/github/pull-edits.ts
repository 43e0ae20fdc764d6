import type { Forge, Pull, PullChanges } from './forge.ts'
import { toPull } from './answers.ts'
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
 * pace or a limit may have put off. What a person saves between the two is left under "edited".
 */
async function rewrite(
  { again, inTurn, rest }: Client,
  at: AtPull & { request: object },
  { read, changes, signal }: FromRead,
): Promise<Pull> {
  const write = async (): Promise<Pull> => {
    const now = await read()
    const wanted = changes(now)
    return Object.keys(wanted).length === 0 ? now : toPull((await rest.pulls.update({ ...at, ...wanted })).data)
  }
  return again(() => inTurn(write), { signal })
}
