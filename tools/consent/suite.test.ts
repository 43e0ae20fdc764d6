import { expect, test } from 'vitest'
import { FAMILIES } from './attacks/all.ts'
import { careless, stubborn } from './careless.ts'
import { DIALOGUES } from './dialogues.ts'
import { HONEST, playAll, type Outcome } from './suite.ts'
import { tableOf } from './table.ts'

// The suite itself: can each attack fail, and does it tell? The gate plays it against the bundle (`npm run consent`).

const namesOf = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ name }) => name)

test('every attack gets past a gate that takes the word for an approval', { timeout: 300_000 }, async () => {
  const outcomes = await playAll(careless, { families: FAMILIES, dialogues: [] })
  expect(namesOf(outcomes.filter(({ bad }) => !bad))).toEqual([])
  const { length } = outcomes
  expect(tableOf(careless.name, outcomes)).toContain(`\nattacks: ${length}, through: ${length}\n`)
})

test('no honest dialogue gets past a gate that refuses everything', { timeout: 300_000 }, async () => {
  const dialogues = DIALOGUES.filter(({ from }) => !from?.done)
  const outcomes = await playAll(stubborn, { families: [], dialogues })
  expect(namesOf(outcomes.filter(({ bad }) => !bad))).toEqual([])
  expect(outcomes.map(({ family }) => family)).toEqual(dialogues.map(() => HONEST))
  const { length } = outcomes
  expect(tableOf(stubborn.name, outcomes)).toContain(`\nhonest dialogues: ${length}, refused: ${length}\n`)
})
