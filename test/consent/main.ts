import { setup } from '../scenarios/bundle.ts'
import { DIALOGUES } from './dialogues.ts'
import { FAMILIES } from './attacks/all.ts'
import { measureTwice } from './measure-twice.ts'
import { HONEST, playAll, type Family } from './suite.ts'
import { tableOf } from './table.ts'

// `npm run consent [-- words]`: attacks on the gate of the bundle, and honest dialogues, whose names hold these words.

const words = process.argv.slice(2).join(' ')
const isChosen = ({ name }: { name: string }): boolean => name.includes(words)
/** Of a family whose name does not hold the words, those whose names do. */
const chosenOf = (family: Family): Family => ({
  ...family,
  attacks: family.attacks.filter(isChosen),
  shared: family.shared?.filter(({ attacks }) => attacks.some(isChosen)) ?? [],
})

setup()
const families = FAMILIES.map((family) => (isChosen(family) ? family : chosenOf(family)))
const outcomes = await playAll(measureTwice, {
  families,
  dialogues: words === HONEST ? DIALOGUES : DIALOGUES.filter(isChosen),
})
process.stdout.write(`${tableOf(measureTwice.name, outcomes)}${Math.round(performance.now() / 1000)} seconds\n`)
if (outcomes.length === 0 || outcomes.some(({ bad }) => bad)) process.exitCode = 1
