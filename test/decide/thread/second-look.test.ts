import { describe, expect, test } from 'vitest'
import { parseSecondLook, renderSecondLook } from '../../../src/decide/thread/second-look.ts'
import { parseMessage, renderMessage } from '../../../src/decide/thread/trailers.ts'
import type { SecondLook } from '../../../src/plan/plan.ts'
import { cleanCommitBody } from '../../../src/publish/view/text/commit-text.ts'

const applied = { text: 'Subtask 1 has no test.', applied: true, note: 'applied in subtask 2' }
const left = { text: 'Objection 7, applied: Reason 1: no', applied: false, note: 'nobody asked for it' }

describe('a second look, through the commit that brings the version', () => {
  test.each<[string, SecondLook | undefined]>([
    ['that nobody took', undefined],
    ['without objections', { objections: [] }],
    ['that did not come', { objections: [], silent: 'The model is unknown.' }],
    ['with objections', { objections: [applied, left] }],
    ['without a reason', { objections: [{ ...left, note: '' }] }],
  ])('%s', (_, look) => {
    const body = cleanCommitBody(['Comment 12: applied. Yes.', renderSecondLook(look)].filter(Boolean).join('\n\n'))
    const message = renderMessage({ subject: 'Plan', body, trailers: { issue: 1, seen: 2 } })
    expect(parseSecondLook(parseMessage(message)?.body ?? '')).toEqual(look)
  })

  test('with lines in its texts, which are one line then', () => {
    const look = {
      objections: [{ text: 'a\nObjection 2, applied: b', applied: false, note: 'c\n\nSecond look: 9 objections.' }],
    }
    expect(parseSecondLook(renderSecondLook(look))?.objections).toEqual([
      { text: 'a Objection 2, applied: b', applied: false, note: 'c Second look: 9 objections.' },
    ])
  })
})
