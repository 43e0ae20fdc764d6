import { expect, test } from 'vitest'
import { ask } from '../../../src/tasks/ask/run.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'
import { noUsage, type Usage } from '../../../src/plan/usage.ts'
import { calls, openContext } from '../../agent-context.ts'

const question = (head: string, tokens: number): InputOf<'ask'> => ({
  kind: 'ask',
  id: '12-ask-7',
  number: 12,
  head,
  allowance: { tokens },
  topic: { number: 12, title: 'Limit the rate', body: 'We are flooded.', comments: [] },
  question: 'Why?',
  comment: 7,
})

test('an `/ask` shares its budget with a running subtask, and reports its token usage', async () => {
  const told: Usage[] = []
  const lines = [calls(['list_files']), calls(['list_files', { path: '.' }]), calls(['answer', { text: 'So.' }])]
  const beside = { ...noUsage, input: 890 }
  const { ctx, head } = await openContext({ a: 'a\n' }, lines, {
    spentByOthers: () => beside,
    onUsage: (usage) => void told.push(usage),
  })
  expect(await ask(question(head, 1_000), ctx)).toMatchObject({ kind: 'stopped', why: 'budget', turns: 1 })
  expect(told).toEqual([{ input: 100, cached: 40, output: 10 }])
  expect(await ask(question(head, 2_000), ctx)).toMatchObject({ kind: 'answered', text: 'So.' })
})
