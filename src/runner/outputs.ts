import { unapproved } from '../decide/status.ts'
import { isSettled } from '../plan/plan.ts'
import type { State } from '../decide/state.ts'
import type { Thread } from '../decide/thread.ts'
import { costOf, type Prices, type Usage } from '../plan/usage.ts'

/** What the plan waits for: the output `next`. */
export function nextOf(state: State): string {
  if (state.phase === 'halted' && state.halt?.reason !== 'change') return 'retry'
  if (state.phase === 'none' || state.phase === 'done' || state.phase === 'abandoned') return ''
  const waiting = unapproved(state.statuses).map(({ subtask }) => subtask.number)
  const left = state.statuses.filter((status) => !isSettled(status))
  if (waiting.length === 0) return ''
  return waiting.length === left.length && state.history.executed.size === 0
    ? 'approval'
    : `approval of ${waiting.join(', ')}`
}

type Redaction = (text: string) => string

/** Every output of the action but `work`, as text. `redact` takes secrets out of what people and models wrote. */
export function outputsOf(
  thread: Thread | undefined,
  state: State | undefined,
  { prices, redact = String }: { prices?: Prices | undefined; redact?: Redaction } = {},
): Record<string, string> {
  const settled = state?.statuses.filter((status) => status.state === 'done') ?? []
  const usage = state?.usage
  const pull = thread?.pull?.pull
  return {
    'plan-state': phaseIn(thread, state),
    'pull-request-number': String(pull?.number ?? ''),
    'pull-request-url': pull?.url ?? '',
    'head-sha': thread?.branch?.head ?? '',
    'subtasks-done': String(settled.length),
    'subtasks-total': String(state?.statuses.length ?? 0),
    'tokens-input': String(usage?.input ?? 0),
    'tokens-cached': String(usage?.cached ?? 0),
    'tokens-output': String(usage?.output ?? 0),
    cost: usage ? costText(usage, prices) : '',
    plan: state ? planOutput(state, redact) : '',
    next: state ? nextOf(state) : '',
  }
}

/** What was merged was done: its commits may be part of the base, or gone with their branch, and say so no more. */
function phaseIn(thread: Thread | undefined, state: State | undefined): string {
  if (!state || state.phase === 'none') return ''
  const isOver = thread?.pull?.pull.merged === true && state.history.request === undefined
  return isOver ? 'done' : state.phase
}

/** Characters. All outputs of a job together may have 1 MB as UTF-16 (github/docs#36846); most of it is for `work`. */
const PLAN_LIMIT = 60_000

/** The widths to which texts are cut, one after the other, until the plan fits. */
const WIDTHS = [Infinity, 2_000, 500, 100, 20]

/** The plan with its states as JSON; empty where there is none that can be read, or none that fits. */
function planOutput(state: State, redact: Redaction): string {
  if (state.reading?.kind !== 'plan') return ''
  const { plan, blob } = state.reading
  const whole = {
    version: state.versions.at(-1)?.version ?? 0,
    blob,
    state: state.phase,
    title: plan.title,
    description: plan.description,
    expected_outcome: plan.expected_outcome,
    subtasks: state.statuses.map(({ subtask, state, text, sha }) => ({
      ...subtask,
      state,
      outcome: text,
      commit: sha ?? '',
    })),
    questions: plan.questions,
    risks: plan.risks,
  }
  return WIDTHS.map((width) => jsonOf(whole, (text) => cut(redact(text), width))).find(fits) ?? ''
}

const fits = (text: string): boolean => text.length <= PLAN_LIMIT

/** JSON with every text changed before it is quoted, so that no quote is taken for a part of a text. */
const jsonOf = (data: object, change: Redaction): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? change(value) : value))

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1).toWellFormed()}…`

/** US dollars as an output has them; empty without prices. */
export const costText = (usage: Usage, prices: Prices | undefined): string =>
  prices ? String(Number(costOf(usage, prices).toFixed(6))) : ''

/**
 * How a run ended, for the runner: outputs, Markdown for the job summary, and what makes it red, a sentence or two
 * each.
 */
export type RunOutcome = {
  outputs: Readonly<Record<string, string>>
  summary: string
  problems: readonly string[]
}

/** Hands an outcome to the runner. The toolkit is large, and not loaded before there is use for it. */
export async function handOver({ outputs, summary, problems }: RunOutcome, env: NodeJS.ProcessEnv): Promise<void> {
  const core = await import('@actions/core')
  for (const problem of problems) core.setFailed(problem)
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value)
  // Without that file the toolkit throws.
  if (summary && env.GITHUB_STEP_SUMMARY) await core.summary.addRaw(summary).write()
}
