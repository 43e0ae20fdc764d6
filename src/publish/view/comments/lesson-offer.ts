import { isSettled } from '../../../plan/plan.ts'
import { lessonMarker } from '../../../decide/thread/markers.ts'
import { code } from '../text/clean.ts'
import { plural } from '../text/figures.ts'
import type { View } from '../text/view.ts'

/**
 * What an announcement says of a lesson, first of all: it changes what every agent is told. It also says when one that
 * was offered is no longer what it was.
 */
export function lessonNote({ state, links: { repository } }: View): string[] {
  const open = state.statuses.filter((status) => !isSettled(status))
  return open.flatMap(({ subtask: { number }, lesson }) => {
    if (!lesson)
      return state.history.lessons.has(number)
        ? [
            `Subtask ${number} is no longer the lesson that was offered, word for word, so it may not change the instructions. To leave it out, comment \`/skip ${number}\`.`,
          ]
        : []
    const { evidence, path, line } = lesson
    const plans = [...new Set(evidence.map(({ plan }) => plan))]
    const where = plans.map((plan) => {
      const said = evidence.filter((one) => one.plan === plan).map(({ comment }) => comment)
      return `[#${plan}](${repository}/pull/${plan}#issuecomment-${said[0]})`
    })
    const rest = open.length === 1 ? ' Everything else of this plan is done.' : ''
    return [
      [
        lessonMarker(evidence.map(({ comment }) => comment)),
        `> [!IMPORTANT]`,
        `> **Subtask ${number} changes what agents are told in this repository.** The same was asked for in ${plural(plans.length, 'plan')}: ${where.join(', ')}. It adds one line to ${code(path)}, and nothing else:`,
        '>',
        `> - ${code(line, 300)}`,
        '>',
        `> To add it, comment \`approve\`. To leave it out, comment \`/skip ${number}\`.${rest}`,
      ].join('\n'),
    ]
  })
}
