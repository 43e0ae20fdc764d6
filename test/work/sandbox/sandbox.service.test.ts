import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { collectOutput, runCommand } from '../../../src/work/sandbox/run-command.ts'
import { detectSandbox, openSandbox } from '../../../src/work/sandbox/sandbox.ts'
import { runnerOf } from '../../../src/work/sandbox/mounts.ts'
import type { SandboxKind } from '../../../src/work/sandbox/sandbox-place.ts'
import { temporaryDirectory, writeFiles } from '../place.ts'

const works = async (kind: SandboxKind) => (await detectSandbox(kind, process.env).catch(() => undefined)) === kind
const walled: SandboxKind[] = []
for (const kind of ['bwrap', 'user'] as const) if (await works(kind)) walled.push(kind)
const all: SandboxKind[] = [...walled, 'none']

const CANARY = 'canary-5f2a9c'

/** A machine like a runner's, with something to find in every place that commands must not see. */
async function machine(kind: SandboxKind, options: { network?: boolean; gitDir?: boolean } = {}) {
  const top = temporaryDirectory()
  writeFiles(top, {
    'home/.netrc': CANARY,
    'home/tool/bin/my-tool': `#!/bin/sh\necho my-tool runs\n`,
    'work/_temp/_runner_file_commands/env': CANARY,
    'work/_temp/event.json': CANARY,
    'work/repo/outside.txt': CANARY,
    'work/repo/repo/a.txt': 'inside',
    'work/repo/repo/.git/config': CANARY,
    'work/_temp/git/HEAD': 'ref: refs/heads/main\n',
    'runner/.credentials': CANARY,
  })
  spawnSync('chmod', ['+x', join(top, 'home/tool/bin/my-tool')])
  const env = {
    // A home, a root and the runner's folder on the PATH must not open them.
    PATH: `${top}/home/tool/bin:${top}/home:/:${top}/runner:${process.env.PATH}`,
    HOME: join(top, 'home'),
    RUNNER_TEMP: join(top, 'work/_temp'),
    GITHUB_WORKSPACE: join(top, 'work/repo/repo'),
    GITHUB_EVENT_PATH: join(top, 'work/_temp/event.json'),
    GITHUB_TOKEN: CANARY,
    INPUT_OPENAI_API_KEY: CANARY,
    ACTIONS_RUNTIME_TOKEN: CANARY,
    HTTPS_PROXY: `http://me:${CANARY}@proxy:1`,
  }
  const workspace = join(top, 'work/repo/repo')
  const place = {
    ...{ workspace, env, scratch: join(top, 'work/_temp/scratch'), network: options.network ?? true },
    ...{ hidden: [join(top, 'runner')], gitDir: options.gitDir === false ? undefined : join(top, 'work/_temp/git') },
  }
  const sandbox = await openSandbox(kind, place)
  const run = (command: string, rest: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    runCommand({ command, cwd: workspace, timeoutMs: 30_000, sandbox, ...rest })
  return { top, workspace, run }
}

/** Whether a process whose command line holds a text is there; it may be a moment in going. */
async function isGone(text: string): Promise<boolean> {
  for (let i = 0; i < 100; i++) {
    if (!commandLines().some((line) => line.includes(text))) return true
    await sleep(20)
  }
  return false
}

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

test.each([
  ['/opt/actions-runner/externals/node24/bin/node', '/opt/actions-runner'],
  ['/srv/a b/externals/node24_alpine/bin/node', '/srv/a b'],
  ['/usr/bin/node', undefined],
  ['/opt/hostedtoolcache/node/24.1.0/x64/bin/node', undefined],
])('the runner that brought %j lies at %j', (node, runner) => {
  expect(runnerOf(node)).toBe(runner)
})

test('what the runner left open in us is closed in commands', () => {
  // A process of its own, since descriptors of this one are the test runner's.
  const script = `
    import { runCommand } from '${resolve(import.meta.dirname, '../../../src/work/sandbox/run-command.ts')}'
    import { openSandbox } from '${resolve(import.meta.dirname, '../../../src/work/sandbox/sandbox.ts')}'
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

test('bubblewrap is there to be tested with', { skip: !walled.includes('bwrap') }, () => {
  expect(walled).toContain('bwrap')
})

describe.each(walled)('behind the walls of %s', (kind) => {
  test('no place of the runner is visible, by any path', async () => {
    const { top, run } = await machine(kind)
    const places = ['home/.netrc', 'work/_temp/event.json', 'work/repo/outside.txt', 'runner/.credentials']
    const command = [
      ...places.map((path) => `cat '${top}/${path}' /proc/1/root/'${top}/${path}'`),
      `ls -laR '${top}/home' '${top}/work/_temp' '${top}/runner'; cat ../outside.txt .git/config ~/.netrc`,
      `echo x > '${top}/work/_temp/_runner_file_commands/env'; mkdir -p '${top}/runner'; echo x > '${top}/runner/planted'`,
      'ls /run; cat /etc/shadow',
    ].join('; ')
    const { output } = await run(command)
    expect(output).not.toContain(CANARY)
    expect(output).not.toMatch(/^-.*(\.netrc|event\.json|\.credentials|outside\.txt|env)$/m)
    expect(output).not.toMatch(/^root:/m)
    expect(readFileSync(join(top, 'work/_temp/_runner_file_commands/env'), 'utf8')).toBe(CANARY)
    expect(readdirSync(join(top, 'runner'))).toEqual(['.credentials'])
  })

  test('neither a runner that lies elsewhere nor the credentials of cargo are visible, though their tools run', async () => {
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

  test('no other process is visible, nor what it inherited', async () => {
    const { run } = await machine(kind)
    const other = spawn('sleep', ['300'], { env: { ...process.env, OTHER: CANARY } })
    onTestFinished(() => void other.kill('SIGKILL'))
    const { output } = await run('cat /proc/*/environ /proc/*/cmdline | tr "\\0" "\\n"; env; ls /proc')
    expect(output).toContain('HOME=/home/agent')
    expect(output).not.toContain(CANARY)
    expect(output).not.toMatch(/^(INPUT_|ACTIONS_|GITHUB_|RUNNER_)/m)
    expect(output.split('\n')).not.toContain(String(other.pid))
  })

  test('only the workspace, the home and the temporary directory can be written, and the latter two are kept', async () => {
    const { workspace, run } = await machine(kind)
    const { output } = await run(
      'for d in /usr /etc /opt .git /proc/sys/kernel; do touch $d/x && echo WROTE $d; done; mount -t tmpfs x /usr && echo WROTE',
    )
    expect(output).not.toContain('WROTE')
    await run('echo 1 > new.txt; echo 2 > ~/kept; echo 3 > $TMPDIR/kept')
    expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe('1\n')
    expect(await run('cat ~/kept /tmp/kept')).toEqual({ kind: 'exited', code: 0, output: '2\n3\n' })
  })

  test('the workspace’s own git directory is covered, by the given one or by nothing', async () => {
    const given = await machine(kind)
    expect((await given.run('ls .git')).output).toBe('HEAD\n')
    const none = await machine(kind, { gitDir: false })
    expect((await none.run('ls -A .git')).output).toBe('')
  })

  test('tools on the PATH run, also those in the hidden home', async () => {
    const { run } = await machine(kind)
    expect((await run('my-tool; git --version; node --version')).output).toMatch(/^my-tool runs\ngit version .*\nv\d+/)
  })

  test('without network there is none', async () => {
    const { run } = await machine(kind, { network: false })
    expect((await run('cat /proc/net/dev | tail -n +3 | grep -v lo: | wc -l')).output.trim()).toBe('0')
  })
})

describe.each(all)('a command (%s)', (kind) => {
  test('has no secret in its environment', async () => {
    const { run } = await machine(kind)
    const { output } = await run('env')
    expect(output).not.toContain(CANARY)
    expect(output).toContain('CI=true')
  })

  test('tells its exit code, both streams in order, and the right line in an error', async () => {
    const { run } = await machine(kind)
    expect(await run('echo a; echo b >&2; echo c; exit 3')).toEqual({ kind: 'exited', code: 3, output: 'a\nb\nc\n' })
    expect((await run('true\nno-such-program')).output).toContain('line 2')
  })

  test('that waits for input gets none and ends', async () => {
    const { run } = await machine(kind)
    expect(await run('cat; read x || echo none; [ -t 0 ] || echo no terminal')).toMatchObject({
      output: 'none\nno terminal\n',
    })
  })

  test('is ended with everything it started, in the background or in another session', async () => {
    const { run } = await machine(kind)
    const result = await run(
      'sleep 71001 & setsid sleep 71002 & (setsid nohup sleep 71003 >/dev/null 2>&1 &) ; echo started',
    )
    expect(result).toMatchObject({ kind: 'exited', output: 'started\n' })
    expect(await isGone('sleep 7100')).toBe(true)
  })

  test('is ended when the run is stopped', async () => {
    const { run, workspace } = await machine(kind)
    const stop = new AbortController()
    const running = run('echo before; touch begun; sleep 71007', { signal: stop.signal })
    await expect.poll(() => existsSync(join(workspace, 'begun'))).toBe(true)
    stop.abort()
    expect(await running).toEqual({ kind: 'aborted', output: 'before\n' })
    expect(await isGone('sleep 71007')).toBe(true)
    expect(await run('echo x', { signal: stop.signal })).toEqual({ kind: 'aborted', output: '' })
  })

  test('that prints 64 MB is kept at both ends', async () => {
    const { run } = await machine(kind)
    const { output } = await run('echo first; head -c 64000000 /dev/zero; echo; echo last')
    expect(output.startsWith('first\n')).toBe(true)
    expect(output.endsWith('last\n')).toBe(true)
    expect(output).toMatch(/\[… \d+ bytes left out …\]/)
    expect(output.length).toBeLessThan(2_000_000)
  })
})

test.concurrent.each(all)(
  'a command (%s) that takes too long is ended, also when it ignores being asked to',
  async (kind) => {
    const { run } = await machine(kind)
    // Found in the list of processes, where the other kinds have theirs at the same time.
    const long = `sleep 72${all.indexOf(kind)}`
    const result = await run(`trap "" TERM; echo before; setsid ${long}04 & ${long}05; ${long}06`, {
      timeoutMs: 3_000,
    })
    expect(result).toEqual({ kind: 'timeout', output: 'before\n' })
    expect(await isGone(`${long}0`)).toBe(true)
  },
)

test('output in the smallest pieces is kept whole until it is too much', () => {
  const output = collectOutput()
  for (let i = 0; i < 1000; i++) output.add(Buffer.from('é'))
  expect(output.text()).toBe('é'.repeat(1000))
})

test('a sandbox that is not there is an error that names the input and the way out', async () => {
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
