import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineFinish, defineTool, ToolError } from '../../src/agent/tool.ts'

const signal = new AbortController().signal
const lines = z.object({ path: z.string(), start: z.number().int().optional(), kind: z.enum(['a', 'b']).optional() })
const tool = defineTool({ name: 'read', description: 'Reads.', input: lines, run: (input) => JSON.stringify(input) })

test('A tool declares the schema of its arguments and nothing that does not constrain them.', () => {
  expect(tool.declaration).toEqual({
    name: 'read',
    description: 'Reads.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, start: { type: 'integer' }, kind: { type: 'string', enum: ['a', 'b'] } },
      required: ['path'],
    },
  })
})

test.each([
  ['fitting arguments', '{"path":"x","start":3}', '{"path":"x","start":3}'],
  ['null for what is left out', '{"path":"x","start":null}', '{"path":"x"}'],
  ['arguments that nobody knows', '{"path":"x","colour":"red"}', '{"path":"x"}'],
])('A tool runs with %s.', async (_, raw, ran) => {
  expect(await tool.call(raw, signal)).toBe(ran)
})

test.each([
  ['malformed JSON', '{"path": "x', 'not valid JSON'],
  ['a missing argument', '', 'path: '],
  ['a wrong type', '{"path":"x","start":"3"}', 'start: '],
  ['a value that is not offered', '{"path":"x","kind":"c"}', 'kind: '],
  ['no object', '[]', 'arguments: '],
])('A tool answers %s with what is wrong.', async (_, raw, said) => {
  const error = await tool.call(raw, signal).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ToolError)
  expect(String(error)).toContain(said)
})

test('A finishing tool checks arguments that fit.', async () => {
  const finish = defineFinish({
    name: 'done',
    description: 'Ends.',
    input: z.object({ outcome: z.string() }),
    check: ({ outcome }) => (outcome ? { kind: 'ok', value: outcome.length } : { kind: 'no', text: 'Say more.' }),
  })
  expect(await finish.call('{"outcome":"fine"}', signal)).toEqual({ kind: 'ok', value: 4 })
  expect(await finish.call('{"outcome":""}', signal)).toEqual({ kind: 'no', text: 'Say more.' })
  await expect(finish.call('{}', signal)).rejects.toThrow(ToolError)
})
