import { errorText } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { logLine } from '../runner/log.ts'
import type { Check } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { prepareTemplate, runEvery } from './clean-worktree.ts'

/**
 * Runs `verify-command` on the base while the planner thinks, in a place of its own: the words of the workflow's
 * author, and none of a model's. `end` stops what still runs, because nothing waits for it longer than for the planner.
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

/** Undefined where the walls are missing, it was stopped, or the base cannot be set up, which the log then says. */
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
