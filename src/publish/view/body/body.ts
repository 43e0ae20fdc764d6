import { BODY_BEGIN, BODY_END, shortBlob } from '../../../decide/thread/people.ts'
import { unapproved, type Status } from '../../../decide/approval/subtask-status.ts'
import { renderChecklist, sinceText, subtaskTable, workText } from '../parts/checklist.ts'
import { cleanLine, code, truncated, folded, joined, MAX_BODY_LENGTH, visibleLine, shortList } from '../text/text.ts'
import { fileLink, plural, ranges, renderUsed, type Live, type View } from '../text/view.ts'
import { howToAnswer, statusLine } from '../parts/status-line.ts'
import { isSettled } from '../../../plan/plan.ts'
import { renderUsage } from '../../../plan/usage.ts'
import { brokenSetUpOf, brokenSetUpText, questionsText, risksText, wholePlan } from '../parts/whole-plan.ts'

/** What is left out, in this order, of a body that is too long. */
const DETAILS = ['descriptions', 'steps', 'graph', 'plan', 'outcomes', 'figures', 'checklist'] as const

type RenderOptions = { dropped?: number; outward?: (text: string) => string; table?: string }

/**
 * Everything that the body and the job summary both show, as Markdown. `dropped` is how many details are left out, and
 * `table` takes the place of the checklist.
 * `outward` redacts the words, and no frame around them: one that is never closed would hide what comes after it.
 */
function renderParts(view: View, { dropped = 0, outward = String, table = '' }: RenderOptions = {}): string {
  const left = new Set(DETAILS.slice(dropped))
  const { state } = view
  const parts = [
    stateLine(view),
    brokenSetUpText(brokenSetUpOf(view)),
    state.statuses.length > 0 && progressBar(state),
    table ||
      (left.has('checklist') && renderChecklist(view, { steps: left.has('steps'), texts: left.has('outcomes') })),
    endpointWaitText(view),
    left.has('figures') && howToAnswer(view),
    ...(left.has('outcomes') ? [openQuestions(view), risksText(view), approvalsText(view)] : []),
    versionLine(view),
    left.has('plan') && folded('The plan', outward(wholePlan(view, left.has('descriptions')))),
    left.has('graph') &&
      state.statuses.length > 1 &&
      folded('Dependencies', outward(renderGraph(state.statuses, view.live))),
    left.has('figures') && `<sub>${renderUsed(state.usage, view.prices)} · [latest run](${view.links.run})</sub>`,
  ]
  return parts.flatMap((part) => (part ? [outward(part)] : [])).join('\n\n')
}

const BAR_WIDTH = 10

/** `▓▓░░░░░░░░ 1 of 4 done · 1 skipped, 1 taken back`. */
function progressBar({ statuses, history: { undone } }: View['state']): string {
  const done = statuses.filter(({ state }) => state === 'done').length
  const filled = Math.floor((done / statuses.length) * BAR_WIDTH)
  const abandoned = statuses.filter(({ state }) => state === 'abandoned')
  const takenBack = abandoned.filter(({ subtask }) => undone.has(subtask.number)).length
  const skipped = abandoned.length - takenBack
  const dropped = joined(', ', [skipped > 0 && `${skipped} skipped`, takenBack > 0 && `${takenBack} taken back`])
  const words = joined(' · ', [`${done} of ${statuses.length} done`, dropped])
  return `${'▓'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${words}`
}

/** A merge closes the issue when all of a plan is done or still to be done. A pull request cannot be closed so. */
function issueLine({ thread: { issue }, state }: View): string {
  const isEmpty = state.reading?.plan?.subtasks.length === 0
  const isPart =
    isEmpty ||
    state.phase === 'abandoned' ||
    state.statuses.some((one) => one.state === 'abandoned' || one.state === 'failed')
  return `${issue.isPull ? 'For' : isPart ? 'Part of' : 'Closes'} #${issue.number}`
}

/** That the work waits for the model's endpoint, and until when; empty when it does not. */
function endpointWaitText({ live }: View): string {
  if (!live?.waiting) return ''
  const { until, total } = live.waiting
  const time = new Date(until).toISOString().slice(11, 16)
  return `Waiting for the model’s endpoint, which is at its limit, until ${time} UTC (${plural(Math.ceil(total / 60_000), 'minute')} in all).`
}

/** Who approved what, and how many approvals there are when more than one is asked for; empty when there are none. */
function approvalsText({ state, approvalsRequired }: View): string {
  const approved = new Map<string, number[]>()
  for (const { subtask, approvals } of state.statuses) {
    const executed = state.history.executed.get(subtask.number)
    const logins = new Set((executed?.approvedBy ?? approvals).map(({ login }) => login))
    for (const login of logins) approved.set(login, [...(approved.get(login) ?? []), subtask.number])
  }
  if (approved.size === 0)
    return approvalsRequired > 1 ? `${plural(approvalsRequired, 'approval')} needed, none given yet` : ''
  const people = [...approved].map(([login, numbers]) => {
    const scope = numbers.length === state.statuses.length ? 'all' : ranges(numbers)
    return `${cleanLine(login)} (${scope})`
  })
  return `Approved by ${people.join(', ')}${approvalsRequired > 1 ? ` · ${approvalCounts(state.statuses, approvalsRequired)}` : ''}`
}

/** `1 of 2 approvals`, or for which subtasks there are how many. */
function approvalCounts(statuses: readonly Status[], required: number): string {
  const open = statuses.filter((status) => !isSettled(status))
  const counts = [...Map.groupBy(open, ({ approvals }) => Math.min(approvals.length, required))]
  const each = ([given, members]: [number, Status[]]) =>
    `${given} of ${required} approvals${counts.length > 1 ? ` for ${ranges(members.map(({ subtask }) => subtask.number))}` : ''}`
  return counts.map(each).join(', ') || `${plural(required, 'approval')} each`
}

/** The plan's questions, as long as something waits for approval: then they are decided. */
const openQuestions = ({ state: { phase, reading, statuses } }: View): string =>
  reading?.plan && phase !== 'abandoned' && (statuses.length === 0 || unapproved(statuses).length > 0)
    ? questionsText(reading.plan)
    : ''

/**
 * The body with an up-to-date block, cut until it fits. Unchanged if only the link to the run would change.
 * `outward` redacts the words of the block, never its markers.
 */
export function bodyWithBlock(body: string, view: View, outward: (text: string) => string = String): string {
  const trailers = planTrailers(view)
  for (let dropped = 0; dropped <= DETAILS.length; dropped += 1) {
    const parts = renderParts(view, { dropped, outward })
    const block = [BODY_BEGIN, parts, '', issueLine(view), BODY_END].join('\n')
    const merged = mergeBody(body, block, trailers)
    if (mergeBody(merged, block, trailers) !== merged)
      throw new Error('The body would not be recognized again, so it was not written.')
    if (merged.length <= MAX_BODY_LENGTH) return withoutRun(merged) === withoutRun(body) ? body : merged
  }
  return body
}

/** The last paragraph of the body of a plan that is done, for the message of a squash merge. */
function planTrailers({ thread, state }: View): string {
  const { history, statuses, usage } = state
  if (!history.finished) return ''
  const approvedBy = [...history.executed.values()].flatMap((one) => one.approvedBy)
  const approvals = new Map(approvedBy.map(({ comment, login }) => [comment, login]))
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

function stateLine(view: View): string {
  const since = sinceText(view)
  const version = versionShown(view)
  return joined(' · ', [
    statusLine(view),
    version !== undefined && `version ${version}`,
    since && (view.state.phase === 'done' ? since : `since ${since}`),
    view.live && !view.live.stopped && `[watch the run](${view.links.run})`,
  ])
}

const versionShown = ({ state: { versions, reading } }: View): number | undefined =>
  versions.findLast(({ blob }) => blob === reading?.blob)?.version

function versionLine(view: View): string {
  const { thread, state, links, planFile, models } = view
  const blob = state.reading?.blob
  const version = versionShown(view)
  const by = state.history.requester?.login
  const commit = thread.branch?.commitOfPlanBlob.get(blob ?? '')
  const name = `Plan${version === undefined ? '' : `, version ${version}`}`
  const link = commit === undefined ? name : `[${name}](${fileLink(links.repository, commit, planFile)})`
  return joined(' · ', [
    blob && `${link} \`${shortBlob(blob)}\``,
    by && `requested by ${cleanLine(by)}`,
    blob && models && modelsText(models),
    workText(view),
  ])
}

/** Many repositories ask for a word where a machine wrote. */
const modelsText = ({ plan, work }: NonNullable<View['models']>): string =>
  plan === work ? `planned and written by ${code(work)}` : `planned by ${code(plan)}, written by ${code(work)}`

const withoutRun = (body: string): string => body.replace(/\[(?:latest run|watch the run)\]\([^)\s]*\)/g, '')

/** Replaces the bot's block, or appends it; what people wrote stays byte for byte. `trailers` come last. */
function mergeBody(body: string, block: string, trailers: string): string {
  const { before, after } = aroundBlock(body)
  return before + block + after.replace(TRAILERS, '') + (trailers === '' ? '' : `\n\n${trailers}`)
}

/** What was put below the block before, with the blank line before it. */
const TRAILERS =
  /(?:\r?\n){1,2}Plan-Issue: \d+(?:\r?\nPlan-(?:Subtasks|Approved-By|Usage|Record): [^\r\n]*)*(?=\r?\n|$)/g

/** What stands around the first block, or a single marker that is left of one, without all other blocks and markers. */
function aroundBlock(body: string): { before: string; after: string } {
  const [block] = body.matchAll(BLOCK)
  const [marker] = body.matchAll(MARKER)
  const match = block ?? marker
  if (!match) return { before: body === '' ? '' : `${body}\n\n`, after: '' }
  const after = body.slice(match.index + match[0].length).replace(BLOCK, '')
  return { before: withoutMarkers(body.slice(0, match.index)), after: withoutMarkers(after) }
}

const BLOCK = new RegExp(`${BODY_BEGIN}(?:(?!${BODY_BEGIN})[^])*?${BODY_END}`, 'g')
const MARKER = new RegExp(`${BODY_BEGIN}|${BODY_END}`, 'g')

function withoutMarkers(text: string): string {
  const without = text.replace(MARKER, '')
  // Removing one may join the pieces of another.
  return without === text ? text : withoutMarkers(without)
}

/** Characters and edges. Mermaid gives up beyond 50,000 characters or 500 edges, and readers long before. */
const MAX_DIAGRAM_CHARACTERS = 20_000
const MOST_EDGES = 200

/** Readable on a light and on a dark page: every state has its own text colour. */
const COLOURS: Record<Status['state'], string> = {
  todo: 'fill:#eaeef2,stroke:#8c959f,color:#24292f',
  in_progress: 'fill:#fff8c5,stroke:#bf8700,color:#3b2300',
  done: 'fill:#dafbe1,stroke:#1a7f37,color:#0f3d1c',
  abandoned: 'fill:#f6f8fa,stroke:#afb8c1,color:#6e7781,stroke-dasharray:4 3',
  failed: 'fill:#ffebe9,stroke:#cf222e,color:#6e0d14',
}

/** A Mermaid block of the subtasks with states and dependencies; empty when it would be too large. */
function renderGraph(statuses: readonly Status[], live: Live | undefined): string {
  const numbers = new Set(statuses.map(({ subtask }) => subtask.number))
  const nodes = statuses.map(({ subtask }) => `  s${subtask.number}["${label(`${subtask.number}. ${subtask.name}`)}"]`)
  const edges = statuses.flatMap(({ subtask }) =>
    subtask.depends_on.filter((needed) => numbers.has(needed)).map((needed) => `  s${needed} --> s${subtask.number}`),
  )
  const graph = ['```mermaid', 'graph TD', ...nodes, ...edges, ...classLines(statuses, live), '```'].join('\n')
  return edges.length > MOST_EDGES || graph.length > MAX_DIAGRAM_CHARACTERS ? '' : graph
}

function classLines(statuses: readonly Status[], live: Live | undefined): string[] {
  const inHand = live?.subtasks.map(({ number }) => number) ?? []
  const states = Map.groupBy(statuses, ({ subtask, state }) =>
    state === 'todo' && inHand.includes(subtask.number) ? 'in_progress' : state,
  )
  return [...states].flatMap(([state, members]) => [
    `  classDef ${state} ${COLOURS[state]}`,
    `  class ${members.map(({ subtask }) => `s${subtask.number}`).join(',')} ${state}`,
  ])
}

/** A quoted label in Mermaid: all but letters, digits and plain punctuation may have an effect, so it is encoded. */
const label = (text: string): string =>
  truncated(visibleLine(text), 60).replace(/[^\p{L}\p{M}\p{N} .,…-]/gu, (character) => `#${character.codePointAt(0)};`)

/** The problems of a run, for the top of the job summary. */
export const renderProblems = (problems: readonly string[]): string =>
  problems.map((problem) => `> [!CAUTION]\n> ${cleanLine(problem, 4_000)}`).join('\n\n')

/** The job summary: what the body shows, the proof of each subtask, and what this run did, at ISO 8601 times. */
export function renderSummary(
  view: View,
  timeline: readonly { at: string; what: string }[],
  problems: readonly string[] = [],
) {
  const lines = timeline.map(({ at, what }) => `- ${at.slice(11, 19)} ${cleanLine(what, 300)}`)
  const title = `## Plan for #${view.thread.issue.number}: ${cleanLine(view.thread.issue.title)}`
  const pull = view.thread.pull && `Pull request: [#${view.thread.pull.pull.number}](${view.thread.pull.pull.url})`
  const did = lines.length > 0 ? `### Timeline\n\n${shortList(lines, 200_000)}` : 'Nothing to do.'
  const undelivered = view.thread.thisRun.undelivered.map(
    ({ text }) => `### Not posted, because the conversation is locked\n\n${text}`,
  )
  const table = view.state.statuses.some(({ proof }) => proof) ? subtaskTable(view) : ''
  const parts = [title, renderProblems(problems), pull, renderParts(view, { table }), ...undelivered, did]
  return `${joined('\n\n', parts)}\n`
}
