import '../../test/forks/spawn.ts'
import { setup } from '../../test/scenarios/bundle.ts'
import { DIALOGUES } from './dialogues.ts'
import { FAMILIES } from './attacks/all.ts'
import { measureTwice } from './measure-twice.ts'
import { HONEST, playAll, type Family } from './suite.ts'
import { tableOf } from './table.ts'

// `npm run consent [-- words]`: attacks on the gate, and honest dialogues, whose names hold these words. They are played
// in this process; with `--bundle` against the bundle, in twice the time.

const [isBundle, given] = [process.argv.includes('--bundle'), process.argv.slice(2)]
const words = given.filter((word) => word !== '--bundle').join(' ')
const isChosen = ({ name }: { name: string }): boolean => name.includes(words)
/** Of a family whose name does not hold the words, those whose names do. */
const chosenOf = (family: Family): Family => ({
  ...family,
  attacks: family.attacks.filter(isChosen),
  shared: family.shared?.filter(({ attacks }) => attacks.some(isChosen)) ?? [],
})

if (isBundle) setup()
const gate = measureTwice(isBundle)
const families = FAMILIES.map((family) => (isChosen(family) ? family : chosenOf(family)))
const outcomes = await playAll(gate, {
  families,
  dialogues: words === HONEST ? DIALOGUES : DIALOGUES.filter(isChosen),
})
process.stdout.write(`${tableOf(gate.name, outcomes)}${Math.round(performance.now() / 1000)} seconds\n`)
if (outcomes.length === 0 || outcomes.some(({ bad }) => bad)) process.exitCode = 1
