import { inThisProcess, tellKilled } from './killed.ts'

// A fixed sample of moments at which a run is killed: right after each push. `npm run test:nightly` plays every moment of
// more lives, and lives in runs of the bundle that are all killed.

tellKilled([
  {
    story: 'a plan that is revised, approved and carried out',
    comments: ['/plan add a limiter', 'Please name the risks.', 'approve'],
    runner: inThisProcess(),
    inPieces: false,
    moments: /after POST .*git-receive-pack/,
  },
])
