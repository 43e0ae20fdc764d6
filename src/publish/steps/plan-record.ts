import { namedByRecord, recordOf } from '../../decide/next/record-of.ts'
import type { Snapshot, StepOf, State } from '../../decide/next/decision.ts'
import type { Thread, BranchCommit } from '../../decide/thread/thread.ts'
import { mailOf } from '../../decide/thread/trailers.ts'
import { textAt, treeOf } from '../../git/objects.ts'
import { pushRefs, sideCommit } from '../../git/side-ref.ts'
import { refreshBranch } from '../../observe/read-plans.ts'
import { renderRecord, type PlanRecord, parseRecord } from '../../plan/record.ts'
import { pushRefused } from '../../git/push-refusal.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { sideUpdate } from '../write/journal.ts'
import { ACTIONS_BOT, permissionOf } from '../../observe/sources.ts'
import { asMap } from '../../lib/async.ts'
import { checkRecord, withRecordedRequest, foreignCommits } from '../../decide/next/check-record.ts'
import type { CheckedPromise } from '../../decide/next/check-record.ts'
import { isApproval, parseCommand } from '../../decide/words/command.ts'
import { commentsAt, recordLinksIn } from '../../decide/thread/people.ts'
import { commitOf, locationOfCommits } from '../../git/commits.ts'
import { reply } from '../say/say.ts'
import { verification } from '../view/comments/replies.ts'
import { commitAt, type Repository } from '../../git/git.ts'
import type { Permission } from '../../github/forge.ts'
import { entryOf, readBranch } from '../../observe/branch/branch.ts'

/** The trailer of a record's commit that lists the commits of ours. Older records have none. */
const OWN_COMMITS = 'Plan-Commits: '

/** Writes the record of an ended plan upon the one before. It keeps the commits of the branch, which may be deleted. */
export async function writeRecord(ctx: GitHubContext, snapshot: Snapshot): Promise<Thread> {
  const { thread } = snapshot
  const { repo, forge } = ctx.sources
  const { commits, logins } = namedByRecord(snapshot)
  const [trees, permissions] = await Promise.all([
    asMap(commits, (sha) => treeOf(repo, sha)),
    asMap(logins, (login) => permissionOf(forge, thread, login)),
  ])
  const record = recordOf(snapshot, { ...ctx.maker, trees, permissions, verifyCommand: ctx.settings.verifyCommand })
  if (!record || !thread.branch) return thread
  const ownCommits = thread.branch.commits.flatMap(({ sha, entry }) => (entry ? sha : []))
  const update = await sideUpdate(ctx, thread, {
    kind: 'record',
    keeps: thread.branch.head,
    text: renderRecord(redactedRecord(record, ctx.outward)),
    message: `Record of the plan for #${thread.issue.number}\n\n${OWN_COMMITS}${ownCommits.join(' ')}\n`,
  })
  const pushed = await pushRefs(repo, [update])
  if (pushed.kind === 'forbidden') throw pushRefused(update.ref, ctx.outward(pushed.reason))
  if (pushed.kind === 'moved') return refreshBranch(ctx.sources, thread)
  const { journal, pull_request: pull } = record
  return { ...thread, branch: { ...thread.branch, record: { commit: update.to, journal, pull } } }
}

/** Redacts the texts of a record; ids, paths and numbers stay, as in commits. */
const redactedRecord = (record: PlanRecord, outward: (text: string) => string): PlanRecord => ({
  ...record,
  request: { ...record.request, text: outward(record.request.text) },
  subtasks: record.subtasks.map((one) => ({
    ...one,
    subject: outward(one.subject),
    outcome: outward(one.outcome),
    checks: one.checks.map((check) => ({ ...check, command: outward(check.command) })),
  })),
})

/** Answers `/verify` with the comparison of record, git and GitHub. */
export async function replyVerification(ctx: GitHubContext, snapshot: Snapshot, { comment }: StepOf<'verify'>) {
  const rows = await verifyPlan(ctx, snapshot)
  return reply(ctx, snapshot.thread, { target: 'pull', ...verification(rows, comment.id) })
}

/** Compares a plan's record with git and GitHub. The rows that do not hold come first. */
export async function verifyPlan(ctx: GitHubContext, { thread: found }: Snapshot): Promise<CheckedPromise[]> {
  const { repo, forge, snapshotAt, planFile } = ctx.sources
  const thread = await withEdits(ctx, found)
  // The workflow's own account, the one that opened the plan, and the token's.
  const mails = [ACTIONS_BOT, thread.bot, (await forge.me()) ?? thread.bot].map(mailOf)
  const stored = await newestRecord(repo, thread.issue.number, thread.pull?.pull.number)
  const { record } = stored ?? {}
  const recorded = stored ? await threadOfRecord(repo, thread, { ...stored, mails, planFile }) : thread.branch && thread
  const snapshot = recorded && snapshotAt(recorded)
  const logins = record ? record.approvals.map(({ login }) => login) : snapshot ? namedByRecord(snapshot).logins : []
  const permissions = await asMap(new Set(logins), (login) => forge.permission(login))
  const recomputed = snapshot && (await recomputeRecord(repo, snapshot, { record, permissions }))
  const again = recomputed && parseRecord(renderRecord(redactedRecord(recomputed, ctx.outward)))
  return checkRecord({
    stored: stored && { ...stored, isOurs: mails.includes(stored.mail), isNamed: isNamed(stored, ctx, thread) },
    actual: again && withRecordedRequest(again, record, thread),
    online: { comments: commentsAt(thread, 'pull'), bot: thread.bot, permissions },
    location: again && (await commitLocation(ctx, thread, again)),
    planBlobs: recorded?.branch && new Set(recorded.branch.texts.keys()),
    foreignCommits: foreignCommits(recorded ?? thread),
  })
}

/** Where the commits of a plan are found; undefined for a plan closed without a merge, whose commits may be gone. */
async function commitLocation({ sources }: GitHubContext, { pull, base, branch }: Thread, again: PlanRecord) {
  if (pull?.pull.state === 'closed' && pull.pull.merged !== true) return undefined
  return locationOfCommits(sources.repo, again, { base: base.sha, branch: branch?.head })
}

/** Whether a closing comment links the commit of a record; undefined for a cancelled plan, which has no closing comment. */
const isNamed = ({ commit, record }: KeptRecord, { links }: GitHubContext, { pull, bot }: Thread) =>
  record.state === 'abandoned'
    ? undefined
    : recordLinksIn(pull?.comments ?? [], bot).includes(`${links.repository}/blob/${commit}/record.json`)

/** The thread with whether GitHub reports edits of the comments that a record may rest on. */
async function withEdits({ sources }: GitHubContext, thread: Thread): Promise<Thread> {
  const { pull } = thread
  if (!pull) return thread
  const asked = pull.comments.filter(
    ({ author, body }) => author.login === thread.bot.login || isApproval(parseCommand(body, 'pull')),
  )
  if (asked.length === 0) return thread
  const { edited } = await sources.forge.editsAndClosings(asked.map(({ nodeId }) => nodeId))
  const comments = pull.comments.map((one) =>
    asked.includes(one) ? { ...one, wasEdited: edited.has(one.nodeId) } : one,
  )
  return { ...thread, pull: { ...pull, comments } }
}

/** A record, its commit, the mail address of that commit's author, and our commits that its message lists. */
type KeptRecord = { commit: string; mail: string; own: ReadonlySet<string> | undefined; record: PlanRecord }

const MAX_RECORD_BYTES = 1 << 20
/** Records of an issue that are read, one for each plan that ended. */
const MAX_RECORDS = 20

/** The newest record of a pull request; without a number, or if it has none, that of the issue's newest plan. */
export async function newestRecord(repo: Repository, issue: number, pull?: number): Promise<KeptRecord | undefined> {
  const found: KeptRecord[] = []
  let next = await sideCommit(repo, { kind: 'record', issue })
  for (let count = 0; next !== undefined && count < MAX_RECORDS; count++) {
    const commit = await commitOf(repo, next)
    const text = await textAt(repo, { commit: next, path: 'record.json', most: MAX_RECORD_BYTES })
    if (!commit || text === undefined) break
    const record = parseRecord(text)
    const listed = commit.message.split('\n').find((line) => line.startsWith(OWN_COMMITS))
    const own = listed === undefined ? undefined : new Set(listed.slice(OWN_COMMITS.length).split(' '))
    if (record) found.push({ commit: next, mail: commit.author.email, own, record })
    // The first parent is the head of the plan's branch, the second the record before.
    next = commit.parents[1]
  }
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
export async function recomputeRecord(
  repo: Repository,
  snapshot: Snapshot,
  { record, permissions }: { record: PlanRecord | undefined; permissions?: ReadonlyMap<string, Permission> },
): Promise<PlanRecord | undefined> {
  return recordOf(snapshot, {
    trees: await asMap(namedByRecord(snapshot).commits, (sha) => treeOf(repo, sha)),
    permissions: new Map([
      ...(permissions ?? []),
      ...(record?.approvals ?? []).map(({ login, permission }) => [login, permission] as const),
    ]),
    verifyCommand: record && verifyCommandOf(record, snapshot.state),
    runs: [],
    models: record?.models ?? [],
    action: record?.action ?? undefined,
  })
}

/** The `verify-command` of a record: the first command of a check that its subtask's own `verify` does not list. */
const verifyCommandOf = ({ subtasks }: PlanRecord, { statuses }: State): string | undefined =>
  statuses
    .flatMap(({ subtask }) => {
      const checks = subtasks.find(({ number }) => number === subtask.number)?.checks ?? []
      return checks.flatMap(({ command }) => (subtask.verify.includes(command) ? [] : [command]))
    })
    .at(0)
