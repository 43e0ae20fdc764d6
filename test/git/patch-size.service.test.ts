import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { applyPatch, patchBetween } from '../../src/git/merge.ts'
import { writeWorkTree } from '../../src/git/work-tree.ts'
import { problemOfPatch } from '../../src/git/patch-size.ts'
import { repositoryWith, writeFiles } from '../places.ts'

const KIB = 1 << 10
const MOST = 1 << 20
const noise = randomBytes(64 * KIB)
const tooLarge = 'its patch would make more than 1 MiB'

/** A repository, and the patch that leads from its files to others. */
async function patched(before: Record<string, string | Buffer>, after: Record<string, string | Buffer>) {
  const { repository: repo, root } = await repositoryWith(before)
  const head = await git(repo, ['rev-parse', 'HEAD'])
  writeFiles(root, after)
  const tree = await writeWorkTree(repo)
  const patch = await patchBetween(repo, head, tree)
  return { repo, head, tree, patch, text: Buffer.from(patch, 'base64').toString('latin1') }
}

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')

describe('a patch of our own', () => {
  test.each<[string, Record<string, string | Buffer>, Record<string, string | Buffer>]>([
    ['of text', { 'a.txt': 'one\n' }, { 'a.txt': 'two\n', 'b/ä "quoted".txt': 'new\n' }],
    ['of a new binary file', { 'a.txt': 'one\n' }, { 'b.bin': noise }],
    ['of a binary file that changes a little', { 'b.bin': noise }, { 'b.bin': Buffer.concat([noise, randomBytes(9)]) }],
    ['that is empty', { 'a.txt': 'one\n' }, {}],
  ])('a patch %s is applied', async (_, before, after) => {
    const { repo, head, tree, patch } = await patched(before, after)
    expect(await problemOfPatch(repo, { onto: head, patch }, MOST)).toBeUndefined()
    expect(await applyPatch(repo, head, patch)).toBe(tree)
  })
})

describe('a small patch that makes much', () => {
  test('a small patch that decompresses to a huge file is rejected', async () => {
    const { repo, head, patch } = await patched({ 'a.txt': 'a\n' }, { 'b.bin': Buffer.alloc(2 * MOST) })
    expect(Buffer.from(patch, 'base64').length).toBeLessThan(16 * KIB)
    expect(await problemOfPatch(repo, { onto: head, patch }, MOST)).toBe(tooLarge)
  })

  test('the size limit of a patch counts all its files together, even if they compress well', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}.bin`, Buffer.alloc(40 * KIB, n)]))
    const { repo, head, patch } = await patched({ 'a.txt': 'a\n' }, files)
    expect(await problemOfPatch(repo, { onto: head, patch }, MOST)).toBe(tooLarge)
  })

  test('a binary delta in a patch counts towards the limit with the size of the resulting file', async () => {
    const { repo, head, text } = await patched(
      { 'b.bin': noise },
      { 'b.bin': Buffer.concat(Array.from({ length: 20 }, () => noise)) },
    )
    expect(text).toMatch(/^delta \d{1,5}$/m)
    expect(await problemOfPatch(repo, { onto: head, patch: base64(text) }, MOST)).toBe(tooLarge)
  })

  test('a patch of one line in many large files counts towards the limit with the sizes of the files', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${n}.txt`, `${n}\n`.repeat(16 * KIB)]))
    const changed = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `x\n${text}`]))
    const { repo, head, text } = await patched(files, changed)
    const unnamed = text.replaceAll(/^index .*\n/gm, '')
    expect(await problemOfPatch(repo, { onto: head, patch: base64(unnamed) }, MOST)).toBe(tooLarge)
  })

  test.each([
    ['copies', 'similarity index 90%\ncopy from a.txt\ncopy to b.txt\n', 'its patch renames or copies files'],
    ['renames', 'similarity index 90%\nrename from a.txt\nrename to b.txt\n', 'its patch renames or copies files'],
  ])('a patch that %s files is not applied', async (_, header, why) => {
    const { repo, head } = await patched({ 'a.txt': 'a\n' }, {})
    expect(
      await problemOfPatch(repo, { onto: head, patch: base64(`diff --git a/a.txt b/b.txt\n${header}`) }, MOST),
    ).toBe(why)
  })

  test('a patch that changes one file twice is rejected', async () => {
    const { repo, head, text } = await patched({ 'a.txt': 'a\n' }, { 'a.txt': 'b\n' })
    const quoted = text.replaceAll('a/a.txt', '"a/\\141.txt"').replaceAll('b/a.txt', '"b/\\141.txt"')
    expect(await problemOfPatch(repo, { onto: head, patch: base64(text + quoted) }, MOST)).toBe(
      'its patch changes a file twice',
    )
  })

  test('text that is not a patch is rejected', async () => {
    const { repo, head } = await patched({ 'a.txt': 'a\n' }, {})
    expect(await problemOfPatch(repo, { onto: head, patch: base64('garbage') }, MOST)).toBe('its patch cannot be read')
    const broken = 'diff --git a/b b/b\nnew file mode 100644\nGIT binary patch\ndelta 9\n!!!!\n\n'
    expect(await problemOfPatch(repo, { onto: head, patch: base64(broken) }, MOST)).toBe('its patch cannot be read')
  })
})
