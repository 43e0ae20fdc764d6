import { gunzipSync, gzipSync } from 'node:zlib'
import type { CheckOf } from '../../tasks/check/input.ts'
import { LONGEST_CONVERSATION } from '../../tasks/plan/input.ts'
import { isVerification, withoutBulk, type TaskInput } from '../../tasks/tasks.ts'

/** Maximum bytes of a task input. The input `work-order` is an environment variable, for which Linux allows 128 KiB. */
const ORDER_LIMIT = 120_000

/**
 * Maximum UTF-16 characters of the output `work`. GitHub allows one mebibyte of UTF-16, which is 524,288 characters,
 * for all outputs of a job (github/docs#36846).
 */
const OUTPUT_LIMIT = 500_000

/**
 * The most complete form of a task input that fits: whole, with a compressed conversation or compressed patches,
 * without images, or without both (then the planner reads the repository again). Undefined if none fits.
 */
export function withinLimit(input: TaskInput): TaskInput | undefined {
  const blind = withoutImages(input)
  return [input, packed(input), packed(blind), withoutBulk(input)].find(
    (one) => Buffer.byteLength(JSON.stringify(one, undefined, 2)) <= ORDER_LIMIT,
  )
}

const PACKED = 'gzip:'

function packed(input: TaskInput): TaskInput {
  if (isVerification(input)) return withPatches(input, (patch) => zipped(Buffer.from(patch, 'base64')))
  return input.kind === 'plan' && input.of === 'revision' && input.conversation !== undefined
    ? { ...input, conversation: zipped(Buffer.from(input.conversation)) }
    : input
}

/** Decompresses the conversation and the patches of a task input. A damaged conversation is dropped. */
export function unpacked(input: TaskInput): TaskInput {
  if (isVerification(input)) return withPatches(input, (patch) => unzipped(patch)?.toString('base64') ?? patch)
  return input.kind === 'plan' && input.of === 'revision' && input.conversation?.startsWith(PACKED)
    ? { ...input, conversation: unzipped(input.conversation)?.toString() }
    : input
}

const withPatches = (input: CheckOf<'changes'>, change: (patch: string) => string): TaskInput => ({
  ...input,
  changes: input.changes.map(({ subtask, result }) => ({
    subtask,
    result: { ...result, patch: change(result.patch) },
  })),
})

const zipped = (bytes: Uint8Array): string => PACKED + gzipSync(bytes).toString('base64')

/** Undefined for text that is not compressed, or damaged. */
function unzipped(text: string): Buffer | undefined {
  if (!text.startsWith(PACKED)) return undefined
  try {
    return gunzipSync(Buffer.from(text.slice(PACKED.length), 'base64'), { maxOutputLength: LONGEST_CONVERSATION })
  } catch {
    return undefined
  }
}

function withoutImages(input: TaskInput): TaskInput {
  if (!('topic' in input)) return input
  const topic = { ...input.topic, images: undefined }
  return input.kind === 'plan' && input.of === 'revision' ? { ...input, topic, images: undefined } : { ...input, topic }
}

/** The output `work` as JSON: the first of the choices that fits. */
export const outputOf = (choices: readonly (readonly TaskInput[])[], redact: (text: string) => string): string =>
  choices.map((orders) => redact(JSON.stringify(orders))).find((text) => text.length <= OUTPUT_LIMIT) ?? '[]'
