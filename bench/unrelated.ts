import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startGitHub } from '../fakes/github/github.ts'
import { actionDefaults, inputVariables, runnerVariables } from '../fakes/runner/environment.ts'
import { furnish } from '../fakes/runner/machine.ts'
import { REPOSITORY } from '../fakes/runner/world.ts'
import type { Measurement } from './measurement.ts'
import { interleaved, median, spread, timed } from './samples.ts'
import { atMost, figure } from './table.ts'

/** What a comment costs that is nothing to us: most comments of a repository are. */
export const unrelated: Measurement = {
  about: 'an unrelated comment: whole process, against an empty one',
  measure: async ({ bundle, rounds }) => {
    await using github = await startGitHub({ files: REPOSITORY })
    const root = await mkdtemp(join(tmpdir(), 'bench-'))
    const { number } = await github.openIssue('alice')
    const { event } = await github.comment('bob', number, 'I see this on my machine, too.')
    const machine = await furnish(root, github.name, event.payload)
    const place = { ref: 'refs/heads/main', sha: '0'.repeat(40) }
    const actionPath = dirname(dirname(bundle))
    const inputs = inputVariables(await actionDefaults(join(import.meta.dirname, '../action.yml')), github.token)
    const env = { ...runnerVariables({ github, event, machine, place, run: 1, attempt: 1, actionPath }), ...inputs }
    github.journal.length = 0
    const { empty, ours } = await interleaved(rounds(40, 8), {
      empty: () => timed(() => ended(['-e', '0'], env)),
      ours: () => timed(() => ended([bundle], env)),
    })
    await rm(root, { recursive: true })
    const value = median(ours) / median(empty)
    const detail = `${figure(median(ours))} ms [${spread(ours, figure)}] / ${figure(median(empty))} ms [${spread(empty, figure)}]`
    return [
      atMost({ what: 'an unrelated comment, against an empty process', value, limit: 1.5, unit: ' ×', detail }),
      atMost({ what: 'an unrelated comment, requests', value: github.journal.length, limit: 0, unit: '' }),
    ]
  },
}

async function ended(args: readonly string[], env: Record<string, string>): Promise<void> {
  const [code] = await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}.`)
}
