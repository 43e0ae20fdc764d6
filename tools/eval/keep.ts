import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitHub } from '../../fakes/github/github.ts'

/**
 * Writes what a trial left for people to read: the versions of its plan, every comment, the descriptions of its pull
 * requests, and its change.
 */
export async function keepTrial(github: GitHub, folder: string, branch: string | undefined): Promise<void> {
  await mkdir(folder, { recursive: true })
  const pulls = await github.pulls()
  const comments = await Promise.all(
    [1, ...pulls.map(({ number }) => number)].map((number) => github.commentsOf(number)),
  )
  const written = comments.flat().map(({ body }) => (body ?? '').trim())
  const files: Record<string, string> = {
    'comments.md': written.join('\n\n---\n\n'),
    'description.md': pulls.map(({ body }) => body ?? '').join('\n\n---\n\n'),
  }
  if (branch !== undefined) {
    const head = `refs/heads/${branch}`
    const log = await github.git([
      'log',
      '--reverse',
      '--format=%H',
      '--diff-filter=AM',
      `main..${head}`,
      '--',
      'PLAN.md',
    ])
    for (const [i, sha] of log.split('\n').filter(Boolean).entries())
      files[`plan-${i + 1}.md`] = (await github.file(sha, 'PLAN.md')) ?? ''
    files['change.diff'] = await github.git(['diff', `main...${head}`, '--', '.', ':!PLAN.md'])
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), `${text}\n`)))
}
