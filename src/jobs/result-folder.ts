import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorText } from '../errors.ts'
import { WorkOrder, WorkResult } from '../work/order.ts'
import { Attempt } from '../plan/evidence.ts'

/** What came of an order: attempts that failed before, and how it ended. */
const Ending = z.object({ attempts: z.array(Attempt).max(100), result: WorkResult })

/** The result of a work job: the order as the job got it, and what came of it. */
export type Result = z.infer<typeof Ending> & { order: WorkOrder }

/** A folder that holds a result, or why it holds none. */
export type FoundResult = { kind: 'result'; result: Result } | { kind: 'damaged'; folder: string; why: string }

const ORDER = 'order.json'
const RESULT = 'result.json'

/** The largest file of a result, in bytes: a patch may hold binary files. */
const LIMIT = 64 << 20

/** Writes a result for the job that publishes: `order.json` and `result.json`. */
export async function writeResult(folder: string, { order, ...ending }: Result): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, ORDER), JSON.stringify(order, undefined, 2))
  await writeFile(join(folder, RESULT), JSON.stringify(ending, undefined, 2))
}

/**
 * Reads all results below a folder, at most two folders deep, in the order of their names. The files come from jobs
 * that ran a model's commands: links are not followed, and every file is checked against its schema.
 */
export async function readResults(folder: string, depth = 2): Promise<FoundResult[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === ORDER)) return [await readOne(folder)]
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  if (depth === 0) return []
  const found: FoundResult[] = []
  for (const name of folders.toSorted()) found.push(...(await readResults(join(folder, name), depth - 1)))
  return found
}

async function readOne(folder: string): Promise<FoundResult> {
  try {
    const order = WorkOrder.parse(await readJson(join(folder, ORDER)))
    return { kind: 'result', result: { order, ...Ending.parse(await readJson(join(folder, RESULT))) } }
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : errorText(error)
    return { kind: 'damaged', folder, why: why ?? 'it cannot be read' }
  }
}

async function readJson(path: string): Promise<unknown> {
  const stats = await lstat(path)
  if (!stats.isFile() || stats.size > LIMIT) throw new Error(`${path} is no file of at most ${LIMIT >> 20} MiB`)
  return JSON.parse(await readFile(path, 'utf8'))
}
