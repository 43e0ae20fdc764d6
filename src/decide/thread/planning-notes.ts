import type { BranchCommit } from './thread.ts'
import { ENDED_EARLY, ResultFinding } from '../../plan/plan.ts'
import type { Answer, Check, MissingProgram, ResultLook, SecondLook } from '../../plan/plan.ts'
import { noUsage, parseUsage, renderUsage, mapUsage, type Usage } from '../../plan/usage.ts'
import type { JournalEntry } from './trailers.ts'

/** The answers to feedback, a line each, in the commit that revises the plan. The plan comment is rendered from them. */
const renderAnswers = (answers: readonly Answer[]): string =>
  answers
    .map(
      ({ comment, applied, note }) =>
        `Comment ${comment}: ${applied ? 'applied' : 'not applied'}. ${withoutLineBreaks(note)}`,
    )
    .join('\n')

export const parseAnswers = (body: string): Answer[] =>
  body.split('\n').flatMap((line) => {
    const match = /^Comment (\d{1,15}): (applied|not applied)\. (.*)$/.exec(line)
    return match ? [{ comment: Number(match[1]), applied: match[2] === 'applied', note: match[3] ?? '' }] : []
  })

/** The reviewer model's objections to a version, as lines of the commit that brings it. */
function renderSecondLook(look: SecondLook | undefined): string {
  if (!look) return ''
  if (look.silent !== undefined) return `Second look: no answer. ${withoutLineBreaks(look.silent)}`
  const lines = look.objections.flatMap(({ text, applied, note }, i) => [
    `Objection ${i + 1}, ${applied ? 'applied' : 'not applied'}: ${withoutLineBreaks(text)}`,
    ...(note.trim() ? [`Reason ${i + 1}: ${withoutLineBreaks(note)}`] : []),
  ])
  return [`Second look: ${look.objections.length} objections.`, ...lines].join('\n')
}

const withoutLineBreaks = (text: string): string => text.replace(/\s+/g, ' ').trim()

function parseSecondLook(body: string): SecondLook | undefined {
  const head = /^Second look: (no answer\. (.*)|\d{1,3} objections\.)$/m.exec(body)
  if (!head) return undefined
  if (head[2] !== undefined) return { objections: [], silent: head[2] }
  const reasons = new Map(
    [...body.matchAll(/^Reason (\d{1,3}): (.*)$/gm)].map(([, number = '', note = '']) => [number, note]),
  )
  const objections = [...body.matchAll(/^Objection (\d{1,3}), (applied|not applied): (.*)$/gm)].map(
    ([, number = '', how, text = '']) => ({ text, applied: how === 'applied', note: reasons.get(number) ?? '' }),
  )
  return { objections }
}

/** As lines of the commit that ends the plan. A path is written so that nothing in it has an effect. */
export function renderResultLook(look: ResultLook | undefined): string {
  if (!look) return ''
  if ('silent' in look) return `Look at the result: no answer. ${withoutLineBreaks(look.silent)}`
  const lines = look.findings.map(
    ({ subtask, kind, path, line, text }, i) =>
      `Finding ${i + 1}, ${kind}, subtask ${subtask}, ${encoded(path)}:${line}: ${withoutLineBreaks(text)}`,
  )
  return [`Look at the result: ${look.findings.length} findings in ${look.head}.`, ...lines].join('\n')
}

const encoded = (path: string): string => encodeURIComponent(path.toWellFormed()).replaceAll('%2F', '/')

const FINDING = /^Finding \d{1,3}, (missing|partial|wrong|not-asked-for), subtask (\d{1,4}), (\S+):(\d{1,9}): (.*)$/gm

export function parseResultLook(body: string): ResultLook | undefined {
  const [, silent, head] =
    /^Look at the result: (?:no answer\. (.*)|\d{1,3} findings in ([0-9a-f]{40})\.)$/m.exec(body) ?? []
  if (head === undefined) return silent === undefined ? undefined : { silent }
  const findings = [...body.matchAll(FINDING)].flatMap(([, kind, subtask, path = '', line, text = '']) => {
    const finding = { subtask: Number(subtask), kind, path: decoded(path), line: Number(line), text }
    return ResultFinding.safeParse(finding).data ?? []
  })
  return { head, findings }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The result of `verify-command` or `setup-command` on the base before anything was changed. */
export type Baseline = Pick<Check, 'command' | 'passed' | 'exit' | 'tail' | 'counts'>

/** Lines and characters of the end of a failed check's output that are kept. */
const LAST_LINES = 30
const LAST_CHARACTERS = 3_000

/** A baseline as lines of the commit that brings the first version. */
export function renderBaseline(baseline: Baseline | undefined): string {
  if (!baseline) return ''
  const { command, passed, exit, tail, counts } = baseline
  const head = `Today, ${passed ? 'passed' : isUnknown(baseline) ? 'not known' : 'failed'} (${exit}): ${withoutLineBreaks(command)}`
  const last = passed ? [] : tail.slice(-LAST_CHARACTERS).trimEnd().split(/\r?\n/).slice(-LAST_LINES)
  const ran = counts ? [`Tests today: ${counts.ran} ran, ${counts.skipped} skipped`] : []
  return [head, ...last.map((line) => `| ${line}`), ...ran].join('\n')
}

export function parseBaseline(body: string): Baseline | undefined {
  const lines = body.split('\n')
  const at = lines.findIndex((line) => line.startsWith('Today, '))
  const match = /^Today, (passed|failed|not known) \(([^()]{1,60})\): (.+)$/.exec(lines[at] ?? '')
  if (!match) return undefined
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => !line.startsWith('|'))
  const tail = rest.slice(0, end < 0 ? rest.length : end).map((line) => line.slice(2))
  const [, ran, skipped] = /^Tests today: (\d{1,9}) ran, (\d{1,9}) skipped$/.exec(rest[tail.length] ?? '') ?? []
  return {
    ...{ command: match[3] ?? '', passed: match[1] === 'passed', exit: match[2] ?? '', tail: tail.join('\n') },
    ...(ran !== undefined && { counts: { ran: Number(ran), skipped: Number(skipped) } }),
  }
}

/** Whether a baseline was stopped, so that nothing is known. */
export const isUnknown = ({ exit }: Pick<Baseline, 'exit'>): boolean => exit.startsWith(ENDED_EARLY)

/** The newest baseline that says something, else one that was stopped, in the commits since the newest draft. */
export function baselineIn(commits: readonly Pick<BranchCommit, 'entry'>[] = []): Baseline | undefined {
  const entries = commits.flatMap(({ entry }) => entry ?? [])
  const drafted = entries.findLastIndex(({ trailers }) => trailers.request !== undefined)
  const since = drafted < 0 ? [] : entries.slice(drafted)
  // Other commits hold words of a model.
  const baselines = since.flatMap((one) => (isPlanning(one) ? (parseBaseline(one.body) ?? []) : []))
  return baselines.findLast((one) => !isUnknown(one)) ?? baselines.at(-1)
}

const renderMissing = (missing: readonly MissingProgram[] = []): string =>
  missing.map(({ program, subtask }) => `Not on the runner, for subtask ${subtask}: ${program}`).join('\n')

const parseMissing = (body: string): MissingProgram[] =>
  [...body.matchAll(/^Not on the runner, for subtask (\d{1,4}): (\w[\w.+-]{0,60})$/gm)].map(
    ([, subtask, program = '']) => ({ program, subtask: Number(subtask) }),
  )

/** What subtasks may take, going by `samples` that were executed before: the usual range, without the extremes. */
export type Estimate = { subtasks: number; samples: number; low: Usage; high: Usage }

/** So few executed subtasks say nothing of the next. */
const MIN_SAMPLES = 3

/** The newest samples that are gone by, and the most tokens of each kind that one counts for. */
const NEWEST = 100
const MOST_TOKENS = 100_000_000

/** The lower to upper quartile of what a subtask took, newest first, for so many. Capped, since commits may lie. */
export function estimateOf(found: readonly Usage[], subtasks: number): Estimate | undefined {
  const samples = found.slice(0, NEWEST).map(capped)
  if (samples.length < MIN_SAMPLES || subtasks === 0) return undefined
  const ascending = samples.toSorted((one, other) => tokensOf(one) - tokensOf(other))
  const last = ascending.length - 1
  const forAllSubtasks = (tokens: number): number => tokens * subtasks
  const low = ascending[Math.floor(last / 4)] ?? noUsage
  const high = ascending[Math.ceil((last * 3) / 4)] ?? noUsage
  if (tokensOf(low) === 0) return undefined
  return { subtasks, samples: samples.length, low: mapUsage(low, forAllSubtasks), high: mapUsage(high, forAllSubtasks) }
}

const capped = ({ input, cached, output }: Usage): Usage =>
  mapUsage({ input, cached, output }, (tokens) => Math.min(tokens, MOST_TOKENS))

export const tokensOf = ({ input, output }: Usage): number => input + output

/** An estimate as a line of the commit that brings a version. What people read is rendered from it. */
const renderEstimate = (estimate: Estimate | undefined): string =>
  estimate
    ? `Estimated for ${estimate.subtasks} of them, going by ${estimate.samples}: ${renderUsage(estimate.low)} to ${renderUsage(estimate.high)}`
    : ''

function parseEstimate(body: string): Estimate | undefined {
  const match = /^Estimated for (\d{1,4}) of them, going by (\d{1,6}): (input=.*) to (input=.*)$/m.exec(body)
  if (!match) return undefined
  const [, subtasks, samples, low = '', high = ''] = match
  return { subtasks: Number(subtasks), samples: Number(samples), low: parseUsage(low), high: parseUsage(high) }
}

/** Whether a commit drafts or revises the plan. A check that failed is no comment. */
const isPlanning = ({ trailers: { request, feedback = [], fix } }: JournalEntry): boolean =>
  request !== undefined || feedback.length > 0 || fix !== undefined

/** What planning produced besides the plan: notes in the body of the commit that brings a version. */
export type PlanningNotes = {
  look?: SecondLook | undefined
  estimate?: Estimate | undefined
  missing?: MissingProgram[] | undefined
}

/** The body of the commit that brings a version: a paragraph for each note, and the baseline if it was tried again. */
export const renderPlanningNotes = (
  notes: PlanningNotes & { answers: readonly Answer[]; today: Baseline | undefined },
): string =>
  [
    renderAnswers(notes.answers),
    renderSecondLook(notes.look),
    renderEstimate(notes.estimate),
    renderBaseline(notes.today),
    renderMissing(notes.missing),
  ]
    .filter(Boolean)
    .join('\n\n')

/** The newest commit that drafts or revises the plan: its `Plan-Seen` and its notes. */
export function newestPlanning(commits: readonly BranchCommit[]) {
  const entry = commits.findLast((one) => one.entry && isPlanning(one.entry))?.entry
  if (!entry) return undefined
  const { body, trailers } = entry
  const notes = { look: parseSecondLook(body), estimate: parseEstimate(body), missing: parseMissing(body) }
  return { seen: trailers.seen, ...notes }
}

/** What executed subtasks used. One that was verified again was paid for in an earlier commit, so its own usage is 0. */
export const executedUsages = (commits: readonly Pick<BranchCommit, 'entry'>[]): Usage[] =>
  commits.flatMap(({ entry }) => {
    const { subtask, state, usage = noUsage } = entry?.trailers ?? {}
    return subtask !== undefined && state === undefined && tokensOf(usage) > 0 ? [usage] : []
  })
