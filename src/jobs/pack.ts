import { gunzipSync, gzipSync } from 'node:zlib'
import { withoutBulk, type WorkOrder } from '../work/order.ts'

/** Bytes of an order. The input `work-order` is an environment variable, for which Linux takes 128 KiB. */
const ORDER_LIMIT = 120_000

/**
 * Characters of the output `work`, as UTF-16 counts them. GitHub takes one mebibyte of UTF-16, which is 524,288
 * characters, for all outputs of a job (github/docs#36846).
 */
const OUTPUT_LIMIT = 500_000

/**
 * The order in the fullest form that fits: whole, with a packed conversation, without images, or without both (then the
 * planner reads the repository anew). Undefined when even that is too long.
 */
export function withinLimit(order: WorkOrder): WorkOrder | undefined {
  const blind = withoutImages(order)
  return [order, packed(order), packed(blind), withoutBulk(order)].find(
    (one) => Buffer.byteLength(JSON.stringify(one, undefined, 2)) <= ORDER_LIMIT,
  )
}

const PACKED = 'gzip:'

const packed = (order: WorkOrder): WorkOrder =>
  order.kind === 'revise' && order.conversation !== undefined
    ? { ...order, conversation: PACKED + gzipSync(order.conversation).toString('base64') }
    : order

/** The order with its conversation unpacked. */
export const unpacked = (order: WorkOrder): WorkOrder =>
  order.kind === 'revise' && order.conversation?.startsWith(PACKED)
    ? { ...order, conversation: unzipped(order.conversation.slice(PACKED.length)) }
    : order

/** A damaged conversation counts as none, as it does in the repository. */
function unzipped(text: string): string | undefined {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: 8 << 20 }).toString()
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
