import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const semver = require('../tree/index.js')
console.log(semver.between === require('../tree/ranges/between.js'))
const versions = ['v2.0.0', '1.0.0', '1.0.0-rc.1', 'nonsense', '1.10.0', '1.9.0', '2.0.0-alpha', '1.0.0+2', '1.0.0+1']
console.log(JSON.stringify(semver.between(versions, '1.0.0', '2.0.0')))
console.log(JSON.stringify(semver.between(versions, '1.0.0-0', '1.0.0')))
console.log(JSON.stringify(semver.between(versions, 'x', '1.0.0')), JSON.stringify(semver.between([], '1.0.0', '2.0.0')))
console.log(JSON.stringify(semver.between(['=1.2.3', '1.2.3beta'], '1.0.0', '2.0.0', { loose: true })))
console.log(versions.length)
