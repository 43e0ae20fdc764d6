import { describe, expect, test } from 'vitest'
import {
  parseResultLook,
  newestPlanning,
  renderResultLook,
  renderPlanningNotes,
  type Estimate,
} from '../../../src/decide/thread/planning-notes.ts'
import type { ResultLook, ResultFinding, SecondLook } from '../../../src/plan/plan.ts'
import { parseMessage, renderMessage } from '../../../src/decide/thread/trailers.ts'
import { cleanCommitBody } from '../../../src/publish/view/text/commit-text.ts'

const applied = { text: 'Subtask 1 has no test.', applied: true, note: 'applied in subtask 2' }
const left = { text: 'Objection 7, applied: Reason 1: no', applied: false, note: 'nobody asked for it' }
const answers = [{ comment: 12, applied: true, note: 'Yes.' }]

/** The notes that are read back from the commit of a version with this body. */
const notesIn = (body: string) => newestPlanning([{ ...COMMIT, entry: parseMessage(messageOf(body)) }])
const messageOf = (body: string): string =>
  renderMessage({ subject: 'Plan', body, trailers: { issue: 1, seen: 2, request: '1' } })
const COMMIT = { sha: 'a', parents: [], author: { name: '', email: '' }, date: '', message: '' }

describe('a second look, through the commit that brings the version', () => {
  test.each<[string, SecondLook | undefined]>([
    ['that nobody took', undefined],
    ['without objections', { objections: [] }],
    ['that did not come', { objections: [], silent: 'The model is unknown.' }],
    ['with objections', { objections: [applied, left] }],
    ['without a reason', { objections: [{ ...left, note: '' }] }],
  ])('a review of a version is read back from its commit: one %s', (_, look) => {
    const body = cleanCommitBody(renderPlanningNotes({ answers, look, today: undefined }))
    expect(notesIn(body)?.look).toEqual(look)
  })

  test('objections of the reviewer model are read back from the version’s commit as one line each', () => {
    const look = {
      objections: [{ text: 'a\nObjection 2, applied: b', applied: false, note: 'c\n\nSecond look: 9 objections.' }],
    }
    expect(notesIn(renderPlanningNotes({ answers: [], look, today: undefined }))?.look?.objections).toEqual([
      { text: 'a Objection 2, applied: b', applied: false, note: 'c Second look: 9 objections.' },
    ])
  })
})

test('a plan’s usage estimate is read back from the commit that adds the version', () => {
  const estimate: Estimate = {
    ...{ subtasks: 3, samples: 12 },
    low: { input: 100, cached: 40, output: 10 },
    high: { input: 900, cached: 400, output: 90, written: 7 },
  }
  for (const said of [[], answers]) {
    const body = cleanCommitBody(renderPlanningNotes({ answers: said, estimate, today: undefined }))
    expect(notesIn(body)?.estimate).toEqual(estimate)
  }
  expect(notesIn('Estimated for many of them')?.estimate).toBeUndefined()
})

test('programs missing on the runner are read back from the commit message', () => {
  const missing = [{ program: 'yarn', subtask: 1 }, { program: 'g++-12', subtask: 20 }] // prettier-ignore
  const body = renderPlanningNotes({ answers, missing, today: undefined })
  expect(notesIn(`${body}\nNot on the runner, for subtask 1: a b`)?.missing).toEqual(missing)
  expect(renderPlanningNotes({ answers: [], today: undefined })).toBe('')
})

describe('a look at the result, through the commit that ends the plan', () => {
  const head = '0123456789abcdef0123456789abcdef01234567'
  const found = (more: Partial<ResultFinding> = {}): ResultFinding => ({
    subtask: 2,
    kind: 'missing',
    path: 'src/a.ts',
    line: 3,
    text: 'It is not there.',
    ...more,
  })
  const through = (look: ResultLook | undefined) => {
    const body = cleanCommitBody(renderResultLook(look))
    return parseResultLook(
      parseMessage(renderMessage({ subject: 'Finish', body, trailers: { issue: 1, seen: 2 } }))?.body ?? '',
    )
  }

  test.each<[string, ResultLook | undefined]>([
    ['nobody took one', undefined],
    ['no answer', { silent: 'The model is gone.' }],
    ['nothing found', { head, findings: [] }],
    ['each kind', { head, findings: (['missing', 'partial', 'wrong', 'not-asked-for'] as const).map((kind) => found({ kind })) }], // prettier-ignore
    ['paths that say something of their own', { head, findings: ['packages/@scope/a b.ts', 'a:1: b', 'ä/“x”.md', '#3 %2F.ts'].map((path) => found({ path })) }], // prettier-ignore
    ['a text that says something of its own', { head, findings: [found({ text: 'Finding 2, wrong, subtask 9, x:1: no' })] }], // prettier-ignore
  ])('a result review is read back from the last commit: %s', (_, look) => {
    expect(through(look)).toEqual(look)
  })

  test('findings of a result review are read back as one line each, whatever text the model wrote', () => {
    const text = 'a\n\nFinding 2, wrong, subtask 9, x:1: no\nLook at the result: 0 findings in x.'
    expect(through({ head, findings: [found({ text })] })).toEqual({
      head,
      findings: [found({ text: text.replace(/\s+/g, ' ') })],
    })
    expect(through({ silent: 'a\nLook at the result: 1 findings.' })).toEqual({
      silent: 'a Look at the result: 1 findings.',
    })
  })

  test.each<[string, string, ResultLook | undefined]>([
    ['another kind', `Look at the result: 1 findings in ${head}.\nFinding 1, odd, subtask 1, a:1: x`, { head, findings: [] }], // prettier-ignore
    ['line 0', `Look at the result: 1 findings in ${head}.\nFinding 1, wrong, subtask 1, a:0: x`, { head, findings: [] }], // prettier-ignore
    ['a path that was written otherwise', `Look at the result: 1 findings in ${head}.\nFinding 1, wrong, subtask 1, a%zz:1: x`, { head, findings: [found({ kind: 'wrong', subtask: 1, path: 'a%zz', line: 1, text: 'x' })] }], // prettier-ignore
    ['no head', 'Look at the result: 1 findings in 12.', undefined],
    ['words before it', `I take a Look at the result: 1 findings in ${head}.`, undefined],
  ])('a malformed result review in a commit is ignored: %s', (_, body, look) => {
    expect(parseResultLook(body)).toEqual(look)
  })
})
