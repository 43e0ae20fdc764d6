import { z } from 'zod'
import { jsonIn } from '../guard/json.ts'
import { Digest, SubtaskState } from './plan.ts'
import { Usage } from './usage.ts'

const ObjectId = z.string().regex(/^[0-9a-f]{40}$/)
const Count = z.number().int().nonnegative()
const Answer = z.enum(['passed', 'failed']).nullable()

/** `null` where it was not asked. Records of format 1 have `earlier` in the place of `planned`. */
const CheckRecord = z
  .object({
    command: z.string(),
    before: Answer,
    without: Answer,
    earlier: Answer.optional(),
    planned: Answer.optional(),
    after: Answer,
    verdict: z.enum(['proving', 'guarding']).nullable(),
    digest: Digest.nullable(),
  })
  .transform(({ command, before, without, earlier = null, planned = null, ...fields }) => ({
    ...{ command, before, without },
    ...(earlier === null ? { planned } : { earlier }),
    ...fields,
  }))

/**
 * What is kept of a plan for good, as `record.json`. Each field follows from the branch, the comments and the settings;
 * `docs/record.md` says how. `null` is what GitHub no longer told, or what was not asked.
 */
const PlanRecord = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  issue: Count,
  pull_request: Count,
  state: z.enum(['done', 'abandoned']),
  request: z.object({ comment: Count.nullable(), login: z.string(), id: Count.nullable(), text: z.string() }),
  versions: z.array(z.object({ number: Count, blob: ObjectId, comment: Count })),
  approvals: z.array(
    z.object({
      comment: Count,
      login: z.string(),
      id: Count.nullable(),
      permission: z.enum(['none', 'read', 'triage', 'write', 'maintain', 'admin']),
      at: z.string().nullable(),
      version: Count.nullable(),
      subtasks: z.array(Count),
    }),
  ),
  subtasks: z.array(
    z.object({
      number: Count,
      state: SubtaskState,
      subject: z.string(),
      outcome: z.string(),
      version: Count.nullable(),
      commit: ObjectId.nullable(),
      tree: ObjectId.nullable(),
      usage: Usage,
      checks: z.array(CheckRecord),
    }),
  ),
  /** The commit that the branch began from, the newest commit of the bot, the head of the branch, and its tree. */
  base: ObjectId,
  journal: ObjectId,
  head: ObjectId,
  tree: ObjectId,
  usage: Usage,
  runs: z.array(Count),
  models: z.array(z.string()),
  action: z.string().nullable(),
})
export type PlanRecord = z.infer<typeof PlanRecord>

/** In characters, far more than the largest plan needs; bounds what a hostile record makes us parse. */
const MAX_RECORD_LENGTH = 1 << 20

/** The text of `record.json`. */
export const renderRecord = (record: PlanRecord): string => `${JSON.stringify(record, undefined, 2)}\n`

/** Reads a record. Undefined for anything else, also for a record of a later format. */
export const parseRecord = (text: string): PlanRecord | undefined =>
  text.length > MAX_RECORD_LENGTH ? undefined : PlanRecord.safeParse(jsonIn(text)).data
