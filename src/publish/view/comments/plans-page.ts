import type { OpenStatus } from '../../../github/forge.ts'
import { cleanLine } from '../text/clean.ts'
import { table } from '../text/comment.ts'
import { plural } from '../text/figures.ts'
import { atText } from '../parts/times.ts'

/** The open plans of a repository, the one first that has waited longest. */
export function plansPage(plans: readonly OpenStatus[], repository: string): string {
  if (plans.length === 0) return `**No plan is open in ${cleanLine(repository)}.**`
  const rows = plans
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since) || one.number - other.number)
    .map(({ number, title, since, says }) => [
      `#${number} ${cleanLine(title, 80)}`,
      says === undefined ? 'Open' : cleanLine(says, 140),
      atText(since) ?? '',
    ])
  const unsaid = plans.some(({ says }) => says === undefined)
  return [
    `**${plural(plans.length, 'open plan')}**`,
    table(['Plan', 'State', 'Since'], rows),
    unsaid && 'Of those that are only open nothing is known here: the job has no `permissions: statuses: write`.',
  ]
    .filter(Boolean)
    .join('\n\n')
}
