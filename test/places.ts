import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { environmentForGit, git, initRepository, tryGit } from '../src/git/git.ts'
import { PROTECTED_PATHS } from '../src/guard/protected.ts'
import type { ReadingToolContext } from '../src/agent/context/agent-context.ts'
import { openWorkspace } from '../src/agent/worktree/workspace.ts'

/** A directory that is removed when the test is over. */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'measure-twice-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export function writeFiles(root: string, files: Record<string, string | Buffer>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** A real repository with one commit of `files`, and its workspace. */
export async function repositoryWith(files: Record<string, string | Buffer>) {
  const top = temporaryDirectory()
  const repository = { gitDir: join(top, 'git'), workTree: join(top, 'work'), env: environmentForGit(process.env) }
  initRepository(repository)
  writeFiles(repository.workTree, files)
  await git(repository, ['add', '--all'])
  const env = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' }
  await git(repository, ['commit', '-q', '--allow-empty', '-m', 'First commit'], { env })
  const root = repository.workTree
  const workspace = await openWorkspace({ root, protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md' })
  const runGit: ReadingToolContext['git'] = (args, options) => tryGit(repository, args, options)
  return { top, root, repository, workspace, git: runGit }
}
