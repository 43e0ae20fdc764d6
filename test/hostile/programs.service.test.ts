import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { environmentForGit, initRepository } from '../../src/git/git.ts'
import { writeWorkTree } from '../../src/git/work-tree.ts'
import { copySetUp } from '../../src/checks/extra-worktree.ts'
import { runCommand } from '../../src/agent/sandbox/run-command.ts'
import { detectSandbox, openFreshSandbox, openSandbox } from '../../src/agent/sandbox/sandbox.ts'
import { writeFiles } from '../places.ts'

// Workflows put folders of the checkout on the PATH, such as `.venv/bin`. Commands write there.

const NAMES =
  'git sh bash bwrap sudo unshare setpriv mount umount pivot_root mkdir rmdir dirname touch ln env cp xargs cat find'

const plant = (top: string): string =>
  `mkdir -p bin; for name in ${NAMES}; do
    printf '#!/bin/sh\\necho "$0" >> ${top}/ran 2>/dev/null\\nfor d in /usr/bin /bin /usr/sbin /sbin; do [ -x $d/%s ] && exec $d/%s "$@"; done\\n' $name $name > bin/$name
  done; chmod +x bin/*; echo planted`

describe.each(['bwrap', 'user'] as const)('what commands put on the PATH (%s)', async (kind) => {
  const isThere = (await detectSandbox(kind, process.env).catch(() => undefined)) === kind

  test.runIf(isThere)('programs that commands put on the PATH run only in their sandbox', async () => {
    // Not below the temporary directory, which commands have one of their own of.
    const top = realpathSync(mkdtempSync(join(homedir(), '.hostile-')))
    afterAll(() => rmSync(top, { recursive: true, force: true }))
    const workspace = join(top, 'work')
    const PATH = `${top}/link:${workspace}/bin:bin:${top}/later:${process.env['PATH']}`
    const LD_LIBRARY_PATH = join(workspace, 'lib')
    const env = { ...process.env, PATH, LD_LIBRARY_PATH, GITHUB_WORKSPACE: workspace, HOME: join(top, 'home') }
    writeFiles(top, { 'work/a': 'a\n', 'work/bin/tool': '', 'other/b': 'b\n' })
    symlinkSync(join(workspace, 'bin'), join(top, 'link'))
    const repo = { gitDir: join(top, 'git'), workTree: workspace, env: environmentForGit(env) }
    initRepository(repo)
    const place = { workspace, env, scratch: join(top, 'scratch'), network: true, trustedPath: repo.env['PATH'] }
    const sandbox = await openSandbox(kind, place)
    const run = (command: string) => runCommand({ command, cwd: workspace, timeoutMs: 60_000, sandbox })
    expect(await run(plant(top))).toMatchObject({ kind: 'exited', output: 'planted\n' })
    expect(await run('command -v git')).toMatchObject({ kind: 'exited', output: `${workspace}/bin/git\n` })
    expect(await run('echo $LD_LIBRARY_PATH')).toMatchObject({ output: `${LD_LIBRARY_PATH}\n` })
    // The first process of its walls was started outside of them.
    if (kind === 'bwrap') expect((await run('cat /proc/1/environ')).output).not.toContain('LD_LIBRARY_PATH')
    await detectSandbox(kind, { ...env, PATH: place.trustedPath })
    await openFreshSandbox(kind, place, 'agent')
    await writeWorkTree(repo)
    const to = { repo: { ...repo, workTree: join(top, 'other') }, scratch: join(top, 'beside') }
    await copySetUp({ repo, scratch: place.scratch }, to)
    expect(existsSync(join(top, 'ran')) ? readFileSync(join(top, 'ran'), 'utf8') : '').toBe('')
  })
})
