import type { Client } from './transport/client.ts'
import { statusOf } from './transport/http-failure.ts'
import type { FileChange, Forge } from './forge.ts'

export const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`

type Spec = Parameters<Forge['commit']>[0]
type Made = Awaited<ReturnType<Forge['commit']>>

/** How often a commit is tried again after an outage: it holds what has been paid for. */
const PAID_TRIES = 12

/** Commits through the API, which signs it. After a failure, the commit at the tip tells whether it is ours. */
export async function commitOnBranch(client: Client, spec: Spec): Promise<Made> {
  const { owner, repo } = client.name
  const [headline = '', ...rest] = spec.message.split('\n')
  const body = rest.join('\n').trim()
  const input = {
    branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: spec.branch },
    expectedHeadOid: spec.expected,
    message: { headline, body },
    fileChanges: fileChanges(spec),
  }
  const look = () => lookAtTip(client, spec)
  const make = async (): Promise<Made> => {
    const made = await client.octokit.graphql<{ createCommitOnBranch: { commit: { oid: string } } }>(COMMIT, { input })
    return { kind: 'made', sha: made.createCommitOnBranch.commit.oid }
  }
  const act = spec.setsModes || spec.merges !== undefined ? () => commitByDatabase(client, spec) : make
  try {
    return await client.again(act, { most: PAID_TRIES, look })
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
async function lookAtTip({ name, rest }: Client, { branch, expected, message }: Spec): Promise<Made | undefined> {
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

/**
 * Commits modes, links and merges, which `createCommitOnBranch` cannot, through the Git database. GitHub signs such a
 * commit of an app that names no author ("Signature verification for bots"). The branch moves to signed commits only.
 */
async function commitByDatabase(client: Client, spec: Spec): Promise<Made> {
  const { name } = client
  const { git } = client.rest
  const parent = (await git.getCommit({ ...name, commit_sha: spec.expected })).data
  const tree = []
  for (const change of spec.changes) tree.push(await treeEntry(client, change))
  const base = { ...name, base_tree: parent.tree.sha }
  const sha = tree.length === 0 ? parent.tree.sha : (await git.createTree({ ...base, tree })).data.sha
  const parents = [spec.expected, ...(spec.merges === undefined ? [] : [spec.merges])]
  const commit = { ...name, message: spec.message, tree: sha, parents }
  const made = (await git.createCommit(commit)).data
  if (!made.verification.verified) return { kind: 'unsigned' }
  try {
    await git.updateRef({ ...name, ref: `heads/${spec.branch}`, sha: made.sha, force: false })
    return { kind: 'made', sha: made.sha }
  } catch (error) {
    if (statusOf(error) === 422 && error instanceof Error && MOVED.test(error.message)) return { kind: 'moved' }
    throw error
  }
}

/** "Update is not a fast forward", or somebody deleted the branch. */
const MOVED = /not a fast forward|reference does not exist/i

type NewEntry = {
  path: string
  mode: '100644' | '100755' | '120000'
  type: 'blob'
  sha?: string | null
  content?: string
}

/** Text goes with the tree. Other bytes need a blob of their own. */
async function treeEntry({ name, rest }: Client, change: FileChange): Promise<NewEntry> {
  const { path } = change
  if (change.kind === 'delete') return { path, mode: '100644', type: 'blob', sha: null }
  const entry = { path, mode: modeOf(change.mode), type: 'blob' as const }
  const bytes = Buffer.from(change.content)
  const text = bytes.toString()
  if (Buffer.from(text).equals(bytes)) return { ...entry, content: text }
  const blob = { ...name, content: bytes.toString('base64'), encoding: 'base64' }
  return { ...entry, sha: (await rest.git.createBlob(blob)).data.sha }
}

const modeOf = (mode = '100644'): NewEntry['mode'] => (mode === '100755' || mode === '120000' ? mode : '100644')
