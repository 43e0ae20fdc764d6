import type { SandboxPlace, Sandbox } from './sandbox-place.ts'
import type { Mount } from './mounts.ts'

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']

/**
 * Kernel settings are read-only, because the kernel checks the writer's user id and not its capabilities: root could
 * change settings of the whole machine even without any capability.
 */
const KERNEL_SETTINGS = ['--ro-bind', '/proc/sys', '/proc/sys']

/**
 * The command line for bubblewrap (https://github.com/containers/bubblewrap): new namespaces, no capabilities, no
 * terminal. All processes end with the command.
 */
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
