import { checkRecord, type CheckedPromise, type RecordedPlan } from '../../decide/next/check-record.ts'
import { isApproval, parseCommand } from '../../decide/words/command.ts'
import { stateOf, type Snapshot } from '../../decide/next/state.ts'
import type { StepOf } from '../../decide/next/step.ts'
import { isEdited } from '../../decide/thread/markers.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { mailOf, parseMessage } from '../../decide/thread/trailers.ts'
import { placeOfCommits } from '../../git/patch-ids.ts'
import { commitAt } from '../../git/git.ts'
import { recordsIn, type KeptText } from '../../git/side-ref.ts'
import { readBranch } from '../../observe/branch/branch.ts'
import { ourAccounts } from '../../observe/sources.ts'
import { parseRecord, renderRecord, type PlanRecord } from '../../plan/record.ts'
import { say } from '../say/say.ts'
import { verification } from '../view/comments/verification.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { recordFrom, withoutSecrets } from './write-record.ts'

/** Answers `/verify`. The comment is all that is written. */
export const tellVerified = async (
  room: PublishRoom,
  snapshot: Snapshot,
  { comment }: StepOf<'verify'>,
): Promise<Thread> =>
  say(room, snapshot.thread, {
    place: 'pull',
    unclaimed: true,
    text: verification(await verifyPlan(room, snapshot), comment.id),
  })

/** Looks whether a plan is what its record says, in git and on GitHub, and gives what does not hold first. */
export async function verifyPlan(room: PublishRoom, snapshot: Snapshot): Promise<CheckedPromise[]> {
  const thread = await withEdits(room, snapshot.thread)
  const { repo, forge } = room.sources
  const kept = await keptRecord(room, thread)
  const rebuilt = await rebuild(room, thread, kept?.record)
  const recomputed = rebuilt && (await recordFrom(ofCommitsAlone(room), rebuilt))
  const again = recomputed && parseRecord(renderRecord(withoutSecrets(recomputed, room.outward)))
  const now = rebuilt?.thread ?? thread
  const logins = [...new Set((kept?.record ?? again)?.approvals.map(({ login }) => login))]
  const permissions = new Map(
    await Promise.all(logins.map(async (login) => [login, await forge.permission(login)] as const)),
  )
  const { pull } = thread
  const isClosed = pull?.pull.state === 'closed' && pull.pull.merged !== true
  return checkRecord({
    kept,
    again: again && ofThen(again, kept?.record, now),
    online: { comments: now.pull?.comments ?? [], bot: thread.bot, permissions },
    place:
      again && !isClosed
        ? await placeOfCommits(repo, again, { base: thread.base.sha, branch: thread.branch?.head })
        : undefined,
    others: othersOn(now),
  })
}

const othersOn = ({ branch }: Thread): string[] =>
  (branch?.commits ?? [])
    .filter(({ entry, parents }) => entry === undefined && parents.length === 1)
    .map(({ sha, author }) => `\`${sha.slice(0, 7)}\` by ${author.name}`)

/** No commit names the `verify-command` of that time. */
const ofCommitsAlone = (room: PublishRoom): PublishRoom => ({
  ...room,
  settings: { ...room.settings, verifyCommand: undefined },
})

/** A request that was edited since, or deleted, is what it was. */
function ofThen(again: PlanRecord, then: PlanRecord | undefined, { comments }: Thread): PlanRecord {
  const asked = comments.find(({ id }) => id === then?.request.comment)
  const isSame = !then || (asked !== undefined && !isEdited(asked))
  return isSame ? again : { ...again, request: then.request }
}

/** The newest record of this pull request. */
async function keptRecord(
  { sources, links }: PublishRoom,
  { issue, pull, bot }: Thread,
): Promise<RecordedPlan['kept']> {
  const texts = await recordsIn(sources.repo, issue.number)
  const number = pull?.pull.number
  const found = texts.flatMap((one): (KeptText & { record: PlanRecord })[] => {
    const record = parseRecord(one.text)
    return record ? [{ ...one, record }] : []
  })
  const kept = found.find(({ record }) => record.pull_request === number) ?? found[0]
  if (!kept) return undefined
  const mails = (await ourAccounts(sources.forge, bot)).map(mailOf)
  const address = `${links.repository}/blob/${kept.commit}/record.json`
  return {
    ...kept,
    isOurs: mails.includes(kept.mail),
    isNamed:
      kept.record.state === 'abandoned'
        ? undefined
        : pull?.comments.some((one) => one.author.login === bot.login && !isEdited(one) && one.body.includes(address)),
  }
}

/** The thread as it was when the record was written: the branch is read from the commits that the record keeps. */
async function rebuild(
  { sources }: PublishRoom,
  thread: Thread,
  record: PlanRecord | undefined,
): Promise<Snapshot | undefined> {
  const { repo, forge, planFile, rules } = sources
  const asSnapshot = (now: Thread): Snapshot => ({ thread: now, state: stateOf(now, rules) })
  if (!record) return thread.branch && asSnapshot(thread)
  if (!(await commitAt(repo, record.head)) || !(await commitAt(repo, record.base))) return undefined
  const branch = await readBranch(repo, {
    name: thread.branch?.name ?? thread.pull?.pull.head.branch ?? '',
    issue: thread.issue.number,
    head: record.head,
    base: record.base,
    planFile,
  })
  // The list of our commits goes with the plan. Then the mail address tells, and the comment that names the record.
  const mails = (await ourAccounts(forge, thread.bot)).map(mailOf)
  const entryOf = (message: string) => {
    const entry = parseMessage(message)
    return entry?.trailers.issue === thread.issue.number ? entry : undefined
  }
  const commits = branch.commits.map((one) =>
    mails.includes(one.author.email) ? { ...one, entry: one.entry ?? entryOf(one.message) } : one,
  )
  return asSnapshot({ ...thread, branch: { ...branch, commits, isListed: true } })
}

/** The thread with what GitHub says of edits of all comments that a record may rest on. */
async function withEdits({ sources }: PublishRoom, thread: Thread): Promise<Thread> {
  const { pull } = thread
  if (!pull) return thread
  const asked = pull.comments.filter(
    ({ author, body }) => author.login === thread.bot.login || isApproval(parseCommand(body, 'pull')),
  )
  if (asked.length === 0) return thread
  const { edited } = await sources.forge.editsAndClosings(
    asked.map(({ nodeId }) => nodeId),
    undefined,
  )
  const comments = pull.comments.map((one) =>
    asked.includes(one) ? { ...one, wasEdited: edited.has(one.nodeId) } : one,
  )
  return { ...thread, pull: { ...pull, comments } }
}
