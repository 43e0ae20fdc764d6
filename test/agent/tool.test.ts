import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineFinish, defineTool, ToolError } from '../../src/agent/tool.ts'

const signal = new AbortController().signal
const lines = z.object({ path: z.string(), start: z.number().int().optional(), kind: z.enum(['a', 'b']).optional() })
const tool = defineTool({ name: 'read', description: 'Reads.', input: lines, run: (input) => JSON.stringify(input) })

test('A tool declares the JSON schema of its arguments, without keywords that constrain nothing.', () => {
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
])('A tool accepts and runs with %s.', async (_, raw, ran) => {
  expect(await tool.call(raw, signal)).toBe(ran)
})

test.each([
  ['arguments', JSON.stringify('{"list":["a"]}'), { list: ['a'] }],
  ['numbers, flags, lists and objects', '{"count":"3","on":"true","list":"[\\"a\\"]","of":"{\\"x\\":\\"1\\"}"}', { count: 3, on: true, list: ['a'], of: { x: 1 } }], // prettier-ignore
  ['an object in a list in an object', JSON.stringify({ deep: JSON.stringify([JSON.stringify({ x: '7' })]) }), { deep: [{ x: 7 }] }], // prettier-ignore
  ['a list of one', '{"list":"src/a.ts"}', { list: ['src/a.ts'] }],
  ['JSON where text is wanted, which stays text', '{"text":"[1]"}', { text: '[1]' }],
])('A tool parses JSON given as text for %s.', async (_, raw, meant) => {
  const x = z.object({ x: z.number() })
  const input = z.object({ count: z.number().int(), on: z.boolean(), list: z.array(z.string()), of: x, deep: z.array(x), text: z.string() }).partial() // prettier-ignore
  const any = defineTool({ name: 'any', description: 'Any.', input, run: (given) => JSON.stringify(given) })
  expect(JSON.parse(await any.call(raw, signal))).toEqual(meant)
})

test('arguments encoded as JSON eight times are rejected', async () => {
  const wrapped = Array.from({ length: 8 }).reduce<string>((text) => JSON.stringify(text), '{"path":"x"}')
  await expect(tool.call(wrapped, signal)).rejects.toThrow('arguments: ')
})

test.each([
  ['malformed JSON', '{"path": "x', 'not valid JSON'],
  ['a missing argument', '', 'path: '],
  ['a wrong type', '{"path":"x","start":"three"}', 'start: '],
  ['a value that is not offered', '{"path":"x","kind":"c"}', 'kind: '],
  ['no object', '[]', 'arguments: '],
])('A tool rejects %s and says what is wrong.', async (_, raw, said) => {
  const error = await tool.call(raw, signal).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ToolError)
  expect(String(error)).toContain(said)
})

test('A finishing tool runs its check on arguments that match its schema, and rejects others.', async () => {
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
