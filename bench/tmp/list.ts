import { createWorld } from '../../test/runner/world.ts'
import { createPlan, planOf, subtaskSteps } from '../scripts.ts'
await using world = await createWorld({ script: { plan: createPlan(planOf(3)), subtasks: { default: subtaskSteps } }, bundle: '/tmp/h7/dist/index.js' })
const { pull } = await world.plan()
await world.say('alice', pull ?? 0, 'approve')
let t=0
for (const r of world.runs) { console.log('--- run', r.ms|0, r.peakMiB); for (const e of r.journal) console.log(e.kind, e.method, e.path.replace('/repos/octo/demo',''), e.query, e.status, e.headers['if-none-match'] ?? '', e.bytesIn, 'ms', e.ms|0) }
