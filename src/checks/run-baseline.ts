import { errorText, UserError } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { logWarning } from '../runner/log.ts'
import { Check, ENDED_EARLY, type MissingProgram, type Plan } from '../plan/plan.ts'
import type { AgentContext, RanCheck, RoomPlace } from '../agent/context/agent-context.ts'
import { prepareTemplate, runEvery } from './clean-worktree.ts'
import { missingPrograms, programOf } from './missing-program.ts'
import { onCode } from './verify.ts'

/** What the commands of the environment say of the base, and the programs of a plan's checks that it has not. */
type BaseFacts = { today?: Check | undefined; missing?: MissingProgram[] }

/** `place` is there once it is set up. */
type Base = { check?: Check | undefined; place?: RoomPlace }

/**
 * Runs `setup-command` and `verify-command` on the base in a separate worktree while the planner works. They are the
 * workflow author's commands, not a model's. `end` aborts them, so that they never delay the plan.
 */
export function beginBaseline(ctx: AgentContext, head: string): { end: (plan?: Plan) => Promise<BaseFacts> } {
  if (!ctx.basePlace) return { end: async () => ({}) }
  const stop = new AbortController()
  const base: Base = {}
  const signal = AbortSignal.any([ctx.signal, stop.signal])
  const onCheck = (run: RanCheck): void => ctx.onCheck?.({ ...run, check: endedBy(stop.signal, run.check) })
  const run = inBackground(runOnBase({ ...onCode({ ...ctx, onCheck }, 'on the base'), signal }, head, base))
  return {
    end: async (plan) => {
      stop.abort()
      await run
      const missing = plan && base.place ? await missingFor({ ...ctx, ...base.place }, plan) : []
      return { today: base.check, ...(missing.length > 0 && { missing }) }
    },
  }
}

const endedBy = ({ aborted }: AbortSignal, check: Check): Check =>
  aborted && check.exit === 'stopped' ? { ...check, exit: ENDED_EARLY } : check

const unknown = (command: string): Check => ({ command, passed: false, exit: ENDED_EARLY, tail: '' })

/** Nothing is known without a sandbox, or if the base cannot be set up for another reason, which is logged. */
async function runOnBase(ctx: AgentContext, head: string, base: Base): Promise<void> {
  const { setupCommand, verifyCommand } = ctx.settings
  try {
    const place = await ctx.basePlace?.(ctx.signal)
    if (!place || ctx.signal.aborted) return
    const there = { ...ctx, ...place }
    const first = setupCommand ?? verifyCommand
    base.check = first === undefined ? undefined : unknown(first)
    if (first !== undefined) await prepareTemplate(there, head)
    if (ctx.signal.aborted) return
    base.place = place
    if (setupCommand !== undefined) base.check = { command: setupCommand, passed: true, exit: 'exit code 0', tail: '' }
    if (verifyCommand === undefined) return
    base.check = unknown(verifyCommand)
    const [check] = await runEvery(there, head, [verifyCommand])
    if (!ctx.signal.aborted) base.check = check
  } catch (error) {
    if (ctx.signal.aborted) return
    base.check = error instanceof UserError ? Check.safeParse(error.cause).data : undefined
    if (!base.check) logWarning(`How things are today is left out: ${ctx.redact(errorText(error))}`)
  }
}

/** The missing programs that the checks of subtasks begin with. */
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
