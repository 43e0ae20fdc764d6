import { needsModel, targetOf, type Step } from '../../src/decide/next/decision.ts'

/** Steps that write the branch, open or end the plan, or make a version that people can approve. */
const WRITING: readonly Step['kind'][] = [
  ...(['cancel', 'delete-branch', 'open', 'announce', 'redraft', 'skip', 'undo', 'update'] as const),
  ...(['fail', 'interrupt', 'halt', 'finish', 'ready', 'continue'] as const),
]

/** Steps of which words come alone, although a model or checks are asked. */
const WORDS: readonly Step['kind'][] = ['ask', 'doctor', 'review']

/** What a step does beyond words and signs: empty where it only says something, or nothing. */
export function effectOf(step: Step): string {
  if (step.kind === 'execute')
    return `${targetOf(step)} by ${step.status.approvals.map(({ comment }) => comment).join()} attempt ${step.status.attempts}`
  if (step.kind === 'skip') return `${targetOf(step)}: ${step.numbers.join()}`
  if (step.kind === 'undo') return `${targetOf(step)}: ${[...step.left, ...step.executed].join()}`
  if (WORDS.includes(step.kind) || (step.kind === 'check' && step.of === 'merge')) return ''
  return needsModel(step) || WRITING.includes(step.kind) ? targetOf(step) : ''
}
