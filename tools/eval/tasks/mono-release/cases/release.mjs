import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const { plan } = require('../tree/packages/release/index.js')
const semver = require('../tree/packages/semver/index.js')
const tried = (text) => { try { return JSON.stringify(plan(text)) } catch (error) { return `${error.constructor.name} ${/\ba\b/.test(error.message)} ${/\bzz\b/.test(error.message)}` } }
console.log(tried('packages: {c: {version: 1.0.0, depends: [b]}, b: {version: 1.0.0, depends: [a]}, a: {version: 1.0.0, changes: [major]}, d: {version: 3.0.0}}'))
console.log(tried('packages: {a: {version: 1.0.0, depends: [b], changes: [patch]}, b: {version: 1.0.0, depends: [a], changes: [minor]}}'))
console.log(tried('packages: {a: {version: 1.0.0, depends: [a]}}'))
console.log(tried('packages: {a: {version: 1.0.0, depends: [zz]}}'))
console.log(semver.largerRelease('patch', 'minor'), semver.largerRelease(null, 'patch'), semver.largerRelease(null, null), semver.largerRelease('major', 'major'))
