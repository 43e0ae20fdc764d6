import { errorText } from '../lib/errors.ts'
import { inBackground } from '../lib/async.ts'
import { logWarning } from '../runner/log.ts'
import type { AgentContext, RanCheck } from '../agent/context/agent-context.ts'
import { prepareTemplate } from './clean-worktree.ts'
import { checksOn, knownOn } from './known-checks.ts'
import { BEFORE } from './prove.ts'
import { onCode } from './verify.ts'

/** Runs of checks on the code before a change, while an agent works. */
export type RunsBefore = {
  /** Resolves when the worktree of the agent was copied, so that its tools may change files. Never rejects. */
  copied: Promise<void>
  /** Stops the runs. Resolves when their worktree is free. */
  end: () => Promise<void>
}

type Wanted = {
  /** The commit of the subtask, and the tree that its work starts from. */
  head: string
  tree: string
  commands: readonly string[]
  onFailure: (run: RanCheck) => void
}

/**
 * Begins to run the checks of a subtask on the tree that it starts from, in a copy of its worktree, and caches what
 * they say. Without a sandbox there is no copy: they would run at another path.
 */
export function beginBefore(ctx: AgentContext, { onFailure, ...wanted }: Wanted): RunsBefore {
  const stop = new AbortController()
  const copied = Promise.withResolvers<void>()
  const onCheck = (run: RanCheck): void => {
    ctx.onCheck?.(run)
    if (!run.check.passed && !stop.signal.aborted) onFailure(run)
  }
  const own = { ...ctx, onCheck, signal: AbortSignal.any([ctx.signal, stop.signal]) }
  const run = inBackground(runAll(onCode(own, BEFORE), { ...wanted, copied: copied.resolve }))
  return {
    copied: copied.promise,
    end: async () => {
      stop.abort()
      await run
    },
  }
}

type Running = Omit<Wanted, 'onFailure'> & { copied: () => void }

async function runAll(ctx: AgentContext, { head, tree, commands, copied }: Running): Promise<void> {
  try {
    const missing = commands.filter((command) => !knownOn(ctx, tree)(command))
    const place = missing.length > 0 ? await ctx.asidePlace?.() : undefined
    if (!place) return
    const there = { ...ctx, ...place }
    await prepareTemplate(there, head)
    const { verifyCommand } = ctx.settings
    const groups = [missing.filter((one) => one !== verifyCommand), missing.filter((one) => one === verifyCommand)]
    for (const group of groups) {
      if (group.length === 0 || ctx.signal.aborted) continue
      const run = checksOn(there, tree, group)
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
