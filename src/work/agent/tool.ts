import { z } from 'zod'
import type { ToolDeclaration } from './model.ts'

/**
 * A tool is data: what the model is told, and what is done. `reading` tools change nothing, so several calls of them
 * in one turn run at the same time.
 */
export type Tool = {
  declaration: ToolDeclaration
  reading: boolean
  /**
   * Parses the raw argument text, runs, and gives the text for the model. Throws `ToolError` for the model's own
   * mistakes and `GaveUp` to end the agent; anything else thrown is an outage or a bug.
   */
  call: (rawArguments: string, signal: AbortSignal) => Promise<string>
}

/** What a finishing tool says of the arguments that it got: the agent's result, or text for the model, which goes on. */
export type FinishVerdict<T> = { kind: 'ok'; value: T } | { kind: 'no'; text: string }

/** The tool that an agent ends by calling. Its arguments are the result once they fit and the check has passed. */
export type Finish<T> = {
  declaration: ToolDeclaration
  /** Parses the raw argument text and checks it. Throws `ToolError` when it does not fit. */
  call: (rawArguments: string, signal: AbortSignal) => Promise<FinishVerdict<T>>
}

/** The model's mistake (arguments, paths, text not found): its message goes back to the model as the tool's result. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** Thrown by a tool whose call ends the agent without its finishing tool; the message is the model's reason. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/**
 * A tool from its name, one-sentence description, zod schema and function. `declared` is what the model is told of the
 * arguments where the whole schema would cost more, request after request, than telling what is missing now and then.
 */
export function defineTool<Schema extends z.ZodObject>(spec: {
  name: string
  description: string
  input: Schema
  declared?: z.ZodObject
  reading?: boolean
  run: (input: z.infer<Schema>, signal: AbortSignal) => Promise<string> | string
}): Tool {
  const parameters = parametersOf(spec.declared ?? spec.input)
  return {
    declaration: { name: spec.name, description: spec.description, parameters },
    reading: spec.reading ?? false,
    call: async (raw, signal) => spec.run(parseArguments(spec.input, raw), signal),
  }
}

/** A finishing tool from its name, one-sentence description, zod schema and check. */
export function defineFinish<Schema extends z.ZodObject, T>(spec: {
  name: string
  description: string
  input: Schema
  check: (input: z.infer<Schema>, signal: AbortSignal) => Promise<FinishVerdict<T>> | FinishVerdict<T>
}): Finish<T> {
  return {
    declaration: { name: spec.name, description: spec.description, parameters: parametersOf(spec.input) },
    call: async (raw, signal) => spec.check(parseArguments(spec.input, raw), signal),
  }
}

/** The JSON schema that is sent: only what constrains, since every byte of it is paid for in every request. */
export function parametersOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Bounds are checked when the call comes, and told to the few that miss them.
    override: ({ jsonSchema, path }) => {
      for (const bound of BOUNDS) delete jsonSchema[bound]
      // An inner object without properties is one whose fields its description names.
      if (path.length > 0 && jsonSchema.properties && Object.keys(jsonSchema.properties).length === 0)
        delete jsonSchema.properties
    },
  })
  return rest
}

const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const

const MAX_REASONS = 20

/** Arguments as text → a value that fits. Throws `ToolError` naming each field and what is expected of it. */
export function parseArguments<Schema extends z.ZodObject>(schema: Schema, raw: string): z.infer<Schema> {
  const result = schema.safeParse(parseJson(raw))
  if (result.success) return result.data
  const reasons = result.error.issues
    .slice(0, MAX_REASONS)
    .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
  throw new ToolError(`The arguments do not fit. ${reasons.join('; ')}`)
}

/** No tool takes null, but many models write it for an optional argument that they leave out. */
const withoutNulls = (_key: string, value: unknown): unknown => (value === null ? undefined : value)

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw.trim() || '{}', withoutNulls)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new ToolError(`The arguments are not valid JSON (${reason}). Send the call again.`)
  }
}
