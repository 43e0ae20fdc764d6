import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const best = require('../tree/ranges/best-satisfying.js')
const semver = require('../tree/index.js')
const versions = ['1.2.3', '1.2.4', '1.2.4+b', '2.0.0', '1.3.0-rc']
const shortest = (a, b) => a.version.length < b.version.length
console.log(best(versions, '^1.2', {}, () => false), best(versions, '^1.2', {}, (a, b) => a.patch > b.patch), best(versions, '>9', {}, shortest), best(versions, 'no range', {}, shortest))
console.log(semver.maxSatisfying(versions, '^1.2'), semver.minSatisfying(versions, '^1.2'), semver.maxSatisfying(versions, 'no range'), semver.maxSatisfying(['1.2.3beta'], '*', true))
for (const name of ['max', 'min']) console.log(/classes/.test(readFileSync(`../tree/ranges/${name}-satisfying.js`, 'utf8')))
