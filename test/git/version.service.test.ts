import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkGit, environmentForGit, initRepository, type Repository } from '../../src/git/git.ts'
import { fetchPlanRefs } from '../../src/git/side-ref.ts'
import { temporaryDirectory, writeFiles } from '../places.ts'

/** A repository on a machine whose git says that it is of this version; without one, there is no git. */
function machineWithGit(says: string | undefined): Repository {
  const top = temporaryDirectory()
  if (says !== undefined) {
    writeFiles(top, { 'bin/git': `#!/bin/sh\necho "${says}"\n` })
    chmodSync(join(top, 'bin/git'), 0o755)
  }
  const repo: Repository = {
    gitDir: join(top, 'git'),
    workTree: join(top, 'work'),
    env: environmentForGit({ PATH: join(top, 'bin') }),
    remote: { url: join(top, 'nowhere'), token: undefined },
  }
  initRepository(repo)
  return repo
}

test.each([
  [undefined, 'There is no git on this runner.'],
  ['git version 1.8.3.1', 'The git of this runner is 1.8.3.1, which is too old'],
  ['git version 2.30.2', 'The git of this runner is 2.30.2, which is too old'],
  ['git version 2.31.1', 'The git of this runner is 2.31.1, which is too old'],
])('`git --version` of %j is an error with advice', async (says, message) => {
  const repo = machineWithGit(says)
  const remedy = expect.stringMatching(/^Install git 2\.32 or newer before this action; in a container job/)
  const named = { name: 'UserError', message: expect.stringContaining(message), remedy }
  await expect(checkGit(repo)).rejects.toMatchObject(named)
  await expect(fetchPlanRefs(repo, { base: 'main', prefix: 'plan/', issue: 1 }, false)).rejects.toMatchObject(named)
})

test.each([
  ['git version 2.32.0'],
  ['git version 2.43.0.windows.1'],
  ['git version 3.0.0-rc1'],
  ['git version 2.39.5 (Apple Git-154)'],
])('the git version "%s" is accepted', async (says) => {
  await expect(checkGit(machineWithGit(says))).resolves.toBeUndefined()
})

test('a repository in SHA-256 format is refused with one sentence and what to do', async () => {
  const [there, top] = [temporaryDirectory(), temporaryDirectory()]
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', there, '-c', 'user.name=a', '-c', 'user.email=a', ...args])
  git('init', '-q', '-b', 'main', '--object-format=sha256')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  const repo: Repository = {
    gitDir: join(top, 'git'),
    workTree: join(top, 'work'),
    env: environmentForGit(process.env),
    remote: { url: there, token: undefined },
  }
  initRepository(repo)
  await expect(fetchPlanRefs(repo, { base: 'main', prefix: 'plan/', issue: 1 }, false)).rejects.toMatchObject({
    name: 'UserError',
    code: 'object-format',
    message: expect.stringContaining('SHA-256'),
  })
})
