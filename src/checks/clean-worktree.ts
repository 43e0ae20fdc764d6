import { realpathSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { UserError, valueOr } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { restoreFiles, restoreTree } from '../git/work-tree.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { Sandbox } from '../agent/sandbox/run-command.ts'
import type { Check } from '../plan/plan.ts'
import { verify } from './verify.ts'
import { revertToSetUp, untrackedRoots } from './worktree-set-up.ts'

/** Check results, and the agent's uncommitted changes that were reverted in the worktree; or why no check could run. */
type Checked = { checks: Check[]; undone: string[] } | { problem: string }

/** Runs checks on a written tree in a clean worktree; `verify-command` last, in one that the others did not touch. */
export async function runChecks(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Checked> {
  const ownCommands = commands.at(-1) === ctx.settings.verifyCommand ? commands.slice(0, -1) : []
  if (ownCommands.length === 0) return runTogether(ctx, tree, commands)
  const first = await runTogether(ctx, tree, ownCommands)
  if ('problem' in first || !allPassed(first.checks)) return first
  await restoreTree(ctx.repo, tree)
  const last = await runTogether(ctx, tree, commands.slice(-1))
  // Paths reverted between the two runs are leftovers of checks, not of the agent.
  return 'problem' in last ? last : { ...first, checks: [...first.checks, ...last.checks] }
}

/** Runs checks once more after `setup-command` if they fail: the agent may have installed what this tree needs. */
async function runTogether(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Checked> {
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
  { tree, commands, when }: { tree: string; commands: readonly string[]; when: 'missing' | 'always' },
): Promise<Checked> {
  const cleaned = await clean(ctx, tree, when).catch((error: unknown) => {
    if (error instanceof UserError)
      return { problem: [`Not done: ${error.message}`, error.output].filter(Boolean).join('\n') }
    throw error
  })
  if ('problem' in cleaned) return cleaned
  const { signal, redact, onCheck, onRunning } = ctx
  const checkContext = { cwd: ctx.repo.workTree, sandbox: cleaned.sandbox, signal, redact, onCheck, onRunning }
  return { checks: await verify(commands, checkContext, () => restoreFiles(ctx.repo, tree)), undone: cleaned.undone }
}

/** Reverts the worktree to its state after `setup-command`, and opens a sandbox for checks at the same time. */
async function clean(ctx: AgentContext, tree: string, when: 'missing' | 'always') {
  const { repo, mountPath = repo.workTree } = ctx
  const opening = inBackground(ctx.freshSandbox('checks'))
  const openSandbox = async (): Promise<Sandbox> => {
    const { env, ...opened } = await opening
    return { ...opened, env: { ...env, PATH: pathForChecks(env['PATH'], mountPath, await untrackedRoots(repo)) } }
  }
  const undone = await revertToSetUp(ctx, tree, { openSandbox, when })
  return { sandbox: await openSandbox(), undone }
}

/**
 * The `PATH` with folders of the checkout last: a change could put a program there that stands in for another. A folder
 * that the tree does not hold, such as `node_modules/.bin`, is as `setup-command` left it and keeps its place.
 */
function pathForChecks(path = '', root: string, untracked: readonly string[]): string {
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
