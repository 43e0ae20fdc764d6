import { z } from 'zod'
import type { ToolDeclaration } from '../model/model.ts'
import { jsonIn, parseShallow } from '../guard/json.ts'

/** A tool. `reading` tools change nothing, so their calls in one turn may run in parallel. */
export type Tool = {
  declaration: ToolDeclaration
  reading: boolean
  /** Left out of requests to save tokens; still accepted if a model calls it. */
  undeclared?: boolean
  /** Parses raw arguments and runs the tool. Throws `ToolError` for the model's mistakes, `GaveUp` to end the agent. */
  call: (rawArguments: string, signal: AbortSignal) => Promise<string>
}

/** The verdict of a finishing tool: the agent's result, or a text for the model, which then continues. */
type FinishVerdict<T> = { kind: 'ok'; value: T } | { kind: 'no'; text: string }

/** The tool that ends an agent. Its arguments become the result if they are valid and pass its check. */
export type Finish<T> = {
  declaration: ToolDeclaration
  /** How to decline, for the reminder to a model that answers without a call. */
  decline?: string | undefined
  /** Parses and checks the raw arguments. Throws `ToolError` when they do not match the schema. */
  call: (rawArguments: string, signal: AbortSignal) => Promise<FinishVerdict<T>>
}

/** A mistake of the model, such as wrong arguments or paths. The message becomes the result of the call. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** Thrown by a tool that ends the agent without the finishing tool. The message is the model's reason. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

export const declarationsOf = (tools: readonly Tool[]): ToolDeclaration[] =>
  tools.filter(({ undeclared }) => !undeclared).map(({ declaration }) => declaration)

/** `declared` is a shorter schema for the model, where that saves more tokens than errors cost. */
type Declaring<Schema> = { name: string; description: string; input: Schema; declared?: z.ZodObject }

/** Makes a tool whose arguments are checked against its schema: what does not fit is the model's mistake. */
export const defineTool = <Schema extends z.ZodObject>(
  spec: Declaring<Schema> & {
    reading?: boolean
    run: (input: z.infer<Schema>, signal: AbortSignal) => Promise<string> | string
  },
): Tool => ({
  declaration: declarationOf(spec),
  reading: spec.reading ?? false,
  call: async (raw, signal) => spec.run(parseInput(spec.input, parseJson(raw)), signal),
})

/** Makes the tool with which an agent ends. Its arguments are checked in the same way. */
export const defineFinish = <Schema extends z.ZodObject, T>(
  spec: Declaring<Schema> & {
    decline?: string
    check: (input: z.infer<Schema>, signal: AbortSignal) => Promise<FinishVerdict<T>> | FinishVerdict<T>
  },
): Finish<T> => ({
  declaration: declarationOf(spec),
  decline: spec.decline,
  call: async (raw, signal) => spec.check(parseInput(spec.input, parseJson(raw)), signal),
})

const declarationOf = ({ name, description, input, declared = input }: Declaring<z.ZodObject>): ToolDeclaration => ({
  name,
  description,
  parameters: parametersOf(declared),
})

/** The JSON schema for the model. It is short, because every request pays for it. */
function parametersOf(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Bounds are left out here. The call checks them, and its error message names them.
    override: ({ jsonSchema, path }) => {
      for (const name of Object.keys(jsonSchema)) if (BOUND.test(name)) delete jsonSchema[name]
      // An inner object without properties is described in words, so the empty list goes.
      if (path.length > 0 && jsonSchema.properties && Object.keys(jsonSchema.properties).length === 0)
        delete jsonSchema.properties
    },
  })
  return rest
}

const BOUND = /^(?:exclusive)?m(?:in|ax)/i

const MAX_REASONS = 20

/** Parses a value by a schema. Throws `ToolError` that names each wrong field and what is expected of it. */
export function parseInput<Schema extends z.ZodObject>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = parsedWithRepairs(schema, value)
  if (result.success) return result.data
  const reasons = result.error.issues
    .slice(0, MAX_REASONS)
    .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
  throw new ToolError(`The arguments do not fit. ${reasons.join('; ')}`)
}

/** Rounds of repair: some models send JSON text inside JSON text. */
const MAX_REPAIRS = 4

/** Parses a value. Some models send every list, object and number as text: text that stands for one is taken for it. */
function parsedWithRepairs<Schema extends z.ZodObject>(schema: Schema, value: unknown) {
  const root = { of: structuredClone(value) }
  for (let round = 0; ; round++) {
    const result = schema.safeParse(root.of)
    if (result.success || round === MAX_REPAIRS) return result
    if (!result.error.issues.map((issue) => repair(root, issue)).includes(true)) return result
  }
}

/** Replaces a text by the value of the expected type that it stands for. False where that cannot be. */
function repair(root: { of: unknown }, issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'invalid_type') return false
  const path = ['of', ...issue.path]
  const key = path.pop() ?? 'of'
  const parent = path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), root)
  const text = isRecord(parent) ? parent[key] : undefined
  if (!isRecord(parent) || typeof text !== 'string') return false
  const replacement = valueIn(text, issue.expected)
  if (replacement === undefined) return false
  parent[key] = replacement
  return true
}

const isRecord = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null

/** The value of this type that a text stands for; a text in the place of a list is its one item. */
function valueIn(text: string, expected: string): unknown {
  const value = jsonIn(text)
  if (expected === 'array') return Array.isArray(value) ? value : [text]
  if (expected === 'object') return isRecord(value) && !Array.isArray(value) ? value : undefined
  if (expected === 'int') return typeof value === 'number' ? value : undefined
  return typeof value === expected ? value : undefined
}

/** Drops nulls: no tool accepts null, but many models send it for an optional argument that they leave out. */
const withoutNulls = (_key: string, value: unknown): unknown => (value === null ? undefined : value)

function parseJson(raw: string): unknown {
  try {
    return parseShallow(raw.trim() || '{}', withoutNulls)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new ToolError(`The arguments are not valid JSON (${reason}). Send the call again.`)
  }
}
