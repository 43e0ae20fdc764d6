import type { StepOf } from '../decide/step.ts'
import type { ExecutedSubtask } from '../decide/history.ts'
import { historyOf } from '../decide/history.ts'
import type { Refusal } from '../decide/refusal.ts'
import type { Snapshot } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import type { Repository } from '../git/git.ts'
import { applyPatch, changesBetweenTrees, entryAt, patchBetween } from '../git/objects.ts'
import { listNumbers } from '../plan/plan.ts'
import { forgetAttempts, usageOf } from './attempts.ts'
import { commitAndPush, type NewCommit } from './commit.ts'
import { planSeen } from './plan-seen.ts'
import type { PublishRoom } from './room.ts'
import { placeOf } from './say.ts'
import { sayAsOne } from './say-as-one.ts'
import { pathList } from './view/comment.ts'
import { refusal } from './view/comments.ts'
import { cleanCommitBody, cleanSubject } from './view/commit-text.ts'

type Undoing = { snapshot: Snapshot; step: StepOf<'undo'> }
type Obstacle = Pick<Refusal, 'code' | 'why' | 'remedy'>

/**
 * Takes executed subtasks back, by one revert commit each, after abandoning those that depend on them and were not
 * executed. Where one revert does not apply, nothing is written, and whoever asked is told why.
 */
export async function undo(room: PublishRoom, snapshot: Snapshot, step: StepOf<'undo'>): Promise<Thread> {
  const { thread } = snapshot
  let refused: Obstacle | undefined
  const after = await commitAndPush(room, thread, {
    branch: thread.branch?.name ?? '',
    commits: async (now) => {
      const made = await commitsOn(room.sources.repo, now, { snapshot, step })
      if (made && 'why' in made) refused = made
      return made && 'why' in made ? undefined : made
    },
  })
  if (!refused) return forgetAttempts(after, step.left)
  const text = refusal({ ...refused, id: step.comment.id }, room.links.errors)
  return sayAsOne(room, after, { place: placeOf(after, step.comment), text })
}

/** The commits on a tip, or why they cannot be made. Undefined when another run changed meanwhile what is executed. */
async function commitsOn(
  repo: Repository,
  { branch }: Thread,
  undoing: Undoing,
): Promise<NewCommit[] | Obstacle | undefined> {
  const { executed } = historyOf(branch?.commits ?? [])
  const drafts: NewCommit[] = undoing.step.left.map((number) => ({ entry: entryFor(undoing, number) }))
  let tip = branch?.head ?? ''
  for (const number of undoing.step.executed) {
    const done = executed.get(number)
    if (!done) return undefined
    if ((branch?.commits.find(({ sha }) => sha === done.sha)?.parents.length ?? 1) > 1) return mergeStays(number)
    const tree = await applyPatch(repo, tip, await patchBetween(repo, done.sha, `${done.sha}^`))
    if (tree === undefined) return conflictOf(repo, { number, executed, tip, undoing })
    drafts.push({ entry: entryFor(undoing, number, done), tree: async () => tree })
    tip = tree
  }
  return drafts
}

function entryFor({ snapshot, step }: Undoing, number: number, done?: ExecutedSubtask): NewCommit['entry'] {
  const { thread, state } = snapshot
  const { comment, reason } = step
  const first = step.executed.at(-1)
  const why = reason || `taken back by ${comment.author.login}`
  const name = state.statuses.find(({ subtask }) => subtask.number === number)?.subtask.name ?? ''
  return {
    subject: cleanSubject(done ? `Undo subtask ${number}: ${name}` : `Abandon subtask ${number}`),
    body: cleanCommitBody(
      [number === first ? why : `depends on ${first}: ${why}`, done ? `This reverts commit ${done.sha}.` : '']
        .filter(Boolean)
        .join('\n\n'),
    ),
    trailers: {
      issue: thread.issue.number,
      subtask: number,
      state: 'abandoned',
      command: comment.id,
      ...(thread.thisRun.attempts.has(number) ? { usage: usageOf(thread, number) } : {}),
      seen: planSeen(thread, state, [step]),
    },
  }
}

const mergeStays = (number: number): Obstacle => ({
  code: 'undo-merge',
  why: `Subtask ${number} merged the base branch, so taking it back would take back what the base has brought, too.`,
  remedy: 'Say with `/revise` what should be different, or change the branch by hand.',
})

type Conflict = { number: number; executed: ReadonlyMap<number, ExecutedSubtask>; tip: string; undoing: Undoing }

/** Names the files that were changed since, and the subtasks that did so. */
async function conflictOf(repo: Repository, { number, executed, tip, undoing }: Conflict): Promise<Obstacle> {
  const sha = executed.get(number)?.sha ?? ''
  const changes = await changesBetweenTrees(repo, `${sha}^`, sha)
  const paths: string[] = []
  for (const { path, to } of changes) {
    const now = await entryAt(repo, tip, path)
    if ((now?.id ?? '') !== (to.mode === '000000' ? '' : to.blob)) paths.push(path)
  }
  const order = [...executed.keys()]
  const later = order.slice(order.indexOf(number) + 1).filter((one) => !undoing.step.executed.includes(one))
  const others: number[] = []
  for (const one of later) {
    const { sha: other = '' } = executed.get(one) ?? {}
    const touched = await changesBetweenTrees(repo, `${other}^`, other)
    if (touched.some(({ path }) => paths.includes(path))) others.push(one)
  }
  const what = pathList(paths) || 'what it changed'
  return {
    code: 'undo-conflict',
    why: `Subtask ${number} cannot be taken back by itself, because ${what} changed again since.`,
    remedy:
      others.length > 0
        ? `Undo subtask ${listNumbers(others)} first, or say with \`/revise\` what should be different.`
        : `Say with \`/revise\` what should be different, or revert ${sha.slice(0, 7)} by hand.`,
  }
}
