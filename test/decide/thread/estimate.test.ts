import { describe, expect, test } from 'vitest'
import { estimateOf, executedUsages } from '../../../src/decide/thread/planning-notes.ts'
import type { Trailers } from '../../../src/decide/thread/trailers.ts'
import { noUsage, type Usage } from '../../../src/plan/usage.ts'

const used = (input: number): Usage => ({ input, cached: 0, output: 10 })

describe('an estimate', () => {
  test.each<[string, number[], number, [number, number] | undefined]>([
    ['there is none by two subtasks', [100, 200], 2, undefined],
    ['there is none for nothing', [100, 200, 300], 0, undefined],
    ['by three it is all of them', [300, 100, 200], 1, [100, 300]],
    ['is for as many as are to be done', [300, 100, 200], 4, [400, 1200]],
    ['leaves out the extremes of many', [1, 100, 110, 120, 130, 140, 150, 160, 9_000_000], 1, [110, 150]],
    ['there is none where it would begin at 0', [-10, -10, 200], 2, undefined],
    ['is capped, whatever a commit says', [1e15, 1e15, 1e15], 1, [1e8, 1e8]],
  ])('the usage estimate of a plan: %s', (_, samples, count, range) => {
    const estimate = estimateOf(samples.map(used), count)
    expect(estimate && [estimate.low.input, estimate.high.input]).toEqual(range)
    expect(estimate?.samples).toBe(range && samples.length)
  })

  test('a plan’s usage estimate is based on only the 100 most recent subtasks', () => {
    const estimate = estimateOf(
      [...Array.from({ length: 100 }, () => used(100)), ...Array.from({ length: 900 }, () => used(5))],
      1,
    )
    expect([estimate?.samples, estimate?.low.input]).toEqual([100, 100])
  })

  test('an estimate goes by executed subtasks that say what they used', () => {
    const said = (trailers: Partial<Trailers>) => ({
      entry: { subject: '', body: '', trailers: { issue: 1, seen: 0, ...trailers } },
    })
    const commits = [
      said({ subtask: 3, usage: used(7) }),
      said({ subtask: 2, usage: noUsage }),
      said({ verify: ['a', 'b'], usage: { input: 300, cached: 0, output: 20 } }),
      said({ subtask: 1, usage: used(100) }),
      said({ subtask: 9, state: 'failed', usage: used(1) }),
    ]
    expect(executedUsages(commits)).toEqual([used(7), used(100)])
  })
})
