import { issueOf } from '../git/plan-refs.ts'
import { errorText } from '../errors.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { logLine } from '../runner/log.ts'
import { lessonFileOf } from './instructions.ts'
import type { Sources } from './sources.ts'

/** So many plans are looked back at. */
const LAST_PLANS = 20

/**
 * What a lesson may come of: what was said on the last plans of the repository, in two requests, and the file with the
 * instructions. An outage is no reason to keep a plan from its end, so then there is nothing to go by.
 */
export async function readLessons(sources: Sources, { base }: Thread): Promise<Thread['lessons']> {
  const { forge, repo, repository, branchPrefix } = sources
  const file = await lessonFileOf(repo, base.sha)
  if (!file) {
    logLine('No lesson is looked for: the instructions of this repository are no plain file, or too long for more.')
    return { said: [], file }
  }
  try {
    const plans = (await forge.newestPulls())
      .filter(({ head }) => head.repository === repository && issueOf(head.branch, branchPrefix) !== undefined)
      .map(({ number }) => number)
      .toSorted((one, other) => other - one)
    return { said: await forge.saidOnPlans(plans.slice(0, LAST_PLANS).toReversed()), file }
  } catch (error) {
    logLine(`No lesson is looked for: what was said on the last plans cannot be read. ${errorText(error)}`)
    return { said: [], file }
  }
}
