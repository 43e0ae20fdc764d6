import { withoutBulk, type TaskInput, type TaskResult } from './tasks.ts'
import { ask } from './ask/run.ts'
import { examine } from './doctor/run.ts'
import { execute } from './execute/run.ts'
import { plan } from './plan/run.ts'
import { check } from './check/run.ts'
import { review } from './review/run.ts'
import { checkout } from '../git/work-tree.ts'
import { inBackground } from '../lib/async.ts'
import { prepareTemplate } from '../checks/worktree-set-up.ts'
import { isSetUpFailure } from '../lib/errors.ts'
import { logRunning } from '../agent/context/transcript.ts'
import { checkEntry, type AgentContext } from '../agent/context/agent-context.ts'

/** Runs a task. Returns the result as data and writes nothing outside of the agent context. */
export function work(input: TaskInput, given: AgentContext): Promise<TaskResult> {
  const record = given.transcript(input.id)
  const ctx: AgentContext = {
    ...given,
    onCheck: (run) => record(checkEntry(run)),
    onRunning: (run) => logRunning(run, given.redact),
  }
  record({
    kind: 'order',
    order: withoutBulk(input),
    settings: ctx.settings,
    root: ctx.mountPath ?? ctx.repo.workTree,
  })
  switch (input.kind) {
    case 'plan':
      return atHead(input, ctx, (at) => plan(input, at))
    case 'execute':
      return execute(input, ctx)
    case 'review':
      return atHead(input, ctx, (at) => review(input, at))
    case 'check':
      return check(input, ctx)
    case 'ask':
      return atHead(input, ctx, (at) => ask(input, at))
    case 'doctor':
      return examine(ctx)
  }
}

/** Starts an agent while its commit is checked out. Throws `GitError` if a tool needed the checkout and it failed. */
async function atHead<T>({ head }: TaskInput, ctx: AgentContext, act: (ctx: AgentContext) => Promise<T>): Promise<T> {
  const checkedOut = inBackground(checkout(ctx.repo, head))
  try {
    return await act({ ...ctx, checkedOut })
  } finally {
    await checkedOut.catch(() => undefined)
  }
}

/**
 * Sets up the runner's checkout at a commit, as the template of additional worktrees. False if `setup-command` fails,
 * which a subtask in that checkout reports. Throws `UserError`.
 */
export async function prepareCheckout(ctx: AgentContext, head: string): Promise<boolean> {
  try {
    await prepareTemplate(ctx, head)
    return true
  } catch (error) {
    if (!isSetUpFailure(error)) throw error
    return false
  }
}
