import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, renderChanges } from '../../src/plan/plan-changes.ts'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { hostilePlan, planOf, subtask } from './samples.ts'

const before = planOf([subtask(1), subtask(2), subtask(3)])

test('a plan does not differ from what is read of its text', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const parsed = parsePlan(renderPlan(plan))
      expect(parsed.kind === 'plan' && changesBetween(plan, parsed.plan)).toEqual([])
    }),
  )
})

test('every kind of change is told in one line', () => {
  const after = planOf(
    [
      subtask(4, { name: 'Document it' }),
      subtask(3, { name: 'Wire it', description: 'Otherwise.', expected_outcome: 'Wired.' }),
      subtask(1, { files: ['src/new.ts'], verify: [], depends_on: [3, 4] }),
    ],
    { title: 'Limit requests', description: 'Otherwise.', questions: [], risks: [] },
  )
  expect(renderChanges(changesBetween(before, after))).toBe(
    [
      '- New title: “Limit requests”, was “Add a limiter”',
      '- Rewritten: description, questions, risks',
      '- Removed: **2. Part 2**',
      '- Added: **4. Document it**',
      '- Changed: **3. Wire it**: name, was “Part 3”; description; expected outcome',
      '- Changed: **1. Part 1**: files + `src/new.ts`, − `src/part-1.ts`; verify − `npm test -- part-1`; depends on 3, 4, was nothing',
      '- New order: 3, 1',
    ].join('\n'),
  )
})

test('the changes are data, with both versions of a subtask', () => {
  const after = planOf([subtask(1), subtask(2, { expected_outcome: 'Better.' }), subtask(3)])
  expect(changesBetween(before, after)).toEqual([
    {
      kind: 'changed',
      before: subtask(2),
      after: subtask(2, { expected_outcome: 'Better.' }),
      fields: ['expected_outcome'],
    },
  ])
})

test('a new subtask in between is no new order', () => {
  const after = planOf([subtask(1), subtask(4), subtask(2), subtask(3)])
  expect(changesBetween(before, after)).toEqual([{ kind: 'added', subtask: subtask(4) }])
})

test('files in another order are said to be so', () => {
  const [one, other] = [subtask(1, { files: ['a', 'b'] }), subtask(1, { files: ['b', 'a'] })]
  expect(renderChanges(changesBetween(planOf([one]), planOf([other])))).toBe(
    '- Changed: **1. Part 1**: files in another order',
  )
})

test('no changes are an empty text', () => {
  expect(renderChanges(changesBetween(before, before))).toBe('')
})
