import type { Step } from './step.ts'

/** A step in words, for the log and the summary's timeline. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'execute':
      return `execute subtask ${step.status.subtask.number} (${step.status.subtask.name}), attempt ${step.status.attempts + 1}`
    case 'learn':
      return `add the approved line to ${step.lesson.path} (subtask ${step.status.subtask.number})`
    case 'fail':
      return `give up subtask ${step.status.subtask.number} after ${step.status.attempts} attempts`
    case 'react':
      return `react with ${step.reaction} to comment ${step.comment.id}${step.others?.length ? ` and ${step.others.length} more` : ''}`
    case 'refuse':
      return `refuse comment ${step.refusal.comment.id}: ${step.refusal.why}`
    case 'announce':
      return `announce version ${step.version}`
    default:
      return WORDS[step.kind] ?? step.kind
  }
}

/** What the name alone does not tell. */
const WORDS: Partial<Record<Step['kind'], string>> = {
  draft: 'draft the plan',
  revise: 'revise the plan',
  ask: 'answer a question',
  open: 'open the pull request',
  'tell-issue': 'link the plan on the issue',
  'tell-no-plan': 'say on the issue that there is no plan',
  'tell-problem': 'say why the plan file cannot be read',
  'tell-halt': 'say why the plan is paused',
  show: 'update the description',
  finish: 'finish the plan',
  ready: 'mark the pull request as ready for review',
  report: 'post the closing comment',
  interrupt: 'record what was begun',
  continue: 'start the next run',
  halt: 'pause the plan',
  skip: 'skip subtasks',
  lessons: 'look whether people asked for the same in several plans',
}
