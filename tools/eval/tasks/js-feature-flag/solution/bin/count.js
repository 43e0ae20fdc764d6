#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { countWords } from '../src/words.js'

const args = process.argv.slice(2)
const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--json')
if (unknown) {
  console.error(`There is no option ${unknown}.`)
  process.exit(2)
}
const file = args.find((arg) => !arg.startsWith('--'))
const words = countWords(readFileSync(file, 'utf8'))
console.log(args.includes('--json') ? JSON.stringify({ file, words }) : `${words} words`)
