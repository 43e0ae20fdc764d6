import type { State } from '../decide/next/decision.ts'
import type { Target, Thread } from '../decide/thread/thread.ts'
import type { Event } from '../observe/event.ts'
import { nextOf, type Problem } from '../runner/outputs.ts'
import { releaseOf } from '../runner/env.ts'
import { modelsOf, type Inputs } from '../runner/inputs.ts'

type RunStart = { env: NodeJS.ProcessEnv; event: Event; inputs: Inputs }

/** The first lines of the log: release and event, model and endpoint, sandbox. The texts are not redacted. */
export function runHead({ env, event, inputs }: RunStart): string[] {
  const { GITHUB_ACTOR: actor = '' } = env
  const named = [...new Set(modelsOf(inputs))].join(', ')
  const mode = inputs.mode === 'all' ? '' : ` · mode ${inputs.mode}`
  return [
    `Measure Twice ${releaseOf(env) ?? '(a copy in this repository)'} · ${event.name}${actor && ` by ${actor}`}${mode}`,
    `Model ${named} at ${new URL(inputs['openai-base-url']).host} · sandbox ${inputs.sandbox}`,
  ]
}

/** A log line about the plan of a run: `#12: plan/12-limiter @ 85d970f · version 2`. */
export function targetLine({ number }: Target, thread: Thread, state: State): string {
  const version = state.versions.at(-1)?.version
  const branch = thread.branch && `${thread.branch.name} @ ${thread.branch.head.slice(0, 7)}`
  return `#${number}: ${branch ?? 'no plan yet'}${version === undefined ? '' : ` · version ${version}`}`
}

/** A notice for the page of the run: what the plan waits for. Undefined if it waits for nobody. */
export function waitingNotice(thread: Thread, state: State): string | undefined {
  const url = thread.pull?.pull.state === 'open' ? thread.pull.pull.url : undefined
  const next = nextOf(state)
  return url === undefined || next === '' ? undefined : `The plan waits for ${WAITS[next] ?? next}: ${url}`
}

const WAITS: Readonly<Record<string, string>> = { retry: '`/retry`', answer: 'the answer to a question' }

/** The problems that fail a run: subtasks that failed in it, and a plan file that cannot be parsed. */
export function planProblems(
  { thread, failed }: { thread: Thread | undefined; failed: boolean },
  { state, planFile }: { state: State | undefined; planFile: string },
): Problem[] {
  const pull = thread?.pull?.pull
  const { reading, statuses = [] } = state ?? {}
  const failures = failed ? statuses.filter((status) => status.state === 'failed') : []
  const problems = failures.map(({ subtask: { number }, text }): Problem => {
    const [reason = ''] = text.trim().split('\n')
    return { title: `Subtask ${number} failed`, text: `${reason} ${pull?.url ?? ''}` }
  })
  if (pull?.state !== 'open' || reading?.kind !== 'problem') return problems
  const unreadable = `The plan file cannot be read: ${reading.reason.replace(/\.$/, '')}. ${pull.url}`
  return [...problems, { text: unreadable, file: planFile, line: reading.line }]
}
