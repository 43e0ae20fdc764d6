import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tryGit } from '../../src/git/git.ts'
import { applyPatch, patchBetween } from '../../src/git/merge.ts'
import { checkout, restoreTree, writeWorkTree } from '../../src/git/work-tree.ts'
import { readingTools } from '../../src/agent/tools/reading.ts'
import { openWorkspace } from '../../src/agent/worktree/workspace.ts'
import { callIn } from '../agent/tools/call.ts'
import { PLANTED } from './repositories.ts'
import { CANARY, hostileTree } from './tree.ts'

const { top, root, repo, head, sh } = await hostileTree()
const ran = join(top, 'ran')
const evil = join(top, 'evil')
writeFileSync(evil, `#!/bin/sh\necho "$0 $*" >> '${ran}'\ncat 2>/dev/null\n`, { mode: 0o755 })

/** All that the action does with git where the agent has been. */
async function useGit(): Promise<string> {
  const workspace = await openWorkspace({ root, protectedPaths: [], planFile: 'PLAN.md' })
  const call = callIn(readingTools({ workspace, git: (args, options) => tryGit(repo, args, options), redact: String }))
  const told: string[] = []
  for (let attempt = 0; attempt < 2; attempt++) {
    told.push(await call('list_files', {}), await call('search', { pattern: 'x' }), await call('git_log', {}))
    told.push(await call('git_show', { revision: 'HEAD' }))
    const tree = await writeWorkTree(repo)
    const patch = await patchBetween(repo, head, tree)
    await applyPatch(repo, head, patch)
    if (attempt > 0) await restoreTree(repo, tree)
  }
  await checkout(repo, head)
  return told.join('\n')
}

describe('git runs nothing that was planted:', () => {
  test.each(PLANTED)('git runs no planted code: $name', async ({ command }) => {
    rmSync(join(root, '.git'), { recursive: true, force: true })
    mkdirSync(join(top, 'home'), { recursive: true })
    sh('rm -rf lib; git init -q .; git config user.name x')
    expect(sh(`EVIL='${evil}'; ${command}`).status).toBe(0)
    rmSync(ran, { force: true })
    expect(await useGit()).not.toContain(CANARY)
    expect(existsSync(ran)).toBe(false)
  })
})
