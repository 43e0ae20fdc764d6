import { createSite, placeIn } from '../room.ts'
import { repositoryOf } from '../repositories.ts'
import { openSandbox } from '../../src/work/sandbox.ts'
await using site = await createSite(repositoryOf(20))
const s = await openSandbox('bwrap', placeIn(site))
console.log(s.argv('/x', {}).join(' '))
