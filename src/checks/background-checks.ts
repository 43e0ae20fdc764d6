import { errorText, UserError } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { logWarning } from '../runner/log.ts'
import { Check, ENDED_EARLY, type MissingProgram, type Plan, checksFor, type Subtask } from '../plan/plan.ts'
import type { AgentContext, RanCheck, WorktreeContext } from '../agent/context/agent-context.ts'
import { runEvery } from './clean-worktree.ts'
import { prepareTemplate } from './worktree-set-up.ts'
import { onCode } from './verify.ts'
import { checksOn, knownOn } from './check-cache.ts'
import { BEFORE } from './prove.ts'
import { runCommand, type Sandbox } from '../agent/sandbox/run-command.ts'

/** `worktree` is that of the base, once it is set up. */
type Base = { check?: Check | undefined; worktree?: WorktreeContext }

/** Runs the workflow author's commands on the base while the planner works. `end` aborts them. */
export function beginBaseline(ctx: AgentContext, head: string) {
  const begun = performance.now()
  const stop = new AbortController()
  const base: Base = {}
  const signal = AbortSignal.any([ctx.signal, stop.signal])
  const run = inBackground(runOnBase({ ...onCode(ctx, 'on the base'), signal }, head, base))
  return {
    /** Resolves with the result of both commands, and with the programs that checks of the plan need and that are missing. */
    end: async (plan?: Plan) => {
      stop.abort(ENDED_EARLY)
      const seconds = Math.round((performance.now() - begun) / 1_000)
      await run
      const { check, worktree } = base
      const missing = plan && worktree ? await missingFor({ ...ctx, ...worktree }, plan) : []
      const today = check?.exit === ENDED_EARLY ? { ...check, exit: `${ENDED_EARLY} after ${seconds} s` } : check
      return { ...(today && { today }), ...(missing.length > 0 && { missing }) }
    },
  }
}

const unknown = (command: string): Check => ({ command, passed: false, exit: ENDED_EARLY, tail: '' })

/** Fills in `base`. Leaves it empty without a sandbox, and if the set-up fails for another reason than its command. */
async function runOnBase(ctx: AgentContext, head: string, base: Base): Promise<void> {
  const { setupCommand, verifyCommand } = ctx.settings
  try {
    const worktree = await ctx.openBaseWorktree?.(ctx.signal)
    if (!worktree || ctx.signal.aborted) return
    const baseCtx = { ...ctx, ...worktree }
    const firstCommand = setupCommand ?? verifyCommand
    base.check = firstCommand === undefined ? undefined : unknown(firstCommand)
    if (firstCommand !== undefined) await prepareTemplate(baseCtx, head)
    if (ctx.signal.aborted) return
    base.worktree = worktree
    if (setupCommand !== undefined) base.check = { command: setupCommand, passed: true, exit: 'exit code 0', tail: '' }
    if (verifyCommand === undefined) return
    base.check = unknown(verifyCommand)
    const [check] = await runEvery(baseCtx, head, [verifyCommand])
    if (!ctx.signal.aborted) base.check = check
  } catch (error) {
    if (ctx.signal.aborted) return
    base.check = error instanceof UserError ? Check.safeParse(error.cause).data : undefined
    if (!base.check) logWarning(`How things are today is left out: ${ctx.redact(errorText(error))}`)
  }
}

async function missingFor(ctx: AgentContext, { subtasks }: Plan): Promise<MissingProgram[]> {
  try {
    const checks = subtasks.flatMap(({ verify }) => verify)
    const missing = checks.length === 0 ? [] : await missingPrograms(ctx, await ctx.freshSandbox('checks'), checks)
    return missing.flatMap((program) => {
      const first = subtasks.find(({ verify }) => verify.some((check) => programOf(check) === program))
      return first ? [{ program, subtask: first.number }] : []
    })
  } catch (error) {
    logWarning(`The programs of the plan's checks were not looked for: ${ctx.redact(errorText(error))}`)
    return []
  }
}

/** Checks on the commit `head` of a subtask, and the tree that its work starts from. */
type Wanted = { head: string; tree: string; commands: readonly string[] }

/** Begins to run the checks of a subtask in a copy of its worktree, before the change. Without a sandbox there is none. */
export function beginBefore(ctx: AgentContext, wanted: Wanted, onFailure: (run: RanCheck) => void) {
  const stop = new AbortController()
  const copied = Promise.withResolvers<void>()
  const onCheck = (run: RanCheck): void => {
    ctx.onCheck?.(run)
    if (!run.check.passed && !stop.signal.aborted) onFailure(run)
  }
  const ctxBefore = { ...ctx, onCheck, signal: AbortSignal.any([ctx.signal, stop.signal]) }
  const run = inBackground(runAll(onCode(ctxBefore, BEFORE), wanted, copied.resolve))
  return {
    /** Resolves when the worktree of the agent was copied, so that its tools may change files. Never rejects. */
    copied: copied.promise,
    /** Stops the runs. Resolves when their worktree is free. */
    end: async (): Promise<void> => {
      stop.abort()
      await run
    },
  }
}

async function runAll(ctx: AgentContext, { head, tree, commands }: Wanted, copied: () => void): Promise<void> {
  try {
    const missing = commands.filter((command) => !knownOn(ctx, tree)(command))
    const copy = missing.length > 0 ? await ctx.openSpareWorktree?.() : undefined
    if (!copy) return
    const copyCtx = { ...ctx, ...copy }
    await prepareTemplate(copyCtx, head)
    const { verifyCommand } = ctx.settings
    const groups = [missing.filter((one) => one !== verifyCommand), missing.filter((one) => one === verifyCommand)]
    for (const group of groups) {
      if (group.length === 0 || ctx.signal.aborted) continue
      const run = checksOn(copyCtx, tree, group)
      copied()
      await run
    }
  } catch (error) {
    if (!ctx.signal.aborted)
      logWarning(`What checks say before the change is not known yet: ${ctx.redact(errorText(error))}`)
  } finally {
    copied()
  }
}

/** Timeout of the search for programs, in milliseconds. */
const TIMEOUT = 60_000

/** The programs that checks begin with and that are not in a sandbox. Empty if it cannot be determined. */
async function missingPrograms({ repo, signal }: AgentContext, sandbox: Sandbox, checks: readonly string[]) {
  const names = [...new Set(checks.flatMap((command) => programOf(command) ?? []))]
  if (names.length === 0) return []
  const command = `for name in ${names.join(' ')}; do command -v "$name" >/dev/null 2>&1 || echo "$name"; done`
  const { kind, output } = await runCommand({ command, cwd: repo.workTree, timeoutMs: TIMEOUT, sandbox, signal })
  return kind === 'exited' ? names.filter((name) => output.split('\n').includes(name)) : []
}

/** Why a subtask cannot be checked here, before a model is paid. Undefined if no program is missing. */
export async function missingProgram(
  ctx: AgentContext,
  sandbox: Sandbox,
  subtask: Subtask,
): Promise<string | undefined> {
  const checks = checksFor(subtask, ctx.settings.verifyCommand)
  const [missing] = await missingPrograms(ctx, sandbox, checks)
  const check = checks.find((one) => missing !== undefined && programOf(one) === missing)
  return check === undefined
    ? undefined
    : `The program \`${missing}\` is not on the runner, and the check \`${check}\` of subtask ${subtask.number} begins with it. Let the input \`setup-command\` install it, or change the check.`
}

/** The bare name that a check begins with. Undefined if it begins with a path, a variable, a quote or the like. */
const programOf = (command: string): string | undefined => /^\s*([A-Za-z0-9_][\w.+-]*)(?=[\s;&|]|$)/.exec(command)?.[1]
