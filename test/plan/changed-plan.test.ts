import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPlan } from '../../src/plan/changed-plan.ts'
import { planOf, subtask } from './samples.ts'

const PLAN = planOf([subtask(1), subtask(2), subtask(3)], { title: 'Limit', risks: ['Clock skew'] })
const named = (number: number, name: string) => subtask(number, { name })

describe('a revision that sends only what changes', () => {
  test.each<[string, Parameters<typeof changedPlan>[1], number[], string[]]>([
    ['nothing: all stays', {}, [], ['Part 1', 'Part 2', 'Part 3']],
    [
      'a part of one subtask: the rest of it stays',
      { subtasks: [{ number: 2, name: 'B' }] },
      [],
      ['Part 1', 'B', 'Part 3'],
    ],
    ['one subtask: the others stay', { subtasks: [named(2, 'B')] }, [], ['Part 1', 'B', 'Part 3']],
    ['a new subtask comes last', { subtasks: [named(7, 'G')] }, [], ['Part 1', 'Part 2', 'Part 3', 'G']],
    ['a removed subtask goes', { removed: [3] }, [], ['Part 1', 'Part 2']],
    ['one that is sent as well stays', { removed: [3], subtasks: [named(3, 'C')] }, [], ['Part 1', 'Part 2', 'C']],
    [
      'a settled subtask stays whatever is sent',
      { removed: [1], subtasks: [named(2, 'B')] },
      [1, 2],
      ['Part 1', 'Part 2', 'Part 3'],
    ],
    [
      'all, in another order: that order counts',
      { subtasks: [named(3, 'C'), named(4, 'D'), named(1, 'A'), named(2, 'B')] },
      [],
      ['C', 'D', 'A', 'B'],
    ],
    [
      'all, with a removed one: the order of the rest',
      { subtasks: [named(3, 'C'), named(1, 'A')], removed: [2] },
      [],
      ['C', 'A'],
    ],
  ])('a partial revision of a plan sends %s', (_, sent, frozen, names) => {
    expect(changedPlan(PLAN, sent, frozen).subtasks).toEqual(names.map((name) => expect.objectContaining({ name })))
  })

  test('a partial revision keeps each field that it does not send, and replaces each that it sends', () => {
    expect(changedPlan(PLAN, { risks: [] }, [])).toEqual({ ...PLAN, risks: [] })
    expect(changedPlan(PLAN, { title: 'Count', description: undefined }, [])).toEqual({ ...PLAN, title: 'Count' })
    const [, second] = changedPlan(PLAN, { subtasks: [{ number: 2, verify: ['make'], files: undefined }] }, []).subtasks
    expect(second).toEqual({ ...subtask(2), verify: ['make'] })
  })

  test('a partial revision never loses or changes a done subtask, and never duplicates a number', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 6 })
    fc.assert(
      fc.property(numbers, numbers, fc.subarray([1, 2, 3]), (sent, removed, frozen) => {
        const { subtasks } = changedPlan(PLAN, { subtasks: sent.map((one) => named(one, 'new')), removed }, frozen)
        for (const number of frozen) expect(subtasks).toContainEqual(subtask(number))
        expect(new Set(subtasks.map((one) => (one as { number: number }).number)).size).toBe(subtasks.length)
      }),
    )
  })
})
