import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transcriptIn } from '../../../src/agent/context/transcript.ts'
import type { AgentEvent } from '../../../src/model/model.ts'
import { temporaryDirectory } from '../../places.ts'

const request = (turn: number, texts: string[], since: number): AgentEvent => ({
  kind: 'request',
  turn,
  system: 'You plan.',
  tools: [{ name: 'read_file', description: 'Reads.', parameters: {} }],
  messages: texts.map((text) => ({ kind: 'user', text })),
  since,
})

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a transcript holds the whole conversation, with each message and tool list written only once', () => {
  const folder = join(temporaryDirectory(), 'new', 'folder')
  const record = transcriptIn(folder, (text) => text)('12-draft-7')
  record(request(1, ['one'], 0))
  record(request(2, ['one', 'two', 'three'], 1))
  record({ kind: 'end', turn: 2, how: 'finished', text: '' })
  const lines = linesOf(join(folder, '12-draft-7.jsonl'))
  expect(lines.map(({ at: _, ...line }) => line)).toEqual([
    {
      kind: 'request',
      turn: 1,
      since: 0,
      system: 'You plan.',
      tools: [{ name: 'read_file', description: 'Reads.', parameters: {} }],
      messages: [{ kind: 'user', text: 'one' }],
    },
    {
      kind: 'request',
      turn: 2,
      since: 1,
      messages: [
        { kind: 'user', text: 'two' },
        { kind: 'user', text: 'three' },
      ],
    },
    { kind: 'end', turn: 2, how: 'finished', text: '' },
  ])
  expect(lines.every(({ at }) => typeof at === 'string' && !Number.isNaN(Date.parse(at)))).toBe(true)
})

test('each agent’s transcript is its own file, without secrets', () => {
  const folder = temporaryDirectory()
  const record = transcriptIn(folder, (text) => text.replaceAll('hunter2', '[redacted]'))
  record('a')(request(1, ['the key is hunter2'], 0))
  record('b')({ kind: 'end', turn: 1, how: 'gave-up', text: 'hunter2' })
  const texts = ['a', 'b'].map((name) => readFileSync(join(folder, `${name}.jsonl`), 'utf8'))
  expect(texts[0]).toContain('the key is [redacted]')
  expect(texts.join('')).not.toContain('hunter2')
})
