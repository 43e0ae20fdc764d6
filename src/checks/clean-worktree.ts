import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { UserError } from '../lib/errors.ts'
import { git, perRepository, type Repository } from '../git/git.ts'
import { nameOf } from '../git/objects.ts'
import { checkout, restoreFiles, restoreTree } from '../git/work-tree.ts'
import {
  changedSince,
  valueOr,
  beginScan,
  scan,
  rootsOf,
  type Difference,
  type UntrackedSnapshot,
} from '../agent/place/untracked-files.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { Sandbox } from '../agent/sandbox/run-command.ts'
import {
  checkoutAgain,
  recordCheckout,
  type CheckedOut,
  keepSubmodules,
  putBackSubmodules,
  submodulesOf,
} from './checkout-again.ts'
import { removeAt } from './copy-files.ts'
import { verify } from './verify.ts'
import type { Check } from '../plan/plan.ts'

/** Check results, and the agent's uncommitted changes that were reverted in the worktree. */
export type Checked = { checks: Check[]; undone: string[] }

/** When `setup-command` runs again: if one of its files is missing, if anything was reverted, or always. */
type SetUpWhen = 'missing' | 'undone' | 'always'

/** What a worktree holds after its set-up, and the scan that was started before the next check. */
type SetUp = {
  snapshot?: UntrackedSnapshot
  checkedOut?: CheckedOut
  pendingScan?: ReturnType<typeof beginScan> | undefined
}
const setUp = perRepository((): SetUp => ({}))

/** Starts scanning for changes as soon as the last command has ended, while git writes the tree. */
export function beginChecks({ repo }: AgentContext): void {
  const { snapshot } = setUp(repo)
  if (snapshot) setUp(repo).pendingScan = beginScan(repo, snapshot)
}

/** Sets up the checked-out worktree for a subtask, or reverts what commands changed since. Throws `UserError`. */
export async function setUpPlace(ctx: AgentContext, tree: string): Promise<void> {
  await ctx.setUp()
  const { snapshot } = setUp(ctx.repo)
  if (snapshot) {
    const difference = await changedSince(ctx.repo, snapshot)
    await undoChanges(ctx, { difference, tree, openSandbox: ctx.sandbox, when: 'undone' })
  }
  const submodules = await submodulesOf(ctx.repo)
  await keepSubmodules(ctx.repo, submodules)
  const found = await scan(ctx.repo, { submodules })
  Object.assign(setUp(ctx.repo), { snapshot: found, checkedOut: await recordCheckout(ctx.repo, found) })
}

/** The outermost untracked paths of a worktree, in latin1. */
export const besideTree = async (repo: Repository): Promise<readonly string[]> =>
  setUp(repo).snapshot?.roots ?? [...(await rootsOf(repo)), ...(await submodulesOf(repo))]

/** Prepares a worktree for consecutive checks on one commit. Throws `UserError`. */
export async function prepareForChecks(ctx: AgentContext, head: string): Promise<void> {
  if (!setUp(ctx.repo).snapshot) return prepareTemplate(ctx, head)
  await git(ctx.repo, ['update-ref', 'HEAD', head])
  await ctx.setUp()
}

/** Sets up the worktree at a commit as the template for copies of it. Throws `UserError`. */
export async function prepareTemplate(ctx: AgentContext, head: string): Promise<void> {
  await checkout(ctx.repo, head)
  await setUpPlace(ctx, head)
}

/** Runs checks on a written tree in a clean worktree; `verify-command` last, in one that the others did not touch. */
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
  // Paths reverted between the two runs are leftovers of checks, not of the agent.
  return 'problem' in last ? last : { ...first, checks: [...first.checks, ...last.checks] }
}

/** Runs checks once more after `setup-command` if they fail: the agent may have installed what this tree needs. */
async function runTogether(
  ctx: AgentContext,
  tree: string,
  commands: readonly string[],
): Promise<Checked | { problem: string }> {
  const first = await runClean(ctx, { tree, commands, when: 'missing' })
  if ('problem' in first || allPassed(first.checks) || first.undone.length === 0 || !ctx.setUpAgain) return first
  await restoreTree(ctx.repo, tree)
  const second = await runClean(ctx, { tree, commands, when: 'always' })
  return 'problem' in second ? second : { ...second, undone: first.undone }
}

/** Runs all of these checks in one clean worktree, where later checks find the build output of earlier ones. */
export async function runEvery(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Check[]> {
  const ran = await runClean(ctx, { tree, commands, when: 'missing' })
  return 'problem' in ran
    ? commands.map((command) => ({ command, passed: false, exit: 'not run', tail: ran.problem }))
    : ran.checks
}

const allPassed = (checks: readonly Check[]): boolean => checks.every(({ passed }) => passed)

/** Runs commands in a clean worktree with a fresh home. Returns a problem if the change makes that impossible. */
async function runClean(
  ctx: AgentContext,
  { tree, commands, when }: { tree: string; commands: readonly string[]; when: SetUpWhen },
): Promise<Checked | { problem: string }> {
  const cleaned = await clean(ctx, tree, when).catch((error: unknown) => {
    if (error instanceof UserError)
      return { problem: [`Not done: ${error.message}`, error.output].filter(Boolean).join('\n') }
    throw error
  })
  if ('problem' in cleaned) return cleaned
  const { signal, redact, onCheck, onRunning } = ctx
  const place = { cwd: ctx.repo.workTree, sandbox: cleaned.sandbox, signal, redact, onCheck, onRunning }
  return { checks: await verify(commands, place, () => restoreFiles(ctx.repo, tree)), undone: cleaned.undone }
}

async function clean(ctx: AgentContext, tree: string, when: SetUpWhen) {
  const { snapshot, pendingScan } = setUp(ctx.repo)
  setUp(ctx.repo).pendingScan = undefined
  const [opened, difference] = await Promise.all([
    ctx.freshSandbox('checks'),
    snapshot && changedSince(ctx.repo, snapshot, pendingScan),
  ])
  const root = ctx.mountPath ?? ctx.repo.workTree
  const env = { ...opened.env, PATH: pathForChecks(opened.env['PATH'], root, snapshot?.roots) }
  const sandbox = { ...opened, env }
  const undone = difference ? await undoChanges(ctx, { difference, tree, openSandbox: async () => sandbox, when }) : []
  return { sandbox, undone }
}

/**
 * The `PATH` with folders of the checkout last: a change could put a program there that stands in for another. A folder
 * that the tree does not hold, such as `node_modules/.bin`, is as `setup-command` left it and keeps its place.
 */
function pathForChecks(path = '', root: string, untracked: readonly string[] = []): string {
  const top = realPathOf(root)
  const isTracked = (folder: string): boolean => {
    const inside = relative(top, isAbsolute(folder) ? realPathOf(folder) : top)
    const isLeft = untracked.some((one) => inside === one || inside.startsWith(`${one}/`))
    return !isLeft && inside.split('/')[0] !== '..'
  }
  const { true: last = [], false: first = [] } = Object.groupBy(path.split(':'), (one) => `${isTracked(one)}`)
  return [...first, ...last].join(':')
}

const realPathOf = (path: string): string => valueOr(() => realpathSync(path), path)

type PutBack = { difference: Difference; tree: string; openSandbox: () => Promise<Sandbox>; when: SetUpWhen }

/** Reverts untracked changes since the snapshot, and runs `setup-command` again if needed. Returns their paths. */
async function undoChanges(ctx: AgentContext, { difference, tree, openSandbox, when }: PutBack): Promise<string[]> {
  const { snapshot, checkedOut } = setUp(ctx.repo)
  if (!snapshot || !checkedOut) return []
  const { rest, renewed } = await putBackSubmodules(ctx.repo, snapshot, difference)
  setUp(ctx.repo).snapshot = renewed
  const { added, changed, removed } = rest
  for (const path of [...added, ...changed]) await removeAt(ctx.repo, path)
  await checkoutAgain(ctx.repo, tree, checkedOut)
  const reasons = changed.length + removed.length + (when === 'missing' ? 0 : added.length)
  if ((reasons > 0 || when === 'always') && ctx.setUpAgain) {
    await ctx.setUpAgain(await openSandbox())
    await restoreTree(ctx.repo, tree)
    // `setUpPlace` records the checkout itself, after this.
    if (when !== 'undone') setUp(ctx.repo).checkedOut = await recordCheckout(ctx.repo, renewed)
  }
  return [...new Set(Object.values(difference).flat())].toSorted().map(nameOf)
}

const MAX_NAMED = 3

/** The reverted paths as a sentence. Empty if there are none. */
export function undoneNote(paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  const named = paths.slice(0, MAX_NAMED).map((path) => `\`${path}\``)
  return `(What the agent changed among ignored files was left out of the checks: ${named.join(', ')}${more}.)`
}
