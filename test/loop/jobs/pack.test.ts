import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withinLimit, outputOf, unpacked } from '../../../src/loop/jobs/result-folder.ts'
import type { TaskInput } from '../../../src/tasks/tasks.ts'
import { planOf, subtask } from '../../plan/samples.ts'

const topic = { number: 1, title: 'T', body: '', comments: [] }
const shared = { number: 1, head: 'a'.repeat(40), allowance: {} }
const plan = planOf([subtask(1)])
const ask = (id: string, question = 'Why?'): TaskInput => ({ ...shared, kind: 'ask', id, topic, question, comment: 7 })
const revise = (conversation: string, images: string[] = []): TaskInput => ({
  ...shared,
  ...{
    kind: 'plan' as const,
    of: 'revision' as const,
    id: '1-revise-9',
    topic,
    request: '',
    used: [],
    version: 1,
    plan,
    frozen: [],
    images,
  },
  feedback: [{ id: 9, author: 'bob', text: 'blue' }],
  conversation,
})

const verify = (patch: string): TaskInput => ({
  ...shared,
  ...{ kind: 'check' as const, of: 'changes' as const, id: '1-verify-1', plan },
  changes: [
    {
      subtask: 1,
      result: {
        ...{ kind: 'executed', patch, outcome: 'Done.', subject: 'Do it', body: '', checks: [], steps: [] },
        ...{ usage: { input: 0, cached: 0, output: 0 }, turns: 1 },
      },
    },
  ],
})

/** Text that does not compress. */
const noise = (bytes: number): string => randomBytes(bytes).toString('base64')

describe('a task input that is handed over', () => {
  test('a small task input is passed to the other job unchanged', () => {
    expect(withinLimit(revise('short'))).toEqual(revise('short'))
  })

  test('a long conversation in a task input is compressed, and restored by the other job', () => {
    const input = revise('z'.repeat(800_000))
    const small = withinLimit(input)
    expect(JSON.stringify(small, undefined, 2).length).toBeLessThan(120_000)
    expect(small && unpacked(small)).toEqual(input)
  })

  test('long patches in a task input are compressed, and restored by the other job', () => {
    const patch = Buffer.from('diff --git a/a b/a\n'.repeat(20_000)).toString('base64')
    const small = withinLimit(verify(patch))
    expect(JSON.stringify(small, undefined, 2).length).toBeLessThan(120_000)
    expect(small && unpacked(small)).toEqual(verify(patch))
  })

  test('a task input that is still too large loses its images first, then its conversation', () => {
    const image = `data:image/png;base64,${noise(100_000)}`
    expect(withinLimit(revise('short', [image]))).toMatchObject({
      images: undefined,
      conversation: expect.stringMatching(/^gzip:/),
    })
    expect(withinLimit(revise(noise(200_000), [image]))).toMatchObject({ images: undefined, conversation: undefined })
    expect(withinLimit(ask('a', noise(200_000)))).toBeUndefined()
  })

  test('a task input with a corrupt or oversized conversation is unpacked without it', () => {
    expect(unpacked(revise('gzip:AAAA'))).toMatchObject({ conversation: undefined })
    const bomb = withinLimit(revise('z'.repeat(9 << 20)))
    expect(bomb && unpacked(bomb)).toMatchObject({ conversation: undefined })
  })
})

describe('what is handed over', () => {
  const idsIn = (text: string): string[] => (JSON.parse(text) as TaskInput[]).map(({ id }) => id)

  test('the job output gets the first task inputs, as many as fit its size limit', () => {
    const large = ask('b', 'y'.repeat(450_000))
    expect(idsIn(outputOf([ask('a'), large], (text) => text))).toEqual(['a', 'b'])
    expect(idsIn(outputOf([ask('a'), large, ask('c', 'y'.repeat(60_000)), ask('d')], String))).toEqual(['a', 'b'])
  })

  test('task inputs stay within 500,000 characters, because GitHub limits a job’s outputs to 524,288', () => {
    const fits = (characters: number): boolean => outputOf([ask('a', 'y'.repeat(characters))], (text) => text) !== '[]'
    expect([fits(490_000), fits(510_000)]).toEqual([true, false])
  })

  test('secrets are redacted in task inputs', () => {
    expect(outputOf([ask('a')], (text) => text.replaceAll('Why', '***'))).toContain('***?')
  })
})
