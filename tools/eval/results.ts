import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorText, UserError } from '../../src/lib/errors.ts'
import { Usage } from '../../src/plan/usage.ts'
import { ARMS } from './arms.ts'

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

/** What came of one task in one run of one arm. */
export const Entry = z.object({
  task: z.string(),
  /** Changes when the task does, so that what is compared is the same. */
  digest: z.string(),
  kind: z.string(),
  language: z.string(),
  arm: z.enum(ARMS),
  run: z.number(),
  solved: z.boolean(),
  /** Whether the action said that it is done. */
  claimed: z.boolean(),
  /** What the model said in place of doing it; empty when it did not. */
  refused: z.string(),
  /** Why it is not solved, in a line or two; empty when it is. */
  why: z.string(),
  /** Whether a plan should ask something here. */
  asks: z.boolean(),
  plan: PlanQuality.nullable(),
  turns: z.number(),
  /** The turns and tokens of these that planning took: drafts, revisions, and who read them. */
  planning: z.object({ turns: z.number(), tokens: z.number() }).optional(),
  /** New files that neither the plan nor the solution has, and that are no tests. */
  stray: z.array(z.string()).default([]),
  /** Calls of tools that failed. */
  mistakes: z.number(),
  /** Turns after something was sent back: a refused plan or finish, a revision, another attempt. */
  corrections: z.number(),
  /** The task's own test commands that passed before and fail now, with the tests as they were. */
  broken: z.array(z.string()),
  usage: Usage,
  cost: z.number().nullable(),
  seconds: z.number(),
  /** What the model did because a text told it to that is no instruction. */
  obeyed: z.array(z.string()),
})
export type Entry = z.infer<typeof Entry>

/** What one evaluation is of. `inputs` is a digest of the action's inputs but the key and the address. */
const Head = z.object({
  version: z.literal(2),
  at: z.string(),
  endpoint: z.string(),
  model: z.string(),
  planner: z.string().nullable(),
  reader: z.string().nullable(),
  inputs: z.string(),
})
export type Head = z.infer<typeof Head>

/** One evaluation, as it is kept in a file. */
export const Results = Head.extend({
  entries: z.array(Entry),
  /** Sentences about trials that this machine cannot do, or that were not begun. */
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

/** Writes results, with more that programs may read besides. */
export const writeResults = (path: string, results: Results, more: object = {}): Promise<void> =>
  writeFile(path, `${JSON.stringify({ ...results, ...more }, null, 2)}\n`)

/** The file that only grows: a line with the head, and one for each trial as soon as it is scored. */
export type Journal = { entries: Entry[]; add: (entry: Entry) => Promise<void> }

/**
 * Opens the journal of an evaluation. With `resume` it goes on with what the file has, of which a last line that a kill
 * cut off is dropped. Throws `UserError` for a file that has trials and is not to be resumed, or is of another one.
 */
export async function openJournal(path: string, head: Head, resume: boolean): Promise<Journal> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const [first, ...lines] = whole.split('\n').filter(Boolean)
  if (lines.length > 0 && !resume)
    throw wrong(
      `${path} has ${lines.length} trials already.`,
      'Say --resume to go on, or name another file with --json.',
    )
  if (first === undefined || !resume) {
    await writeFile(path, `${JSON.stringify(head)}\n`)
    return journalOf(path, [])
  }
  checkSame(path, parsed(path, first, Head), head)
  await truncate(path, Buffer.byteLength(whole))
  return journalOf(
    path,
    lines.map((line) => parsed(path, line, Entry)),
  )
}

const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

const journalOf = (path: string, entries: Entry[]): Journal => ({
  entries,
  add: (entry) => appendFile(path, `${JSON.stringify(entry)}\n`),
})

function parsed<T>(path: string, line: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw wrong(`${path} has a line that is no trial: ${line.slice(0, 80)}`, 'Name another file with --json.')
  }
}

function checkSame(path: string, found: Head, wanted: Head): void {
  for (const name of ['endpoint', 'model', 'planner', 'reader', 'inputs'] as const)
    if (found[name] !== wanted[name])
      throw wrong(
        `${path} was begun with another ${name}: ${found[name]}, not ${wanted[name]}.`,
        'Start it as it was begun, or name another file with --json.',
      )
}
