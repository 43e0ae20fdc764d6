import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { patchBetween } from '../src/git/merge.ts'
import { writeWorkTree } from '../src/git/work-tree.ts'
import { inspectCommit } from '../src/guard/check-commit.ts'
import { PROTECTED_PATHS } from '../src/guard/protected.ts'
import { redactor } from '../src/guard/redact.ts'
import type { Measurement } from './measurement.ts'
import { createSite } from './room.ts'
import { repositoryOf } from './repositories.ts'
import { interleaved, median, spread, timed } from './samples.ts'
import { atMost, figure } from './table.ts'

/** What it costs to look through a change of ten files and a thousand lines before it may be committed. */
export const gate: Measurement = {
  about: 'the gate per commit: paths, modes, sizes and secrets',
  measure: async ({ rounds }) => {
    await using site = await createSite(repositoryOf(200))
    const line = (n: number): string => `export const value${n} = compute(${n}, 'some text that is no secret')\n`
    for (let n = 0; n < 10; n++)
      await writeFile(join(site.repo.workTree, `new-${n}.js`), Array.from({ length: 100 }, (_, i) => line(i)).join(''))
    const range = { from: site.head, to: await writeWorkTree(site.repo) }
    const redact = redactor(['ghs_0123456789abcdefghijklmnopqrstuvwxyz', 'sk-bench-0123456789abcdef'])
    const rules = { protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md', redact }
    const { looked, patched } = await interleaved(rounds(40, 10), {
      looked: () => timed(() => inspectCommit(site.repo, range, rules)),
      patched: () => timed(() => patchBetween(site.repo, range.from, range.to)),
    })
    const detail = `${figure(median(looked))} ms [${spread(looked, figure)}]; one git diff-tree of it takes ${figure(median(patched))} ms`
    return [
      atMost({ what: 'the gate per commit of 1,000 lines', value: median(looked), limit: 100, unit: ' ms', detail }),
    ]
  },
}
