import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand, type SandboxKind } from '../../src/agent/sandbox/run-command.ts'
import { detectSandbox, openSandbox } from '../../src/agent/sandbox/sandbox.ts'
import { writeFiles } from '../places.ts'
import { CHANGES, CONNECTIONS, LEFTOVERS, SEARCHES } from './commands.ts'
import { CANARY } from './tree.ts'

const KINDS: SandboxKind[] = []
for (const kind of ['bwrap', 'user'] as const)
  if ((await detectSandbox(kind, process.env).catch(() => undefined)) === kind) KINDS.push(kind)

/** Another for every run, since others may be at work on the same machine. */
const REST = `60.7${process.pid}`

/** Where what is planted would lie, wherever the machine lies. */
const SYSTEM = ['/usr/planted', '/usr/bin/planted', '/usr/local/bin/planted', '/etc/planted', '/opt/planted']

/** A machine like a runner's, with a canary wherever a secret could lie, and a process that has one too. */
async function machine(kind: SandboxKind) {
  // Not below the temporary directory, which commands have one of their own of, so that nothing there could be seen anyway.
  const top = realpathSync(mkdtempSync(join(homedir(), '.hostile-')))
  writeFiles(top, {
    ...Object.fromEntries(PLACES.map((path) => [path, CANARY])),
    'work/repo/repo/a.txt': 'inside',
    'work/_temp/git/HEAD': 'ref: refs/heads/main\n',
    'work/_temp/git/objects/info/packs': '',
    'home/tool/bin/my-tool': '#!/bin/sh\n',
  })
  const other = spawn('sleep', ['73000'], { env: { ...process.env, OTHER: CANARY } })
  const server = createServer((socket) => socket.end(CANARY)).listen(0, '127.0.0.1')
  const name = `hostile-${process.pid}-${kind}`
  const unseen = createServer((socket) => socket.end(CANARY)).listen(`\0${name}`)
  afterAll(() => {
    for (const one of [server, unseen]) one.close()
    other.kill('SIGKILL')
    for (const path of [top, ...SYSTEM]) rmSync(path, { recursive: true, force: true })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const env = {
    ...Object.fromEntries(SECRETS.map((variable) => [variable, CANARY])),
    ...{
      PATH: `${top}/home/tool/bin:${top}/home:/:${top}/runner:${process.env['PATH']}`,
      HOME: join(top, 'home'),
      RUNNER_TEMP: join(top, 'work/_temp'),
    },
    ...{ GITHUB_WORKSPACE: join(top, 'work/repo/repo'), GITHUB_EVENT_PATH: join(top, 'work/_temp/event.json') },
    HTTPS_PROXY: `http://me:${CANARY}@proxy:1`,
  }
  const workspace = join(top, 'work/repo/repo')
  const place = { workspace, env, scratch: join(top, 'work/_temp/scratch'), hidden: [join(top, 'runner')] }
  const open = (network: boolean) => openSandbox(kind, { ...place, network, gitDir: join(top, 'work/_temp/git') })
  const sandboxes = { open: await open(true), closed: await open(false) }
  return {
    run: async (command: string, sandbox: keyof typeof sandboxes = 'open') => {
      const text = command
        .replaceAll('$TOP', top)
        .replaceAll('$PORT', port)
        .replaceAll('$NAME', name)
        .replaceAll('$REST', REST)
        .replaceAll('$FOUND', `${CANARY.slice(0, 3)}''${CANARY.slice(3)}`)
        .replaceAll('$OTHER', String(other.pid))
      return runCommand({ command: text, cwd: workspace, timeoutMs: 60_000, sandbox: sandboxes[sandbox] })
    },
    isAlive: () => other.exitCode === null && other.signalCode === null,
    /** All files of the machine that commands must leave as they are. */
    files: () =>
      readdirSync(top, { recursive: true, withFileTypes: true, encoding: 'utf8' })
        .filter((entry) => entry.isFile() && !/\/(scratch|repo\/repo)(\/|$)/.test(entry.parentPath))
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
        .map((path) => `${path.slice(top.length)}: ${readFileSync(path, 'latin1')}`),
  }
}

const SECRETS = [
  'GITHUB_TOKEN',
  'INPUT_OPENAI_API_KEY',
  'INPUT_GITHUB-TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'NPM_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_ENV',
  'BASH_ENV',
  'GIT_CONFIG_VALUE_0',
  'NODE_OPTIONS',
  'LD_PRELOAD',
]
const IN_HOME = [
  '.netrc',
  '.npmrc',
  '.git-credentials',
  '.docker/config.json',
  '.config/gh/hosts.yml',
  '.ssh/id_ed25519',
]
const PLACES = [
  ...IN_HOME.map((path) => `home/${path}`),
  ...['work/_temp/event.json', 'work/_temp/_runner_file_commands/env', 'work/_temp/_runner_file_commands/output'],
  ...['work/outside.txt', 'work/repo/outside.txt', 'work/repo/repo/.git/config'],
  ...['runner/.credentials', 'runner/.runner', 'tmp/left.txt'],
]

/** What was ended may be a moment in going. */
const expectGone = (text: string): Promise<void> =>
  expect
    .poll(() =>
      commandLines()
        .split('\n')
        .filter((line) => line.includes(text)),
    )
    .toEqual([])

const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')

// What is skipped is set up all the same, so what cannot be set up here is not even described.
const walls = (kind: SandboxKind, attacks: () => Promise<void>): void => {
  if (KINDS.includes(kind)) describe(`behind the walls of ${kind}`, attacks)
}

walls('bwrap', async () => {
  const { run, files, isAlive } = await machine('bwrap')

  test.each(SEARCHES)('a sandboxed command finds no secret in $name', async ({ command }) => {
    const { output } = await run(command)
    expect(output).not.toContain(CANARY)
  })

  test.each(CHANGES)('nothing outside the sandbox is changed by a command that $name', async ({ command }) => {
    const before = files()
    await run(command)
    expect(files()).toEqual(before)
    expect(SYSTEM.filter((path) => existsSync(path))).toEqual([])
    expect(isAlive()).toBe(true)
  })

  test.each(LEFTOVERS)('no process stays behind $name', async ({ command }) => {
    await run(`${command}\nsleep 0.1`)
    await expectGone(REST)
  })

  test.each(CONNECTIONS)('with `network: false` no command reaches $name', async ({ command }) => {
    expect((await run(command, 'closed')).output).not.toContain(CANARY)
  })
})

// Building these walls takes many times as long, so all attacks share them.
walls('user', async () => {
  const { run, files, isAlive } = await machine('user')
  const together = (attacks: readonly { command: string }[]): string =>
    attacks.map(({ command }) => `( ${command}\n)`).join('\n')

  test('commands in a sandbox find no planted secret, and change no file outside', async () => {
    const before = files()
    const { output } = await run(`${together(SEARCHES)}\n${together(CHANGES)}`)
    expect(output.split('\n').filter((line) => line.includes(CANARY))).toEqual([])
    expect(files()).toEqual(before)
    expect(SYSTEM.filter((path) => existsSync(path))).toEqual([])
    expect(isAlive()).toBe(true)
  })

  test('no process that a sandboxed command starts outlives the command', async () => {
    await run(`${together(LEFTOVERS)}\nsleep 0.1`)
    await expectGone(REST)
  })

  test('with `network: false` sandboxed commands reach no network service', async () => {
    expect((await run(together(CONNECTIONS), 'closed')).output).not.toContain(CANARY)
  })
})

test.runIf(process.env['CI'])('bubblewrap is available on CI, so that the sandbox is tested', () => {
  expect(KINDS).toContain('bwrap')
})
