import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkout, writeWorkTree } from '../src/git/work-tree.ts'
import { runChecks } from '../src/checks/clean-worktree.ts'
import { beginChecks, setUpWorktree } from '../src/checks/worktree-set-up.ts'
import type { AgentContext } from '../src/agent/context/agent-context.ts'
import { detectSandbox } from '../src/agent/sandbox/sandbox.ts'
import { verify } from '../src/checks/verify.ts'
import { writtenTree } from '../src/agent/worktree/written-tree.ts'
import type { Measurement } from './measurement.ts'
import { createSite, openContext } from './room.ts'
import { interleaved, median, spread, timed } from './samples.ts'
import { atMost, figure } from './table.ts'

const FILES = 20_000
const IGNORED = 50_000

/** The least that a check of a whole project does: it reads all files that are committed. */
const CHECK = 'find . -path ./deps -prune -o -type f -print0 | xargs -0 cat | wc -c'

/** What it costs that a check goes by nothing that the agent left, where it left nothing. */
export const checks: Measurement = {
  about: 'checks in a place that no command has touched',
  measure: async ({ rounds }) => {
    await using site = await createSite({ ...filesBelow('src', FILES), '.gitignore': 'deps/\n' })
    const ctx = openContext(site, { url: 'http://127.0.0.1:9', kind: await detectSandbox('auto', process.env) })
    for (const [path, text] of Object.entries(filesBelow('deps', IGNORED))) await write(site.root, path, text)
    await checkout(ctx.repo, site.head)
    await setUpWorktree(ctx, site.head)
    const { guarded, written, plain } = await interleaved(rounds(9, 3), {
      guarded: () => timed(() => guardedCheck(ctx, site.head)),
      written: () => timed(() => writtenCheck(ctx, site.head)),
      plain: () => timed(() => plainCheck(ctx)),
    })
    const [whole, tree, bare] = [median(guarded), median(written), median(plain)]
    const detail = `${figure(whole)} ms [${spread(guarded, figure)}]; without the guard it takes ${figure(bare)} ms`
    const what = `a check of ${FILES} files beside ${IGNORED} ignored ones`
    const parts = `the tree that is checked is the one that is committed: ${figure(tree - bare)} ms; nobody touched the place: ${figure(whole - tree)} ms`
    return [
      atMost({ what, value: whole / bare, limit: 1.3, unit: ' x', detail }),
      { what: 'what of that the guard costs', measured: parts, reach: '', met: true },
    ]
  },
}

async function guardedCheck(ctx: AgentContext, head: string): Promise<void> {
  beginChecks(ctx)
  const tree = await writtenTree(ctx.repo, head)
  if (typeof tree !== 'string') throw new Error(tree.problem)
  const checked = await runChecks(ctx, tree, [CHECK])
  if ('problem' in checked || checked.undone.length > 0) throw new Error('Nothing was changed.')
}

/** What is committed is what was checked; where it is checked, the agent may have been. */
async function writtenCheck(ctx: AgentContext, head: string): Promise<void> {
  const tree = await writtenTree(ctx.repo, head)
  if (typeof tree !== 'string') throw new Error(tree.problem)
  await runHere(ctx)
}

/** The tree has to be written anyway. */
async function plainCheck(ctx: AgentContext): Promise<void> {
  await writeWorkTree(ctx.repo)
  await runHere(ctx)
}

async function runHere(ctx: AgentContext): Promise<void> {
  const { signal, redact } = ctx
  await verify([CHECK], { cwd: ctx.repo.workTree, sandbox: await ctx.sandbox(), signal, redact })
}

const filesBelow = (top: string, count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${top}/${n % 200}/${n}.js`, `export const n = ${n}\n`]))

async function write(root: string, path: string, text: string): Promise<void> {
  const file = join(root, 'work', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
