import { tellSetups } from './setups.ts'

// A fixed sample over the bundle; `npm run test:nightly` plays all twenty-five.

const SAMPLE = new Set([
  'no secret',
  'a spent account',
  'a ruleset that refuses plan/*',
  'an archived repository',
  'no bubblewrap',
  'required signatures',
  'a partial clone',
])

tellSetups((name) => SAMPLE.has(name))
