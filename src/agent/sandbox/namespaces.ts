import type { Sandbox, SandboxPlace } from './sandbox-place.ts'
import type { Mount } from './mounts.ts'

/** The prefix that runs a program as root: none if the action is root, otherwise `sudo` without a password. */
export const rootPrefix = (): string[] => (process.getuid?.() === 0 ? [] : ['sudo', '-n', '--'])

/** Where the new root is mounted. Exists in the new mount namespace only. */
const ROOT = '/mnt'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom']

/** Without bubblewrap, root sets up namespaces and mounts; the command runs as our user and cannot become another. */
export function namespaces(place: SandboxPlace, mounts: readonly Mount[]): Sandbox['argv'] {
  const network = place.network ? [] : ['--net']
  const unshare = [
    'unshare',
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    ...network,
    '--fork',
    '--kill-child',
    '--propagation',
    'private',
  ]
  const script = ['set -e', ...newRoot(), ...mounts.map(mountLine), ...enterRoot()].join('\n')
  return (cwd, env) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    return [...rootPrefix(), ...unshare, 'bash', '-c', script, 'sandbox', cwd, 'env', '-i', ...variables]
  }
}

/**
 * Kernel files that must be read-only. The kernel checks the writer's user id and not its capabilities, so root could
 * change settings of the whole machine.
 */
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
  switch (mount.kind) {
    case 'read':
    case 'write':
      return [
        `if [ -d ${quote(mount.source)} ]; then mkdir -p ${quote(path)}; else mkdir -p "$(dirname ${quote(path)})"; [ -e ${quote(path)} ] || touch ${quote(path)}; fi`,
        ...bind(mount.source, path, mount.kind === 'read' ? 'ro' : 'rw'),
      ].join('\n')
    case 'empty':
      return `mkdir -p ${quote(path)}; mount -t tmpfs tmpfs ${quote(path)}`
    case 'link':
      return `ln -s ${quote(mount.target)} ${quote(path)}`
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']

/** Read-only for the reason of `KERNEL`. */
const KERNEL_SETTINGS = ['--ro-bind', '/proc/sys', '/proc/sys']

/** The command line of bubblewrap: new namespaces, no capabilities, no terminal. All processes end with the command. */
export function bubblewrap(place: SandboxPlace, mounts: readonly Mount[]): Sandbox['argv'] {
  const network = place.network ? [] : ['--unshare-net']
  const mountOptions = ['--proc', '/proc', ...KERNEL_SETTINGS, '--dev', '/dev', ...mounts.flatMap(mountArguments)]
  const ends = ['--cap-drop', 'ALL', '--die-with-parent', '--new-session']
  return (cwd, env) => {
    // bubblewrap itself starts outside of the sandbox, so it does not get these variables: a variable such as
    // `LD_PRELOAD` may name a folder that commands wrote.
    const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])
    return ['bwrap', ...NAMESPACES, ...network, ...ends, ...mountOptions, ...variables, '--chdir', cwd, '--']
  }
}

function mountArguments(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.source, mount.path]
    case 'write':
      return ['--bind', mount.source, mount.path]
    case 'empty':
      return ['--tmpfs', mount.path]
    case 'link':
      return ['--symlink', mount.target, mount.path]
  }
}
