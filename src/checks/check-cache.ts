import { restoreTree } from '../git/work-tree.ts'
import { commandDigest } from '../guard/command-digest.ts'
import type { Check, PassedCheck } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { runEvery } from './clean-worktree.ts'

/** Check results of one tree, by command. */
export type OnTree = ReadonlyMap<string, Check>

const keyOf = (tree: string, command: string): string => `${tree} ${command}`

/** Caches check results of a tree for this job. */
export const remember = ({ known }: AgentContext, tree: string, checks: readonly Check[]): void => {
  for (const check of checks) known.checks.set(keyOf(tree, check.command), check)
}

/** The cached result of a command on a tree. */
export const knownOn =
  ({ known }: AgentContext, tree: string) =>
  (command: string): Check | undefined =>
    known.checks.get(keyOf(tree, command))

/** The results of commands on a tree. Runs those that are not cached, after waiting for runs of other agents there. */
export async function checksOn(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<OnTree> {
  const isKnown = knownOn(ctx, tree)
  await othersEnd(ctx, tree, commands)
  const missing = commands.filter((command) => !isKnown(command))
  const ran = missing.length === 0 ? [] : await runForAll(ctx, tree, missing)
  return byCommand(commands.map((command) => isKnown(command) ?? ran.find((check) => check.command === command)))
}

export const byCommand = (checks: readonly (Check | undefined)[]): OnTree =>
  new Map(checks.flatMap((check) => (check ? [[check.command, check]] : [])))

/** Waits until none of the commands is being run on the tree, or this agent has to stop. */
async function othersEnd(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<void> {
  const { signal, known } = ctx
  const next = (): Promise<void> | undefined =>
    commands.map((command) => known.running.get(keyOf(tree, command))).find((run) => run !== undefined)
  for (let run = next(); run && !signal.aborted; run = next()) {
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    await Promise.race([run, stopped])
  }
}

async function runForAll(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Check[]> {
  const { running } = ctx.known
  const keys = commands.map((command) => keyOf(tree, command))
  const isWhole = ({ exit }: Check): boolean => /^(?:exit code|ended by)/.test(exit)
  const ran = runApart(ctx, tree, commands)
  const ended = ran
    .then((checks) => remember(ctx, tree, checks.filter(isWhole)))
    .catch(() => undefined)
    .finally(() => {
      for (const key of keys) running.delete(key)
    })
  for (const key of keys) running.set(key, ended)
  await ended
  return ran
}

/** The commands that passed on a tree according to the journal. */
export const passedAmong = (passed: readonly PassedCheck[], commands: readonly string[]): OnTree =>
  byCommand(
    commands.map((command) => {
      const found = passed.find((one) => one.command === commandDigest(command))
      return found && { passed: true, exit: 'exit code 0', tail: '', ...found, command }
    }),
  )

/** Runs `verify-command` in its own clean worktree, as on the written tree. */
export async function runApart(ctx: AgentContext, tree: string, commands: readonly string[]): Promise<Check[]> {
  const { verifyCommand } = ctx.settings
  const own = commands.filter((command) => command !== verifyCommand)
  const checks: Check[] = []
  for (const group of [own, commands.filter((command) => command === verifyCommand)]) {
    if (group.length === 0) continue
    await restoreTree(ctx.repo, tree)
    checks.push(...(await runEvery(ctx, tree, group)))
  }
  return checks
}
