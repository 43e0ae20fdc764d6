import { accessSync, constants } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gitDirectory } from './command-git.ts'
import { HOME, hideFile, TMP, type Environment, type Mount, type SandboxPlace } from './sandbox-place.ts'
import { CERTIFICATES } from './environment.ts'

const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt'],
  ...['/nix', '/home/linuxbrew'],
]

/** Readable when the action runs as root, as in a container job. */
const PASSWORD_FILES = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers']

/** Cargo's credentials, if `CARGO_HOME` is outside of the home: Rust images use `/usr/local/cargo`. */
const cargoCredentials = ({ CARGO_HOME: home }: Environment): string[] =>
  home ? ['credentials', 'credentials.toml'].map((name) => join(home, name)) : []

/** Tool chain directories in a home, without the credentials that some tools store next to them. */
const TOOLS_IN_HOME = [
  ...['.rustup', '.pyenv', '.rbenv', '.nvm', '.volta', '.sdkman', '.asdf', '.dotnet', '.ghcup', '.jenv', '.nodenv'],
  ...['.cargo/bin', '.deno/bin', '.bun/bin', '.yarn/bin', 'go/bin', '.local/bin', '.local/lib', '.local/pipx'],
  ...['.pixi/bin', '.pixi/envs', '.elan/bin', '.elan/toolchains', '.rye/shims', '.rye/self', '.rye/py', '.rye/tools'],
  ...['.local/share/mise', '.local/share/uv', '.local/share/pipx', '.local/share/pypoetry', 'setup-pnpm'],
]

/** All paths that commands see, as an allow-list. Writable are the workspace, the home and the temporary directory. */
export async function mountsOf(place: SandboxPlace): Promise<Mount[]> {
  const system = await systemMounts()
  const bound = system.flatMap((mount) => (mount.kind === 'read' ? mount.path : []))
  const hidden = await hiddenDirectories(place)
  const covered = outermost(hidden.filter((path) => isBelow(bound, path)))
  const tools = (await toolDirectories(place.env)).filter(
    (path) => !hidden.some((secret) => contains(path, secret)) && (!isBelow(bound, path) || isBelow(covered, path)),
  )
  return [
    ...system,
    ...[...covered, '/var/tmp', '/run'].map((path): Mount => ({ kind: 'empty', path })),
    ...(await nameResolution()),
    ...PASSWORD_FILES.filter(isReadable).map(hideFile),
    { kind: 'write', path: TMP, source: join(place.scratch, 'tmp') },
    { kind: 'write', path: HOME, source: join(place.scratch, 'home') },
    ...outermost(tools).map(readOnly),
    ...(await certificates(place, hidden)),
    ...cargoCredentials(place.env).filter(isReadable).map(hideFile),
    { kind: 'write', path: place.seenAt ?? place.workspace, source: place.workspace },
    ...(await gitDirectory(place)),
  ]
}

/** Whether a file is readable. Others need no mount, which saves time for every command. */
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The files and folders that variables name for certificates, wherever they lie, but no folder around the runner's own. */
async function certificates({ env, workspace, seenAt }: SandboxPlace, hidden: readonly string[]): Promise<Mount[]> {
  // What lies in the workspace is there already, and commands may have put a link in its place.
  const there = [...SYSTEM, workspace, ...(seenAt === undefined ? [] : [seenAt])]
  const named = CERTIFICATES.flatMap((name) => env[name] ?? []).filter((path) => path.startsWith('/'))
  const found = named.map(async (path): Promise<Mount[]> => {
    const source = await realPathOf(path)
    return source === undefined || hidden.some((secret) => contains(source, secret))
      ? []
      : [{ kind: 'read', path, source }]
  })
  return (await Promise.all(found)).flat().filter(({ path }) => !isBelow(there, path))
}

const readOnly = (path: string): Mount => ({ kind: 'read', path, source: path })

async function systemMounts(): Promise<Mount[]> {
  const mounts = SYSTEM.map(async (path): Promise<Mount[]> => {
    const stats = await lstat(path).catch(() => undefined)
    if (stats?.isSymbolicLink()) return [{ kind: 'link', path, target: await readlink(path) }]
    return stats?.isDirectory() ? [readOnly(path)] : []
  })
  return (await Promise.all(mounts)).flat()
}

/** With systemd-resolved, `/etc/resolv.conf` is a link into `/run`, so its target must be mounted. */
async function nameResolution(): Promise<Mount[]> {
  const path = await realPathOf('/etc/resolv.conf')
  return path && !path.startsWith('/etc/') ? [readOnly(path)] : []
}

const contains = (outer: string, inner: string): boolean =>
  outer === inner || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)

const isBelow = (directories: readonly string[], path: string): boolean =>
  directories.some((directory) => contains(directory, path))

const outermost = (paths: readonly string[]): string[] =>
  [...new Set(paths)].filter((path, _, all) => !all.some((other) => other !== path && contains(other, path)))

const realPathOf = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

const realPathsOf = async (paths: readonly (string | undefined)[]): Promise<string[]> =>
  (await Promise.all(paths.map((path) => (path ? realPathOf(path) : undefined)))).flatMap((path) => path ?? [])

/** The real paths of the runner's own directories, without those that contain a system directory. */
async function hiddenDirectories(place: SandboxPlace): Promise<string[]> {
  const { HOME: home, RUNNER_TEMP: temp, RUNNER_WORKSPACE, GITHUB_WORKSPACE, GITHUB_EVENT_PATH: event } = place.env
  const { scratch, gitDir, workspace, seenAt, hidden = [] } = place
  const paths = await realPathsOf([
    // A self-hosted runner keeps its credentials two levels above its temporary directory, next to its work folder.
    ...[home, temp, temp && dirname(dirname(temp)), RUNNER_WORKSPACE, GITHUB_WORKSPACE, event && dirname(event)],
    ...[scratch, gitDir, workspace, seenAt, runnerOf(process.execPath), ...hidden],
  ])
  return paths.filter((path) => !SYSTEM.some((system) => contains(path, system)))
}

/** The runner brings its own Node, `<runner>/externals/node24/bin/node`, and keeps credentials next to it. */
export const runnerOf = (node: string): string | undefined =>
  /^(\/.+)\/externals\/node[^/]*\/bin\/node$/.exec(node)?.[1]

const isRunner = (path: string): boolean => ['.credentials', '.runner'].some((name) => isReadable(join(path, name)))

/** Siblings of a `bin` that its programs need. The whole parent is never mounted: it may be a runner or a home. */
const BESIDE_BIN = [
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share', 'include'],
  ...['jre', 'conf', 'jmods', 'pkg', 'src', 'go.env', 'VERSION', 'release'],
]

/** The real directories of tool chains: the runner's cache, those known in a home, and what is on the PATH. */
function toolDirectories(env: Environment): Promise<string[]> {
  const { HOME: home, PATH = '', RUNNER_TOOL_CACHE, AGENT_TOOLSDIRECTORY } = env
  const onPath = PATH.split(':').filter((path) => path.startsWith('/') && !isRunner(path))
  // /somewhere/node/bin and /somewhere/node/lib, but no sibling of the `bin` of the home, where people have private files.
  const isOwn = (path: string): boolean => home !== undefined && [home, join(home, '.local')].includes(dirname(path))
  const unpacked = onPath.filter((path) => /[^/]\/s?bin\/?$/.test(path) && !isOwn(path))
  const beside = unpacked.flatMap((bin) => BESIDE_BIN.map((name) => join(dirname(bin), name)))
  const inHome = home ? TOOLS_IN_HOME.map((path) => join(home, path)) : []
  return realPathsOf([RUNNER_TOOL_CACHE, AGENT_TOOLSDIRECTORY, ...inHome, ...beside, ...onPath])
}
