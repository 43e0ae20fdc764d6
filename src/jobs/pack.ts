import { gunzipSync, gzipSync } from 'node:zlib'
import { LONGEST_CONVERSATION, withoutBulk, type OrderOf, type WorkOrder } from '../plan/order/order.ts'

/** Bytes of an order. The input `work-order` is an environment variable, for which Linux takes 128 KiB. */
const ORDER_LIMIT = 120_000

/**
 * Characters of the output `work`, as UTF-16 counts them. GitHub takes one mebibyte of UTF-16, which is 524,288
 * characters, for all outputs of a job (github/docs#36846).
 */
const OUTPUT_LIMIT = 500_000

/**
 * The order in the fullest form that fits: whole, with a packed conversation or packed patches, without images, or
 * without both (then the planner reads the repository anew). Undefined when even that is too long.
 */
export function withinLimit(order: WorkOrder): WorkOrder | undefined {
  const blind = withoutImages(order)
  return [order, packed(order), packed(blind), withoutBulk(order)].find(
    (one) => Buffer.byteLength(JSON.stringify(one, undefined, 2)) <= ORDER_LIMIT,
  )
}

const PACKED = 'gzip:'

function packed(order: WorkOrder): WorkOrder {
  if (order.kind === 'verify') return withPatches(order, (patch) => zipped(Buffer.from(patch, 'base64')))
  return order.kind === 'revise' && order.conversation !== undefined
    ? { ...order, conversation: zipped(Buffer.from(order.conversation)) }
    : order
}

/** The order with its conversation and patches unpacked. A damaged conversation counts as none. */
export function unpacked(order: WorkOrder): WorkOrder {
  if (order.kind === 'verify') return withPatches(order, (patch) => unzipped(patch)?.toString('base64') ?? patch)
  return order.kind === 'revise' && order.conversation?.startsWith(PACKED)
    ? { ...order, conversation: unzipped(order.conversation)?.toString() }
    : order
}

const withPatches = (order: OrderOf<'verify'>, change: (patch: string) => string): WorkOrder => ({
  ...order,
  changes: order.changes.map(({ subtask, result }) => ({
    subtask,
    result: { ...result, patch: change(result.patch) },
  })),
})

const zipped = (bytes: Uint8Array): string => PACKED + gzipSync(bytes).toString('base64')

/** Undefined for what is not packed, and for what is damaged. */
function unzipped(text: string): Buffer | undefined {
  if (!text.startsWith(PACKED)) return undefined
  try {
    return gunzipSync(Buffer.from(text.slice(PACKED.length), 'base64'), { maxOutputLength: LONGEST_CONVERSATION })
  } catch {
    return undefined
  }
}

function withoutImages(order: WorkOrder): WorkOrder {
  const bare = 'topic' in order ? { ...order, topic: { ...order.topic, images: undefined } } : order
  return bare.kind === 'revise' ? { ...bare, images: undefined } : bare
}

/** The output `work` as JSON: the first of the choices that fits. */
export const outputOf = (choices: readonly (readonly WorkOrder[])[], redact: (text: string) => string): string =>
  choices.map((orders) => redact(JSON.stringify(orders))).find((text) => text.length <= OUTPUT_LIMIT) ?? '[]'
