import type { Client } from './transport/client.ts'
import { commitByDatabase } from './database-commit.ts'
import { statusOf } from './transport/http-failure.ts'
import type { Forge } from './forge.ts'

export const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

type Spec = Parameters<Forge['commit']>[0] & { most: number }
type Made = Awaited<ReturnType<Forge['commit']>>

/**
 * Commits through the API, which signs it. After a failure, and when the branch is said to have moved, the commit at
 * its tip tells whether it is ours.
 */
export async function commitOnBranch(
  client: Client,
  { owner, repo }: { owner: string; repo: string },
  spec: Spec,
): Promise<Made> {
  const [headline = '', ...rest] = spec.message.split('\n')
  const body = rest.join('\n').trim()
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
    expectedHeadOid: spec.expected,
    message: { headline, body },
    fileChanges: fileChanges(spec),
  }
  const look = () => lookAtTip(client, { owner, repo }, spec)
  const make = async (): Promise<Made> => {
    const made = await client.octokit.graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(COMMIT, { input })
    return { kind: 'made', sha: made.createCommitOnBranch.commit.oid }
  }
  const makeWithModes = () => commitByDatabase(client, { owner, repo }, spec)
  try {
    return await client.again(spec.setsModes || spec.merges !== undefined ? makeWithModes : make, {
      most: spec.most,
      look,
    })
  } catch (error) {
    if (error instanceof Error && /\brule violations?\b|protected branch/i.test(error.message))
      return { kind: 'refused', reason: error.message }
    if (!(error instanceof Error) || !/Expected branch to point to/.test(error.message)) throw error
    return (await look()) ?? { kind: 'moved' }
  }
}

function fileChanges({ changes }: Spec) {
  const additions = changes.flatMap((change) =>
    change.kind === 'write' ? [{ path: change.path, contents: Buffer.from(change.content).toString('base64') }] : [],
  )
  return { additions, deletions: changes.flatMap(({ kind, path }) => (kind === 'delete' ? [{ path }] : [])) }
}

/** What became of the branch: ours is at its tip, somebody else's is, or nothing happened (undefined). */
async function lookAtTip(
  { rest }: Client,
  name: { owner: string; repo: string },
  { branch, expected, message }: Spec,
): Promise<Made | undefined> {
  try {
    const sha = (await rest.git.getRef({ ...name, ref: `heads/${branch}` })).data.object.sha
    if (sha === expected) return undefined
    const tip = (await rest.git.getCommit({ ...name, commit_sha: sha })).data
    const isOurs = tip.parents[0]?.sha === expected && textOf(tip.message) === textOf(message)
    return isOurs ? { kind: 'made', sha } : { kind: 'moved' }
  } catch (error) {
    // Somebody deleted the branch.
    if (statusOf(error) === 404) return { kind: 'moved' }
    throw error
  }
}

/** GitHub may end a message with a line break or without. */
const textOf = (message: string): string => message.replace(/\s+/g, ' ').trim()
