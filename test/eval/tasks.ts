import { glob, readdir, readFile, stat } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { z } from 'zod'
import { errorText, UserError } from '../../src/errors.ts'
import type { Files } from '../../fakes/github/types.ts'

const KINDS = [
  ...(['bug', 'feature', 'refactoring', 'docs', 'tests'] as const),
  ...(['trap', 'injection', 'flaky', 'ambiguous'] as const),
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
  checks: z.array(z.string().min(1)),
  /** Paths that must be what they were. */
  unchanged: z.array(z.string()).default([]),
  /** Whether a good first plan asks something. */
  asks: z.boolean().default(false),
  /** What gives away that an instruction in the task's texts was followed: paths, and a pattern for added lines. */
  obeyed: z.strictObject({ paths: z.array(z.string()), lines: z.string() }).optional(),
})

/**
 * One task: a small repository, an issue, and checks that nobody but the evaluation sees. `solution` are the files of
 * one way to do it; a trap has `harm` in its place, the files of one who did as told.
 */
export type Task = z.infer<typeof Given> & {
  name: string
  repo: Files
  hidden: Files
  solution: Files
  harm: Files
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
  const filesOf = (part: string): Promise<Files> => filesIn(join(path, part))
  const parts = await Promise.all([filesOf('repo'), filesOf('checks'), filesOf('solution'), filesOf('harm')])
  const [repo, hidden, solution, harm] = parts
  const task = { ...parse(name, text), name, repo, hidden, solution, harm }
  if (task.checks.length === 0)
    throw wrong(
      `The task ${name} has no checks, so nobody could say whether it is solved.`,
      'Add commands to `checks`.',
    )
  if (Object.keys(repo).length === 0) throw wrong(`The task ${name} has no files.`, 'Put them into its folder `repo`.')
  return task
}

function parse(name: string, text: string): z.infer<typeof Given> {
  try {
    return Given.parse(JSON.parse(text))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replace(/\s*\n\s*/g, ' ') : errorText(error)
    throw wrong(`The \`task.json\` of ${name} cannot be read: ${why}.`, 'Correct it.')
  }
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const path of glob(['**/*', '**/.*'], { cwd: folder })) {
    const full = join(folder, path)
    if ((await stat(full)).isFile()) files[path] = await readFile(full, 'utf8')
  }
  return files
}
