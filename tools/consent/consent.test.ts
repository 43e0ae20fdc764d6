import { expect, test } from 'vitest'
import { FAMILIES } from './attacks/all.ts'
import { DIALOGUES } from './dialogues.ts'

test('there are more than 100 attacks in eight families and 33 honest dialogues, each with a name of its own', () => {
  const attacks = FAMILIES.flatMap(({ attacks, shared = [] }) => [...attacks, ...shared.flatMap((one) => one.attacks)])
  const names = [...attacks, ...DIALOGUES].map(({ name }) => name)
  expect([FAMILIES.length, attacks.length > 100, DIALOGUES.length]).toEqual([8, true, 33])
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
