import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { GitHub } from '../../fakes/github/github.ts'

type Kept = { github: Pick<GitHub, 'git' | 'pulls' | 'sha'>; folder: string }

/** What a plan changed, as `git am` reads it; empty when there is nothing. */
export async function patchOf(github: Kept['github'], branch: string): Promise<string> {
  if (!(await github.sha(`refs/heads/${branch}`))) return ''
  const text = await github.git(['format-patch', '--stdout', `${await baseOf(github, branch)}..refs/heads/${branch}`])
  return text && `${text}\n`
}

/** What the branch is compared with: `main`, or `main` as it was before the branch was merged into it. */
async function baseOf(github: Kept['github'], branch: string): Promise<string> {
  const merges = ['rev-list', '--merges', '--ancestry-path', '--reverse', `refs/heads/${branch}..main`]
  const [first] = (await github.git(merges)).split('\n').filter(Boolean)
  return first ? `${first}^1` : 'main'
}

/** The transcripts of all runs. */
export async function transcriptsOf(folder: string): Promise<{ name: string; text: string }[]> {
  const found: { name: string; text: string }[] = []
  for await (const file of glob('runner-*/temp/measure-twice/*.jsonl', { cwd: folder }))
    found.push({ name: basename(file), text: await readFile(join(folder, file), 'utf8') })
  return found.sort((a, b) => a.text.slice(0, 40).localeCompare(b.text.slice(0, 40)))
}

/** Keeps what a demonstration made: the transcripts, a bare repository with every branch, and the patch of each plan. Tells how to use it. */
export async function keep({ github, folder }: Kept, to: string): Promise<string[]> {
  const bare = join(to, 'repository.git')
  await mkdir(join(to, 'transcripts'), { recursive: true })
  for (const { name, text } of await transcriptsOf(folder)) await writeFile(join(to, 'transcripts', name), text)
  await github.git(['init', '-q', '--bare', '-b', 'main', bare])
  // The repository may be a shallow clone, of which one push takes no two heads.
  const from = await github.git(['rev-parse', '--absolute-git-dir'])
  await github.git(['--git-dir', bare, 'fetch', '-q', '--update-shallow', from, '+refs/heads/*:refs/heads/*'])
  const branches = [...new Set((await github.pulls()).map(({ branch }) => branch))]
  const kept: string[] = []
  for (const branch of branches) {
    const patch = await patchOf(github, branch)
    if (patch === '') continue
    await writeFile(join(to, `${branch.replaceAll('/', '-')}.patch`), patch)
    kept.push(`To take the branch into your repository: git fetch ${bare} ${branch}:${branch}`)
  }
  return [`Kept: ${to} (repository.git, the patches and the transcripts).`, ...kept]
}
