import { describe, expect, test } from 'vitest'
import { estimateOf, parseEstimate, renderEstimate, type Estimate } from '../../src/decide/estimate.ts'
import { parseMessage, renderMessage } from '../../src/decide/trailers.ts'
import type { Usage } from '../../src/plan/usage.ts'
import { cleanCommitBody } from '../../src/publish/view/commit-text.ts'

const used = (input: number): Usage => ({ input, cached: 0, output: 10 })

describe('an estimate', () => {
  test.each<[string, number[], number, [number, number] | undefined]>([
    ['there is none by two subtasks', [100, 200], 2, undefined],
    ['there is none for nothing', [100, 200, 300], 0, undefined],
    ['by three it is all of them', [300, 100, 200], 1, [100, 300]],
    ['is for as many as are to be done', [300, 100, 200], 4, [400, 1200]],
    ['leaves out the extremes of many', [1, 100, 110, 120, 130, 140, 150, 160, 9_000_000], 1, [110, 150]],
  ])('%s', (_, samples, count, range) => {
    const estimate = estimateOf(samples.map(used), count)
    expect(estimate && [estimate.low.input, estimate.high.input]).toEqual(range)
    expect(estimate?.samples).toBe(range && samples.length)
  })

  test('is read back from the commit that brings the version', () => {
    const estimate: Estimate = {
      ...{ subtasks: 3, samples: 12 },
      low: { input: 100, cached: 40, output: 10 },
      high: { input: 900, cached: 400, output: 90, written: 7 },
    }
    for (const body of [renderEstimate(estimate), `Comment 7: applied. Yes.\n\n${renderEstimate(estimate)}`]) {
      const message = renderMessage({ subject: 'Plan', body: cleanCommitBody(body), trailers: { issue: 1, seen: 2 } })
      expect(parseEstimate(parseMessage(message)?.body ?? '')).toEqual(estimate)
    }
    expect(parseEstimate('Estimated for many of them')).toBeUndefined()
  })
})
