import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { execute } from '../../src/work/execute.ts'
import { draft } from '../../src/work/planning.ts'
import { call } from '../../test/model/script.ts'
import { startEndpoint } from '../endpoint.ts'
import { repositoryOf } from '../repositories.ts'
import { createSite, openRoom, orderAt } from '../room.ts'
await using endpoint = await startEndpoint()
await using site = await createSite(repositoryOf(20))
await endpoint.begin([call('give_up', { reason: 'x' })])
await execute(orderAt(site.head), openRoom(site, { url: `${endpoint.url}/v1`, kind: 'none' }))
const a = JSON.parse((await endpoint.heard()).bodies[0]!)
for (const t of a.tools) console.log(countTokens(JSON.stringify(t.function)), JSON.stringify(t.function))
console.log(a.messages[0].content); console.log(a.messages[1].content)
await endpoint.begin([])
const room = openRoom(site, { url: `${endpoint.url}/v1`, kind: 'none' }); room.settings.maxTurns = 1
await draft({ kind: 'draft', id: 'x', number: 1, head: site.head, allowance: {}, used: [], request: '', topic: { number: 1, title: 'T', body: 'B', comments: [] } } as any, room).catch((e) => console.log(String(e)))
const b = JSON.parse((await endpoint.heard()).bodies[0]!)
for (const t of b.tools) console.log(countTokens(JSON.stringify(t.function)), JSON.stringify(t.function))
