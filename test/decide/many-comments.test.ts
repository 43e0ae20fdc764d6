import { expect, test } from 'vitest'
import { decide } from '../../src/decide/decide.ts'
import type { Step } from '../../src/decide/step.ts'
import { stateOf } from '../../src/decide/state.ts'
import type { Thread } from '../../src/decide/thread.ts'
import { planWith } from '../people.ts'
import { carryOut } from '../simulation.ts'
import { CALM, planned, reply, RULES } from '../thread.ts'

// Each step looks at everything once, so what so many comments cost is how many steps they take.

/** The steps by which a plan with so many comments of feedback comes to its next version. */
function stepsFor(count: number): Step[] {
  let thread: Thread = planned(planWith(3, 'A plan'))
  for (let n = 0; n < count; n++) thread = reply(thread, 'bob', `Please name risk ${n}.`)
  const steps: Step[] = []
  for (;;) {
    const state = stateOf(thread, RULES)
    const step = decide(thread, state, { ...CALM, shown: steps.some(({ kind }) => kind === 'show') })
    if (step.kind === 'nothing') return steps
    steps.push(step)
    thread = carryOut({ thread, state }, step, { plan: () => planWith(3, 'The next one'), luck: () => 'well' })
  }
}

test('400 comments of feedback get their signs, one version and one answer each, in 25 steps', () => {
  const steps = stepsFor(400)
  const signs = steps.flatMap((step) =>
    step.kind === 'react' ? [step.comment, ...(step.others ?? [])].map(({ id }) => `${step.reaction} ${id}`) : [],
  )
  expect(new Set(signs).size).toBe(signs.length)
  // The comment that asked for the plan has none yet, either.
  expect(signs.length).toBe(2 * 401)
  expect(steps.filter(({ kind }) => kind === 'revise')).toEqual([
    expect.objectContaining({ remarks: expect.objectContaining({ length: 400 }) }),
  ])
  expect(steps.length).toBeLessThan(25)
})

test('four times as many comments take four times as many steps, and no more', () => {
  expect(stepsFor(800).length / stepsFor(200).length).toBeLessThan(4)
})
