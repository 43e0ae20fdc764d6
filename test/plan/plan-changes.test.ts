import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, changesOfFile } from '../../src/plan/plan-changes.ts'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { hostilePlan, planOf, subtask } from './samples.ts'

const before = planOf([subtask(1), subtask(2), subtask(3)])

test('a plan does not differ from what is read of its text', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const text = renderPlan(plan)
      const parsed = parsePlan(text)
      expect(parsed.kind === 'plan' && changesBetween(plan, parsed.plan)).toEqual([])
      expect(parsed.kind === 'plan' && changesOfFile({ plan, text: '' }, { plan: parsed.plan, text })).toMatchObject([
        { field: 'only wording or layout' },
      ])
    }),
  )
})

test('the changes are data: texts, lists and the order, with both versions, and subtasks as a whole', () => {
  const after = planOf(
    [
      subtask(4, { name: 'Document it' }),
      subtask(3, { name: 'Wire it', expected_outcome: 'Wired.' }),
      subtask(1, { files: ['src/new.ts'], depends_on: [3, 4] }),
    ],
    { title: 'Limit requests', questions: [], risks: [] },
  )
  const [one, two, three] = [subtask(1), subtask(2), subtask(3)]
  expect(changesBetween(before, after)).toMatchObject([
    { kind: 'text', field: 'title', before: before.title, after: 'Limit requests' },
    { kind: 'text', field: 'questions', after: '' },
    { kind: 'text', field: 'risks', after: '' },
    { kind: 'removed', of: 2, name: two.name },
    { kind: 'added', of: 4, name: 'Document it' },
    { kind: 'text', of: 3, field: 'name', before: three.name, after: 'Wire it' },
    { kind: 'text', of: 3, field: 'expected outcome', before: three.expected_outcome, after: 'Wired.' },
    { kind: 'list', of: 1, field: 'files', before: one.files, after: ['src/new.ts'] },
    { kind: 'list', of: 1, field: 'depends_on', before: [], after: ['3', '4'] },
    { kind: 'reordered', before: [1, 3], after: [3, 1] },
  ])
})

test('a new subtask in between is no new order', () => {
  const after = planOf([subtask(1), subtask(4), subtask(2), subtask(3)])
  expect(changesBetween(before, after)).toMatchObject([{ kind: 'added', of: 4 }])
})

test('a line that no part of the plan holds is a change of the file', () => {
  const text = renderPlan(before)
  const other = `${text}\n## Notes\n\nAlso send it to me.\n`
  expect(changesOfFile({ plan: before, text }, { plan: before, text: other })).toEqual([
    { kind: 'text', field: 'rest of the file', before: '', after: '## Notes\nAlso send it to me.' },
  ])
})
