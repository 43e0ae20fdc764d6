import type { Account } from '../github/forge.ts'
import type { Repository } from '../git/git.ts'
import { ownCommitsAmong } from '../git/own-commits.ts'
import { blobsOf, commitsBetween, entryAt, readBlob, type Commit } from '../git/objects.ts'
import { mailOf, parseMessage, type JournalEntry } from '../decide/trailers.ts'
import type { PlanBranch, PlanFile } from '../decide/thread.ts'
import type { PlanOwners } from '../decide/owners.ts'
import { parsePlan } from '../plan/markdown.ts'
import { baseChangesSince } from './base-changes.ts'
import { ownersOfPlan } from './owned-files.ts'

/** Bytes. Neither people nor models write larger plans. */
const PLAN_FILE_LIMIT = 1 << 20

export type BranchSpec = {
  name: string
  issue: number
  head: string
  base: string
  planFile: string
  /** Whose commits are ours. Asked only when no list of our commits says so. */
  authors: () => Promise<readonly Account[]>
  /** Whether to read also who owns the files that the plan names. */
  byOwners?: boolean | undefined
}

/** Reads a branch as a journal: its commits, and the plan file with every text that it had. */
export async function readBranch(repo: Repository, spec: BranchSpec): Promise<PlanBranch> {
  const [commits, blobs, planFile] = await Promise.all([
    commitsBetween(repo, spec.base, spec.head),
    blobsOf(repo, spec, spec.planFile),
    readPlanFile(repo, spec.head, spec.planFile),
  ])
  // With `commit-with: api` GitHub names the token's account, which need not be the one that opened the plan.
  const listed = await ownCommitsAmong(repo, { ...spec, commits })
  const own = listed?.own ?? commitsOf(await spec.authors(), commits)
  const owners = spec.byOwners ? await ownersOf(repo, spec.base, planFile) : undefined
  const read = commits.map((commit) => ({
    ...commit,
    entry: own.has(commit) ? entryOf(commit.message, spec.issue) : undefined,
  }))
  const baseChanges =
    planFile?.kind === 'text'
      ? await baseChangesSince(repo, { ...spec, commits: read, origin: blobs.get(planFile.blob), text: planFile.text })
      : []
  const texts = await Promise.all([...blobs.keys()].map(async (blob) => [blob, await readBlob(repo, blob)] as const))
  return {
    name: spec.name,
    head: spec.head,
    planFile,
    origins: blobs,
    isListed: listed !== undefined,
    missing: listed?.missing ?? [],
    owners,
    baseChanges,
    texts: new Map(texts.filter(([, text]) => text.length <= PLAN_FILE_LIMIT)),
    commits: read,
  }
}

function commitsOf(authors: readonly Account[], commits: readonly Commit[]): ReadonlySet<Commit> {
  const mails = authors.map(mailOf)
  return new Set(commits.filter(({ author }) => mails.includes(author.email)))
}

async function ownersOf(repo: Repository, base: string, file: PlanFile | undefined): Promise<PlanOwners | undefined> {
  const parsed = file?.kind === 'text' ? parsePlan(file.text) : undefined
  return parsed?.kind === 'plan' ? ownersOfPlan(repo, base, parsed.plan) : undefined
}

/** The journal entry of a commit. One that was merged from another plan's branch belongs to that plan. */
function entryOf(message: string, issue: number): JournalEntry | undefined {
  const entry = parseMessage(message)
  return entry?.trailers.issue === issue ? entry : undefined
}

export async function readPlanFile(repo: Repository, head: string, path: string): Promise<PlanFile | undefined> {
  const entry = await entryAt(repo, head, path)
  if (!entry) return undefined
  const blob = entry.id
  if (!entry.mode.startsWith('100')) return { kind: 'unreadable', blob, why: 'it is not a file but a link or a folder' }
  if (entry.size > PLAN_FILE_LIMIT) return { kind: 'unreadable', blob, why: 'it is larger than 1 MiB' }
  const text = await readBlob(repo, blob)
  if (/[\0\ufffd]/.test(text)) return { kind: 'unreadable', blob, why: 'it is not UTF-8 text' }
  return { kind: 'text', path, blob, text }
}
