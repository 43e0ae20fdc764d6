import { namedByRecord, recordOf } from '../../decide/next/record-of.ts'
import type { Snapshot } from '../../decide/next/snapshot.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { treeOf } from '../../git/objects.ts'
import { commitSide, pushRefs, refName, sideCommit, type SideRef } from '../../git/side-ref.ts'
import { refreshBranch } from '../../observe/find-plan.ts'
import { renderRecord, type PlanRecord } from '../../plan/record.ts'
import { pushForbidden } from '../write/commit.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { permissionOf } from '../../observe/approver-lookup.ts'
import { asMap } from '../../lib/async.ts'

/**
 * Writes the record of a plan that has ended, upon the one before. Its commit keeps those of the branch, which may be
 * deleted. Where another run has just written one, that is read.
 */
export async function writeRecord(ctx: GitHubContext, snapshot: Snapshot): Promise<Thread> {
  const { thread } = snapshot
  const { repo } = ctx.sources
  const record = await recordFrom(ctx, snapshot)
  if (!record || !thread.branch) return thread
  const side: SideRef = { kind: 'record', issue: thread.issue.number }
  const update = await commitSide(repo, side, {
    from: await sideCommit(repo, side),
    keeps: thread.branch.head,
    text: renderRecord(withoutSecrets(record, ctx.outward)),
    message: `Record of the plan for #${thread.issue.number}\n`,
    author: authorOf(thread.bot),
  })
  const pushed = await pushRefs(repo, [update])
  if (pushed.kind === 'forbidden') throw pushForbidden(refName(side), ctx.outward(pushed.reason))
  if (pushed.kind === 'moved') return refreshBranch(ctx.sources, thread)
  const { journal, pull_request: pull } = record
  return { ...thread, branch: { ...thread.branch, record: { commit: update.to, journal, pull } } }
}

/** The record as git and GitHub give it at this moment. */
async function recordFrom(
  { sources, settings, maker }: GitHubContext,
  snapshot: Snapshot,
): Promise<PlanRecord | undefined> {
  const { commits, logins } = namedByRecord(snapshot)
  const [trees, permissions] = await Promise.all([
    asMap(commits, (sha) => treeOf(sources.repo, sha)),
    asMap(logins, (login) => permissionOf(sources.forge, snapshot.thread, login)),
  ])
  return recordOf(snapshot, { ...maker, trees, permissions, verifyCommand: settings.verifyCommand })
}

/** Only words are redacted, as in the commits. */
export const withoutSecrets = (record: PlanRecord, outward: (text: string) => string): PlanRecord => ({
  ...record,
  request: { ...record.request, text: outward(record.request.text) },
  subtasks: record.subtasks.map((one) => ({
    ...one,
    subject: outward(one.subject),
    outcome: outward(one.outcome),
    checks: one.checks.map((check) => ({ ...check, command: outward(check.command) })),
  })),
})
