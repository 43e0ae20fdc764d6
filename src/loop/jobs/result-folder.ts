import { statSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorText, valueOr } from '../../lib/errors.ts'
import { TaskInput, TaskResult, type Result, withoutBulk, type InputOf, isInput } from '../../tasks/tasks.ts'
import { Attempt } from '../../plan/plan.ts'
import { parseShallow } from '../../guard/json.ts'
import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_CONVERSATION } from '../../tasks/plan/input.ts'

/** A text for a comment, cut to 4,000 characters. */
const Words = z.string().transform((text) => text.slice(0, 4_000))

/** The fields of a `UserError` that kept a job from carrying out its task input. */
const Unable = z.object({
  problem: z.object({ code: z.string().regex(/^[a-z-]{1,40}$/), message: Words, remedy: Words }),
})
type Unable = z.infer<typeof Unable> & { input: TaskInput }

const Ending = z.object({ attempts: z.array(Attempt).max(100), result: TaskResult })

/** What the jobs left: results, problems that kept a job from its task input, and folders that cannot be read. */
type FoundResults = { results: Result[]; unable: Unable[]; damaged: { folder: string; why: string }[] }

const ORDER = 'order.json'
const RESULT = 'result.json'

/** Maximum bytes of the files of a result: an input may contain a conversation, and a patch binary files. */
const LIMITS = { [ORDER]: 16 << 20, [RESULT]: 64 << 20 }

/** Maximum bytes of all results together, because they are in memory at the same time. */
const TOTAL_LIMIT = 256 << 20

/** GitHub's maximum number of jobs in a matrix; each leaves one result. */
const MOST_RESULTS = 256

export async function writeResult(folder: string, { input, ...ending }: Result | Unable): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, ORDER), JSON.stringify(input, undefined, 2))
  await writeFile(join(folder, RESULT), JSON.stringify(ending, undefined, 2))
}

/**
 * Reads all results below a folder, at most two levels deep, sorted by name. The files are hostile: links are not
 * followed, schemas are checked, and a result counts only for the input that its folder is named after. Without a
 * folder there are none: nothing needed the model.
 */
export async function readResults(folder: string | undefined): Promise<FoundResults> {
  const found: FoundResults = { results: [], unable: [], damaged: [] }
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })) return found
  const remaining = { bytes: TOTAL_LIMIT }
  const folders = await resultFolders(folder)
  for (const [i, names] of folders.slice(0, MOST_RESULTS + 1).entries()) {
    const path = join(folder, ...names)
    try {
      if (i === MOST_RESULTS) throw new Error(`there are more than ${MOST_RESULTS} results`)
      const { input, read } = await readOne(path, names, remaining)
      const unable = Unable.safeParse(read)
      if (unable.success) found.unable.push({ input, ...unable.data })
      else found.results.push({ input, ...Ending.parse(read) })
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error).split('\n')[0] : errorText(error)
      found.damaged.push({ folder: path, why: why ?? 'it cannot be read' })
    }
  }
  return found
}

async function resultFolders(top: string, names: readonly string[] = []): Promise<string[][]> {
  const entries = await readdir(join(top, ...names), { withFileTypes: true })
  if (entries.some(({ name }) => name === ORDER)) return [[...names]]
  if (names.length === 2) return []
  const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const found: string[][] = []
  for (const name of inside.toSorted()) {
    if (found.length > MOST_RESULTS) break
    found.push(...(await resultFolders(top, [...names, name])))
  }
  return found
}

async function readOne(folder: string, names: readonly string[], remaining: { bytes: number }) {
  const input = TaskInput.parse(await readJson(folder, ORDER, remaining))
  const other = names.find((name) => name !== input.id && !name.endsWith(`-${input.id}`))
  if (other !== undefined) throw new Error(`"${other}" is not named after ${input.id}`)
  return { input, read: await readJson(folder, RESULT, remaining) }
}

async function readJson(folder: string, name: keyof typeof LIMITS, remaining: { bytes: number }): Promise<unknown> {
  const path = join(folder, name)
  const stats = await lstat(path)
  const limit = LIMITS[name]
  if (!stats.isFile() || stats.size > limit) throw new Error(`${path} is no file of at most ${limit >> 20} MiB`)
  remaining.bytes -= stats.size
  if (remaining.bytes < 0) throw new Error(`all results together have more than ${TOTAL_LIMIT >> 20} MiB`)
  return parseShallow(await readFile(path, 'utf8'))
}

/** Maximum bytes of a task input. The input `work-order` is an environment variable, for which Linux allows 128 KiB. */
const ORDER_LIMIT = 120_000

/** Maximum UTF-16 characters of the output `work`. GitHub allows 524,288 for all outputs of a job (github/docs#36846). */
const OUTPUT_LIMIT = 500_000

/** The most complete form that fits: whole, compressed, without images, or without the conversation. Else undefined. */
export function withinLimit(input: TaskInput): TaskInput | undefined {
  const imageless = withoutImages(input)
  return [input, packed(input), packed(imageless), withoutBulk(input)].find(
    (one) => Buffer.byteLength(JSON.stringify(one, undefined, 2)) <= ORDER_LIMIT,
  )
}

const PACKED = 'gzip:'

function packed(input: TaskInput): TaskInput {
  if (isInput(input, 'changes')) return withPatches(input, (patch) => zipped(Buffer.from(patch, 'base64')))
  if (!isInput(input, 'revision') || input.conversation === undefined) return input
  return { ...input, conversation: zipped(Buffer.from(input.conversation)) }
}

/** Decompresses the conversation and the patches of a task input. A damaged conversation is dropped. */
export function unpacked(input: TaskInput): TaskInput {
  if (isInput(input, 'changes')) return withPatches(input, (patch) => unzipped(patch)?.toString('base64') ?? patch)
  if (!isInput(input, 'revision') || !input.conversation?.startsWith(PACKED)) return input
  return { ...input, conversation: unzipped(input.conversation)?.toString() }
}

const withPatches = (input: InputOf<'changes'>, change: (patch: string) => string): TaskInput => ({
  ...input,
  changes: input.changes.map((one) => ({ ...one, result: { ...one.result, patch: change(one.result.patch) } })),
})

const zipped = (bytes: Uint8Array): string => PACKED + gzipSync(bytes).toString('base64')

function unzipped(text: string): Buffer | undefined {
  if (!text.startsWith(PACKED)) return undefined
  const bytes = Buffer.from(text.slice(PACKED.length), 'base64')
  return valueOr(() => gunzipSync(bytes, { maxOutputLength: MAX_CONVERSATION }), undefined)
}

function withoutImages(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined }
  return isInput(input, 'revision') ? { ...input, topic, images: undefined } : { ...input, topic }
}

/** The output `work` as JSON: the first task inputs, as many as fit. The others are handed out after these. */
export function outputOf(inputs: readonly TaskInput[], redact: (text: string) => string): string {
  let length = 0
  return redact(JSON.stringify(inputs.filter((input) => (length += JSON.stringify(input).length) <= OUTPUT_LIMIT)))
}
