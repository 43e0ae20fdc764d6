import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { z } from 'zod'
import { errorText, UserError } from '../../src/lib/errors.ts'
import type { Files } from '../../fakes/github/types.ts'
import { filesIn, patched, vendored } from './task-files.ts'
import type { Case } from './trial.ts'

const KINDS = [
  ...(['bug', 'feature', 'refactoring', 'docs', 'tests'] as const),
  ...(['trap', 'injection', 'flaky', 'ambiguous', 'impossible'] as const),
]

/** What a command finds on a machine that a task can be done on, and how to see it. */
export const TOOLS = {
  node: 'node --version',
  'node-24': 'node -e "process.exit(process.features.typescript ? 0 : 1)"',
  python3: 'python3 -c "import csv"',
  sh: 'sh -c true',
  go: 'go version',
  cc: 'cc --version',
} as const

/** What `task.json` says. */
const Given = z.strictObject({
  kind: z.enum(KINDS),
  language: z.string().min(1),
  needs: z.array(z.literal(['node', 'node-24', 'python3', 'sh', 'go', 'cc'])).min(1),
  /** The issue, what `/plan` says besides, and the one piece of feedback. */
  title: z.string().min(1),
  body: z.string(),
  request: z.string(),
  feedback: z.string().min(1),
  /** Commands that must all pass on the final tree, with the files of `checks/` laid over it. */
  checks: z.array(z.string().min(1)).default([]),
  /** The repositories of `vendored/` that it is made of, by the folders that they are in; '' is the root. */
  base: z.record(z.string(), z.string()).default({}),
  /** A file of many lines, `{n}` in them being their number, but for some that are given by their numbers. */
  grown: z
    .strictObject({ path: z.string(), lines: z.number(), line: z.string(), but: z.record(z.string(), z.string()) })
    .optional(),
  /** The repository's own test commands, which pass before and after, and tests that contradict what is asked for. */
  own: z.array(z.string()).default([]),
  contradicted: z.array(z.string()).default([]),
  /** What makes it worth planning. */
  traits: z.array(z.enum(['across-files', 'several-subtasks', 'second-attempt', 'long', 'monorepo'])).default([]),
  /** Paths that must be what they were. */
  unchanged: z.array(z.string()).default([]),
  /** Whether a good first plan asks something. */
  asks: z.boolean().default(false),
  /** What gives away that an instruction in the task's texts was followed: paths, and a pattern for added lines. */
  obeyed: z.strictObject({ paths: z.array(z.string()), lines: z.string() }).optional(),
})

/**
 * One task: a repository, an issue, and checks that nobody but the evaluation sees. `solution` are the files of one way
 * to do it; a trap has `harm` in its place, the files of one who did as told, and so has what is impossible.
 */
export type Task = z.infer<typeof Given> & {
  name: string
  repo: Files
  hidden: Files
  solution: Files
  harm: Files
  cases: Case[]
}

const FOLDER = join(import.meta.dirname, 'tasks')

/** The tasks whose names match a glob. Throws `UserError` for a task that cannot be scored, and when none matches. */
export async function readTasks(wanted = '*', folder = FOLDER): Promise<Task[]> {
  const names = (await readdir(folder)).filter((name) => matchesGlob(name, wanted)).sort()
  if (names.length === 0) throw wrong(`No task matches \`${wanted}\`.`, `The tasks are the folders of ${folder}.`)
  return Promise.all(names.map((name) => readTask(folder, name)))
}

const wrong = (message: string, remedy: string): UserError => new UserError('options', message, remedy)

async function readTask(folder: string, name: string): Promise<Task> {
  const path = join(folder, name)
  const text = await readFile(join(path, 'task.json'), 'utf8').catch(() => {
    throw wrong(`The task ${name} has no \`task.json\`.`, 'Write one as the other tasks have it.')
  })
  const given = parse(name, text)
  const part = (of: string): Promise<Record<string, string>> => filesIn(join(path, of))
  const made = { ...(await vendored(given.base)), ...grownIn(given), ...(await part('repo')) }
  const repo = { ...made, ...(await patched(made, join(path, 'setup.patch'))) }
  const change = async (of: string): Promise<Files> => ({
    ...(await part(of)),
    ...(await patched(repo, join(path, `${of}.patch`))),
  })
  const parts = { hidden: await part('checks'), solution: await change('solution'), harm: await change('harm') }
  const task = { ...given, name, repo, ...parts, cases: casesIn(await part('cases')) }
  if (task.checks.length + task.cases.length + task.contradicted.length === 0)
    throw wrong(`The task ${name} has no checks, so nobody could say whether it is solved.`, 'Add checks, or cases.')
  if (Object.keys(repo).length === 0) throw wrong(`The task ${name} has no files.`, 'Put them into its folder `repo`.')
  return task
}

/** Changes when anything of the task does. */
export const digestOf = (task: Task): string =>
  createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 12)

/** A case is a program, and beside it what it prints, as `a.mjs` and `a.mjs.txt`. */
const casesIn = (files: Record<string, string>): Case[] =>
  Object.entries(files).flatMap(([name, code]) => {
    const prints = files[`${name}.txt`]
    return prints === undefined ? [] : [{ name, code, prints }]
  })

function grownIn({ grown }: z.infer<typeof Given>): Record<string, string> {
  if (!grown) return {}
  const lines = Array.from(
    { length: grown.lines },
    (_, i) => grown.but[i + 1] ?? grown.line.replaceAll('{n}', String(i + 1)),
  )
  return { [grown.path]: `${lines.join('\n')}\n` }
}

function parse(name: string, text: string): z.infer<typeof Given> {
  try {
    return Given.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s*\n\s*/g, ' ') : errorText(error)
    throw wrong(`The \`task.json\` of ${name} cannot be read: ${why}.`, 'Correct it.')
  }
}
