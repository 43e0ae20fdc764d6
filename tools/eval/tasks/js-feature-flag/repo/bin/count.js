#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { countWords } from '../src/words.js'

const [file] = process.argv.slice(2)
console.log(`${countWords(readFileSync(file, 'utf8'))} words`)
