import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applyPatch } from '../../src/git/merge.ts'
import { inspectCommit } from '../../src/guard/check-commit.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'
import { redactor } from '../../src/guard/redact.ts'
import { PATCHES } from './results.ts'
import { hostileTree } from './tree.ts'

const { repo, head, top, root } = await hostileTree()
const rules = { protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md', redact: redactor([]) }

describe('no commit comes of a patch that', () => {
  test.each(PATCHES)('a patch is never committed that $name', async ({ patch }) => {
    const before = [readdirSync(top), readdirSync(root)]
    const tree = await applyPatch(repo, head, Buffer.from(patch).toString('base64'))
    const objections =
      tree === undefined ? ['It does not fit.'] : (await inspectCommit(repo, { from: head, to: tree }, rules)).problems
    expect(objections).not.toEqual([])
    expect([readdirSync(top), readdirSync(root)]).toEqual(before)
  })

  test('a harmless patch passes the checks for hostile patches', async () => {
    const patch = PATCHES.find(({ name }) => name.includes('after something harmless'))?.patch.split(
      'diff --git a/.github',
    )[0]
    const tree = await applyPatch(repo, head, Buffer.from(patch ?? '').toString('base64'))
    expect((await inspectCommit(repo, { from: head, to: tree ?? '' }, rules)).problems).toEqual([])
  })
})
