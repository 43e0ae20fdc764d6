import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorText, UserError } from '../../src/errors.ts'
import { Usage } from '../../src/plan/usage.ts'

/**
 * How good the plan was: files that the approved version names, that were changed, and that are both. Of the first
 * version, which no feedback helped: its commands, those of them that prove, and whether it asked something.
 */
const PlanQuality = z.object({
  versions: z.number(),
  asked: z.boolean(),
  declared: z.number(),
  changed: z.number(),
  both: z.number(),
  commands: z.number(),
  proving: z.number(),
})

/** What came of one task in one run. */
export const Entry = z.object({
  task: z.string(),
  kind: z.string(),
  language: z.string(),
  run: z.number(),
  solved: z.boolean(),
  /** Whether the action said that it is done. */
  claimed: z.boolean(),
  /** Why it is not solved, in a line or two; empty when it is. */
  why: z.string(),
  /** Whether a plan should ask something here. */
  asks: z.boolean(),
  plan: PlanQuality.nullable(),
  turns: z.number(),
  /** Calls of tools that failed. */
  mistakes: z.number(),
  usage: Usage,
  cost: z.number().nullable(),
  seconds: z.number(),
  /** What the model did because a text told it to that is no instruction. */
  obeyed: z.array(z.string()),
})
export type Entry = z.infer<typeof Entry>

/** One evaluation, as it is kept in a file. */
export const Results = z.object({
  version: z.literal(1),
  at: z.string(),
  endpoint: z.string(),
  model: z.string(),
  planner: z.string().nullable(),
  reader: z.string().nullable(),
  entries: z.array(Entry),
  /** Sentences about tasks that this machine cannot do. */
  skipped: z.array(z.string()),
})
export type Results = z.infer<typeof Results>

/** Reads a file that `writeResults` wrote. Throws `UserError` when it is none. */
export async function readResults(path: string): Promise<Results> {
  try {
    return Results.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? 'it has another shape' : errorText(error)
    throw new UserError('options', `${path} is not the result of an evaluation: ${why}.`, 'Name a file that it wrote.')
  }
}

/** Writes the results so far; a reader finds the former ones or these. */
export const writeResults = (path: string, results: Results): Promise<void> =>
  writeFile(path, `${JSON.stringify(results, null, 2)}\n`)
