import { createRequire } from 'node:module'
const yaml = createRequire(import.meta.url)('../tree/index.js')
const tried = (run) => { try { return JSON.stringify(run()) } catch (error) { return `${error.name}: ${error.reason}${error.mark ? ', marked' : ''}` } }
for (const maxDepth of [undefined, 0, 1, 2, 3]) {
  const options = maxDepth === undefined ? {} : { maxDepth }
  for (const text of ['a', '[]', '[[]]', 'a:\n  - b: 1\n', '- - - x\n', '&a [1]', '[&a [1], *a]', '{a: {b: {c: 1}}}'])
    console.log(String(maxDepth), JSON.stringify(text), tried(() => yaml.load(text, options)))
  console.log(tried(() => yaml.loadAll('--- [1]\n--- [[1]]\n', null, options)))
  for (const value of [1, [], [[]], { a: [{ b: 1 }] }]) console.log(tried(() => yaml.dump(value, options)))
}
