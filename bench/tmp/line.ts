import { createWorld } from '../../test/runner/world.ts'
import { createPlan, planOf } from '../scripts.ts'
import { repositoryOf } from '../repositories.ts'
const best: Record<string, Record<string, number>> = {}
for (const b of ['v0', 'dist']) { best[b] = {}
await using world = await createWorld({ files: repositoryOf(200), script: { plan: createPlan(planOf(1)) }, bundle: `/tmp/h7/${b}/index.js` })
const { github, model } = world
const before = await github.snapshot()
for (let i = 0; i < 8; i++) {
  const { number } = await github.openIssue('alice', { title: 'x', body: 'y' })
  const asked = new AbortController(); let begun = 0; const seen: Record<string, number> = {}; let n = 0
  github.fault = ({ kind, method, path, query }) => { seen[`${String(++n).padStart(2,'0')} ${kind} ${method} ${path.slice(-20)}${query.slice(0, 20)}`] = performance.now() - begun; return undefined }
  model.fault = () => { seen['99 model'] = performance.now() - begun; asked.abort(); return undefined }
  await world.say('alice', number, '/plan', { signal: asked.signal, onStart: () => (begun = performance.now()) })
  for (const [k, v] of Object.entries(seen)) best[b]![k] = Math.min(best[b]![k] ?? Infinity, v)
  await github.restore(before)
}
for (const [k, v] of Object.entries(best[b]!)) console.log(b, k, Math.round(v)) }
