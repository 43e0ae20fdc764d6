import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { UserError } from '../../../src/lib/errors.ts'
import { runCommand, type SandboxKind } from '../../../src/agent/sandbox/run-command.ts'
import { detectSandbox, openSandbox } from '../../../src/agent/sandbox/sandbox.ts'
import { environmentForGit, git, initRepository } from '../../../src/git/git.ts'
import { commitTree, EMPTY_TREE, treeWith } from '../../../src/git/objects.ts'
import { checkout, writeWorkTree } from '../../../src/git/work-tree.ts'
import { temporaryDirectory, writeFiles } from '../../places.ts'

const works = async (kind: SandboxKind) => (await detectSandbox(kind, process.env).catch(() => undefined)) === kind
const walled: SandboxKind[] = []
for (const kind of ['bwrap', 'user'] as const) if (await works(kind)) walled.push(kind)
const all: SandboxKind[] = [...walled, 'none']

const CANARY = 'canary-5f2a9c'

/** A machine like a runner's, which the tests of a kind share. */
async function machine(kind: SandboxKind, { gitDir = true } = {}) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'machine-')))
  tops.push(top)
  writeFiles(top, {
    'home/tool/bin/my-tool': `#!/bin/sh\ncat $(dirname $0)/../lib/says\n`,
    'home/tool/lib/says': 'my-tool runs\n',
    'home/.nvm/nvm.sh': '',
    'work/_temp/corp.pem': 'CERTIFICATE\n',
    'work/repo/repo/a.txt': 'inside',
    'work/repo/repo/.git/config': CANARY,
    'work/_temp/git/HEAD': 'ref: refs/heads/main\n',
    'work/_temp/git/objects/pack/x': 'SHARED\n',
  })
  spawnSync('chmod', ['+x', join(top, 'home/tool/bin/my-tool')])
  const env = {
    // A home and a root on the PATH must not open them.
    PATH: `${top}/home/tool/bin:${top}/home:/:${process.env.PATH}`,
    ...{ HOME: join(top, 'home'), RUNNER_TEMP: join(top, 'work/_temp'), GITHUB_TOKEN: CANARY },
    ...{ INPUT_OPENAI_API_KEY: CANARY, ACTIONS_RUNTIME_TOKEN: CANARY, HTTPS_PROXY: `http://me:${CANARY}@proxy:1` },
    ...{ http_proxy: `me:${CANARY}@proxy:1`, SSL_CERT_FILE: join(top, 'work/_temp/corp.pem'), SSL_CERT_DIR: top },
  }
  const workspace = join(top, 'work/repo/repo')
  const sandbox = await openSandbox(kind, {
    ...{ workspace, env, scratch: join(top, 'work/_temp/scratch'), network: true },
    gitDir: gitDir ? join(top, 'work/_temp/git') : undefined,
  })
  const run = (command: string, rest: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    runCommand({ command, cwd: workspace, timeoutMs: 60_000, sandbox, ...rest })
  return { top, workspace, run }
}
const tops: string[] = []
afterAll(() => tops.forEach((top) => rmSync(top, { recursive: true, force: true })))
const machines = new Map(await Promise.all(all.map(async (kind) => [kind, await machine(kind)] as const)))
const machineOf = (kind: SandboxKind) => machines.get(kind) ?? expect.fail(`There is no machine for ${kind}.`)

/** What set-ups ask of git, with what the last command of each prints. */
const SET_UPS = [
  [
    'the `prepare` of husky',
    `echo '{"scripts":{"prepare":"git config core.hooksPath .husky/_"}}' > package.json; npm i -s --package-lock-only --offline; npm ci -s --offline; git config core.hooksPath; git config --unset core.hooksPath`,
    '.husky/_\n',
  ],
  ['a name', 'git config user.name me && git config user.email me@x && git config user.name', 'me\n'],
  [
    '`pre-commit install`',
    'mkdir -p .git/hooks && printf "#!/bin/sh\\necho checked" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && git commit -q --allow-empty -m x 2>&1 | grep -v ^hint; rm .git/hooks/pre-commit; git reset -q --soft HEAD^',
    'checked\n',
  ],
  [
    '`git lfs install --local`',
    'git config filter.lfs.required true && echo x > .git/hooks/pre-push && mkdir -p .git/lfs/tmp && git config filter.lfs.required',
    'true\n',
  ],
  [
    '`git submodule update`',
    'export GIT_ALLOW_PROTOCOL=file; git init -q ~/lib && git -C ~/lib -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; git submodule -q add ~/lib lib && rm -rf lib && git submodule -q update && git -C lib log --format=%s; git rm -qf lib .gitmodules',
    'x\n',
  ],
  [
    'a submodule that is out of reach',
    'printf "[submodule \\"s\\"]\\npath = s\\nurl = file:///none\\n" > .gitmodules; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),s; git submodule update --init 2>&1 | grep -q "^fatal" && echo refused; git rm -q --cached s; rm .gitmodules',
    'refused\n',
  ],
] as const

/** What is ended may be a moment in going. */
const expectGone = (text: string): Promise<void> =>
  expect.poll(() => commandLines().filter((line) => line.includes(text))).toEqual([])

const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })

test.runIf(walled.length > 0).each([
  ['externals/node24/bin/node', false],
  ['externals/node24_alpine/bin/node', false],
  ['bin/node', true],
])('commands see a folder on the PATH around `runner/%s`, which runs us: %s', async (node, isSeen) => {
  const [workspace, top] = [temporaryDirectory(), temporaryDirectory()]
  writeFiles(top, { [`runner/${node}`]: '' })
  using _execPath = vi.spyOn(process, 'execPath', 'get').mockReturnValue(join(top, 'runner', node))
  const place = { workspace, scratch: temporaryDirectory(), network: true, env: { PATH: `${top}:${process.env.PATH}` } }
  const { argv } = await openSandbox(walled[0] ?? 'none', place)
  expect(argv(workspace, {}).join(' ').includes(` ${top}`)).toBe(isSeen)
})

test('file descriptors that the runner left open in this process are closed in commands', () => {
  // A process of its own, since descriptors of this one are the test runner's.
  const script = `
    import { runCommand } from '${resolve(import.meta.dirname, '../../../src/agent/sandbox/run-command.ts')}'
    import { openSandbox } from '${resolve(import.meta.dirname, '../../../src/agent/sandbox/sandbox.ts')}'
    for (const kind of ${JSON.stringify(all)}) {
      const place = { workspace: process.cwd(), scratch: process.cwd() + '/scratch', network: true, env: process.env }
      const sandbox = await openSandbox(kind, place)
      const { output } = await runCommand({ command: 'cat <&7; cat <&19; ls /proc/self/fd', cwd: place.workspace, timeoutMs: 30000, sandbox })
      console.log(output)
    }`
  const top = temporaryDirectory()
  writeFiles(top, { 'secret.txt': CANARY, 'work/a.txt': '' })
  const node = `exec 7<../secret.txt 19<../secret.txt; exec '${process.execPath}' --input-type=module-typescript -e "$0"`
  const { stdout, stderr } = spawnSync('bash', ['-c', node, script], { cwd: join(top, 'work'), encoding: 'utf8' })
  expect(stdout + stderr).not.toContain(CANARY)
  expect(stdout.match(/Bad file descriptor/g)).toHaveLength(2 * all.length)
})

test('bubblewrap is installed where the tests require a sandbox', { skip: !walled.includes('bwrap') }, () => {
  expect(walled).toContain('bwrap')
})

describe.each(walled)('behind the walls of %s', (kind) => {
  test('secrets of a runner in another folder and of cargo are hidden, while their programs still run', async () => {
    const top = temporaryDirectory()
    const secrets = ['.credentials', '.runner', '.env', '_diag/log'].map((path) => `runner/${path}`)
    const cargo = ['cargo/credentials', 'cargo/credentials.toml']
    writeFiles(top, {
      ...Object.fromEntries([...secrets, ...cargo].map((path) => [path, CANARY])),
      'runner/bin/my-tool': '#!/bin/sh\n. $(dirname $0)/../lib/x\n',
      'runner/lib/x': 'echo my-tool runs\n',
      'cargo/bin/my-crate': '#!/bin/sh\necho my-crate runs\n',
      'repo/a.txt': 'inside',
    })
    spawnSync('chmod', ['+x', join(top, 'runner/bin/my-tool'), join(top, 'cargo/bin/my-crate')])
    const env = {
      PATH: `${top}/runner/bin:${top}/cargo/bin:${top}/cargo:${top}/runner:${process.env.PATH}`,
      CARGO_HOME: join(top, 'cargo'),
    }
    const place = { workspace: join(top, 'repo'), env, scratch: join(top, 'scratch'), network: true }
    const command = `my-tool; my-crate; cat ${[...secrets, ...cargo].map((path) => join(top, path)).join(' ')}; ls -A ${top}/runner`
    const { output } = await runCommand({
      ...{ command, cwd: place.workspace, timeoutMs: 30_000 },
      sandbox: await openSandbox(kind, place),
    })
    expect(output).toContain('my-tool runs\nmy-crate runs\n')
    expect(output).not.toContain(CANARY)
    expect(output).toMatch(/\nbin\nlib\n$/)
  })

  test('sandboxed commands write only to the workspace, home and temp folders; home and temp persist', async () => {
    const { workspace, run } = machineOf(kind)
    const { output } = await run(
      'for d in /usr /etc /opt .git/shared /proc/sys/kernel; do touch $d/x && echo WROTE $d; done; mount -t tmpfs x /usr && echo WROTE; echo 1 > new.txt; echo 2 > ~/kept; echo 3 > $TMPDIR/kept',
    )
    expect(output).not.toContain('WROTE')
    expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe('1\n')
    expect(await run('cat ~/kept /tmp/kept')).toEqual({ kind: 'exited', code: 0, output: '2\n3\n' })
  })

  test('in the sandbox the workspace’s .git is replaced by the given git directory, or an empty folder', async () => {
    expect((await machineOf(kind).run('cat .git/HEAD .git/shared/pack/x')).output).toBe(
      'ref: refs/heads/main\nSHARED\n',
    )
    const none = await machine(kind, { gitDir: false })
    expect((await none.run('ls -A .git')).output).toBe('')
  })

  test('hooks, settings, tags, stashes and index that commands write never reach the real .git', async () => {
    const top = realpathSync(temporaryDirectory())
    const repo = { gitDir: join(top, 'git'), workTree: join(top, 'work'), env: environmentForGit(process.env) }
    initRepository(repo)
    const commit = async (text: string) => {
      const tree = await treeWith(repo, EMPTY_TREE, { path: 'a.txt', text })
      const sha = await commitTree(repo, { tree, parents: [], message: 'x\n', author: { name: 'a', email: 'a@b' } })
      await checkout(repo, sha)
      return sha
    }
    const first = await commit('first\n')
    await git(repo, ['update-ref', 'refs/remotes/origin/main', first])
    const place = {
      workspace: repo.workTree,
      gitDir: repo.gitDir,
      scratch: join(top, 'scratch'),
      network: true,
      env: process.env,
    }
    const sandbox = await openSandbox(kind, place)
    const run = async (command: string) =>
      (await runCommand({ command, cwd: repo.workTree, timeoutMs: 30_000, sandbox })).output
    expect(
      await run('git config core.hooksPath .husky && echo x > .git/hooks/post-commit && git tag mine && git status -s'),
    ).toBe('')
    expect(
      await run(
        'echo b > b.txt; echo more >> a.txt; git stash -q -u && git stash list; git stash pop -q; git add -A; git commit -qm mine; git log --format=%s',
      ),
    ).toMatch(/^stash@\{0\}.*\nmine\nx\n$/s)
    expect(await run('git merge-base origin/main main')).toBe(`${first}\n`)
    for (const [what, command, output] of SET_UPS) expect([what, await run(command)]).toEqual([what, output])
    // A link in the place of the index must not be followed when ours is brought.
    expect(await run(`rm .git/index; ln -s ${join(top, 'victim')} .git/index`)).toBe('')
    writeFiles(top, { victim: CANARY })
    await writeWorkTree(repo)
    expect(await run('git log --format=%s')).toBe('mine\nx\n')
    const second = await commit('second\n')
    expect(await run('git rev-parse HEAD; git tag; git config core.hooksPath; git status -s')).toBe(`${second}\n`)
    expect(readFileSync(join(top, 'victim'), 'utf8')).toBe(CANARY)
    expect(readdirSync(repo.gitDir).filter((name) => /hooks|config/.test(name))).toEqual([])
    expect(await git(repo, ['for-each-ref', 'refs/tags', 'refs/stash'])).toBe('')
    expect(await git(repo, ['rev-parse', 'HEAD'])).toBe(second)
    expect(first).not.toBe(second)
  })

  test('programs on the PATH run in the sandbox, also those below the hidden home folder', async () => {
    const { output } = await machineOf(kind).run('my-tool; git --version; node --version')
    expect(output).toMatch(/^my-tool runs\ngit version .*\nv\d+/)
  })

  test('the sandbox exposes SSL_CERT_FILE read-only, and no hidden files through SSL_CERT_DIR', async () => {
    const { output } = await machineOf(kind).run(
      'cat $SSL_CERT_FILE; ls $SSL_CERT_DIR/work/_temp; echo x >> $SSL_CERT_FILE',
    )
    expect(output).toMatch(/^CERTIFICATE\ncorp.pem\n.*Read-only/)
  })
})

describe.each(all)('a command (%s)', (kind) => {
  const { run, top, workspace } = machineOf(kind)

  test('a sandboxed command has no secret in its environment', async () => {
    const { output } = await run('env')
    expect(output).not.toContain(CANARY)
    expect(output).toContain('CI=true')
  })

  test('a sandboxed command finds tool chains of the hidden home by variables such as NVM_DIR', async () => {
    expect((await run('echo $NVM_DIR')).output.trim()).toBe(join(top, 'home/.nvm'))
  })

  test('a command’s result has its exit code, both streams in order, and the line number of an error', async () => {
    expect(await run('echo a; echo b >&2; echo c; exit 3')).toEqual({ kind: 'exited', code: 3, output: 'a\nb\nc\n' })
    expect((await run('true\nno-such-program')).output).toContain('line 2')
  })

  test('a command that waits for input gets end-of-file and ends', async () => {
    const { output } = await run('cat; read x || echo none; [ -t 0 ] || echo no terminal')
    expect(output).toBe('none\nno terminal\n')
  })

  test('when a command ends, all processes that it started are killed, also in another session', async () => {
    const result = await run(
      'sleep 71001 & setsid sleep 71002 & (setsid nohup sleep 71003 >/dev/null 2>&1 &) ; echo started',
    )
    expect(result).toMatchObject({ kind: 'exited', output: 'started\n' })
    await expectGone('sleep 7100')
  })

  test('a command is killed when the run is stopped', async () => {
    const stop = new AbortController()
    const running = run('echo before; touch begun; sleep 71007', { signal: stop.signal })
    await expect.poll(() => existsSync(join(workspace, 'begun'))).toBe(true)
    stop.abort()
    expect(await running).toEqual({ kind: 'aborted', output: 'before\n' })
    await expectGone('sleep 71007')
    expect(await run('echo x', { signal: stop.signal })).toEqual({ kind: 'aborted', output: '' })
  })

  test('of a command’s 64 MB of output the beginning and the end are kept', async () => {
    const { output } = await run('echo first; head -c 64000000 /dev/zero; echo; echo last')
    expect(output.startsWith('first\n')).toBe(true)
    expect(output.endsWith('last\n')).toBe(true)
    expect(output).toMatch(/\[… \d+ bytes left out …\]/)
    expect(output.length).toBeLessThan(2_000_000)
  })
})

test('a command that exceeds its timeout is killed, also when it ignores SIGTERM', async () => {
  const command = 'trap "" TERM; setsid sleep 7204 & sleep 7205; sleep 7206'
  const ended = await Promise.all(all.map((kind) => machineOf(kind).run(command, { timeoutMs: 1_500 })))
  expect(ended.map((result) => result.kind)).toEqual(all.map(() => 'timeout'))
  await expectGone('sleep 720')
})

test('a missing sandbox is an error that names the input `sandbox` and how to install bubblewrap', async () => {
  const env = { PATH: '/nonexistent' }
  for (const choice of ['auto', 'bwrap', 'user'] as const) {
    const error = await detectSandbox(choice, env).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UserError)
    expect(error).toMatchObject({
      message: expect.stringContaining('input sandbox'),
      remedy: expect.stringContaining('apt-get install -y bubblewrap'),
    })
  }
  expect(await detectSandbox('none', env)).toBe('none')
})
