import type { Message, ModelReply, ToolCall, ToolDeclaration } from './model.ts'

/**
 * The events of an agent's run, in order. They suffice for a full transcript. `turn` counts requests from 1. The
 * messages before index `since` are the same as in the request before.
 */
export type AgentEvent =
  | {
      kind: 'request'
      turn: number
      system: string
      tools: readonly ToolDeclaration[]
      messages: readonly Message[]
      since: number
    }
  | ({ kind: 'reply'; turn: number; milliseconds: number } & ModelReply)
  | { kind: 'tool'; turn: number; call: ToolCall; text: string; failed: boolean; milliseconds: number }
  | { kind: 'compacted'; turn: number; before: number; after: number }
  | { kind: 'end'; turn: number; how: string; text: string }
