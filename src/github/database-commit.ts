import type { Client } from './transport/client.ts'
import { statusOf } from './transport/http-failure.ts'
import type { FileChange, Forge } from './forge.ts'

type CommitWithModes = Parameters<Forge['commit']>[0]
type Owned = { owner: string; repo: string }

/**
 * Commits with file modes and links, and merges, which `createCommitOnBranch` cannot set, through the Git database.
 * GitHub signs such a commit of an app that names neither author nor committer ("Signature verification for bots"). The
 * branch moves only to a commit that is signed.
 */
export async function commitByDatabase(
  client: Client,
  name: Owned,
  spec: CommitWithModes,
): ReturnType<Forge['commit']> {
  const { git } = client.rest
  const parent = (await git.getCommit({ ...name, commit_sha: spec.expected })).data
  const tree = []
  for (const change of spec.changes) tree.push(await treeEntry(client, name, change))
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
async function treeEntry({ rest }: Client, name: Owned, change: FileChange): Promise<NewEntry> {
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
