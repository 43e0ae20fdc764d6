import type { Message, ModelReply, ToolCall, ToolDeclaration } from './model.ts'

/**
 * What happens in an agent's run, in order: enough for a full transcript. `turn` counts requests from 1.
 * Of a request's messages those before `since` were already in the request before it, unchanged.
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
