import type { Context } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { GitHubContext } from '../write/github-context.ts'
import { isShown } from './show.ts'

/**
 * What a decision needs besides the state: settings, whether the body is up to date, and what this run may still begin.
 */
export const decisionContextOf = (ctx: GitHubContext, thread: Thread, run: Pick<Context, 'timeIsUp'>): Context => ({
  settings: ctx.settings,
  isSplit: ctx.isSplit,
  shown: isShown(ctx, thread),
  ...run,
})
