import { gunzipSync, gzipSync } from 'node:zlib'
import { withoutBulk, type WorkOrder } from '../work/order.ts'

/** Bytes that an order may have: the input `work-order` is one variable of the environment, for which Linux takes 128 KiB. */
const ORDER_LIMIT = 120_000

/** Characters that the output `work` may have: GitHub takes one mebibyte for all outputs of a job. */
const OUTPUT_LIMIT = 700_000

/**
 * An order as it can be handed over: whole; with its conversation packed; without images; without either (then the planner
 * reads the repository anew). Undefined when it is too long even so.
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

/** Undoes what was done to an order to hand it over. */
export const unpacked = (order: WorkOrder): WorkOrder =>
  order.kind === 'revise' && order.conversation?.startsWith(PACKED)
    ? { ...order, conversation: unzipped(order.conversation.slice(PACKED.length)) }
    : order

/** A conversation that cannot be read is none, as where it is kept. */
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

/** What is handed over, as JSON: the first of the choices that fits an output. */
export const outputOf = (choices: readonly (readonly WorkOrder[])[], redact: (text: string) => string): string =>
  choices.map((orders) => redact(JSON.stringify(orders))).find((text) => text.length <= OUTPUT_LIMIT) ?? '[]'
