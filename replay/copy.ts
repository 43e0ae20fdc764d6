import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../src/lib/errors.ts'
import { environmentForGit, initRepository, type Repository } from '../src/git/git.ts'

const execute = promisify(execFile)

/** A copy of a repository that may be worked in, as a runner has it: a checkout, and the private git directory. */
export type Copy = AsyncDisposable & { repo: Repository; scratch: string }

/** Copies a repository at a commit into a temporary folder; the objects are shared, so that history costs nothing. */
export async function copyRepository(source: string, commit: string): Promise<Copy> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'replay-')))
  const remove = () => rm(home, { recursive: true, force: true })
  const repo = { gitDir: join(home, 'git'), workTree: join(home, 'tree'), env: environmentForGit(process.env) }
  try {
    await checkOut(source, repo.workTree, commit)
    await initRepository(repo)
    await share(join(repo.workTree, '.git'), repo.gitDir)
  } catch (error) {
    await remove()
    throw error
  }
  return { repo, scratch: join(home, 'scratch'), [Symbol.asyncDispose]: remove }
}

async function checkOut(source: string, tree: string, commit: string): Promise<void> {
  try {
    await execute('git', ['clone', '-q', '--shared', '--no-checkout', '--', source, tree])
    await execute('git', ['-C', tree, '-c', 'core.hooksPath=/dev/null', 'checkout', '-q', '--detach', commit])
  } catch (error) {
    throw new UserError(
      'replay-commit',
      `The repository ${source} cannot be checked out at ${commit}.`,
      'Name a clone that holds this commit with --repo, fetch the commit there, or name another one with --commit.',
      { cause: error },
    )
  }
}

/** The agent's commands may take the checkout away, objects and all; the private git directory goes on without it. */
async function share(from: string, to: string): Promise<void> {
  const alternates = 'objects/info/alternates'
  const shared = await readFile(join(from, alternates), 'utf8').catch(() => '')
  await mkdir(dirname(join(to, alternates)), { recursive: true })
  await writeFile(join(to, alternates), shared || join(from, 'objects') + '\n')
  const shallow = join(from, 'shallow')
  if (existsSync(shallow)) await copyFile(shallow, join(to, 'shallow'))
}
