import { expect, test } from 'vitest'
import { examine } from '../../../src/tasks/doctor/run.ts'
import { UserError } from '../../../src/lib/errors.ts'
import { calls, openContext, says } from '../../agent-context.ts'

test('`/doctor` tries the sandbox and both models once, and rejects a model that calls no tool', async () => {
  const { ctx } = await openContext({ 'a.txt': 'x' }, [])
  const asked: string[] = []
  const model = async (request: { tools: readonly { name: string }[] }) => {
    asked.push(request.tools.map(({ name }) => name).join())
    return calls(['report', { outcome: 'ready' }])
  }
  const result = await examine({ ...ctx, model, planner: async () => says('Hello.') })
  expect(asked).toEqual(['report'])
  expect(result).toMatchObject({ kind: 'answered', usage: { input: 200, cached: 80, output: 20 }, turns: 2 })
  expect(result.text.split('\n')).toEqual([
    '- ✅ **Sandbox:** `none` ran a command.',
    '- ✅ **Model for subtasks:** answered, and called a tool (100 tokens in, 10 out).',
    '- ❌ **Model for plans:** It answered, but did not call the tool that it was asked to call. Set the input `planner-model` to a model that calls tools.',
  ])
})

test('`/doctor` lists each fixable problem on a line, and still reports the rest', async () => {
  const { ctx } = await openContext({ 'a.txt': 'x' }, [])
  const model = async () => Promise.reject(new UserError('key', 'The key is wrong.', 'Set the secret.'))
  const sandbox = async () => Promise.reject(new UserError('no-sandbox', 'There is none.', 'Install it.'))
  const { text } = await examine({
    ...ctx,
    sandbox,
    model,
    planner: async () => calls(['report', { outcome: 'ready' }]),
  })
  expect(text).toContain('- ❌ **Sandbox:** There is none. Install it.\n')
  expect(text).toContain('- ❌ **Model for subtasks:** The key is wrong. Set the secret.\n')
  expect(text).toContain('- ✅ **Model for plans:**')
})

test('after a token exchange `/doctor` shows the subject that the provider sees', async () => {
  const { ctx } = await openContext({ 'a.txt': 'x' }, [calls(['report', { outcome: 'ready' }])])
  const { text } = await examine({ ...ctx, subject: () => 'repo:octo/demo:ref:refs/heads/main' })
  expect(text.split('\n').at(-1)).toBe(
    '- ✅ **Token exchange:** the provider knows this job as `repo:octo/demo:ref:refs/heads/main`.',
  )
  expect((await examine({ ...ctx, subject: () => undefined })).text).not.toContain('exchange')
})

test('an outage of the model ends `/doctor` with an error', async () => {
  const { ctx } = await openContext({ 'a.txt': 'x' }, [])
  const model = async () => Promise.reject(new Error('connection lost'))
  await expect(examine({ ...ctx, model })).rejects.toThrow('connection lost')
})
