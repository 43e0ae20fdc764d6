import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../../guard/json.ts'
import { renderPlan } from '../../plan/markdown.ts'
import type { Plan } from '../../plan/plan.ts'
import { Message } from '../../model/model.ts'

/** A stored planning conversation. `call` still needs a result, `plan` is a digest, `asked` what it began with. */
const Conversation = z.object({
  format: z.literal(1),
  messages: z.array(Message),
  call: z.string(),
  plan: z.string().optional(),
  asked: z.string().max(4_000).optional(),
})
type RenderedConversation = Pick<z.infer<typeof Conversation>, 'messages' | 'call' | 'asked'> & { plan: Plan }

/** The conversation as text to store. Images are stored as digests only, because GitHub already holds them. */
export const renderConversation = ({ messages, call, plan, asked }: RenderedConversation): string =>
  JSON.stringify({
    format: 1,
    messages: messages.map((message) => mapImages(message, digestOf)),
    call,
    plan: digestOf(renderPlan(plan)),
    asked,
  })

/**
 * Parses a stored conversation, with its images from these data URLs. `endsWithPlan` says whether it made this plan, which
 * people or an executing agent may have changed since. Undefined if the conversation cannot be continued.
 */
export function readConversation(
  text: string | undefined,
  { images = [], plan }: { images?: readonly string[]; plan?: Plan } = {},
) {
  const { success, data } = Conversation.safeParse(text && jsonIn(text))
  const last = data?.messages.findLast((message) => message.kind === 'assistant')
  if (!success || !last?.calls.some(({ id, name }) => id === data.call && name === 'create_plan')) return undefined
  const imageOfDigest = new Map(images.map((image) => [digestOf(image), image]))
  return {
    ...data,
    messages: data.messages.map((message) => mapImages(message, (digest) => imageOfDigest.get(digest))),
    endsWithPlan: plan !== undefined && data.plan === digestOf(renderPlan(plan)),
  }
}

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

function mapImages(message: Message, change: (image: string) => string | undefined): Message {
  if (message.kind !== 'user' || !message.images) return message
  return { ...message, images: message.images.map(change).filter((image) => image !== undefined) }
}
