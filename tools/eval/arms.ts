import { UserError } from '../../src/lib/errors.ts'

/**
 * The ways in which a task is played. `plan`: its first version is approved as it is. `plan+feedback`: people say one
 * thing first. `plan+reader`: a second model reads the version. `no-plan`: one agent with the same tools, model, budget
 * and checks is given the issue, and nobody approves anything.
 */
export const ARMS = ['plan', 'plan+feedback', 'plan+reader', 'no-plan'] as const
export type Arm = (typeof ARMS)[number]

/** Reads a list such as `plan,no-plan`. Throws `UserError` for what is no arm, or stands there twice. */
export function parseArms(text: string): Arm[] {
  const names = text.split(',').map((name) => name.trim())
  const arms = ARMS.filter((arm) => names.includes(arm))
  if (arms.length === names.length) return arms
  const wrong = names.find((name, at) => !ARMS.some((arm) => arm === name) || names.indexOf(name) !== at) ?? ''
  throw new UserError('options', `\`--arms\` has no "${wrong}", or has it twice.`, `Choose of ${ARMS.join(', ')}.`)
}
