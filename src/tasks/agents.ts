import type { CommonInput, Unfinished } from './fields.ts'
import { z } from 'zod'
import { noUsage, type Usage } from '../plan/usage.ts'
import type { Message } from '../model/model.ts'
import { runAgent, type AgentEnd, type AgentOptions } from '../agent/run-agent.ts'
import { defineFinish, type Tool } from '../agent/tool.ts'
import { folderRules, withFolderRules } from '../agent/context/folder-rules.ts'
import { stripHiddenAndNote } from '../agent/context/untrusted.ts'
import { externalStop, readingToolContext, type AgentContext } from '../agent/context/agent-context.ts'
import { readingTools } from '../agent/tools/reading.ts'
import { UserError, errorText } from '../lib/errors.ts'

/** Options of a task's agent. What they leave out follows from the task's input and its context. */
type TaskAgentOptions<T> = Pick<AgentOptions<T>, 'system' | 'messages' | 'finish' | 'cacheKey'> &
  Partial<Omit<AgentOptions<T>, 'limits'>> & { limits?: Partial<AgentOptions<T>['limits']> }

/** Runs an agent for a task: with the planner's model, the context's limits and signal, and its own transcript. */
export const runTaskAgent = <T>(
  input: CommonInput,
  ctx: AgentContext,
  options: TaskAgentOptions<T> & { tools: readonly Tool[] },
): Promise<AgentEnd<T>> =>
  runAgent({
    model: ctx.planner,
    signal: ctx.signal,
    beforeTurn: ctx.beforeTurn,
    onEvent: ctx.transcript(input.id),
    ...options,
    limits: { turns: ctx.settings.maxTurns, allowance: input.allowance, ...options.limits },
  })

/** Runs an agent that can only read: it has the reading tools, unless it is given others. */
export const readingAgent = async <T>(
  input: CommonInput,
  ctx: AgentContext,
  options: TaskAgentOptions<T>,
): Promise<AgentEnd<T>> =>
  runTaskAgent(input, ctx, { ...options, tools: options.tools ?? (await readingToolsFor(input, ctx)) })

const MAX_REASON = 1_000

/** Runs an agent whose result is optional: an error becomes the reason of its silence, and its usage counts. */
export async function optionalAgent<T>(input: CommonInput, ctx: AgentContext, options: TaskAgentOptions<T>) {
  let spent = { usage: noUsage, turns: 0 }
  const onUsage = (usage: Usage): void => void (spent = { usage, turns: spent.turns + 1 })
  try {
    return await readingAgent(input, ctx, { ...options, onUsage })
  } catch (error) {
    const why = error instanceof UserError ? error.message : errorText(error)
    return { kind: 'silent' as const, reason: ctx.redact(why).slice(0, MAX_REASON), ...spent }
  }
}

type UsageAndTurns = { usage: Usage; turns: number }

/** The usage and turns of an agent, which every result reports. */
export const usageAndTurns = ({ usage, turns }: UsageAndTurns): UsageAndTurns => ({ usage, turns })

/** The result of an agent that did not finish: stopped from outside, or failed with its own reason or `fallbackReason`. */
export function unfinished(
  end: Extract<AgentEnd<unknown>, { kind: 'stopped' }>,
  { signal }: AgentContext,
  fallbackReason: string,
): Unfinished {
  const why = externalStop(end.why, signal)
  if (why) return { kind: 'stopped', why, waitedFor: end.waitedFor, ...usageAndTurns(end) }
  return { kind: 'failed', reason: end.text || `${fallbackReason} (${end.why}).`, checks: [], ...usageAndTurns(end) }
}

/** The reading tools and `more`, with folder instructions except those that `messages` already contains. */
export const readingToolsFor = async (
  input: CommonInput,
  ctx: AgentContext,
  { messages = [], more = [] }: { messages?: readonly Message[]; more?: readonly Tool[] } = {},
): Promise<Tool[]> => {
  const rules = folderRules(input, { repo: ctx.repo, messages })
  const reading = withFolderRules(readingTools(await readingToolContext(ctx)), rules)
  return redactingTools([...reading, ...more].map(afterCheckout(ctx)), ctx.redact)
}

/** A tool that waits until the files of the worktree may be read and changed. */
export const afterCheckout =
  ({ checkedOut }: Pick<AgentContext, 'checkedOut'>) =>
  (tool: Tool): Tool => ({
    ...tool,
    call: async (raw, signal) => {
      await checkedOut
      return tool.call(raw, signal)
    },
  })

/** Wraps tools so that their results are redacted and hold no hidden characters. */
export const redactingTools = (tools: readonly Tool[], redact: (text: string) => string): Tool[] =>
  tools.map((tool) => ({
    ...tool,
    call: async (raw, signal) => stripHiddenAndNote(redact(await tool.call(raw, signal))),
  }))

/** The first message of a conversation: the prompt with secrets redacted, and its images. */
export const firstMessage = ({ redact }: AgentContext, text: string, images: readonly string[] = []): Message[] => [
  { kind: 'user', text: redact(text), ...(images.length > 0 ? { images: [...images] } : {}) },
]

/** The finishing tool of sub-agents and reviewers. Its value is the outcome as text. */
export const reportTool = defineFinish({
  name: 'report',
  description: 'Ends the task with what came of it.',
  input: z.object({ outcome: z.string().min(1) }),
  check: ({ outcome }) => ({ kind: 'ok', value: outcome }),
})
