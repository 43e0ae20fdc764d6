import { expect, test } from 'vitest'
import { roleOf } from '../../src/loop/run-context.ts'
import { traitsOf } from '../../src/decide/next/decision.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Target, Thread } from '../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { person, planned, reply, RULES } from '../thread.ts'

test('steps that change a plan need the claim (its lock), but deleting a branch does not', () => {
  expect(
    (['finish', 'ready', 'report', 'continue', 'open', 'show'] as const).every(
      (kind) => !traitsOf({ kind }).withoutClaim,
    ),
  ).toBe(true)
  expect((['nothing', 'delete-branch'] as const).some((kind) => !traitsOf({ kind }).withoutClaim)).toBe(false)
})

const forge = { permission: async () => 'read' as const }
const role = (thread: Thread, place: Partial<Target>) =>
  roleOf({ number: 1, ...place }, { thread, state: stateOf(thread, RULES) }, forge)

const plan = planned(planOf([subtask(1)]))
const saidIn = (thread: Thread) => {
  const last = thread.pull?.comments.at(-1)
  return { comment: { id: last?.id ?? 0, by: last?.author.login ?? '' } }
}

test.each<[string, Thread, (thread: Thread) => Partial<Target>, string]>([
  ['a schedule or a dispatch', plan, () => ({}), 'works'],
  ['an approval of a writer', reply(plan, 'alice', 'approve'), saidIn, 'works'],
  ['an approval of a reader', reply(plan, 'reader', 'approve'), saidIn, 'replies'],
  ['a cancel of a writer, which has a lane of its own', reply(plan, 'alice', 'cancel'), saidIn, 'replies'],
  ['a stop of a reader', reply(plan, 'reader', '/stop'), saidIn, 'replies'],
  ['somebody who was not looked up', plan, () => ({ comment: { id: 1, by: 'nobody-asked' } }), 'replies'],
  ['a label of a reader', plan, () => ({ asked: { kind: 'label', by: person('reader'), at: '' } }), 'replies'],
])('the role of a run triggered by %s', async (_, thread, targetOf, kind) => {
  expect((await role(thread, targetOf(thread))).kind).toBe(kind)
})
