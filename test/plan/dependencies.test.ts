import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dependants, findCycle, inOrder } from '../../src/plan/dependencies.ts'
import { planOf, subtask } from './samples.ts'

/** A plan from lines such as `3: 1 2` (3 depends on 1 and 2), in the order of the file. */
const graph = (...lines: string[]) =>
  planOf(
    lines.map((line) => {
      const [number = '', needs = ''] = line.split(':')
      return subtask(Number(number), { depends_on: needs.split(' ').filter(Boolean).map(Number) })
    }),
  )

describe('order of execution', () => {
  test.each([
    ['that of the file without dependencies', ['3', '1', '2'], [3, 1, 2]],
    ['a dependency comes first', ['1: 3', '2', '3'], [2, 3, 1]],
    ['what became ready goes before what stands later', ['1: 2', '2', '3'], [2, 1, 3]],
    ['unknown dependencies are not waited for', ['1: 9', '2'], [1, 2]],
    ['a circle loses nothing', ['1: 2', '2: 1', '3'], [3, 1, 2]],
  ])('order of execution: %s', (_, lines, input) => {
    expect(inOrder(graph(...lines)).map((one) => one.number)).toEqual(input)
  })

  test('in the order of execution every subtask occurs once and after its dependencies', () => {
    const plans = fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 })
      .chain((numbers) =>
        fc
          .tuple(...numbers.map((_, index) => fc.subarray(numbers.slice(0, index))))
          .map((needs) => numbers.map((number, index) => subtask(number, { depends_on: needs[index] ?? [] }))),
      )
      .chain((subtasks) => fc.shuffledSubarray(subtasks, { minLength: subtasks.length }))
    fc.assert(
      fc.property(plans, (subtasks) => {
        const input = inOrder(planOf(subtasks))
        const numbers = input.map((one) => one.number)
        expect([...numbers].sort()).toEqual(subtasks.map((one) => one.number).sort())
        for (const [at, { depends_on }] of input.entries()) {
          for (const need of depends_on) expect(numbers.indexOf(need)).toBeLessThan(at)
        }
        expect(findCycle(subtasks)).toBeUndefined()
      }),
    )
  })
})

describe('dependants', () => {
  const plan = graph('5: 4', '1', '2: 1', '3', '4: 2 3')
  test.each([
    [1, [5, 2, 4]],
    [3, [5, 4]],
    [5, []],
    [9, []],
  ])('the direct and indirect dependants of subtask %i are %j', (number, wanted) => {
    expect(dependants(plan, number)).toEqual(wanted)
  })

  test('in a dependency cycle a subtask is not its own dependant', () => {
    expect(dependants(graph('1: 2', '2: 1'), 1)).toEqual([2])
  })
})

describe('circles', () => {
  test.each([
    ['none', ['1', '2: 1', '3: 1 2'], undefined],
    ['one on itself', ['1', '2: 2'], [2, 2]],
    ['of two', ['1: 2', '2: 1'], [1, 2, 1]],
    ['of three, behind others that wait for it', ['9: 1', '1: 2', '2: 8 3', '3: 1', '8'], [1, 2, 3, 1]],
    ['behind chains that end', ['1', '2: 1', '3: 1', '4: 2', '5: 6', '6: 5'], [5, 6, 5]],
    ['behind an unknown number', ['1: 9', '2: 3', '3: 2'], [2, 3, 2]],
    ['unknown numbers make none', ['1: 7'], undefined],
    ['a number named twice makes none', ['1', '2: 1 1'], undefined],
  ])('dependency cycle: %s', (_, lines, wanted) => {
    expect(findCycle(graph(...lines).subtasks)).toEqual(wanted)
  })

  test('in a reported dependency cycle each subtask depends on the next', () => {
    const numbers = [1, 2, 3, 4, 5, 6]
    fc.assert(
      fc.property(fc.tuple(...numbers.map(() => fc.subarray(numbers))), (needs) => {
        const subtasks = numbers.map((number, index) => subtask(number, { depends_on: needs[index] ?? [] }))
        const cycle = findCycle(subtasks) ?? []
        for (const [at, number] of cycle.slice(0, -1).entries())
          expect(subtasks[number - 1]?.depends_on).toContain(cycle[at + 1])
        expect(cycle.at(-1)).toBe(cycle[0])
      }),
    )
  })
})
