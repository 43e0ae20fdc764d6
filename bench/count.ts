import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'

const Request = z.object({
  tools: z.array(z.object({ function: z.object({}).loose() })),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).optional(),
    }),
  ),
})

/** The tokens (o200k) of a Chat Completions request: what is the same in every one of an agent, and its conversation. */
export type Tokens = { system: number; tools: number; conversation: number }

/**
 * Counts the texts and the JSON of tools and calls; an endpoint adds a few tokens for the shape of each message. The
 * random part of the marks around untrusted text is counted as if it were always the same.
 */
export function tokensOf(body: string): Tokens {
  const { tools, messages } = Request.parse(JSON.parse(body.replace(/data-[0-9a-f]{12}/g, 'data-0123456789ab')))
  const textOf = (wanted: (role: string) => boolean): string =>
    messages
      .filter(({ role }) => wanted(role))
      .map(({ content, tool_calls }) => (content ?? '') + (tool_calls ? JSON.stringify(tool_calls) : ''))
      .join('\n')
  return {
    system: countTokens(textOf((role) => role === 'system')),
    tools: countTokens(JSON.stringify(tools.map((tool) => tool.function))),
    conversation: countTokens(textOf((role) => role !== 'system')),
  }
}
