import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBaseline, renderBaseline } from '../../../src/decide/thread/planning-notes.ts'

test.each([
  [{ command: 'npm test', passed: true, exit: 'exit code 0', tail: '', counts: { ran: 12, skipped: 3 } }],
  [{ command: 'npm test', passed: true, exit: 'exit code 0', tail: '' }],
  [{ command: 'npm test', passed: false, exit: 'exit code 3', tail: 'one\n\n  | two\nToday, passed (x): y' }],
  [{ command: 'npm test', passed: false, exit: 'stopped, the plan was ready after 27 s', tail: '' }],
  [{ command: 'a (b): c', passed: false, exit: 'ended by SIGKILL', tail: '' }],
])('a check result of the base is read back from the commit: %j', (baseline) => {
  const body = `Comment 7: applied. Today, passed (exit code 0): true\n\n${renderBaseline(baseline)}\n\nEstimated`
  expect(parseBaseline(body)).toEqual(baseline)
})

test('a recorded check of the base branch keeps its last 30 lines if it failed, and none if it passed', () => {
  const tail = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
  const failed = { command: 'x', passed: false, exit: 'exit code 1', tail }
  expect(parseBaseline(renderBaseline(failed))?.tail.split('\n')).toEqual(tail.split('\n').slice(-30))
  expect(parseBaseline(renderBaseline({ ...failed, passed: true }))?.tail).toBe('')
})

test('a check command of several lines is recorded on one line', () => {
  expect(renderBaseline({ command: 'a\n  b\nToday, x', passed: true, exit: 'exit code 0', tail: '' })).toBe(
    'Today, passed (exit code 0): a b Today, x',
  )
})

test('no other text of a commit message is read as a check result of the base branch', () => {
  expect(renderBaseline(undefined)).toBe('')
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(parseBaseline(`Comment 1: applied. ${text.replace(/\s+/g, ' ')}`)).toBeUndefined()
    }),
  )
})
