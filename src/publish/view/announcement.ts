import { versionMarker } from '../../decide/comment-markers.ts'
import { changesBetween, renderChanges } from '../../plan/changes.ts'
import type { Answer, Plan } from '../../plan/plan.ts'
import { askedText } from '../../decide/asked.ts'
import { unapproved } from '../../decide/status.ts'
import { cleanLine, cleanText } from './clean.ts'
import { commentOf, shortList } from './comment.ts'
import { plural, shortBlob } from './figures.ts'
import { howToApprove } from './status-line.ts'
import type { View } from './view.ts'

type NewVersion = {
  version: number
  blob: string
  /** The version before, where it could be read. */
  before?: Plan
  answers: readonly Answer[]
  /** Somebody changed the plan file on the branch. */
  byHand?: boolean
  /** One more thing to say; it is cleaned here. */
  note?: string
}

/** The comment that announces a version of the plan. Approvals after it are for this version. */
export function announcement(view: View, news: NewVersion): string {
  const plan = view.state.reading?.kind === 'plan' ? view.state.reading.plan : undefined
  const waiting = unapproved(view.state.statuses).map(({ subtask }) => subtask.number)
  return commentOf(
    [
      headline(view, news, plan),
      news.byHand && 'It was edited by hand, and is offered as it stands.',
      news.note && cleanText(news.note),
      plan && changes(news, plan),
      answers(view, news.answers),
      plan && questions(plan),
      [
        howToApprove(waiting, shortBlob(news.blob)),
        askedText(view.state.asked),
        view.approvalsRequired > 1 && `${view.approvalsRequired} people have to approve.`,
        'Or reply with what you would like changed.',
        news.version > 1 && 'Approvals of earlier versions do not count for this one.',
      ]
        .filter(Boolean)
        .join(' '),
    ],
    versionMarker(news.version, news.blob),
  )
}

function headline({ thread }: View, { version }: NewVersion, plan: Plan | undefined): string {
  const title = plan ? `: ${cleanLine(plan.title)}` : ''
  const files = thread.pull ? ` · [read it](${thread.pull.pull.url}/files)` : ''
  return `**Version ${version} of the plan${title}**${plan ? ` · ${plural(plan.subtasks.length, 'subtask')}` : ''}${files}`
}

function changes({ before, version }: NewVersion, plan: Plan): string {
  if (!before) return ''
  const lines = renderChanges(changesBetween(before, plan)).split('\n').filter(Boolean)
  if (lines.length === 0) return `Nothing in it differs from version ${version - 1} but the wording of the file.`
  return `What changed since version ${version - 1}:\n\n${shortList(lines.map((line) => cleanText(line, 1_000)))}`
}

function answers(view: View, given: readonly Answer[]): string {
  if (given.length === 0) return ''
  const lines = given.map(({ comment, applied, note }) => {
    const what = applied ? 'applied' : 'not applied'
    return `- ${reference(view, comment)}: ${what}${note.trim() && ` · ${cleanLine(note, 1_000)}`}`
  })
  return `What became of your feedback:\n\n${shortList(lines)}`
}

/** A link to a comment, review or remark on a line, with its author's name. */
function reference({ thread }: View, id: number): string {
  const address = thread.pull?.pull.url ?? ''
  const remark = thread.pull?.remarks.find((one) => one.id === id)
  if (remark) {
    const anchor = remark.kind === 'review' ? `pullrequestreview-${id}` : `discussion_r${id}`
    return `[${cleanLine(remark.author.login)}, ${remark.kind === 'review' ? 'review' : 'remark'} ${id}](${address}#${anchor})`
  }
  const author = thread.pull?.comments.find((one) => one.id === id)?.author.login
  return author === undefined ? `comment ${id}` : `[${cleanLine(author)}, comment ${id}](${address}#issuecomment-${id})`
}

function questions({ questions: asked }: Plan): string {
  if (asked.length === 0) return ''
  const lines = asked.map(
    ({ question, default: otherwise }, i) =>
      `${i + 1}. ${cleanLine(question, 500)}${otherwise.trim() && ` (default: ${cleanLine(otherwise, 300)})`}`,
  )
  return `Questions; without a reply the defaults are taken:\n\n${shortList(lines)}`
}
