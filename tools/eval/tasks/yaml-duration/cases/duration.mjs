import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const yaml = createRequire(import.meta.url)('../tree/index.js')
const tried = (text) => { try { return JSON.stringify(yaml.load(text)) } catch (error) { return `${error.name}: ${error.reason}` } }
for (const text of ['1h30m', '!duration 1h30m', '!duration 45s', '!duration 2h', '!duration 90m', '!duration ""', '!duration 1m1h', '!duration 1.5h', '!duration 1h1h', '!duration [1]', '[!duration 1h2m3s]'])
  console.log(text, tried(text))
console.log(yaml.types.duration?.tag, readFileSync('../tree/lib/tags.json', 'utf8').includes('"!duration scalar"'))
