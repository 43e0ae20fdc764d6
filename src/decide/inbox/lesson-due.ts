import { mayWrite } from '../thread/approvers.ts'
import { parseCommand, type Command } from '../words/command.ts'
import { lessonsIn } from '../thread/markers.ts'
import type { Facts } from '../thread/facts.ts'
import { allSettled, allSkipped, type Status } from '../approval/subtask-status.ts'
import { fractionSpent, type Allowance, noUsage } from '../../plan/usage.ts'
import { countPlans, PLANS_FOR_A_LESSON, type PlanRemark } from '../../plan/lesson.ts'
import type { SaidOnPlan } from '../../github/forge.ts'

type LessonFacts = Facts & { statuses: readonly Status[]; allowance: Allowance }

/** What people said of the last plans that a lesson may come of, and whether that has to be asked for first. */
type EarlierFeedback = { earlierFeedback: readonly PlanRemark[]; unknownLessons: boolean }

const NOTHING: EarlierFeedback = { earlierFeedback: [], unknownLessons: false }

/**
 * What may be compared at the end of a plan. Empty unless that is wanted, and people with permission said something of
 * enough plans.
 */
export function earlierFeedbackIn(facts: LessonFacts): EarlierFeedback {
  if (!isSought(facts)) return NOTHING
  const { lessons } = facts.thread
  if (!lessons) return { ...NOTHING, unknownLessons: true }
  const feedback = lessons.file ? feedbackOnPlans(lessons.said) : []
  // Nobody is asked for whose words cannot matter.
  if (countPlans(feedback) < PLANS_FOR_A_LESSON) return NOTHING
  const permitted = feedback.filter(({ author }) => mayWrite(facts.person(author)))
  return countPlans(permitted) < PLANS_FOR_A_LESSON ? NOTHING : { ...NOTHING, earlierFeedback: permitted }
}

/**
 * A lesson is looked for once a plan, when its last subtask is settled. A plan for the branch of a person has none: the
 * instructions of the repository are on another branch.
 */
const isSought = ({ rules, thread, history, statuses, allowance, current }: LessonFacts): boolean =>
  rules.lessons === true &&
  thread.pull?.pull.state === 'open' &&
  !thread.issue.isPull &&
  current !== undefined &&
  !history.finished &&
  !history.lessonSought &&
  thread.thisRun.lesson === undefined &&
  allSettled(statuses) &&
  !allSkipped(statuses) &&
  fractionSpent(allowance, noUsage) < 1

/** Comments on one plan, and characters of each, that are compared: few enough for one request of 20 plans. */
const MOST_COMMENTS = 10
const LONGEST_COMMENT = 500

/** The feedback that was taken up when it was given, and of which no lesson was offered yet. */
function feedbackOnPlans(said: readonly SaidOnPlan[]): PlanRemark[] {
  const offered = new Set(
    said.flatMap(({ comments }) => comments.filter(({ byUs }) => byUs).flatMap(({ body }) => lessonsIn(body))),
  )
  return said.flatMap(({ pull, comments }) =>
    comments
      .filter(({ id, byPerson, takenUp }) => byPerson && takenUp && !offered.has(id))
      .flatMap(({ id, author, body }) => {
        const text = wordsOf(parseCommand(body, 'pull'))
        return text ? [{ plan: pull, id, author, text: [...text].slice(0, LONGEST_COMMENT).join('') }] : []
      })
      .slice(-MOST_COMMENTS),
  )
}

/** What a comment wants changed; empty when it says something else. */
function wordsOf(command: Command): string {
  switch (command.kind) {
    case 'revise':
    case 'feedback':
      return command.text
    case 'replan':
      return command.request
    default:
      return ''
  }
}
