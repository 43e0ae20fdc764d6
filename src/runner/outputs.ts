import { unapproved, type Status } from '../decide/approval/subtask-status.ts'
import { verdictOf, checksFor, isSettled, openQuestion } from '../plan/plan.ts'
import type { State } from '../decide/next/decision.ts'
import type { Thread } from '../decide/thread/thread.ts'
import { lazily } from '../lib/async.ts'
import { costOf, noUsage, type Prices, type Usage } from '../plan/usage.ts'

/** What the plan waits for: the output `next`. */
export function nextOf(state: State): string {
  if (state.phase === 'halted' && state.halt?.reason !== 'change') return 'retry'
  if (state.phase === 'none' || state.phase === 'done' || state.phase === 'abandoned') return ''
  if (state.reading?.plan && openQuestion(state.reading.plan)) return 'answer'
  const unapprovedNumbers = unapproved(state.statuses).map(({ subtask }) => subtask.number)
  const unsettled = state.statuses.filter((status) => !isSettled(status))
  if (unapprovedNumbers.length === 0) return ''
  return unapprovedNumbers.length === unsettled.length && state.history.executed.size === 0
    ? 'approval'
    : `approval of ${unapprovedNumbers.join(', ')}`
}

type Redaction = (text: string) => string

type OutputRules = { prices?: Prices | undefined; redact?: Redaction; verifyCommand?: string | undefined }

/** Every output of the action but `work`, as text. `redact` removes secrets from texts of people and models. */
export function outputsOf(
  thread: Thread | undefined,
  state: State | undefined,
  { prices, redact = String, verifyCommand }: OutputRules = {},
): Record<string, string> {
  const settled = state?.statuses.filter((status) => status.state === 'done') ?? []
  const pull = thread?.pull?.pull
  return {
    'plan-state': phaseIn(state),
    'pull-request-number': String(pull?.number ?? ''),
    'pull-request-url': pull?.url ?? '',
    'head-sha': thread?.branch?.head ?? '',
    'subtasks-done': String(settled.length),
    'subtasks-total': String(state?.statuses.length ?? 0),
    ...usageOutputs(state?.usage ?? noUsage, state && prices),
    plan: state ? planOutput(state, redact, verifyCommand) : '',
    next: state ? nextOf(state) : '',
  }
}

/** A merged plan is `done`: its commits, which recorded that, may be part of the base or deleted with the branch. */
function phaseIn(state: State | undefined): string {
  if (!state || state.phase === 'none') return ''
  return state.ended?.how === 'merged' && state.history.request === undefined ? 'done' : state.phase
}

/** Characters. All outputs of a job together may have 1 MB as UTF-16 (github/docs#36846); most of it is for `work`. */
const PLAN_LIMIT = 60_000

/** Widths to which texts are truncated, tried in this order until the plan fits. */
const TEXT_WIDTHS = [Infinity, 2_000, 500, 100, 20]

/** The plan with its states as JSON; empty where there is none that can be read, or none that fits. */
function planOutput(state: State, redact: Redaction, verifyCommand: string | undefined): string {
  if (!state.reading?.plan) return ''
  const { plan, blob } = state.reading
  const output = {
    version: state.versions.at(-1)?.version ?? 0,
    blob,
    state: state.phase,
    title: plan.title,
    description: plan.description,
    expected_outcome: plan.expected_outcome,
    subtasks: state.statuses.map((status) => ({
      ...status.subtask,
      state: status.state,
      outcome: status.text,
      commit: status.sha ?? '',
      ...(status.checks ? { checks: checksOf(status, verifyCommand) } : {}),
    })),
    ...(plan.decisions ? { decisions: plan.decisions } : {}),
    questions: plan.questions,
    risks: plan.risks,
  }
  // Texts are changed before they are quoted, so that no quote of JSON is taken for a part of a text.
  const jsonAt = (width: number): string =>
    JSON.stringify(output, (_, value: unknown) => (typeof value === 'string' ? cut(redact(value), width) : value))
  return TEXT_WIDTHS.map(jsonAt).find(({ length }) => length <= PLAN_LIMIT) ?? ''
}

/** The checks of a subtask that is done, with the result of each on the four trees. */
const checksOf = ({ subtask, checks = [] }: Status, verifyCommand: string | undefined) =>
  checks.map((answers, i) => ({
    command: checksFor(subtask, verifyCommand)[i] ?? '',
    ...answers,
    after: 'passed',
    verdict: verdictOf({ passed: true, ...answers }) ?? '',
  }))

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`

/** The tokens, and what they cost in US dollars; empty without prices. */
export const usageOutputs = (usage: Usage, prices: Prices | undefined) => ({
  'tokens-input': String(usage.input),
  'tokens-cached': String(usage.cached),
  'tokens-output': String(usage.output),
  cost: prices ? String(Number(costOf(usage, prices).toFixed(6))) : '',
})

/** What makes a run red, in a sentence or two, and the file of the repository that it is about. */
export type Problem = { text: string; title?: string; file?: string; line?: number | undefined }

/** How a run ended, for the runner: outputs, Markdown for the job summary, what makes it red, and what waits. */
export type RunOutcome = {
  outputs: Readonly<Record<string, string>>
  summary: string
  problems: readonly Problem[]
  notices?: readonly string[]
}

const loadToolkit = lazily(() => import('@actions/core'))

export async function reportOutcome(outcome: RunOutcome, env: NodeJS.ProcessEnv): Promise<void> {
  const { outputs, summary, problems, notices = [] } = outcome
  const core = await loadToolkit()
  for (const notice of notices) core.notice(notice)
  for (const { text, line, ...where } of problems)
    core.error(text, { ...where, ...(line === undefined ? {} : { startLine: line }) })
  if (problems.length > 0) process.exitCode = core.ExitCode.Failure
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value)
  // Without the file for summaries the toolkit throws.
  if (summary && env.GITHUB_STEP_SUMMARY) await core.summary.addRaw(summary).write()
}
