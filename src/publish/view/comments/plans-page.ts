import { overlapsOf, type Beside } from '../../../plan/overlap.ts'
import type { OpenStatus } from '../../../github/forge.ts'
import { cleanLine } from '../text/clean.ts'
import { table } from '../text/comment.ts'
import { plural } from '../text/figures.ts'
import { atText } from '../parts/times.ts'

/**
 * Whose plans these are, everything that is open with the paths of each, and what was spent this month. What could not
 * be read is undefined.
 */
type About = { repository: string; all: readonly Beside[] | undefined; spent: string | undefined }

/** The open plans of a repository, the one first that has waited longest, and which of them meet others in files. */
export function plansPage(plans: readonly OpenStatus[], { repository, all, spent = UNKNOWN }: About): string {
  if (plans.length === 0) return `**No plan is open in ${cleanLine(repository)}.**\n\n${spent}`
  const rows = plans
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since) || one.number - other.number)
    .map(({ number, title, since, says }) => [
      `#${number} ${cleanLine(title, 80)}`,
      says === undefined ? 'Open' : cleanLine(says, 140),
      atText(since) ?? '',
      meetingOf(number, all ?? []),
    ])
  const unsaid = plans.some(({ says }) => says === undefined)
  return [
    `**${plural(plans.length, 'open plan')}**`,
    table(['Plan', 'State', 'Since', 'Same files'], rows),
    unsaid && 'Of those that are only open nothing is known here: the job has no `permissions: statuses: write`.',
    !all && 'Who is at work on the same files could not be read.',
    spent,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const UNKNOWN = 'What was spent this month could not be read.'

/** So many others are named for a plan. */
const MOST_OTHERS = 5

/** The other plans and pull requests that name or change a file of this one. */
function meetingOf(number: number, all: readonly Beside[]): string {
  const paths = all.find((one) => one.number === number)?.paths ?? []
  const others = overlapsOf(
    paths,
    all.filter((one) => one.number !== number),
  )
  const named = others.slice(0, MOST_OTHERS).map((one) => `#${one.number} (${cleanLine(one.files[0] ?? '', 60)})`)
  return [...named, ...(others.length > MOST_OTHERS ? [`${others.length - MOST_OTHERS} more`] : [])].join(', ')
}
