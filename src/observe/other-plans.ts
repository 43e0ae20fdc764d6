import { errorText } from '../lib/errors.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { issueOf } from '../git/side-ref.ts'
import { planTextsOf } from '../git/commits.ts'
import type { OpenWork } from '../github/forge.ts'
import { parsePlan } from '../plan/markdown.ts'
import type { OtherPlan } from '../plan/overlap.ts'
import { logWarning } from '../runner/log.ts'
import { ACTIONS_BOT, type Sources } from './sources.ts'

/** Other open plans and people's pull requests, with their paths, for the overlap note. Empty in an outage. */
export async function readBeside(sources: Sources, thread: Thread): Promise<OtherPlan[]> {
  try {
    const others = (await sources.forge.openWork()).filter((one) => isBeside(one, thread))
    return await withPaths(sources, others, [thread.bot.login, ACTIONS_BOT.login])
  } catch (error) {
    logWarning(`Other plans on the same files were not looked up: ${errorText(error)}`)
    return []
  }
}

async function withPaths(sources: Sources, open: readonly OpenWork[], ours: readonly string[]): Promise<OtherPlan[]> {
  const plans = open.filter((one) => isPlan(sources, one, ours))
  const branches = plans.map(({ branch }) => branch)
  const texts = await planTextsOf(sources.repo, branches, sources.planFile)
  return open.flatMap((one): OtherPlan[] => {
    const { number, title, author: by, files } = one
    if (!plans.includes(one)) return one.byBot ? [] : [{ number, isPlan: false, title, by, paths: files }]
    const changed = files.filter((path) => path !== sources.planFile)
    return [{ number, isPlan: true, title, by, paths: [...namedIn(texts.get(one.branch)), ...changed] }]
  })
}

const isBeside = ({ number, branch, isFork }: OpenWork, { pull, issue, base }: Thread): boolean =>
  number !== pull?.pull.number && number !== issue.number && (isFork || branch !== base.branch)

const isPlan = (
  { branchPrefix }: Pick<Sources, 'branchPrefix'>,
  { branch, isFork, author }: Pick<OpenWork, 'branch' | 'isFork' | 'author'>,
  ours: readonly string[],
): boolean => !isFork && issueOf(branch, branchPrefix) !== undefined && ours.includes(author)

/** Maximum number of paths of another plan, since people may write anything there. */
const MOST_PATHS = 200

const namedIn = (text = ''): string[] =>
  (parsePlan(text).plan?.subtasks ?? []).flatMap(({ files }) => files).slice(0, MOST_PATHS)
