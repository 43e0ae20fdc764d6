import type { SandboxPlace, Sandbox } from './place.ts'
import type { Mount } from './view.ts'

const NAMESPACES = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']

/**
 * The kernel asks who writes to them, not what that may: to root, even without a single capability, they are the machine's own; to
 * others, those of their namespaces.
 */
const KERNEL_SETTINGS = ['--ro-bind', '/proc/sys', '/proc/sys']

/** New namespaces, no capabilities, no terminal, and nothing outlives the command: https://github.com/containers/bubblewrap. */
export function bubblewrap(place: SandboxPlace, view: readonly Mount[]): Sandbox['argv'] {
  const network = place.network ? [] : ['--unshare-net']
  const mounts = ['--proc', '/proc', ...KERNEL_SETTINGS, '--dev', '/dev', ...view.flatMap(mountArguments)]
  const ends = ['--cap-drop', 'ALL', '--die-with-parent', '--new-session']
  return (cwd) => ['bwrap', ...NAMESPACES, ...network, ...ends, ...mounts, '--chdir', cwd, '--']
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
