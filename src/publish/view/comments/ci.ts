import type { HeadRuns } from '../../../github/forge.ts'
import { plural } from '../text/view.ts'

/** The account of the workflow's own token. */
export const ACTIONS_LOGIN = 'github-actions[bot]'

const APP = 'To have CI start by itself, give the input `github-token` the token of a GitHub App.'

/**
 * What GitHub shows of the repository's CI for the head. Pull requests of the workflow's own token have runs that wait
 * for "Approve and run"; its pushes start none (github/docs#44419). `none`: a repository without workflows of its own.
 */
export function aboutCi(bot: string, runs: HeadRuns | 'none' | undefined): string | undefined {
  if (runs === 'none') return undefined
  const isOwnToken = bot === ACTIONS_LOGIN
  if (runs && runs.waiting > 0) {
    const verb = runs.waiting === 1 ? 'waits' : 'wait'
    return (
      `**Your CI has not run on these commits yet:** ${plural(runs.waiting, 'workflow run')} ${verb} for a person. ` +
      'Choose **Approve and run** below.' +
      (isOwnToken ? ` ${APP}` : '')
    )
  }
  if (!isOwnToken || (runs && runs.begun > 0)) return undefined
  const seen = runs
    ? '**Your CI has not run on these commits:** GitHub shows no run of theirs'
    : '**Look whether your CI has run on these commits:** this job may not see their runs'
  return `${seen}, and what the workflow’s own token pushes starts none by itself. Choose **Approve and run** if it appears below; otherwise close and reopen this pull request. ${APP}`
}
