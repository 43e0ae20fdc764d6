import { expect, test } from 'vitest'
import { searchAll, textOf } from './run.ts'

// A count of states ends it. The limit is for what hangs: a loaded machine takes many times as long.
test('no invariant is violated in a million states of the model check', { timeout: 900_000 }, async () => {
  const report = await searchAll({ threads: 2, most: 200_000 })
  console.log(textOf(report))
  expect(report.searches.flatMap(({ name, breach }) => (breach ? [{ name, breach }] : []))).toEqual([])
  expect(report.searches.filter(({ isWhole }) => !isWhole)).toEqual([])
  expect(report.states).toBeGreaterThanOrEqual(1_000_000)
})
