import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../../lib/errors.ts'
import { trustedPath } from '../../git/trusted-path.ts'
import { replaceRoot } from '../../guard/paths.ts'
import { commandGit } from './command-git.ts'
import type { Sandbox, SandboxKind } from './run-command.ts'
import { commandEnvironment, mountsOf } from './visible-to-commands.ts'
import type { Mount, ResolvedSandboxSpec, SandboxSpec } from './visible-to-commands.ts'

/** The requested sandbox, or the best that works. Throws `UserError`: only a person may decide to run without one. */
export async function detectSandbox(choice: 'auto' | SandboxKind, env: NodeJS.ProcessEnv): Promise<SandboxKind> {
  if (choice === 'none') return 'none'
  if (choice !== 'user' && (await succeeds(BUBBLEWRAP_TRIAL, env))) return 'bwrap'
  if (choice !== 'bwrap' && (await succeeds([...rootPrefix(), ...NAMESPACES_TRIAL], env))) return 'user'
  throw noSandbox(choice, env)
}

const BUBBLEWRAP = ['bwrap', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
const UNSHARE = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']

const BUBBLEWRAP_TRIAL = [...BUBBLEWRAP, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true']
const NAMESPACES_TRIAL = [...UNSHARE, '--mount-proc', 'setpriv', '--no-new-privs', 'true']

const noSandbox = (choice: string, env: NodeJS.ProcessEnv): UserError =>
  new UserError(
    'no-sandbox',
    `Commands cannot be run in a sandbox on this runner (input sandbox: ${choice}).`,
    sandboxRemedy(env),
  )

const execute = promisify(execFile)

const succeeds = ([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> =>
  execute(program, args, { timeout: 20_000, env: { PATH: env.PATH } }).then(
    () => true,
    () => false,
  )

/** Creates a sandbox's directories, decides which paths commands see, and tries it. Throws `UserError` if it fails. */
export async function openSandbox(kind: SandboxKind, given: SandboxSpec): Promise<Sandbox> {
  const workspace = await realpath(given.workspace)
  const mountPath = await realpath(given.mountPath ?? given.workspace)
  const spec: ResolvedSandboxSpec = { ...given, workspace, mountPath }
  const directories = { home: join(spec.scratch, 'home'), tmp: join(spec.scratch, 'tmp') }
  for (const path of Object.values(directories)) await mkdir(path, { recursive: true, mode: 0o700 })
  const { tmp } = directories
  if (kind === 'none') return { kind, argv: () => [], env: commandEnvironment(spec.env, directories), tmp }
  const git = commandGit(spec)
  const mounts = [...(await mountsOf(spec)), ...git.mounts]
  const wrap = kind === 'bwrap' ? bubblewrap(spec, mounts) : namespaces(spec, mounts)
  const argv: Sandbox['argv'] = (cwd, variables) => {
    git.refresh()
    return wrap(replaceRoot(cwd, workspace, mountPath), variables)
  }
  const env = commandEnvironment(spec.env)
  const ownPath = trustedPathAt(spec)
  if (!(await succeeds([...argv(spec.workspace, env), 'true'], { PATH: ownPath }))) throw noSandbox(kind, spec.env)
  return { kind, argv, env, tmp, trustedPath: ownPath }
}

const trustedPathAt = ({ trustedPath: recordedPath, env, workspace, mountPath }: SandboxSpec): string | undefined =>
  recordedPath ?? trustedPath(env, [workspace, mountPath ?? workspace])

/** A sandbox with an empty temporary directory and a copy of the home, in place of the last one for this use. */
export async function openFreshSandbox(kind: SandboxKind, spec: SandboxSpec, use: string): Promise<Sandbox> {
  // What a command made unreadable cannot be removed and stays; the new directories have other names.
  await rm(join(spec.scratch, use), { recursive: true, force: true }).catch(() => undefined)
  const scratch = join(spec.scratch, use, randomUUID())
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const home = join(spec.scratch, 'home')
  if (existsSync(home)) await execute('cp', ['-a', home, scratch], { env: { PATH: trustedPathAt(spec) } })
  return openSandbox(kind, { ...spec, scratch })
}

/** What makes commands run in a sandbox on this machine, as one sentence. */
function sandboxRemedy({ PATH = '' }: NodeJS.ProcessEnv): string {
  // Docker and Podman create these files.
  const isContainer = ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path))
  const isRoot = process.getuid?.() === 0
  const hasSudo = PATH.split(':').some((folder) => folder.startsWith('/') && existsSync(join(folder, 'sudo')))
  const none = 'or, where commands may see everything that the runner holds, set the input sandbox to `none`.'
  const install = 'apt-get update && apt-get install -y bubblewrap'
  if (isContainer)
    return `In a container job, add \`options: --privileged\` to its \`container:\` and a step that runs as root \`${install}\`; or run the job without a container; ${none}`
  const allow = 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  if (!isRoot && !hasSudo)
    return `There is no sudo here, so have an administrator of the runner run \`${install}\` and \`${allow}\` once; ${none}`
  const sudo = isRoot ? '' : 'sudo '
  const withSudo = install.split(' && ').map((command) => sudo + command)
  return `Add a step before this action that runs \`${withSudo.join(' && ')}\` and \`${sudo}${allow}\`; ${none}`
}

/** The prefix that runs a program as root: none if the action is root, otherwise `sudo` without a password. */
const rootPrefix = (): string[] => (process.getuid?.() === 0 ? [] : ['sudo', '-n', '--'])

/** Where the new root is mounted. Exists in the new mount namespace only. */
const ROOT = '/mnt'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom']

/** Without bubblewrap, root sets up namespaces and mounts; the command runs as our user and cannot become another. */
function namespaces(spec: SandboxSpec, mounts: readonly Mount[]): Sandbox['argv'] {
  const unshare = [...UNSHARE, ...(spec.network ? [] : ['--net']), '--propagation', 'private']
  const script = ['set -e', ...newRoot(), ...mounts.map(mountLine), ...enterRoot()].join('\n')
  return (cwd, env) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    return [...rootPrefix(), ...unshare, 'bash', '-c', script, 'sandbox', cwd, 'env', '-i', ...variables]
  }
}

/** Read-only, because the kernel goes by the user id: root could change settings of the whole machine. */
const KERNEL = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus']

const newRoot = (): string[] => [
  `mount -t tmpfs -o mode=755 tmpfs ${ROOT}`,
  `mkdir ${ROOT}/proc ${ROOT}/dev ${ROOT}/old`,
  `mount -t proc proc ${ROOT}/proc`,
  ...KERNEL.flatMap((path) => `[ ! -e ${path} ] || { ${bind(path, ROOT + path, 'ro').join(' && ')}; }`),
  ...DEVICES.flatMap((name) => [`touch ${ROOT}/dev/${name}`, `mount --bind /dev/${name} ${ROOT}/dev/${name}`]),
  `ln -s /proc/self/fd ${ROOT}/dev/fd`,
  `mkdir -m 1777 ${ROOT}/dev/shm`,
]

const identity = (): string => `--reuid ${process.getuid?.() ?? 65534} --regid ${process.getgid?.() ?? 65534}`

/** Switches to the new root and unmounts the old one before any code of the repository runs. */
const enterRoot = (): string[] => [
  `cd ${ROOT} && pivot_root . old && umount -l /old && rmdir /old && cd "$1" && shift`,
  `exec setpriv ${identity()} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`,
]

function bind(source: string, path: string, mode: 'ro' | 'rw'): string[] {
  const mount = `mount --bind ${quote(source)} ${quote(path)}`
  return mode === 'rw' ? [mount] : [mount, `mount -o remount,bind,ro ${quote(path)}`]
}

function mountLine(mount: Mount): string {
  const path = ROOT + mount.path
  if (mount.kind === 'empty') return `mkdir -p ${quote(path)}; mount -t tmpfs tmpfs ${quote(path)}`
  if (mount.kind === 'link') return `ln -s ${quote(mount.source)} ${quote(path)}`
  return [
    `if [ -d ${quote(mount.source)} ]; then mkdir -p ${quote(path)}; else mkdir -p "$(dirname ${quote(path)})"; [ -e ${quote(path)} ] || touch ${quote(path)}; fi`,
    ...bind(mount.source, path, mount.kind === 'read' ? 'ro' : 'rw'),
  ].join('\n')
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The command line of bubblewrap: new namespaces, no capabilities, no terminal. All processes end with the command. */
function bubblewrap(spec: SandboxSpec, mounts: readonly Mount[]): Sandbox['argv'] {
  const network = spec.network ? [] : ['--unshare-net']
  // Read-only, because the kernel goes by the user id: root could change settings of the whole machine.
  const kernelSettings = ['--ro-bind', '/proc/sys', '/proc/sys']
  const mountOptions = ['--proc', '/proc', ...kernelSettings, '--dev', '/dev', ...mounts.flatMap(mountArguments)]
  const processOptions = ['--cap-drop', 'ALL', '--die-with-parent', '--new-session']
  return (cwd, env) => {
    // bubblewrap itself starts outside of the sandbox, so it does not get these variables: a variable such as
    // `LD_PRELOAD` may name a folder that commands wrote.
    const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])
    return [...BUBBLEWRAP, ...network, ...processOptions, ...mountOptions, ...variables, '--chdir', cwd, '--']
  }
}

const MOUNT_OPTIONS = { read: '--ro-bind', write: '--bind', link: '--symlink', empty: '--tmpfs' }

const mountArguments = (mount: Mount): string[] => [
  MOUNT_OPTIONS[mount.kind],
  ...(mount.kind === 'empty' ? [] : [mount.source]),
  mount.path,
]
