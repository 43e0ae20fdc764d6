import type { Step } from './decide.ts'

/** A step in words, for the log and the summary's timeline. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'execute':
      return `execute subtask ${step.status.subtask.number} (${step.status.subtask.name}), attempt ${step.status.attempts + 1}`
    case 'fail':
      return `give up subtask ${step.status.subtask.number} after ${step.status.attempts} attempts`
    case 'react':
      return `react with ${step.reaction} to comment ${step.comment.id}${step.others?.length ? ` and ${step.others.length} more` : ''}`
    case 'refuse':
      return `refuse comment ${step.refusal.comment.id}: ${step.refusal.why}`
    case 'announce':
      return `announce version ${step.version}`
    default:
      return step.kind
  }
}
