import { z } from 'zod'
import { GitError } from '../../git/git.ts'
import { isFull } from '../../lib/disk-full.ts'
import { layOver, type startOf, unresolvedIn } from '../../git/merge.ts'
import { changesBetweenTrees, treeOf, type Change } from '../../git/objects.ts'
import { restoreTree } from '../../git/work-tree.ts'
import { inspectCommit, pathsInLine, unplannedFiles, approvedText, changedApproved } from '../../guard/check-commit.ts'
import { pathsMatcher } from '../../guard/paths.ts'
import { logLine } from '../../runner/log.ts'
import type { NewPackage } from '../../guard/packages/names.ts'
import { type Check, checksFor, wordsOf, type Subtask } from '../../plan/plan.ts'
import { defineFinish, type Finish } from '../../agent/tool.ts'
import { changedTests, type ChangedTests } from '../../guard/tests/changed-tests.ts'
import { runChecks } from '../../checks/clean-worktree.ts'
import { beginChecks, undoneNote } from '../../checks/worktree-set-up.ts'
import type { checkProgress } from './check-progress.ts'
import type { OutputFiles } from '../../checks/output-files.ts'
import { checksOn, knownOn, passedAmong } from '../../checks/check-cache.ts'
import { runBaseTests, type BrokenTests } from '../../checks/base-tests.ts'
import { BEFORE, prove } from '../../checks/prove.ts'
import { onCode } from '../../checks/verify.ts'
import { resetIndex, writtenTree } from '../../agent/worktree/written-tree.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import type { InputOf } from '../tasks.ts'

/** The tree to commit, and the text of its commit. */
type Finished = BrokenTests & { checks: Check[]; tree: string; outcome: string; subject: string; body: string }

export type Finishing = {
  input: InputOf<'execute'>
  ctx: AgentContext
  subtask: Subtask
  outputs: OutputFiles
  checking: ReturnType<typeof checkProgress>
  /** The tree that the work starts from, and its files with conflicts. */
  start: Awaited<ReturnType<typeof startOf>>
  progress: {
    checks: Check[]
    problem: string
    failedTrees: Map<string, string>
    packages: readonly NewPackage[]
    /** Untracked changes of the agent that were reverted before the checks. */
    reverted: Set<string>
    /** New files that the plan does not name and that the agent was asked about: a second finish keeps them. */
    unplanned: Set<string>
  }
}

/** The finishing tool of a subtask: accepts a change that can be committed and whose checks pass. */
export const finishSubtask = (finishing: Finishing): Finish<Finished> =>
  defineFinish({
    name: 'finish_subtask',
    description: 'Ends the subtask.',
    decline: 'If you decline, or it cannot be done, call `give_up` with the reason.',
    input: z.object({
      outcome: z.string().min(1).describe('one sentence'),
      commit_subject: z.string().min(1),
      commit_body: z.string().optional(),
    }),
    check: async ({ outcome, commit_subject, commit_body = '' }) => {
      const inspection = await inspect(finishing).catch(refusedByGit).finally(finishing.checking.end)
      const { tree, problem, checks, broken = {}, undone = [] } = inspection
      Object.assign(finishing.progress, { checks, problem: problem ?? '' })
      if (problem !== undefined) {
        await resetIndex(finishing.ctx.repo, finishing.start.tree)
        const text = [problem, finishing.outputs.pathsFor(problem), rebuildNote(undone)]
        return { kind: 'no', text: finishing.ctx.redact(text.filter(Boolean).join('\n')) }
      }
      const note = undoneNote([...finishing.progress.reverted])
      if (note) logLine(finishing.ctx.redact(note))
      const outcomeWithNotes = [outcome, ...flakyChecks(finishing.progress, tree, checks)].join(' ')
      return {
        kind: 'ok',
        value: { tree, outcome: outcomeWithNotes, subject: commit_subject, body: commit_body, checks, ...broken },
      }
    },
  })

/** The outcome of a finish. `undone`: untracked changes of the agent that were reverted, in its worktree as well. */
type Inspection = { tree: string; checks: Check[]; broken?: BrokenTests; problem?: string; undone?: string[] }

const rebuildNote = (undone: readonly string[]): string =>
  undone.length === 0 ? '' : `${undoneNote(undone)} They are as before the subtask again: build before you run tests.`

/** Writes the tree before the checks run, so that files they leave behind are not committed. */
async function inspect(finishing: Finishing): Promise<Inspection> {
  const { ctx, input, subtask } = finishing
  const { repo, settings } = ctx
  beginChecks(ctx)
  const from = finishing.start.tree
  const alreadyNamed = finishing.progress.unplanned
  const tree = await writtenTree(repo, from, pathsMatcher(subtask.files))
  if (typeof tree !== 'string') return refused(input.head, tree.problem)
  const changes = await changesBetweenTrees(repo, from, tree)
  const approved = changedApproved(changes, input.plan.acceptance ?? [])
  if (approved.length > 0) return restoreApproved(ctx, tree, approved)
  const commands = checksFor(subtask, settings.verifyCommand)
  const planned = { files: subtask.files, words: wordsOf(subtask), commands }
  const rules = { ...settings, redact: ctx.redact, approved: planned }
  const { problems, packages } = await inspectCommit(repo, { from, to: tree }, rules)
  if (problems.length > 0) finishing.progress.packages = packages
  problems.push(...(await unresolvedIn(repo, tree, finishing.start.conflicts)))
  if (problems.length > 0) return refused(tree, `This cannot be committed:\n${listed(problems)}`)
  const unplanned = unplannedFiles(changes, planned).filter((path) => !alreadyNamed.has(path))
  for (const path of unplanned) alreadyNamed.add(path)
  if (unplanned.length > 0) return refused(tree, unplannedText(unplanned))
  const tests = await changedTests(repo, { changes, to: tree }, { ...settings, ...planned })
  const isProved = settings.proof !== 'off'
  if (isProved && tests.problems.length > 0) return refused(tree, `Not done:\n${listed(tests.problems)}`)
  const isKnownBefore = knownOn(ctx, from)
  finishing.checking.begin(expectedRuns(commands, isProved ? tests : undefined, isKnownBefore))
  const checked = await runChecks(onCode(ctx, 'with the change'), tree, commands)
  if ('problem' in checked) return refused(tree, checked.problem)
  for (const path of checked.undone) finishing.progress.reverted.add(path)
  const { checks } = checked
  const failed = checks.find(({ passed }) => !passed)
  if (failed) return refusedForFailure(finishing, { tree, ...checked }, failed)
  if (!isProved) return { tree, checks }
  const fromBase = from === (await treeOf(repo, input.head)) ? passedAmong(input.passed ?? [], commands) : undefined
  const proof = await prove(ctx, { from, to: tree, tests, checks, otherJobResults: fromBase })
  if (!('problem' in proof)) return { tree, ...proof, broken: await runBaseTests(ctx, input, tree) }
  // The agent continues from the tree that it wrote, without leftovers of the checks.
  await restoreTree(repo, tree)
  return { ...refused(tree, `Not done: ${proof.problem}`), checks, undone: checked.undone }
}

/** How often checks run if nothing fails: with the change, and on up to three other trees that prove it. */
function expectedRuns(
  commands: readonly string[],
  tests: ChangedTests | undefined,
  isKnown: (command: string) => unknown,
): number {
  const before = tests ? commands.filter((command) => !isKnown(command)).length : 0
  const without = tests && tests.files.length > 0 ? commands.length : 0
  const planned = tests && tests.unnamed.length + tests.added.length > 0 ? commands.length : 0
  return commands.length + before + without + planned
}

/** Git errors on files that the agent wrote go back to the agent as a failed finish; it can do nothing for a full disk. */
function refusedByGit(error: unknown): Inspection {
  if (!(error instanceof GitError) || isFull(error)) throw error
  return refused('', `What is there cannot be checked: ${error.message}`)
}

async function restoreApproved({ repo }: AgentContext, tree: string, approved: readonly Change[]): Promise<Inspection> {
  const before = approved.map(({ path, from }) => ({ path, ...from }))
  await restoreTree(repo, await layOver(repo, tree, before))
  const texts = approved.slice(0, 5).map((change) => `${approvedText(change)} It was put back.`)
  return refused(tree, `Not done:\n${listed(texts)}`)
}

const listed = (problems: readonly string[]): string => problems.map((one) => `- ${one}`).join('\n')

const refused = (tree: string, problem: string): Inspection => ({ tree, checks: [], problem })

/** Removes leftovers of the checks, then explains what failed and whether it failed before the change too. */
async function refusedForFailure(
  finishing: Finishing,
  { tree, checks, undone = [] }: Inspection,
  failed: Check,
): Promise<Inspection> {
  const { ctx, progress, start } = finishing
  progress.failedTrees.set(failed.command, tree)
  const earlier = (await checksOn(onCode(ctx, BEFORE), start.tree, [failed.command])).get(failed.command)
  await restoreTree(ctx.repo, tree)
  const compared = { ...failed, failedBefore: earlier?.passed === false }
  const isOwn = finishing.subtask.verify.includes(failed.command)
  const failedToo = `It failed before the change, too${isOwn ? '; it has to pass now' : ''}.`
  const before = compared.failedBefore ? failedToo : 'It passed before the change.'
  return {
    tree,
    checks: checks.map((check) => (check === failed ? compared : check)),
    undone,
    problem: [
      `Not done: \`${failed.command}\` failed (${failed.exit}). ${before}`,
      ...otherChecks(finishing, checks, failed),
      failed.tail,
    ].join('\n'),
  }
}

/** A line for each other check that failed, so that they are not mended one by one, and for each that was not run. */
function otherChecks({ subtask, ctx }: Finishing, checks: readonly Check[], failed: Check): string[] {
  const otherFailures = checks.filter((check) => !check.passed && check !== failed)
  const notRun = checksFor(subtask, ctx.settings.verifyCommand).slice(checks.length)
  return [
    ...otherFailures.map(({ command, exit }) => `Also failed: \`${command}\` (${exit})`),
    ...notRun.map((command) => `Not run after that: \`${command}\``),
  ]
}

const unplannedText = (paths: readonly string[]): string =>
  `Not done: the plan does not name these new files of the subtask: ${pathsInLine(paths)}. Remove them, or call finish_subtask again to keep them.`

/** A note for each check that failed and later passed on the same tree. */
const flakyChecks = ({ failedTrees }: Finishing['progress'], tree: string, checks: readonly Check[]): string[] =>
  checks
    .filter(({ command }) => failedTrees.get(command) === tree)
    .map(({ command }) => `(\`${command}\` failed once and then passed without a change.)`)
