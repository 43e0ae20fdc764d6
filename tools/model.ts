import { parseArgs } from 'node:util'
import { CONFIGURATIONS } from '../test/model/configurations.ts'
import { searchAll, textOf } from '../test/model/run.ts'

// `npm run model -- --states 10000000`: the search of the gate with more room, for the night.

const { values } = parseArgs({
  options: { states: { type: 'string' }, more: { type: 'string' }, threads: { type: 'string' } },
})
const states = Number(values.states ?? 1_000_000)
const report = await searchAll({
  threads: Number(values.threads ?? 2),
  most: Math.ceil(states / CONFIGURATIONS.length),
  more: Number(values.more ?? 0),
})
console.log(textOf(report))
if (report.searches.some(({ breach }) => breach)) process.exitCode = 1
