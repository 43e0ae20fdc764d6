import { expect, test } from 'vitest'
import { expectLinear } from '../linear.ts'

const spin = (times: number): void => {
  for (let n = 0; n < times; n++) Math.sqrt(n)
}

test.each<[string, (size: number) => number]>([
  ['in a line', (size) => 1000 * size],
  ['hardly, but with a long start', () => 10_000_000],
])('work that grows %s is linear', (_, times) => {
  expect(() => expectLinear((size) => spin(times(size)), 10_000)).not.toThrow()
})

test('work that grows by the square is not linear', () => {
  expect(() => expectLinear((size) => spin(size * size), 10_000)).toThrow(/ms for 10000/)
})
