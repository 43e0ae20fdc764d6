import type { ExecutedSubtask } from '../../decide/thread/history.ts'
import { historyOf } from '../../decide/thread/read-history.ts'
import type { Reason } from '../../decide/thread/people.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { isAnyExecuted, type Thread, type ThreadWith } from '../../decide/thread/thread.ts'
import type { Repository } from '../../git/git.ts'
import { isPushRefusal } from '../../git/push-refusal.ts'
import { changesBetweenTrees } from '../../git/objects.ts'
import { applyPatch, patchBetween } from '../../git/merge.ts'
import { commitsThroughApi } from '../../observe/may-push.ts'
import { joinWithAnd } from '../../plan/plan.ts'
import { record, type Draft } from '../write/journal.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { refuse } from '../say/say.ts'
import { cleanLine, joined, pathList } from '../view/text/text.ts'

/** Skips the subtask of a `/skip`, and those that depend on it, with its reason. */
export function skip(ctx: GitHubContext, snapshot: Snapshot, step: StepOf<'skip'>): Promise<Thread> {
  const { numbers } = step
  const drafts = numbers.map((number) => draftFor({ snapshot, step }, number))
  // What was executed meanwhile is not skipped: a record of that would say that it was taken back.
  const commits = async (now: ThreadWith<'branch'>): Promise<Draft[] | undefined> => {
    if (isAnyExecuted(now, numbers)) return undefined
    // GitHub's API makes commits one by one: what depends on the subtask comes before it, so that a `/skip` that was cut
    // off is still to be done. A push takes all of them or none.
    const isOneByOne = await commitsThroughApi(ctx.sources, now.branch.name, ctx.settings)
    return isOneByOne ? drafts.toReversed() : drafts
  }
  // Another text may have other subtasks that depend on it.
  return record(ctx, snapshot, { commits, carriesOut: [step], onlyOn: 'same plan' })
}

type Undoing<S = StepOf<'undo'>> = { snapshot: Snapshot; step: S }

/** Reverts subtasks, one commit each, and skips what depends on them. All or nothing: else says why not. */
export async function undo(ctx: GitHubContext, snapshot: Snapshot, step: StepOf<'undo'>): Promise<Thread> {
  let refused: Reason | undefined
  const after = await record(ctx, snapshot, {
    carriesOut: [step],
    onlyOn: 'same plan',
    commits: async (now) => {
      const made = await commitsOn(ctx.sources.repo, now, { snapshot, step })
      if (made && 'why' in made) refused = made
      return made && 'why' in made ? undefined : made
    },
  }).catch((error: unknown) => {
    if (!isPushRefusal(error)) throw error
    refused = { code: error.code, why: cleanLine(error.message, 2_000), remedy: error.remedy }
    return snapshot.thread
  })
  return refused ? refuse(ctx, after, { comment: step.comment, ...refused }) : after
}

/** The commits on a tip, or why they cannot be made. Undefined when another run changed meanwhile what is executed. */
async function commitsOn(repo: Repository, { branch }: ThreadWith<'branch'>, undoing: Undoing) {
  const { executed } = historyOf(branch.commits)
  const drafts = undoing.step.left.map((number) => draftFor(undoing, number))
  let tip = branch.head
  for (const number of undoing.step.executed) {
    const done = executed.get(number)
    if (!done) return undefined
    if (branch.commits.some(({ sha, parents }) => sha === done.sha && parents.length > 1)) return mergeRefusal(number)
    const tree = await applyPatch(repo, tip, await patchBetween(repo, done.sha, `${done.sha}^`))
    if (tree === undefined) return conflictOf(repo, { number, executed, tip, undoing })
    drafts.push({ ...draftFor(undoing, number, done), tree: async () => tree })
    tip = tree
  }
  return drafts
}

/** The commit that takes a subtask out of the plan, and reverts what was `done` of it. Others say which one they need. */
function draftFor({ snapshot, step }: Undoing<StepOf<'skip' | 'undo'>>, number: number, done?: ExecutedSubtask): Draft {
  const { comment } = step
  const isSkip = step.kind === 'skip'
  const first = isSkip ? step.numbers[0] : step.executed.at(-1)
  const why = step.reason || `${isSkip ? 'skipped' : 'taken back'} by ${comment.author.login}`
  const name = snapshot.state.statuses.find(({ subtask }) => subtask.number === number)?.subtask.name ?? ''
  return {
    subject: done ? `Undo subtask ${number}: ${name}` : `Skip subtask ${number}`,
    body: joined('\n\n', [
      number === first ? why : `needs ${first}: ${why}`,
      done && `This reverts commit ${done.sha}.`,
    ]),
    trailers: { subtask: number, state: 'abandoned', command: comment.id },
    counts: [number],
  }
}

const mergeRefusal = (number: number): Reason => ({
  code: 'undo-merge',
  why: `Subtask ${number} merged the base branch, so taking it back would take back what the base has brought, too.`,
  remedy: 'Use `/revise`, or change the branch by hand.',
})

type Conflict = { number: number; executed: ReadonlyMap<number, ExecutedSubtask>; tip: string; undoing: Undoing }

/** Names the files that were changed since, and the subtasks that did so. */
async function conflictOf(repo: Repository, { number, executed, tip, undoing }: Conflict): Promise<Reason> {
  const changed = async (from: string, to: string): Promise<string[]> =>
    (await changesBetweenTrees(repo, from, to)).map(({ path }) => path)
  const sha = executed.get(number)?.sha ?? ''
  const changedSince = new Set(await changed(sha, tip))
  const paths = (await changed(`${sha}^`, sha)).filter((path) => changedSince.has(path))
  const later = [...executed].slice([...executed.keys()].indexOf(number) + 1)
  const others: number[] = []
  for (const [one, { sha: other }] of later.filter(([one]) => !undoing.step.executed.includes(one)))
    if ((await changed(`${other}^`, other)).some((path) => paths.includes(path))) others.push(one)
  const what = pathList(paths) || 'what it changed'
  return {
    code: 'undo-conflict',
    why: `Subtask ${number} cannot be taken back by itself, because ${what} changed again since.`,
    remedy:
      others.length > 0
        ? `Undo subtask ${joinWithAnd(others)} first, or use \`/revise\`.`
        : `Use \`/revise\`, or revert ${sha.slice(0, 7)} by hand.`,
  }
}
