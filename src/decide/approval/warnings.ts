import type { CountedApprovals, Facts } from '../thread/facts.ts'
import { isUsed, type History } from '../thread/history.ts'
import { firstBaseWarning, toldSince, type Announcement, type ToldComment } from '../thread/markers.ts'
import type { ReadComment, Refusal } from '../thread/comments.ts'
import type { BaseChange } from '../thread/thread.ts'
import { isApproval } from '../words/command.ts'
import { pathMatcher } from '../../guard/globs.ts'
import { overlapKeys, overlapsOf, type Overlap } from '../../plan/overlap.ts'
import type { Plan, Subtask } from '../../plan/plan.ts'

/**
 * What has come up around a version since it was announced. Its first approval is refused with it, once. `told` is the
 * comment that said so.
 */
export type AroundVersion = {
  base: { branch: string; changes: readonly BaseChange[]; told: number | undefined }
  beside: { news: readonly Overlap[]; told: number | undefined }
}

type Warning = Omit<Refusal, 'comment'>

/** Why an approval does not count that would otherwise: the first one that comes before people were told. */
export function warningFor(
  { base, beside }: AroundVersion,
  { approval, version }: { approval: number; version: number },
): Warning | undefined {
  const isDue = (found: readonly unknown[], told: number | undefined): boolean =>
    found.length > 0 && !(told !== undefined && approval > told)
  const moved = isDue(base.changes, base.told) ? baseWarning(base.branch, version, base.changes) : undefined
  const near = isDue(beside.news, beside.told) ? overlapWarning(version, beside.news) : undefined
  if (!moved || !near) return moved ?? near
  return {
    ...near,
    ...moved,
    why: `${moved.why} ${near.why}`,
    tells: [...(moved.tells ?? []), ...(near.tells ?? [])],
  }
}

/** The changes of the base branch in files that subtasks name which are still to be done. */
export function changesThatMatter(
  plan: Pick<Plan, 'subtasks'>,
  settled: ReadonlySet<number>,
  changes: readonly BaseChange[] = [],
): BaseChange[] {
  if (changes.length === 0) return []
  const waiting = plan.subtasks.filter(({ number }) => !settled.has(number))
  const named = waiting.flatMap(({ files }) => files.map(pathMatcher))
  return changes.filter(({ path }) => named.some((isNamed) => isNamed(path)))
}

/** Why the first approval of a version does not count: the plan may rest on files that are not so any more. */
function baseWarning(base: string, version: number, changes: readonly BaseChange[]): Warning {
  return {
    code: 'base-moved',
    why: `\`${base}\` changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} of this plan after version ${version} was written.`,
    remedy: '**`/update`** merges first; **`approve`** again runs the plan as it is.',
    detail: changeLines(changes),
    tells: changeKeys(changes),
    isBaseWarning: true,
  }
}

/** Files of the base with the commits that changed them, a line each, as Markdown that is yet to be cleaned. */
export const changeLines = (changes: readonly BaseChange[]): string =>
  changes
    .map(
      ({ path, commits }) =>
        `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`,
    )
    .join('\n')

/** What each commit is known by that was told. */
export const changeKeys = (changes: readonly BaseChange[]): string[] => [
  ...new Set(changes.flatMap(({ commits }) => commits.map(({ sha }) => `c.${sha.slice(0, 12)}`))),
]

/** Why the first approval of a version does not count: others came to work on its files. */
function overlapWarning(version: number, overlaps: readonly Overlap[]): Warning {
  return {
    code: 'overlap',
    why: `Others are at work on files of this plan that version ${version} was not announced with.`,
    remedy:
      'Look at them, then comment `approve` again to run the plan as it is, or reply how the plan should go by them, such as `after #41`.',
    overlaps,
    tells: overlaps.flatMap(overlapKeys),
  }
}

type OfVersion = { version: Announcement; plan: Plan; settled: ReadonlySet<number> }

/** What has come up around a version: what the base changed, and others of whom people were not told. */
export function aroundVersion(facts: Facts, { version, plan, settled }: OfVersion): AroundVersion {
  const { thread } = facts
  const told = toldSince(thread, version)
  const known = new Set(told.flatMap(({ keys }) => keys))
  return {
    base: {
      branch: thread.base.branch,
      changes: changesThatMatter(plan, settled, thread.branch?.baseChanges),
      told: firstBaseWarning(thread, version.comment),
    },
    beside: {
      news: overlapsIn(facts).filter(
        (one) => !isLaterProposal(one, thread) && overlapKeys(one).some((key) => !known.has(key)),
      ),
      told: refusalFor(told, version)?.comment,
    },
  }
}

/**
 * A plan that came after this one and has changed nothing yet holds nobody up: its own announcement named this one, so
 * who approves that one chooses. Otherwise each new draft would refuse the approval of all that waited before it.
 */
const isLaterProposal = ({ number, isOnlyProposed }: Overlap, { pull }: Facts['thread']): boolean =>
  isOnlyProposed === true && pull !== undefined && number > pull.pull.number

/**
 * The comment that refused an approval of the version for others. A key that begins with a number is of one of them.
 */
const refusalFor = (told: readonly ToldComment[], version: Announcement): ToldComment | undefined =>
  told.find(({ comment, keys }) => comment > version.comment && keys.some((key) => /^\d/.test(key)))

/** Who else is at work on files of the plan, so far as that was asked. What was abandoned will touch none. */
export function overlapsIn({ thread, reading, history }: Pick<Facts, 'thread' | 'reading' | 'history'>): Overlap[] {
  const open = reading?.plan?.subtasks.filter(({ number }) => !history.abandoned.has(number)) ?? []
  const files = open.flatMap((one) => one.files)
  return overlapsOf(files, thread.beside?.found ?? [])
}

/**
 * The occasion for which it has to be asked who else is open: a version that is to be announced, or an approval of one
 * that counts but for what the base changed, and that was not refused for others before. Undefined when there is none,
 * or it was asked.
 */
export function unknownBeside(facts: Facts, { approvals, refusals }: CountedApprovals): string | undefined {
  const { thread, reading, current, history, comments, ended } = facts
  if (!thread.pull || ended || !reading?.plan || history.finished) return undefined
  const warned = refusals.filter(({ isBaseWarning }) => isBaseWarning)
  const ids = new Set([...approvals.map((one) => one.comment), ...warned.map((one) => one.comment.id)])
  const newest = comments.pull.findLast((one) => ids.has(one.id) && !isTakenUp(one, history) && !insists(one))
  const isTold = current && refusalFor(toldSince(thread, current), current)
  const occasion = current ? newest && !isTold && `approve ${newest.id}` : `version ${reading.blob}`
  return occasion && occasion !== thread.beside?.occasion ? occasion : undefined
}

/** What was taken up before something came up has its effect. */
export const isTakenUp = (one: ReadComment, history: History): boolean => one.reactions.eyes > 0 || isUsed(one, history)

/** Whether an approval names its version by its id, so that it is for that one whatever came up. */
export const insists = ({ command }: ReadComment): boolean => isApproval(command) && command.scope.kind === 'blob'

/**
 * The numbers of others at work on files of the plan: as they are, where that was asked, or else as people were told.
 */
export function besideNumbers(
  { thread, current }: Pick<Facts, 'thread' | 'current'>,
  overlaps: readonly Overlap[],
): number[] {
  if (thread.beside?.found) return overlaps.map(({ number }) => number)
  const told = current ? toldSince(thread, current) : []
  const numbers = told.flatMap(({ keys }) => keys.flatMap((key) => /^\d+/.exec(key) ?? []))
  return [...new Set(numbers)].map(Number)
}

/**
 * What the base changed of the files of a subtask, of which people were not told since the version was announced. What
 * was merged since is in view.
 */
export function untoldChanges({ thread, current }: Pick<Facts, 'thread' | 'current'>, subtask: Subtask): BaseChange[] {
  const { branch, base } = thread
  if (!branch || !current || branch.commits.some(({ parents }) => parents.slice(1).includes(base.sha))) return []
  const told = new Set(toldSince(thread, current).flatMap(({ keys }) => keys))
  return changesThatMatter({ subtasks: [subtask] }, new Set(), branch.baseChanges).filter((change) =>
    changeKeys([change]).some((key) => !told.has(key)),
  )
}
