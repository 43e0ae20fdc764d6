import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Message } from './agent/model.ts'

/** A conversation as it is kept in the repository: what was said, and the call of `create_plan` that waits for its result. */
const Conversation = z.object({ format: z.literal(1), messages: z.array(Message), call: z.string() })
export type Conversation = z.infer<typeof Conversation>

/** The text to keep. Of images, which GitHub keeps already, it holds the digests alone. */
export const renderConversation = ({ messages, call }: Omit<Conversation, 'format'>): string =>
  JSON.stringify({ format: 1, messages: messages.map((message) => withImages(message, digestOf)), call })

/**
 * Reads a kept conversation, with those of its images that are among the given ones. Undefined for what is missing,
 * damaged, or no conversation that can be continued.
 */
export function readConversation(text: string | undefined, images: readonly string[]): Conversation | undefined {
  if (text === undefined) return undefined
  try {
    const { success, data } = Conversation.safeParse(JSON.parse(text))
    const last = data?.messages.findLast((message) => message.kind === 'assistant')
    if (!success || !last?.calls.some(({ id, name }) => id === data.call && name === 'create_plan')) return undefined
    const known = new Map(images.map((image) => [digestOf(image), image]))
    return { ...data, messages: data.messages.map((message) => withImages(message, (digest) => known.get(digest))) }
  } catch {
    return undefined
  }
}

const digestOf = (image: string): string => `sha256:${createHash('sha256').update(image).digest('hex')}`

function withImages(message: Message, change: (image: string) => string | undefined): Message {
  if (message.kind !== 'user' || !message.images) return message
  return { ...message, images: message.images.map(change).filter((image) => image !== undefined) }
}
