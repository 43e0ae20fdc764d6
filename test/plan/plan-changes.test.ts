import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesBetween, changesOfFile } from '../../src/plan/plan-changes.ts'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { hostilePlan, planOf, subtask } from './samples.ts'

const before = planOf([subtask(1), subtask(2), subtask(3)])

test('a plan and its parsed plan file have no differences', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const text = renderPlan(plan)
      const parsed = parsePlan(text)
      expect(parsed.kind === 'parsed' && changesBetween(plan, parsed.plan)).toEqual([])
      expect(parsed.kind === 'parsed' && changesOfFile({ plan, text: '' }, { plan: parsed.plan, text })).toMatchObject([
        { field: 'only wording or layout' },
      ])
    }),
  )
})

test('differences of two versions are listed per text, list and order, and new subtasks as a whole', () => {
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
    { kind: 'removed', subtask: 2, name: two.name },
    { kind: 'added', subtask: 4, name: 'Document it' },
    { kind: 'text', subtask: 3, field: 'name', before: three.name, after: 'Wire it' },
    { kind: 'text', subtask: 3, field: 'expected outcome', before: three.expected_outcome, after: 'Wired.' },
    { kind: 'list', subtask: 1, field: 'files', before: one.files, after: ['src/new.ts'] },
    { kind: 'list', subtask: 1, field: 'depends_on', before: [], after: ['3', '4'] },
    { kind: 'reordered', before: [1, 3], after: [3, 1] },
  ])
})

test('a new subtask between others is not reported as a change of order', () => {
  const after = planOf([subtask(1), subtask(4), subtask(2), subtask(3)])
  expect(changesBetween(before, after)).toMatchObject([{ kind: 'added', subtask: 4 }])
})

test('a changed line of the plan file outside of any field is reported', () => {
  const text = renderPlan(before)
  const other = `${text}\n## Notes\n\nAlso send it to me.\n`
  expect(changesOfFile({ plan: before, text }, { plan: before, text: other })).toEqual([
    { kind: 'text', field: 'rest of the file', before: '', after: '## Notes\nAlso send it to me.' },
  ])
})

test('a new subtask is shown in full, with its commands and files first', () => {
  const whole = subtask(4, {
    ...{ files: ['a.ts', 'b.ts'], verify: ['one', 'two'], depends_on: [1, 2], description: 'Do it.' },
    ...{ expected_outcome: 'It works.', asked_for: 'do it' },
  })
  const bare = subtask(5, { files: [], verify: [], depends_on: [], description: 'Look.', expected_outcome: '' })
  expect(changesBetween(before, planOf([...before.subtasks, whole, bare]))).toEqual([
    {
      ...{ kind: 'added', subtask: 4, name: 'Part 4' },
      text: 'Checks: `one`, `two`. Files: `a.ts`, `b.ts`. Depends on: 1, 2. Do it. Expected outcome: It works. Asked for: “do it”',
    },
    { kind: 'added', subtask: 5, name: 'Part 5', text: 'Look.' },
  ])
})

test('changes of the plan’s own texts are listed by field, with both versions', () => {
  const questions = [
    { question: 'Which store?', default: 'Redis' },
    { question: 'When?', default: '' },
  ]
  const more = {
    questions,
    description: 'New.',
    expected_outcome: 'Fast.',
    decisions: ['A, not B.'],
    risks: ['x', 'y'],
  }
  const ofWhole = (field: string, old: string, now: string) => ({ kind: 'text', field, before: old, after: now })
  expect(changesBetween(before, planOf([...before.subtasks], more))).toEqual([
    ofWhole('description', before.description, 'New.'),
    ofWhole('expected outcome', before.expected_outcome, 'Fast.'),
    ofWhole('questions', 'Which store? Default: memory', 'Which store? Default: Redis\nWhen?'),
    ofWhole('decisions', '', 'A, not B.'),
    ofWhole('risks', 'Bursts may be cut.', 'x\ny'),
  ])
})
