import fc from 'fast-check'

// The same cases in every run of the tests: a property that fails for one case in ten thousand must not fail somebody
// else's change. `SEED=$RANDOM npm test` looks for new ones.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
