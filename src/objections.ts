import { problemsOf, type ChangeRules } from './changeset.ts'
import { git, type Repository } from './git.ts'
import { changesBetweenTrees, readBlob } from './git-objects.ts'

/** Why the difference between two commits or trees must not be committed; empty when it may. */
export async function objectionsTo(
  repo: Repository,
  range: { from: string; to: string },
  rules: ChangeRules,
): Promise<string[]> {
  const changes = await changesBetweenTrees(repo, range.from, range.to)
  const present = changes.filter(({ to }) => to.mode !== '000000' && to.mode !== '160000')
  const links = present.filter(({ to }) => to.mode === '120000')
  const targets = await Promise.all(links.map(async ({ to }) => [to.blob, await readBlob(repo, to.blob)] as const))
  return problemsOf(changes, rules, {
    sizes: await sizesOf(
      repo,
      present.map(({ to }) => to.blob),
    ),
    links: new Map(targets),
  })
}

async function sizesOf(repo: Repository, blobs: readonly string[]): Promise<Map<string, number>> {
  if (blobs.length === 0) return new Map()
  const format = '--batch-check=%(objectname) %(objectsize)'
  const lines = await git(repo, ['cat-file', format], { input: blobs.join('\n') + '\n' })
  return new Map(lines.split('\n').map((line) => [line.slice(0, 40), Number(line.slice(41)) || 0]))
}

/** Whether the lines that a patch (base64) adds hold a secret: redaction would change them. */
export function holdsSecret(patch: string, redact: (text: string) => string): boolean {
  const lines = Buffer.from(patch, 'base64').toString('latin1').split('\n')
  const added = lines.filter((line) => line.startsWith('+')).join('\n')
  return redact(added) !== added
}
