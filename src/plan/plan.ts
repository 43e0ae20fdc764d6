import { z } from 'zod'

/**
 * One step of a plan. The field names are those of the tool `create_plan`, so that the model, `PLAN.md` and the program
 * share one shape. `number` identifies the subtask in every version of the plan and is never reused.
 */
export const Subtask = z.object({
  number: z.number().int().min(1).max(9999),
  name: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  files: z.array(z.string()),
  verify: z.array(z.string()),
  depends_on: z.array(z.number().int()),
  asked_for: z.string().optional().describe('the words that asked for it, quoted, or: needed for N'),
})
export type Subtask = z.infer<typeof Subtask>

/** The subtask for which another one says that it is needed, in the place of words that asked for it. */
export function neededFor(askedFor: string): number | undefined {
  const [, digits] = /^needed for (\d{1,4})\.?$/i.exec(askedFor) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** A question to the people, with the default that the plan assumes. */
export const Question = z.object({ question: z.string().min(1), default: z.string() })
export type Question = z.infer<typeof Question>

/** A test that people approve with the plan: a new file as a whole, and the command that runs it. */
export const AcceptanceTest = z.object({ path: z.string(), run: z.string(), content: z.string() })
export type AcceptanceTest = z.infer<typeof AcceptanceTest>

/** A plan as people approve it. Subtasks are executed in the order of `subtasks`, as far as dependencies allow. */
export const Plan = z.object({
  title: z.string().min(1),
  description: z.string(),
  expected_outcome: z.string(),
  subtasks: z.array(Subtask),
  questions: z.array(Question),
  risks: z.array(z.string()),
  acceptance: z.array(AcceptanceTest).optional().describe('new test files, only if asked for tests first'),
})
export type Plan = z.infer<typeof Plan>

/** How a revision answered one feedback comment. `comment` is the id of that comment. */
export const Answer = z.object({ comment: z.number().int(), applied: z.boolean(), note: z.string() })
export type Answer = z.infer<typeof Answer>

/**
 * What a second model said of a version before people saw it, each objection with what the planner made of it. `silent`
 * says why it said nothing.
 */
export const SecondLook = z.object({
  objections: z
    .array(z.object({ text: z.string().max(4_000), applied: z.boolean(), note: z.string().max(4_000) }))
    .max(10),
  silent: z.string().max(4_000).optional(),
})
export type SecondLook = z.infer<typeof SecondLook>

/** What a second model found when it compared what was done with what was asked for. */
export const ResultFinding = z.object({
  subtask: z.number().int(),
  kind: z.enum(['missing', 'partial', 'wrong', 'not-asked-for']),
  /** A file of the head that was read, and a line of it. */
  path: z.string().max(4_096),
  line: z.number().int().positive(),
  text: z.string().max(4_000),
})
export type ResultFinding = z.infer<typeof ResultFinding>

/** So many findings are told. */
export const MOST_FINDINGS = 10

/** The state of a subtask, or of a step of the agent's sub-plan. */
export const SubtaskState = z.enum(['todo', 'in_progress', 'done', 'abandoned', 'failed'])
export type SubtaskState = z.infer<typeof SubtaskState>

/** Whether nothing is left to do for a subtask. */
export const isSettled = ({ state }: { state: SubtaskState }): boolean => state === 'done' || state === 'abandoned'

/** One line of an agent's own sub-plan. */
export const OwnStep = z.object({ title: z.string().min(1), state: SubtaskState })

/** One line of the sub-plan for the current subtask. That of a sub-agent has its name and its steps. */
export const AgentStep = OwnStep.extend({ steps: z.array(OwnStep).optional() })
export type AgentStep = z.infer<typeof AgentStep>

/** The plan with every text changed, the numbers as they are. */
export const withTexts = (plan: Plan, change: (text: string) => string): Plan => ({
  title: change(plan.title),
  description: change(plan.description),
  expected_outcome: change(plan.expected_outcome),
  subtasks: plan.subtasks.map((subtask) => ({
    ...subtask,
    name: change(subtask.name),
    description: change(subtask.description),
    expected_outcome: change(subtask.expected_outcome),
    files: subtask.files.map(change),
    verify: subtask.verify.map(change),
    ...(subtask.asked_for !== undefined && { asked_for: change(subtask.asked_for) }),
  })),
  questions: plan.questions.map((one) => ({ question: change(one.question), default: change(one.default) })),
  risks: plan.risks.map(change),
  ...(plan.acceptance && {
    acceptance: plan.acceptance.map(({ path, run, content }) => ({
      path: change(path),
      run: change(run),
      content: change(content),
    })),
  }),
})

/** What a subtask says in words, without paths and commands. */
export const wordsOf = ({ name, description, expected_outcome }: Subtask): string =>
  [name, description, expected_outcome].join('\n')

/** The commands that must pass before a subtask is done: its own, then the one of the input `verify-command`. */
export const checksFor = ({ verify }: Subtask, verifyCommand: string | undefined): string[] =>
  verifyCommand === undefined ? verify : [...verify, verifyCommand]

/** A comment as the model gets it. `place` is the line of a file that a review comment is about. */
export const Remark = z.object({
  id: z.number().int(),
  author: z.string(),
  text: z.string(),
  place: z
    .object({ path: z.string(), line: z.number().int().optional(), subtask: z.number().int().optional() })
    .optional(),
})

export type Remark = z.infer<typeof Remark>

/** Numbers as text: `1, 2 and 5`. */
export const listNumbers = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`

/** `subtask 3`, or `subtasks 1, 2 and 5`. */
export const nameSubtasks = (numbers: readonly number[]): string =>
  `${numbers.length > 1 ? 'subtasks' : 'subtask'} ${listNumbers(numbers)}`
