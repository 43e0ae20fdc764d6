import { z } from 'zod'
import { NewPackage } from '../../guard/package-names.ts'
import { Allowance, Usage } from '../usage.ts'
import { AgentStep, Answer, ResultFinding, MOST_FINDINGS, Plan, Remark, SecondLook } from '../plan.ts'
import { OpenMerge } from '../open-merge.ts'
import { Check, PassedThere } from '../evidence.ts'
import { Attempt } from '../attempt.ts'

/** The images of a text, in the order of their numbers in it, as data URLs of at most 5 MiB each. */
const Images = z
  .array(
    z
      .string()
      .max(7_000_000)
      .regex(/^data:image\/(?:png|jpeg|gif|webp);base64,/),
  )
  .max(4)

/** The issue and the comments of people with permission. */
export const Topic = z.object({
  number: z.number().int(),
  title: z.string(),
  body: z.string(),
  comments: z.array(Remark),
  images: Images.optional(),
  /** What it changes, where it is a pull request of a person. */
  change: z.string().optional(),
})
export type Topic = z.infer<typeof Topic>

/** The outcome of a finished subtask, for the agents of later subtasks. */
export const FinishedSubtask = z.object({ number: z.number().int(), outcome: z.string() })
export type FinishedSubtask = z.infer<typeof FinishedSubtask>

/** What is known of a check that failed. */
export const EvidenceOfCheck = z.object({
  name: z.string(),
  conclusion: z.string(),
  summary: z.string(),
  annotations: z.array(z.string()),
  log: z.string().optional(),
  /** Why there is no log. */
  noLog: z.string().optional(),
})
export type EvidenceOfCheck = z.infer<typeof EvidenceOfCheck>

const shared = {
  id: z.string().regex(/^[A-Za-z0-9._-]{1,200}$/),
  /** The issue that the plan is for. */
  number: z.number().int().positive(),
  /** The commit that the work starts from. */
  head: z.string().regex(/^[0-9a-f]{40}$/),
  /** The repository's own instructions for agents, from the base branch. */
  instructions: z.object({ path: z.string(), text: z.string() }).optional(),
  /** Files with the instructions of folders, as the base branch has them, the outer folders first. */
  folders: z
    .array(z.object({ path: z.string().max(4_096), blob: z.string().regex(/^[0-9a-f]{40}$/) }))
    .max(200)
    .optional(),
  /** The rest of the plan's allowance. */
  allowance: Allowance,
}

const planning = {
  topic: Topic,
  request: z.string(),
  /** The numbers that earlier versions gave to subtasks, with the names of these subtasks. They are never reused. */
  used: z.array(z.object({ number: z.number().int(), name: z.string() })),
}

const spent = { usage: Usage, turns: z.number().int().nonnegative().max(1_000_000) }

/** An executed subtask: its change, the text of its commit and the checks that passed. */
export const Executed = z.object({
  ...spent,
  kind: z.literal('executed'),
  /** The change against `head` of the order, as a git patch in base64; empty when nothing changed. */
  patch: z.string(),
  outcome: z.string(),
  subject: z.string(),
  body: z.string(),
  checks: z.array(Check),
  /** The tree that they passed on. */
  tree: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  /** Test files that the subtask names, and whose earlier versions fail on the new code. */
  brokenTests: z.array(z.string()).optional(),
  steps: z.array(AgentStep),
})
export type Executed = z.infer<typeof Executed>

/** A failed attempt. Its change is discarded; the next attempt and the people get `reason`. */
const Failed = z.object({ ...spent, kind: z.literal('failed'), reason: z.string(), checks: z.array(Check) })

/** A change that was made in parallel with others, and verified without them. */
export const UnverifiedChange = z.object({ subtask: z.number().int(), result: Executed })
export type UnverifiedChange = z.infer<typeof UnverifiedChange>

/** A task for the work room. It has a schema because it passes from one machine to another when three jobs are used. */
export const TaskInput = z.discriminatedUnion('kind', [
  z.object({ ...shared, ...planning, kind: z.literal('draft') }),
  z.object({
    ...shared,
    ...planning,
    kind: z.literal('revise'),
    version: z.number().int(),
    plan: Plan,
    /** Subtasks that must stay as they are. */
    frozen: z.array(z.number().int()),
    feedback: z.array(Remark).min(1),
    /** The merge of the base that a new subtask is to resolve. */
    merge: OpenMerge.optional(),
    /** Checks that failed on `head`, which the version is to mend. Their texts are somebody else's. */
    checks: z.array(EvidenceOfCheck).max(100).optional(),
    /** The images of the feedback. */
    images: Images.optional(),
    /** The stored conversation of the planner. Without it, planning starts with a new conversation. */
    conversation: z.string().optional(),
  }),
  z.object({
    ...shared,
    kind: z.literal('execute'),
    plan: Plan,
    subtask: z.number().int(),
    attempt: z.number().int().positive(),
    used: planning.used,
    frozen: z.array(z.number().int()),
    /** The commit of the base that this subtask merges: the work starts from the merge, with conflicts marked. */
    merge: z
      .string()
      .regex(/^[0-9a-f]{40}$/)
      .optional(),
    /** Paths of approved tests that have to fail before anything is done. */
    tryFirst: z.array(z.string()).optional(),
    /** What passed on the tree of `head`, as the journal says. */
    passed: z.array(PassedThere).max(200).optional(),
    /** Why the attempts before this one failed. */
    failures: z.array(Attempt),
    finished: z.array(FinishedSubtask),
  }),
  z.object({
    ...shared,
    kind: z.literal('review'),
    plan: Plan,
    finished: z.array(FinishedSubtask),
    used: planning.used,
    frozen: z.array(z.number().int()),
  }),
  /** Compares what was done since `base`, a commit, with what was asked for and planned. */
  z.object({
    ...shared,
    kind: z.literal('look'),
    topic: Topic,
    request: z.string(),
    plan: Plan,
    finished: z.array(FinishedSubtask),
    base: z.string().regex(/^[0-9a-f]{40}$/),
  }),
  /** Uses no model. Applies the changes one after the other and verifies each together with those before it. */
  z.object({ ...shared, kind: z.literal('verify'), plan: Plan, changes: z.array(UnverifiedChange).min(1) }),
  /** Uses no model. Runs the checks of executed subtasks once more. */
  z.object({ ...shared, kind: z.literal('recheck'), plan: Plan, subtasks: z.array(z.number().int()).min(1) }),
  /** Uses no model. Runs the approved tests of executed subtasks on the last tree. */
  z.object({
    ...shared,
    kind: z.literal('accept'),
    plan: Plan,
    subtasks: z.array(z.number().int()).min(1),
    /** The commits of these subtasks, in the same order, where they are known: as many tests ran there. */
    commits: z.array(z.string().regex(/^(?:[0-9a-f]{40})?$/)).max(1_000),
  }),
  z.object({
    ...shared,
    kind: z.literal('ask'),
    topic: Topic,
    question: z.string(),
    comment: z.number().int(),
    /** The plan on whose pull request it was asked. */
    plan: Plan.optional(),
  }),
  /** Tries the sandbox and the models, and is answered with a line for each. */
  z.object({ ...shared, kind: z.literal('doctor'), comment: z.number().int() }),
])
export type TaskInput = z.infer<typeof TaskInput>
export type InputOf<K extends TaskInput['kind']> = Extract<TaskInput, { kind: K }>

/** Characters of a planner's conversation that are kept: a few times what a model reads at once. */
export const LONGEST_CONVERSATION = 8 << 20

/** What is too long to be kept is left out; then the planner reads the repository anew. */
const Conversation = z.string().transform((text) => (text.length > LONGEST_CONVERSATION ? '' : text))

/** The result of an order. */
export const TaskResult = z.discriminatedUnion('kind', [
  z.object({
    ...spent,
    kind: z.literal('planned'),
    plan: Plan,
    answers: z.array(Answer),
    conversation: Conversation,
    look: SecondLook.optional(),
    /** What `verify-command` said of the base meanwhile. */
    today: Check.optional(),
  }),
  Executed,
  z.object({ ...spent, kind: z.literal('answered'), text: z.string() }),
  /** The agent found that the plan must change. The changed plan needs approval. */
  z.object({
    ...spent,
    kind: z.literal('proposed'),
    plan: Plan,
    reason: z.string(),
    /** The packages that it names, and that the work needs. */
    packages: z.array(NewPackage).max(200).optional(),
  }),
  /** The review found no need to change the plan. */
  z.object({ ...spent, kind: z.literal('reviewed'), text: z.string() }),
  /** What differs from what was asked for, in the files of this commit. */
  z.object({
    ...spent,
    kind: z.literal('looked'),
    head: shared.head,
    findings: z.array(ResultFinding).max(MOST_FINDINGS),
  }),
  Failed,
  /** Nothing was tried, because a person has to do something first. `text` says what. */
  z.object({
    ...spent,
    kind: z.literal('halted'),
    reason: z.enum(['environment', 'acceptance']),
    text: z.string().max(4_000),
  }),
  /** The checks that ran once more. */
  z.object({ ...spent, kind: z.literal('rechecked'), checks: z.array(Check) }),
  /** The result of each change that was verified again, in the order of the changes. */
  z.object({
    ...spent,
    kind: z.literal('verified'),
    results: z.array(z.object({ subtask: z.number().int(), result: z.discriminatedUnion('kind', [Executed, Failed]) })),
  }),
  /** Stopped: cancelled, out of time or budget, or outdated by what happened since. It does not count as a failure. */
  z.object({
    ...spent,
    kind: z.literal('stopped'),
    why: z.enum(['cancelled', 'time', 'budget', 'outdated']),
    /** What the agent waited for then. */
    waitedFor: z.string().optional(),
  }),
])
export type TaskResult = z.infer<typeof TaskResult>
export type ResultOf<K extends TaskResult['kind']> = Extract<TaskResult, { kind: K }>

/** The result of another job: its order as the job got it, attempts that failed before, and how it ended. */
export type Result = { input: TaskInput; attempts: Attempt[]; result: TaskResult }

/** An order without its long parts that a reader does not need: the stored conversation and the images. */
export function withoutBulk(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined, change: undefined }
  return input.kind === 'revise' ? { ...input, topic, conversation: undefined, images: undefined } : { ...input, topic }
}

/**
 * The part of an order that says what to do. The rest (comments, instructions of the base branch, the remaining budget)
 * may have changed since without changing the task. Nothing is taken from that part of a result.
 */
export function taskOf(input: TaskInput): unknown {
  const { head: _head, allowance: _allowance, instructions: _instructions, folders: _folders, ...rest } = input
  const without = { topic: undefined, images: undefined, conversation: undefined, checks: undefined, ...loose(rest) }
  return JSON.parse(JSON.stringify({ ...rest, ...without }))
}

/** What may change without changing the task. */
function loose({ kind }: Pick<TaskInput, 'kind'>): object {
  // What became of the other subtasks meanwhile, such as a skip, changes nothing of one that is still to be done.
  if (kind === 'execute')
    return { frozen: undefined, used: undefined, finished: undefined, tryFirst: undefined, passed: undefined }
  if (kind === 'look') return { base: undefined }
  // A question stays the same when the plan that it is about changes.
  return kind === 'ask' ? { plan: undefined } : {}
}

/** Its cost counts, and nothing of it is written. */
export const outdated = ({ usage, turns }: TaskResult): TaskResult => ({
  kind: 'stopped',
  why: 'outdated',
  usage,
  turns,
})
