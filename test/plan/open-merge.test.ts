import { expect, test } from 'vitest'
import { mergeSubtask, OpenMerge } from '../../src/plan/plan.ts'
import { planOf, subtask } from './samples.ts'

const before = planOf([subtask(1, { files: ['a', 'b'] })])
const merge = { base: '0f'.repeat(20), files: ['a', 'b'] }

test.each([
  ['the new one that names all files', [subtask(2, { files: ['a', 'b', 'c'] })], 2],
  ['no one that was there', [], undefined],
  ['none that names some of them', [subtask(2, { files: ['a'] })], undefined],
  ['none of two', [2, 3].map((number) => subtask(number, { files: ['b', 'a'] })), undefined],
])('the merge conflict is resolved by %s', (_, more, number) => {
  const after = planOf([...before.subtasks, ...more])
  expect(mergeSubtask(before, after, merge)).toBe(number)
})

test('in a first version, any subtask resolves a merge', () => expect(mergeSubtask(undefined, before, merge)).toBe(1))

test.each([{ base: 'f' }, { base: '0f'.repeat(21) }, { base: 'g'.repeat(40) }, { files: [] }, { files: [1] }])(
  'a merge record with %j is invalid',
  (wrong) =>
    expect([merge, { ...merge, ...wrong }].map((one) => OpenMerge.safeParse(one).success)).toEqual([true, false]),
)
