import { addOwnCommits } from '../../git/commits.ts'
import { isPushRefusal, pushRefused } from '../../git/push-refusal.ts'
import { pushRefs, recordSides } from '../../git/side-ref.ts'
import type { RefUpdate } from '../../git/remote.ts'
import { changesBetweenTrees, isGone, isNew, commitTree, readBytes, treeOf, type Change } from '../../git/objects.ts'
import { authorOf, hasSameTrailers, renderMessage, type JournalEntry } from '../../decide/thread/trailers.ts'
import { UserError } from '../../lib/errors.ts'
import { immediate, retry } from '../../lib/async.ts'
import type { FileChange } from '../../github/forge.ts'
import { withPull, withWritten, type Thread, inThisRun } from '../../decide/thread/thread.ts'
import type { GitHubContext } from './github-context.ts'
import { commitsThroughApi } from '../../observe/may-push.ts'
import { readBranchAt, refreshBranch } from '../../observe/read-plans.ts'

/** A commit to be made, with its tree as a function of the parent, if it changes any. `merges` is a second parent. */
export type NewCommit = {
  entry: JournalEntry
  tree?: ((parent: string) => Promise<string>) | undefined
  merges?: string | undefined
}

/** The commits for a plan's branch, made again for each tip, if they still apply. `also`: refs of the same push. */
type BranchUpdate = {
  also?: (() => Promise<RefUpdate>) | undefined
  commits: (thread: Thread) => Promise<NewCommit[] | undefined>
}

const MAX_ATTEMPTS = 5

/** Commits on the tip of the branch and pushes without force, again on the new tip after a concurrent push. */
export async function commitAndPush(ctx: GitHubContext, thread: Thread, plan: BranchUpdate): Promise<Thread> {
  let current = thread
  const updated = await retry({
    waits: immediate(MAX_ATTEMPTS - 1),
    until: async (tries) => {
      const drafts = await plan.commits(current)
      if (!drafts) return withContention(current)
      const shas = await tryPush(ctx, current, { ...plan, newCommits: drafts })
      if (shas !== undefined) return threadAfterPush(ctx, tries > 0 ? withContention(current) : current, shas)
      current = await refreshBranch(ctx.sources, withBranchOrEmpty(current))
      // A branch that somebody deleted stays deleted.
      return thread.branch && !current.branch ? current : undefined
    },
  })
  if (!updated)
    throw new Error(`The branch ${branchOf(thread)} moved ${MAX_ATTEMPTS} times while a commit was made on it.`)
  return updated
}

const withContention = (thread: Thread): Thread => inThisRun(thread, { contended: true })

/** The branch of the plan, or the one that it gets with its first commit. */
const branchOf = ({ branch, freeBranch }: Thread): string => branch?.name ?? freeBranch

const withBranchOrEmpty = (thread: Thread): Thread => {
  const empty = { commits: [], planFile: undefined, texts: new Map(), commitOfPlanBlob: new Map() }
  return { ...thread, branch: thread.branch ?? { name: branchOf(thread), head: thread.base.sha, ...empty } }
}

type PushSpec = BranchUpdate & { newCommits: NewCommit[] }

async function tryPush(ctx: GitHubContext, thread: Thread, spec: PushSpec) {
  const start = thread.branch?.head ?? thread.base.sha
  if (await commitsThroughApi(ctx.sources, branchOf(thread), ctx.settings))
    return tryApi(ctx, thread, { ...spec, start })
  const shas: string[] = []
  for (const draft of spec.newCommits) shas.push(await commitOn(ctx, thread, { head: shas.at(-1) ?? start, draft }))
  const head = shas.at(-1) ?? start
  const list = await listWith(ctx, thread, { ...spec, shas })
  const branch = { ref: `refs/heads/${branchOf(thread)}`, from: thread.branch?.head ?? '', to: head }
  const updates: RefUpdate[] = [branch, list, ...(spec.also ? [await spec.also()] : [])]
  if (!ctx.deferredUpdates) return (await isPushed(ctx, updates)) ? shas : undefined
  ctx.deferredUpdates.push(...updates)
  await recordSides(ctx.sources.repo, updates)
  return shas
}

/** Pushes the commits of several steps, which write nothing else, at once. Undefined when nothing was written. */
export async function asOnePush<T>(ctx: GitHubContext, act: (ctx: GitHubContext) => Promise<T>) {
  const deferredUpdates: RefUpdate[] = []
  const value = await act({ ...ctx, deferredUpdates })
  const refs = [...Map.groupBy(deferredUpdates, ({ ref }) => ref)]
  const updates = refs.flatMap(([, [first, ...rest]]) => (first ? [{ ...first, to: (rest.at(-1) ?? first).to }] : []))
  const isRefused = (error: unknown): boolean => {
    if (isPushRefusal(error)) return false
    throw error
  }
  return updates.length === 0 || (await isPushed(ctx, updates).catch(isRefused)) ? { value } : undefined
}

/** Pushes. False if a ref moved concurrently. Throws `UserError` if the push is forbidden. */
async function isPushed({ sources, outward }: GitHubContext, updates: readonly RefUpdate[]): Promise<boolean> {
  const pushed = await pushRefs(sources.repo, updates)
  const name = updates[0]?.ref.replace(/^refs\/heads\//, '') ?? ''
  if (pushed.kind === 'forbidden') throw pushRefused(name, outward(pushed.reason))
  return pushed.kind === 'pushed'
}

async function commitOn(ctx: GitHubContext, { bot }: Thread, { head, draft }: { head: string; draft: NewCommit }) {
  const { repo } = ctx.sources
  const tree = draft.tree ? await draft.tree(head) : await treeOf(repo, head)
  return commitTree(repo, {
    tree,
    parents: [head, ...(draft.merges === undefined ? [] : [draft.merges])],
    message: messageOf(ctx, draft.entry),
    author: authorOf(bot),
  })
}

/** Redacts words, never trailers, which are read back: work that the branch does not record is paid for again. */
function messageOf({ outward }: GitHubContext, { subject, body, trailers }: JournalEntry): string {
  const message = renderMessage({ subject: outward(subject), body: outward(body), trailers })
  if (!hasSameTrailers(message, trailers))
    throw new Error(`The trailers of the commit "${outward(subject)}" cannot be read back, so it was not made.`)
  return message
}

/** Makes the commits through the API, so that GitHub signs them. The branch has to exist first. */
async function tryApi(ctx: GitHubContext, thread: Thread, spec: PushSpec & { start: string }) {
  const branch = thread.branch ? [] : [{ ref: `refs/heads/${branchOf(thread)}`, from: '', to: spec.start }]
  const updates: RefUpdate[] = [...branch, ...(spec.also ? [await spec.also()] : [])]
  if (!(await isPushed(ctx, updates))) return undefined
  const shas: string[] = []
  for (const draft of spec.newCommits) {
    const head = shas.at(-1) ?? spec.start
    // The commit is listed as the bot's own before GitHub makes it. This fails if another run changed the list meanwhile.
    const list = await listWith(ctx, thread, { newCommits: [draft] })
    if (!(await isPushed(ctx, [list]))) return undefined
    const sha = await commitByApi(ctx, thread, { head, draft })
    if (sha === undefined) return undefined
    shas.push(sha)
    await refreshBranch(ctx.sources, withBranchOrEmpty(thread))
  }
  // With their ids in the list, commits that a force-push removes later are noticed.
  const list = await listWith(ctx, thread, { ...spec, shas })
  await isPushed(ctx, [list]).catch(() => false)
  return shas
}

type MadeCommits = { newCommits: readonly NewCommit[]; shas?: readonly string[] }

/** The update that adds commits to the list of the bot's own commits; without `shas` they are not made yet. */
function listWith(ctx: GitHubContext, thread: Thread, { newCommits, shas = [] }: MadeCommits) {
  return addOwnCommits(ctx.sources.repo, thread.issue.number, {
    branch: branchOf(thread),
    made: newCommits.map(({ entry }, i) => ({ message: messageOf(ctx, entry), sha: shas[i] })),
    present: thread.branch?.commits.filter(({ entry }) => entry !== undefined),
    missing: ctx.sources.snapshotAt(thread).state.missing,
    author: authorOf(thread.bot),
  })
}

/** One commit through the API. Undefined when the branch moved. Throws `UserError` when GitHub does not sign or take it. */
async function commitByApi(ctx: GitHubContext, thread: Thread, { head, draft }: { head: string; draft: NewCommit }) {
  const { repo, forge } = ctx.sources
  const branch = branchOf(thread)
  const before = await treeOf(repo, head)
  const changes = await changesBetweenTrees(repo, before, draft.tree ? await draft.tree(head) : before)
  const unnamed = changes.filter(({ bytes }) => bytes !== undefined)
  if (unnamed.length > 0) throw notUtf8(unnamed)
  const withModes = changes.filter(hasMode)
  const result = await forge.commit({
    branch,
    expected: head,
    message: messageOf(ctx, draft.entry),
    changes: await fileChanges(ctx, changes),
    setsModes: withModes.length > 0,
    ...(draft.merges === undefined ? {} : { merges: draft.merges }),
  })
  if (result.kind === 'refused') throw pushRefused(branch, ctx.outward(result.reason))
  if (result.kind === 'unsigned') throw draft.merges === undefined ? unsigned(withModes) : unsignedMerge()
  return result.kind === 'made' ? result.sha : undefined
}

export const UNSIGNED = 'commit-unsigned'

const pathsOf = (changes: readonly Change[]): string => changes.map(({ path }) => `\`${path}\``).join(', ')

const unsigned = (changes: readonly Change[]): UserError =>
  new UserError(
    UNSIGNED,
    `Only signed commits are made here (a rule of the branch, or \`commit-with: api\`), and GitHub does not sign this account’s commits with file modes or links: ${pathsOf(changes)}.`,
    "Leave modes and links as they are, use the workflow's own token or an App's, or take away the rule and `commit-with: api`.",
  )

const notUtf8 = (changes: readonly Change[]): UserError =>
  new UserError(
    UNSIGNED,
    `Only signed commits are made here (a rule of the branch, or \`commit-with: api\`), and GitHub makes none with names of files that are not UTF-8: ${pathsOf(changes)}.`,
    'Have these files named in UTF-8, or take away the rule and `commit-with: api`.',
  )

const unsignedMerge = (): UserError =>
  new UserError(
    UNSIGNED,
    'Only signed commits are made here (a rule of the branch, or `commit-with: api`), and GitHub does not sign merge commits of this account.',
    "Use the workflow's own token or an App's, take away the rule and `commit-with: api`, or merge by hand.",
  )

/** Whether a change needs a mode that `createCommitOnBranch` cannot set: executables, changed modes, and all links. */
const hasMode = (change: Change): boolean => {
  const before = isNew(change) ? '100644' : change.from.mode
  return change.to.mode === '120000' || (!isGone(change) && change.to.mode !== before)
}

const fileChanges = ({ sources }: GitHubContext, changes: readonly Change[]): Promise<FileChange[]> =>
  Promise.all(
    changes.map(async ({ path, to }): Promise<FileChange> =>
      isGone({ to })
        ? { path, kind: 'delete' }
        : { path, kind: 'write', content: await readBytes(sources.repo, to.blob), mode: to.mode },
    ),
  )

/** The thread with the branch read again after these commits were pushed. */
async function threadAfterPush({ sources }: GitHubContext, thread: Thread, shas: readonly string[]): Promise<Thread> {
  const { base, issue } = thread
  const head = shas.at(-1) ?? thread.branch?.head ?? base.sha
  const branch = await readBranchAt(sources, { name: branchOf(thread), issue: issue.number, head, base })
  const now = thread.pull ? withPull(thread, { head: { ...thread.pull.pull.head, sha: head } }) : thread
  return withWritten({ ...now, branch }, { commits: shas })
}
