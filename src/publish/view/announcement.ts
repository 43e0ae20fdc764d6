import { EVENT_REMARK } from '../../decide/fix.ts'
import { versionMarker } from '../../decide/comment-markers.ts'
import { changesBetween, renderChanges } from '../../plan/changes.ts'
import type { Answer, Plan } from '../../plan/plan.ts'
import { askedText } from '../../decide/asked.ts'
import { unapproved } from '../../decide/status.ts'
import { cleanLine, cleanText } from './clean.ts'
import { commentOf, shortList } from './comment.ts'
import { plural, shortBlob } from './figures.ts'
import { bullets, HOW_TO_CHANGE, howToApprove } from './status-line.ts'
import type { View } from './view.ts'
import { filesAndChecks, foldedPlan } from './whole-plan.ts'

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
  return commentOf(
    [
      headline(view, news, plan),
      news.byHand && 'The plan file was edited by hand. This is that version, unchanged.',
      news.note && cleanText(news.note),
      answers(view, news.answers),
      plan && changes(news, plan),
      plan && subtasks(plan),
      plan && questions(plan),
      howToGoOn(view, news),
      foldedPlan(view, 20_000),
    ],
    versionMarker(news.version, news.blob),
  )
}

function headline(view: View, { version, blob }: NewVersion, plan: Plan | undefined): string {
  const title = plan ? `: ${cleanLine(plan.title)}` : ''
  return [
    `**Plan, version ${version}${title}**`,
    plan && plural(plan.subtasks.length, 'subtask'),
    ...links(view, version, blob),
    `\`${shortBlob(blob)}\``,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The file as GitHub shows it at the commit that brought it, for good, and what changed since the version before. */
function links({ thread, state, links: { repository }, planFile }: View, version: number, blob: string): string[] {
  const origins = thread.branch?.origins
  const commit = origins?.get(blob)
  const before = origins?.get(state.versions.at(-1)?.blob ?? '')
  if (commit === undefined) return []
  const path = planFile.split('/').map(encodeURIComponent).join('/')
  const compare = `[changes since version ${version - 1}](${repository}/compare/${before}...${commit})`
  return [
    `[read it](${repository}/blob/${commit}/${path})`,
    ...(before === undefined || before === commit ? [] : [compare]),
  ]
}

function changes({ before, version }: NewVersion, plan: Plan): string {
  if (!before) return ''
  const lines = renderChanges(changesBetween(before, plan)).split('\n').filter(Boolean)
  if (lines.length === 0) return 'The plan did not change. Only its wording or layout did.'
  return `Changes since version ${version - 1}:\n\n${shortList(lines.map((line) => cleanText(line, 1_000)))}`
}

/** Everybody sees what is approved, also who reads this in a mail: names, files and the commands that will run. */
function subtasks(plan: Plan): string {
  const lines = plan.subtasks.map((subtask) => {
    const details = filesAndChecks(subtask).map((line) => `\n  - ${line}`)
    return `- **${subtask.number}. ${cleanLine(subtask.name) || '(no name)'}**${details.join('')}`
  })
  return `Subtasks:\n\n${shortList(lines, 30_000)}`
}

function howToGoOn(view: View, { version, blob }: NewVersion): string {
  const waiting = unapproved(view.state.statuses).map(({ subtask }) => subtask.number)
  const required = view.approvalsRequired
  const lines = bullets(...howToApprove(view, waiting), HOW_TO_CHANGE, '`cancel` closes this pull request.')
  const small = [
    askedText(view.state.asked),
    required > 1 && `Needs ${required} approvals.`,
    version > 1 && 'Earlier approvals no longer count.',
    `To pin this exact version: \`approve ${shortBlob(blob)}\`.`,
  ]
  return `${lines}\n\n<sub>${small.filter(Boolean).join(' ')}</sub>`
}

function answers(view: View, given: readonly Answer[]): string {
  if (given.length === 0) return ''
  const lines = given.map(({ comment, applied, note }) => {
    const what = applied ? 'applied' : 'not applied'
    return `- ${reference(view, comment)}: ${what}${note.trim() && ` · ${cleanLine(note, 1_000)}`}`
  })
  return `Your feedback:\n\n${shortList(lines)}`
}

/** A link to a comment, review or remark on a line, with its author's name. */
function reference({ thread, state, links: { repository } }: View, id: number): string {
  // An event asked, not a comment.
  const fix = id === EVENT_REMARK ? state.history.fixes.at(-1) : undefined
  if (fix) return `[the checks that failed](${repository}/commit/${fix.code}/checks)`
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
  return `Open questions (the default applies unless you answer):\n\n${shortList(lines)}`
}
