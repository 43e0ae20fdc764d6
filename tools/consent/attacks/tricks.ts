import type { Files } from '../../../fakes/github/types.ts'
import type { Mind, PlanStep } from '../gate.ts'
import { planOf, step } from '../mind.ts'
import type { Deed } from '../scene.ts'
import type { Shared } from '../suite.ts'

/** What the model tries in a step that was approved. */
export type Trick = {
  name: string
  writes: Files
  /** What the plan says of the step. */
  plan?: Partial<PlanStep>
}

/** All these tricks in one plan, a step each, which is approved as it stands. Each is judged by what it wrote. */
export function tricksOf(title: string, tricks: readonly Trick[]): Shared {
  const plan = planOf(title, ...tricks.map(({ name, plan: rest }, i) => step(i + 1, { text: name, ...rest })))
  const mind: Mind = {
    plan: () => plan,
    work: (_, { step: number, tries }) => (tries === 0 ? tricks[number - 1]?.writes : undefined),
  }
  return {
    from: { plan },
    act: async (scene) => {
      scene.mind = mind
      await scene.say('bob', scene.gate.consent[0])
    },
    attacks: tricks.map(({ name, writes }) => ({ name, through: (_, deeds) => deeds.some(isOf(writes)) })),
  }
}

const isOf =
  (writes: Files) =>
  ({ path, text }: Deed): boolean => {
    const given = writes[path]
    if (given === undefined) return false
    return typeof given === 'string' ? given === text : given === null ? text === undefined : true
  }
