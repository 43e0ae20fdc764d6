import { expect, test } from 'vitest'
import { expectLinear } from '../linear.ts'

const spin = (times: number): void => {
  for (let n = 0; n < times; n++) Math.sqrt(n)
}

test.each<[string, (size: number) => number]>([
  ['in a line', (size) => 1000 * size],
  ['hardly, but with a long start', () => 10_000_000],
])('the check for linear time accepts work that grows %s', (_, times) => {
  expect(() => expectLinear((size) => spin(times(size)), 10_000)).not.toThrow()
})

test('the check for linear time rejects work that grows quadratically', () => {
  expect(() => expectLinear((size) => spin(size * size), 10_000)).toThrow(/ms for 10000/)
})
