import { errorText } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { logLine } from '../runner/log.ts'
import type { Check } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { prepareTemplate, runEvery } from './clean-worktree.ts'

/**
 * Runs `verify-command` on the base in a separate worktree while the planner works. It is the workflow author's
 * command, not a model's. `end` aborts it, so that it never delays the plan.
 */
export function beginBaseline(ctx: AgentContext, head: string): { end: () => Promise<Check | undefined> } {
  const { basePlace, settings } = ctx
  const command = settings.verifyCommand
  if (!basePlace || command === undefined) return { end: async () => undefined }
  const stop = new AbortController()
  const run = inBackground(baselineOf({ ...ctx, signal: AbortSignal.any([ctx.signal, stop.signal]) }, head, command))
  return {
    end: () => {
      stop.abort()
      return run
    },
  }
}

/** Undefined without a sandbox, after an abort, or if the base cannot be set up, which is logged. */
async function baselineOf(ctx: AgentContext, head: string, command: string): Promise<Check | undefined> {
  try {
    const place = await ctx.basePlace?.(ctx.signal)
    if (!place || ctx.signal.aborted) return undefined
    const there = { ...ctx, ...place }
    await prepareTemplate(there, head)
    if (ctx.signal.aborted) return undefined
    const [check] = await runEvery(there, head, [command])
    return ctx.signal.aborted ? undefined : check
  } catch (error) {
    if (!ctx.signal.aborted) logLine(`How things are today is left out: ${ctx.redact(errorText(error))}`)
    return undefined
  }
}
