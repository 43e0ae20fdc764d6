import { rm } from 'node:fs/promises'
import { UserError } from '../lib/errors.ts'
import { git, perRepository, type Repository } from '../git/git.ts'
import { checkout, restoreFiles, restoreTree } from '../git/work-tree.ts'
import {
  changedSince,
  inWorkTree,
  beginScan,
  scan,
  rootsOf,
  type Difference,
  type UntrackedSnapshot,
  type PendingScan,
} from '../agent/place/untracked-files.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { Sandbox } from '../agent/sandbox/sandbox-place.ts'
import { verify, type VerifyPlace } from './verify.ts'
import type { Check } from '../plan/plan.ts'

/** Checks, where they ran, and what the agent had changed there that is not committed. */
export type Checked = { checks: Check[]; place: VerifyPlace; undone: string[] }
type CheckedPlace = Omit<Checked, 'checks'>

/** When `setup-command` runs again: where something that it left is missing, where anything was undone, or always. */
type SetUpWhen = 'missing' | 'undone' | 'always'

/** How a work tree lay when it was set up, and what is being looked at before a check. */
const setUp = perRepository((): { look?: UntrackedSnapshot; ahead?: PendingScan | undefined } => ({}))

/** Begins to look what commands changed, when the last of them has ended, and before git writes the tree. */
export function beginChecks({ repo }: AgentContext): void {
  const { look } = setUp(repo)
  if (look) setUp(repo).ahead = beginScan(repo, look)
}

/**
 * Sets up the work tree for a subtask: once by `setup-command`, and later by undoing what commands changed since, so
 * that nothing that is not committed reaches the next subtask. The tree must be checked out. Throws `UserError`.
 */
export async function setUpPlace(ctx: AgentContext, tree: string): Promise<void> {
  await ctx.setUp()
  const { look } = setUp(ctx.repo)
  if (look) {
    const difference = await changedSince(ctx.repo, look)
    await undoChanges(ctx, { difference, tree, openSandbox: ctx.sandbox, when: 'undone' })
  }
  setUp(ctx.repo).look = await scan(ctx.repo)
}

/** The outermost paths, in latin1, of all that lies in a work tree besides the files of the index. */
export const besideTree = async (repo: Repository): Promise<readonly string[]> =>
  setUp(repo).look?.roots ?? (await rootsOf(repo))

/**
 * Makes a work tree ready for checks of changes that are made on a commit, which are written there one after the other.
 * Where it was set up before, each check sees to it by itself that nothing else is there. Throws `UserError`.
 */
export async function prepareForChecks(ctx: AgentContext, head: string): Promise<void> {
  if (!setUp(ctx.repo).look) return prepareTemplate(ctx, head)
  await git(ctx.repo, ['update-ref', 'HEAD', head])
  await ctx.setUp()
}

/** Sets up the work tree at a commit, so that places beside it can be made after it. Throws `UserError`. */
export async function prepareTemplate(ctx: AgentContext, head: string): Promise<void> {
  await checkout(ctx.repo, head)
  await setUpPlace(ctx, head)
}

/**
 * Runs checks on a written tree, in a place that no command of the agent has touched. What a check runs may be the
 * agent's own code, so `verify-command`, the last of them, gets such a place for itself.
 */
export async function runChecks(
  ctx: AgentContext,
  tree: string,
  commands: readonly string[],
): Promise<Checked | { problem: string }> {
  const own = commands.at(-1) === ctx.settings.verifyCommand ? commands.slice(0, -1) : []
  if (own.length === 0) return runTogether(ctx, tree, commands)
  const first = await runTogether(ctx, tree, own)
  if ('problem' in first || !allPassed(first.checks)) return first
  await restoreTree(ctx.repo, tree)
  const last = await runTogether(ctx, tree, commands.slice(-1))
  // What is undone between them is the work of checks, and none of the agent's.
  return 'problem' in last ? last : { ...first, checks: [...first.checks, ...last.checks], place: last.place }
}

/**
 * Runs checks in one place. Where they fail, what the agent added there may be what `setup-command` would bring for
 * this tree: it runs once more, and so do they.
 */
async function runTogether(
  ctx: AgentContext,
  tree: string,
  commands: readonly string[],
): Promise<Checked | { problem: string }> {
  const restore = (): Promise<void> => restoreFiles(ctx.repo, tree)
  const first = await checkedPlace(ctx, tree, 'missing')
  if ('problem' in first) return first
  const checks = await verify(commands, first.place, { restore })
  if (allPassed(checks) || first.undone.length === 0 || !ctx.setUpAgain) return { checks, ...first }
  await restoreTree(ctx.repo, tree)
  const second = await checkedPlace(ctx, tree, 'always')
  if ('problem' in second) return second
  return { checks: await verify(commands, second.place, { restore }), place: second.place, undone: first.undone }
}

/** Runs every one of these checks in such a place, where the later find what the earlier have built. */
export async function runEvery(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Check[]> {
  const opened = await checkedPlace(ctx, tree, 'missing')
  if ('problem' in opened)
    return commands.map((command) => ({ command, passed: false, exit: 'not run', tail: opened.problem }))
  return verify(commands, opened.place, { restore: () => restoreFiles(ctx.repo, tree), all: true })
}

const allPassed = (checks: readonly Check[]): boolean => checks.every(({ passed }) => passed)

/**
 * Makes the work tree a place that no command of the agent has touched: the written tree, what `setup-command` left,
 * and a fresh home and temporary directory. Costs a look at the ignored files unless they were changed. Returns a
 * problem where the agent's change keeps it from being made.
 */
async function checkedPlace(
  ctx: AgentContext,
  tree: string,
  when: SetUpWhen,
): Promise<CheckedPlace | { problem: string }> {
  const { look, ahead } = setUp(ctx.repo)
  setUp(ctx.repo).ahead = undefined
  try {
    const [sandbox, difference] = await Promise.all([
      ctx.freshSandbox('checks'),
      look && changedSince(ctx.repo, look, ahead),
    ])
    const undone = difference
      ? await undoChanges(ctx, { difference, tree, openSandbox: async () => sandbox, when })
      : []
    return { place: { cwd: ctx.repo.workTree, sandbox, signal: ctx.signal, redact: ctx.redact }, undone }
  } catch (error) {
    if (error instanceof UserError) return { problem: `Not done: ${error.message}` }
    throw error
  }
}

type PutBack = { difference: Difference; tree: string; openSandbox: () => Promise<Sandbox>; when: SetUpWhen }

/**
 * Removes what came or changed besides the tree since the look, then runs `setup-command` again. Without one, what is
 * missing stays missing, because there is no copy of it. Returns the paths.
 */
async function undoChanges(ctx: AgentContext, { difference, tree, openSandbox, when }: PutBack): Promise<string[]> {
  const { added, changed, removed } = difference
  for (const path of [...added, ...changed]) await remove(ctx.repo, path)
  const reasons = changed.length + removed.length + (when === 'missing' ? 0 : added.length)
  if ((reasons > 0 || when === 'always') && ctx.setUpAgain) {
    await ctx.setUpAgain(await openSandbox())
    await restoreTree(ctx.repo, tree)
  }
  return [...new Set([...added, ...changed, ...removed])]
    .toSorted()
    .map((path) => Buffer.from(path, 'latin1').toString())
}

const remove = (repo: Repository, path: string): Promise<void> =>
  removeLeft(inWorkTree(repo, path), Buffer.from(path, 'latin1').toString())

/** Removes what a command left; `name` tells people what it is. Throws `UserError` where it cannot be written to. */
export async function removeLeft(path: Parameters<typeof rm>[0], name: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    throw new UserError(
      'setup-failed',
      `\`${name}\` cannot be removed.`,
      'Make it writable; what a container made as root needs `sudo chown`.',
    )
  }
}

const MAX_NAMED = 3

/** What was undone, as a sentence. Undefined when nothing was. */
export function undoneNote(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  const named = paths.slice(0, MAX_NAMED).map((path) => `\`${path}\``)
  return `(What the agent changed among ignored files was left out of the checks: ${named.join(', ')}${more}.)`
}
