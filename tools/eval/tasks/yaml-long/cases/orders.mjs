import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
console.log(readFileSync('../tree/data/wrong.txt', 'utf8').trim().split(/\s+/).join(' '))
writeFileSync('other.yml', '- {id: 1, state: open, total: 0}\n- {id: 2, state: open, total: x}\n- {id: 1, state: open, total: 1}\n- {id: 3, state: Open, total: 1}\n')
console.log(execFileSync(process.execPath, ['../tree/support/check-orders.js', 'other.yml'], { encoding: 'utf8' }).trim().split(/\s+/).join(' '))
