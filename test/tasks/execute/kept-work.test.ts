import { expect, test } from 'vitest'
import { execute } from '../../../src/tasks/execute/run.ts'
import { keptPatchFor, renderKeptWork } from '../../../src/tasks/execute/kept-work.ts'
import { normalizePlan } from '../../../src/plan/normalize.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, executeOrder, openContext } from '../../agent-context.ts'

const first = subtask(1, { files: ['src/two'], verify: ['false'], asked_for: 'two files' })
const second = subtask(2, { asked_for: 'needed for 1' })
/** As the branch has it, with fields in the order of the file. */
const plan = normalizePlan(planOf([first, second], { decisions: ['One store.'] }))
const mended = [{ number: 1, verify: ['test -e src/two'] }]
const write = (content: string) => calls(['write_file', { path: 'src/two', content }])
const propose = (subtasks: object[], more = {}) => calls(['propose_plan_change', { reason: 'Too wide.', subtasks, ...more }]) // prettier-ignore
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])

/** What is left of an attempt that writes this and then proposes that. */
async function proposed(content: string, ...proposal: Parameters<typeof propose>) {
  const { ctx, head } = await openContext({ a: 'a\n' }, [write(content), finish, propose(...proposal)])
  return execute(executeOrder(head, plan), ctx)
}

test('an attempt’s patch is kept for the next attempt if the agent proposes only other checks', async () => {
  const kept = await proposed('2\n', mended)
  const patch = kept.kind === 'proposed' ? (kept.patch ?? '') : ''
  expect(Buffer.from(patch, 'base64').toString()).toContain('+++ b/src/two')
  const { ctx, head, requests } = await openContext({ a: 'a\n' }, [finish])
  const result = await execute(executeOrder(head, planOf([{ ...first, ...mended[0] }]), { patch }), ctx)
  expect(result).toMatchObject({ kind: 'executed', patch, checks: [{ before: 'failed', without: 'failed' }] })
  expect(requests[0]?.messages[0]?.text).toContain('The change of an earlier attempt is in the files already')
})

test.each<[string, string, Parameters<typeof propose>]>([
  ['the text changes, too', '2\n', [[{ ...first, verify: ['true'], description: 'Another.' }]]],
  ['another field of the plan changes, too', '2\n', [mended, { title: 'Another' }]],
  ['it could not be committed', `token: ghp_${'a1B2'.repeat(9)}\n`, [mended]],
])('no patch is kept when %s', async (_, content, proposal) => {
  expect(await proposed(content, ...proposal)).not.toHaveProperty('patch')
})

test('a kept patch that no longer applies is dropped', async () => {
  const kept = await proposed('2\n', mended)
  const { ctx, head, requests } = await openContext({ 'src/two': 'else\n' }, [finish])
  await execute(executeOrder(head, plan, { patch: kept.kind === 'proposed' ? kept.patch : '' }), ctx)
  expect(requests[0]?.messages[0]?.text).not.toContain('earlier attempt')
})

test('a kept patch is used only for its own subtask, and malformed ones are ignored', () => {
  const kept = renderKeptWork({ subtask: first, patch: 'eA==' })
  expect([{ verify: [] }, { files: [] }].map((more) => keptPatchFor({ ...first, ...more }, kept))).toEqual(['eA==', undefined]) // prettier-ignore
  for (const text of [undefined, '', '{}', '{"subtask":1,"patch":""}'])
    expect(keptPatchFor(first, text)).toBeUndefined()
})
