import { BODY_BEGIN, BODY_END, shortBlob } from '../../../decide/thread/people.ts'
import { unapproved } from '../../../decide/approval/subtask-status.ts'
import { renderChecklist } from '../parts/checklist.ts'
import { cleanLine, code, MAX_BODY_LENGTH } from '../text/text.ts'
import { progressBar, renderUsed, type View } from '../text/view.ts'
import { renderGraph } from './diagram.ts'
import { howToAnswer } from '../parts/how-to.ts'
import { approvalsText, statusEmoji, statusLine, waitingText } from '../parts/status-line.ts'
import { durationText, sinceText, timesTaken } from '../parts/times.ts'
import { fileLink } from '../text/links.ts'
import { renderUsage } from '../../../plan/usage.ts'
import { folded, questionsText, risksText, wholePlan } from '../parts/whole-plan.ts'

/** What is left out, in this order, of a body that is too long. `names` shortens the names in the checklist. */
const DETAILS = [
  'descriptions',
  'steps',
  'graph',
  'plan',
  'outcomes',
  'approvals',
  'figures',
  'answer',
  'names',
  'checklist',
] as const
type Detail = (typeof DETAILS)[number]

/**
 * Everything that the body and the job summary both show, as Markdown. `dropped` is how many details are left out.
 * `outward` redacts the words, and no frame around them: one that is never closed would hide what comes after it.
 */
export function renderParts(view: View, dropped = 0, outward: (text: string) => string = String): string {
  const left = new Set<Detail>(DETAILS.slice(dropped))
  const { state } = view
  const parts = [
    stateLine(view),
    state.statuses.length > 0 && progressBar(state.statuses, state.history.undone),
    left.has('checklist') &&
      renderChecklist(view, {
        steps: left.has('steps'),
        texts: left.has('outcomes'),
        width: left.has('names') ? 120 : 20,
      }),
    waitingText(view),
    left.has('answer') && howToAnswer(view),
    left.has('outcomes') && openQuestions(view),
    left.has('outcomes') && risksText(view),
    left.has('approvals') && approvalsText(view),
    versionLine(view),
    left.has('plan') && folded('The plan', outward(wholePlan(view, left.has('descriptions')))),
    left.has('graph') && folded('Dependencies', outward(renderGraph(state.statuses, view.live))),
    left.has('figures') && `<sub>${renderUsed(state.usage, view.prices)} · [latest run](${view.links.run})</sub>`,
  ]
  return parts.flatMap((part) => (part ? [outward(part)] : [])).join('\n\n')
}

/** The bot's block in the body of a plan's pull request. `outward` redacts its words, never its markers. */
export const renderBlock = (view: View, dropped = 0, outward: (text: string) => string = String): string =>
  [BODY_BEGIN, renderParts(view, dropped, outward), '', issueLine(view), BODY_END].join('\n')

/** A merge closes the issue when all of the plan is done or still to be done. A pull request cannot be closed so. */
function issueLine({ thread: { issue }, state }: View): string {
  const isPart = state.statuses.some((one) => one.state === 'abandoned' || one.state === 'failed')
  return `${issue.isPull ? 'For' : isPart ? 'Part of' : 'Closes'} #${issue.number}`
}

/** The plan's questions, as long as something waits for approval: then they are decided. */
const openQuestions = ({ state: { phase, reading, statuses } }: View): string =>
  reading?.plan && phase !== 'abandoned' && (statuses.length === 0 || unapproved(statuses).length > 0)
    ? questionsText(reading.plan)
    : ''

/**
 * The body with an up-to-date block, at most 65,536 characters long. Details are left out until it fits; the text of
 * people stays. `outward` redacts the block alone. When only the link to the run would change, the body stays as it is,
 * so that a run without steps writes nothing. Throws when the block could not be found again.
 */
export function fitBody(body: string, view: View, outward: (text: string) => string = String): string {
  const trailers = planTrailers(view)
  for (let dropped = 0; dropped <= DETAILS.length; dropped += 1) {
    const block = renderBlock(view, dropped, outward)
    const merged = mergeBody(body, block, trailers)
    if (mergeBody(merged, block, trailers) !== merged)
      throw new Error('The body would not be recognized again, so it was not written.')
    if (merged.length <= MAX_BODY_LENGTH) return withoutRun(merged) === withoutRun(body) ? body : merged
  }
  return body
}

/**
 * The last paragraph of the body of a plan that is done, which a squash merge takes into its message where the
 * repository is set so. Empty before.
 */
export function planTrailers({ thread, state }: View): string {
  const { history, statuses, usage } = state
  if (!history.finished) return ''
  const approvals = new Map(
    [...history.executed.values()]
      .flatMap(({ approvedBy }) => approvedBy)
      .map(({ comment, login }) => [comment, login]),
  )
  const record = thread.branch?.record
  const isOfThis = record !== undefined && record.pull === thread.pull?.pull.number
  return [
    `Plan-Issue: ${thread.issue.number}`,
    `Plan-Subtasks: ${statuses.filter((one) => one.state === 'done').length} of ${statuses.length}`,
    ...[...approvals].map(([comment, login]) => `Plan-Approved-By: ${login} (${comment})`),
    `Plan-Usage: ${renderUsage(usage)}`,
    ...(isOfThis ? [`Plan-Record: ${record.commit}`] : []),
  ].join('\n')
}

/** The state, the version of the plan, since when, and where to watch. */
function stateLine(view: View): string {
  const since = sinceText(view)
  const version = versionShown(view)
  const parts = [
    `${statusEmoji(view)} **${statusLine(view)}**`,
    version !== undefined && `version ${version}`,
    since && (view.state.phase === 'done' ? since : `since ${since}`),
    view.live && !view.live.stopped && `[watch the run](${view.links.run})`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The number of the version that the plan file holds. Undefined before it is announced. */
const versionShown = ({ state: { versions, reading } }: View): number | undefined =>
  versions.findLast(({ blob }) => blob === reading?.blob)?.version

/** Which text of the plan this is about, and whose wish it was. */
function versionLine(view: View): string {
  const { thread, state, links, planFile, models } = view
  const blob = state.reading?.blob
  const version = versionShown(view)
  const by = state.history.requester?.login
  const commit = thread.branch?.origins.get(blob ?? '')
  const name = `Plan${version === undefined ? '' : `, version ${version}`}`
  const link = commit === undefined ? name : `[${name}](${fileLink({ links, commit, planFile })})`
  const took = [...timesTaken({ thread, state }).values()].reduce((sum, one) => sum + one, 0)
  const parts = [
    blob && `${link} \`${shortBlob(blob)}\``,
    by && `requested by ${cleanLine(by)}`,
    blob && models && modelsText(models),
    took > 0 && `${durationText(took)} of work${state.phase === 'done' ? '' : ' so far'}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Many repositories ask for a word where a machine wrote. */
const modelsText = ({ plan, work }: NonNullable<View['models']>): string =>
  plan === work ? `planned and written by ${code(work)}` : `planned by ${code(plan)}, written by ${code(work)}`

const withoutRun = (body: string): string => body.replace(/\[(?:latest run|watch the run)\]\([^)\s]*\)/g, '')

/**
 * The body with `block` in the place of the bot's block, or at the end when there is none. The text of people stays
 * byte for byte. Markers without a partner are removed, the text beside them stays. Of several blocks the first is
 * replaced. `trailers` come last, below what people wrote, so that the message of a squash merge ends in them.
 */
export function mergeBody(body: string, block: string, trailers = ''): string {
  const { before, after, found } = aroundBlock(body)
  const last = trailers === '' ? '' : `\n\n${trailers}`
  if (found) return before + block + after.replace(TRAILERS, '') + last
  return (before === '' ? block : `${before}\n\n${block}`) + last
}

/** What was put below the block before, with the blank line before it. */
const TRAILERS =
  /(?:\r?\n){1,2}Plan-Issue: \d+(?:\r?\nPlan-(?:Subtasks|Approved-By|Usage|Record): [^\r\n]*)*(?=\r?\n|$)/g

type Around = { before: string; after: string; found: boolean }

function aroundBlock(body: string): Around {
  const marks = [...body.matchAll(MARKER)].map((match) => ({
    at: match.index,
    end: match.index + match[0].length,
    kind: match[0],
  }))
  const blocks = marks.flatMap((mark, i) => {
    const next = marks[i + 1]
    return mark.kind === BODY_BEGIN && next?.kind === BODY_END ? [{ from: mark.at, to: next.end }] : []
  })
  const place = blocks[0] ?? (marks[0] && { from: marks[0].at, to: marks[0].end })
  if (!place) return { before: body, after: '', found: false }
  const after = blocks
    .slice(1)
    .reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), body)
    .slice(place.to)
  return { before: withoutMarkers(body.slice(0, place.from)), after: withoutMarkers(after), found: true }
}

const MARKER = new RegExp(`${BODY_BEGIN}|${BODY_END}`, 'g')

function withoutMarkers(text: string): string {
  const without = text.replace(MARKER, '')
  // Removing one may join the pieces of another.
  return without === text ? text : withoutMarkers(without)
}
