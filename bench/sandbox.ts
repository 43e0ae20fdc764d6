import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runCommand, type SandboxKind } from '../src/agent/sandbox/run-command.ts'
import { openSandbox } from '../src/agent/sandbox/sandbox.ts'
import { REPOSITORY } from '../fakes/runner/world.ts'
import type { Measurement } from './measurement.ts'
import { createSite, targetIn } from './room.ts'
import { repositoryOf } from './repositories.ts'
import { interleaved, median, spread, timed } from './samples.ts'
import { atMost, figure } from './table.ts'

const bash = promisify(execFile)

/** What the walls cost, over the same command without any. */
export const sandbox: Measurement = {
  about: 'the sandbox per command, over plain bash -c',
  measure: async ({ rounds }) => {
    await using site = await createSite(repositoryOf(Object.keys(REPOSITORY).length))
    const cwd = site.repo.workTree
    const within = async (kind: SandboxKind) => {
      const opened = await openSandbox(kind, targetIn(site))
      return () => timed(() => runCommand({ command: 'echo x', cwd, timeoutMs: 10_000, sandbox: opened }))
    }
    const { plain, none, bwrap } = await interleaved(rounds(100, 20), {
      plain: () => timed(() => bash('bash', ['-c', 'echo x'], { cwd })),
      none: await within('none'),
      bwrap: await within('bwrap'),
    })
    const row = (kind: string, samples: readonly number[]) => {
      const detail = `${figure(median(samples))} ms [${spread(samples, figure)}] - ${figure(median(plain))} ms [${spread(plain, figure)}]`
      const value = median(samples) - median(plain)
      return atMost({ what: `a command in sandbox ${kind}, over plain bash -c`, value, limit: 8, unit: ' ms', detail })
    }
    return [row('bwrap', bwrap), row('none', none)]
  },
}
