import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { environmentForGit, git, initRepository, type Repository } from '../../src/git/git.ts'
import { writeFiles } from '../places.ts'

/** What must not be found: it lies wherever an attack would look. */
export const CANARY = 'canary-5f2a9c'

const WHO = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }

/** A repository with one commit for all tests of a file, and beside its work tree what attacks reach for. */
export async function hostileTree(links: Readonly<Record<string, string>> = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'hostile-')))
  const root = join(top, 'work')
  const repo: Repository = {
    gitDir: join(top, 'git'),
    workTree: root,
    env: environmentForGit({ ...process.env, HOME: join(top, 'home') }),
  }
  writeFiles(top, {
    'outside.txt': CANARY,
    'work/src/a.ts': 'a\n',
    'work/.git/config': CANARY,
    'work/PLAN.md': '# Plan: x\n',
  })
  await initRepository(repo)
  await git(repo, ['add', '--all'])
  await git(repo, ['commit', '-q', '-m', 'First commit'], { env: WHO })
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
  execFileSync('mkfifo', [join(root, 'pipe')])
  const server = createServer().listen(join(root, 'socket'))
  afterAll(() => {
    server.close()
    rmSync(top, { recursive: true, force: true })
  })
  return {
    ...{ top, root, repo, head: await git(repo, ['rev-parse', 'HEAD']) },
    outside: () => readFileSync(join(top, 'outside.txt'), 'utf8'),
    /** Runs a shell in the work tree, as an agent's command would, but with nothing between it and the machine. */
    sh: (command: string) =>
      spawnSync('bash', ['-c', command], { cwd: root, env: { ...process.env, ...WHO, TOP: top } }),
  }
}
