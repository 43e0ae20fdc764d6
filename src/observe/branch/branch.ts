import { type Repository, commonAncestor, cachedGit, isPartOf } from '../../git/git.ts'
import { ownCommitsAmong, commitsBetween } from '../../git/commits.ts'
import { entryAt, pathsIn, readBlob, textAt, changesBetweenTrees } from '../../git/objects.ts'
import type { PlanOwners } from '../../decide/thread/people.ts'
import { parseMessage, type JournalEntry } from '../../decide/thread/trailers.ts'
import type { PlanBranch, BaseChange, BranchCommit } from '../../decide/thread/thread.ts'
import { readSide, sideCommit } from '../../git/side-ref.ts'
import { parseRecord } from '../../plan/record.ts'
import { parsePlan } from '../../plan/markdown.ts'
import { asMap } from '../../lib/async.ts'
import { takenPaths } from '../../guard/paths-in-commit.ts'
import { ownersOfPaths, readCodeowners } from './codeowners.ts'
import type { Commit } from '../../git/git-commit.ts'
import { pathMatcher } from '../../guard/paths.ts'
import type { Plan } from '../../plan/plan.ts'

/** Bytes. Neither people nor models write larger plans, and no record of one is as large. */
const FILE_LIMIT = 1 << 20

type BranchSpec = {
  name: string
  issue: number
  head: string
  base: string
  planFile: string
  /** The commit whose CODEOWNERS applies, if code owners approve. */
  ownersAt?: string | undefined
}

/** Reads a branch as a journal: its commits, and the plan file with every text that it had. */
export async function readBranch(repo: Repository, spec: BranchSpec): Promise<PlanBranch> {
  const commits = await commitsBetween(repo, spec)
  const [blobs, file] = await Promise.all([
    blobsOf(repo, commits, spec.planFile),
    readPlanFile(repo, spec.head, spec.planFile),
  ])
  const isOfBase = file !== undefined && !isPlan(file) && (await mergedFile(repo, spec))?.id === file.blob
  const planFile = isOfBase ? undefined : file
  // A mail address is no signature: only commits in the list of our pushes are ours.
  const ownCommits = await ownCommitsAmong(repo, { ...spec, commits })
  const branchCommits = commits.map((commit) => ({
    ...commit,
    entry: ownCommits?.own.has(commit) ? entryOf(commit.message, spec.issue) : undefined,
  }))
  const plan = planFile?.kind === 'text' ? parsePlan(planFile.text).plan : undefined
  const tests = plan?.acceptance?.map(({ path }) => path) ?? []
  const origin = planFile && blobs.get(planFile.blob)
  const startCommit = branchCommits[0]?.parents[0]
  const { base, ownersAt } = spec
  const record = parseRecord((await readSide(repo, { kind: 'record', issue: spec.issue }, FILE_LIMIT)) ?? '')
  const commit = record && (await sideCommit(repo, { kind: 'record', issue: spec.issue }))
  const texts = await asMap(blobs.keys(), (blob) => readBlob(repo, blob))
  return {
    name: spec.name,
    head: spec.head,
    planFile,
    commitOfPlanBlob: blobs,
    isListed: ownCommits !== undefined,
    missing: ownCommits?.missing ?? [],
    owners: plan && ownersAt !== undefined ? await ownersOfPlan(repo, { base, ownersAt, plan }) : undefined,
    ...(record && commit ? { record: { commit, journal: record.journal, pull: record.pull_request } } : {}),
    baseChanges:
      plan && origin !== undefined ? await baseChangesSince(repo, { base, commits: branchCommits, origin, plan }) : [],
    // Files that the branch itself adds are not taken.
    takenPaths: startCommit === undefined ? [] : await takenPaths(repo, startCommit, tests),
    texts: new Map([...texts].filter(([, text]) => text.length <= FILE_LIMIT)),
    commits: branchCommits,
  }
}

/** Owners of what each subtask names, by CODEOWNERS of the repository's own base: a branch must not decide. */
async function ownersOfPlan(
  repo: Repository,
  { base, ownersAt, plan }: { base: string; ownersAt: string; plan: Plan },
): Promise<PlanOwners> {
  const [codeowners, present] = await Promise.all([readCodeowners(repo, ownersAt), pathsIn(repo, base)])
  return new Map(
    plan.subtasks.map(({ number, files }) => {
      const covered = files.map(pathMatcher).flatMap((isCovered) => present.filter(isCovered))
      return [number, ownersOfPaths(codeowners, [...files, ...covered])]
    }),
  )
}

/** The versions of a file in commits, oldest first: each blob with the last commit that introduced it. */
async function blobsOf(repo: Repository, commits: readonly Commit[], path: string): Promise<Map<string, string>> {
  const ids = new Set(commits.flatMap(({ sha, parents }) => [sha, ...parents]))
  const entries = await asMap(ids, (id) => entryAt(repo, id, path))
  const blobs = new Map<string, string>()
  for (const { sha, parents } of commits) {
    const now = entries.get(sha)
    const before = parents.length > 0 ? parents.map((parent) => entries.get(parent)) : [undefined]
    const isBrought = before.some((entry) => entry?.id !== now?.id || entry?.mode !== now?.mode)
    if (isBrought && now?.mode.startsWith('100')) blobs.set(now.id, sha)
  }
  return blobs
}

/** The journal entry of a commit. A commit merged from another plan's branch belongs to that plan. */
export function entryOf(message: string, issue: number): JournalEntry | undefined {
  const entry = parseMessage(message)
  return entry?.trailers.issue === issue ? entry : undefined
}

/** The file that people have at the plan's path on the base. Undefined for a plan, which may be overwritten. */
export async function mergedFile(
  repo: Repository,
  { head, base, planFile }: Pick<BranchSpec, 'head' | 'base' | 'planFile'>,
): ReturnType<typeof entryAt> {
  const merged = await commonAncestor(repo, head, base)
  if (merged === undefined || isPlan(await readPlanFile(repo, merged, planFile))) return undefined
  return entryAt(repo, merged, planFile)
}

const isPlan = (file: PlanBranch['planFile']): boolean =>
  file?.kind === 'text' && parsePlan(file.text).kind === 'parsed'

async function readPlanFile(repo: Repository, head: string, path: string): Promise<PlanBranch['planFile']> {
  const entry = await entryAt(repo, head, path)
  if (!entry) return undefined
  const blob = entry.id
  if (!entry.mode.startsWith('100')) return { kind: 'unreadable', blob, why: 'it is not a file but a link or a folder' }
  const text = await textAt(repo, { commit: head, path, most: FILE_LIMIT })
  if (text === undefined) return { kind: 'unreadable', blob, why: 'it is larger than 1 MiB' }
  if (/[\0\ufffd]/.test(text)) return { kind: 'unreadable', blob, why: 'it is not UTF-8 text' }
  return { kind: 'text', path, blob, text }
}

type WrittenPlan = { base: string; commits: readonly BranchCommit[]; origin: string; plan: Plan }

/** Maximum number of files, and of commits of each. Approvers read no more. */
const MAX_CHANGED_FILES = 20
const MAX_COMMITS_PER_FILE = 5

/** Changes of the base since the plan was written, in files that it names. Runs no git if the base has not moved. */
async function baseChangesSince(repo: Repository, { base, commits, origin, plan }: WrittenPlan): Promise<BaseChange[]> {
  if (followsBase(commits, base)) return []
  const named = plan.subtasks.flatMap(({ files }) => files.map(pathMatcher))
  // A version that resolves a merge conflict is based on the merged commit of the base.
  const mergedBase = commits.findLast(({ entry }) => entry?.trailers.merge)?.entry?.trailers.merge?.base
  const isThere = mergedBase !== undefined && (await isPartOf(repo, mergedBase, base))
  const fork = isThere ? mergedBase : await commonAncestor(repo, base, origin)
  if (named.length === 0 || fork === undefined || fork === base) return []
  const changed = (await changesBetweenTrees(repo, fork, base)).map(({ path }) => path)
  const paths = changed.filter((path) => named.some((isNamed) => isNamed(path))).slice(0, MAX_CHANGED_FILES)
  return Promise.all(paths.map(async (path) => ({ path, commits: await baseCommitsOn(repo, { fork, base }, path) })))
}

/** Whether the commits form a linear history on top of the base. */
export const followsBase = (commits: readonly Pick<Commit, 'parents'>[], base: string): boolean =>
  commits[0]?.parents[0] === base && commits.every(({ parents }) => parents.length === 1)

/** The newest commits of the base since the fork that change a path. */
async function baseCommitsOn(repo: Repository, { fork, base }: { fork: string; base: string }, path: string) {
  const args = ['log', `--max-count=${MAX_COMMITS_PER_FILE}`, '--format=%H%x00%s', `${fork}..${base}`, '--', path]
  const lines = (await cachedGit(repo, args, { ids: [fork, base] })).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [sha = '', subject = ''] = line.split('\0')
    return { sha, subject }
  })
}
