import { namedByRecord, recordOf } from '../../decide/next/record-of.ts'
import type { Snapshot, State } from '../../decide/next/decision.ts'
import type { BranchCommit, Thread } from '../../decide/thread/thread.ts'
import { commitAt, type Repository } from '../../git/git.ts'
import { treeOf } from '../../git/objects.ts'
import { recordsIn, type KeptText } from '../../git/side-ref.ts'
import type { Permission } from '../../github/forge.ts'
import { checksFor } from '../../plan/plan.ts'
import { parseRecord, type PlanRecord } from '../../plan/record.ts'
import { entryOf, readBranch } from './branch.ts'
import { asMap } from '../../lib/async.ts'

/** A record, its commit, and the mail address of that commit's author. */
export type KeptRecord = Omit<KeptText, 'text'> & { record: PlanRecord }

/** The newest record of a pull request; without a number, or if it has none, that of the issue's newest plan. */
export async function newestRecord(repo: Repository, issue: number, pull?: number): Promise<KeptRecord | undefined> {
  const found = (await recordsIn(repo, issue)).flatMap(({ text, ...kept }): KeptRecord[] => {
    const record = parseRecord(text)
    return record ? [{ ...kept, record }] : []
  })
  return found.find(({ record }) => record.pull_request === pull) ?? found[0]
}

/** The thread when a record was written. `mails`: addresses of our accounts. Undefined if commits are missing. */
export async function threadOfRecord(
  repo: Repository,
  thread: Thread,
  { record, own, mails, planFile }: Pick<KeptRecord, 'record' | 'own'> & { mails: readonly string[]; planFile: string },
): Promise<Thread | undefined> {
  if (!(await commitAt(repo, record.head)) || !(await commitAt(repo, record.base))) return undefined
  const { number } = thread.issue
  const branch = await readBranch(repo, {
    name: thread.branch?.name ?? thread.pull?.pull.head.branch ?? '',
    issue: number,
    head: record.head,
    base: record.base,
    planFile,
  })
  // The list of our commits is deleted with the plan. After that the one of the record counts, which a comment names;
  // for records without one, the mail address.
  const isOwn = ({ sha, author }: BranchCommit): boolean => (own ? own.has(sha) : mails.includes(author.email))
  const commits = branch.commits.map((one) =>
    isOwn(one) ? { ...one, entry: one.entry ?? entryOf(one.message, number) } : one,
  )
  return { ...thread, branch: { ...branch, commits, isListed: true } }
}

/** Rebuilds a record from commits and comments; what neither holds is copied from the stored record. */
export async function recordAgain(
  repo: Repository,
  snapshot: Snapshot,
  {
    record,
    permissions = new Map(),
  }: { record: PlanRecord | undefined; permissions?: ReadonlyMap<string, Permission> },
): Promise<PlanRecord | undefined> {
  return recordOf(snapshot, {
    trees: await asMap(namedByRecord(snapshot).commits, (sha) => treeOf(repo, sha)),
    permissions: new Map([
      ...permissions,
      ...(record?.approvals ?? []).map(({ login, permission }) => [login, permission] as const),
    ]),
    verifyCommand: record && verifyCommandOf(record, snapshot.state),
    runs: [],
    models: record?.models ?? [],
    action: record?.action ?? undefined,
  })
}

/** The command of a record that the plan does not name. */
const verifyCommandOf = ({ subtasks }: PlanRecord, { statuses }: State): string | undefined =>
  statuses
    .flatMap(({ subtask }) => {
      const own = checksFor(subtask, undefined)
      const checks = subtasks.find(({ number }) => number === subtask.number)?.checks ?? []
      return checks.flatMap(({ command }) => (own.includes(command) ? [] : [command]))
    })
    .at(0)
