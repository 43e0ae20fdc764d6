import { accessSync, constants, existsSync } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where commands run. All paths are absolute. */
export type SandboxSpec = {
  /** The only directory of the machine that commands may change. */
  workspace: string
  /** The path at which commands see the workspace, if it is mounted elsewhere. Without a sandbox it is not. */
  mountPath?: string | undefined
  /** A private directory outside of the workspace. It keeps home and temporary files between commands. */
  scratch: string
  /** The git directory of which commands see a copy as `.git`, which is theirs alone. Without it they see none. */
  gitDir?: string | undefined
  /** Where the objects of that git directory are stored, if it has none of its own. */
  objects?: string | undefined
  network: boolean
  /** More directories that commands must not see, besides those in the runner's variables. They need not exist. */
  hidden?: readonly string[]
  /** The `PATH` for programs that start and end the sandbox, recorded before any command ran. */
  trustedPath?: string | undefined
  /** The action's environment. Commands inherit only permitted variables of it. */
  env: NodeJS.ProcessEnv
}

/** A sandbox whose paths are resolved: without another `mountPath`, commands see the workspace where it is. */
export type ResolvedSandboxSpec = SandboxSpec & { mountPath: string }

/** One path that commands see. A later mount covers an earlier one at the same path. `source` of a link is its target. */
export type Mount = { kind: 'read' | 'write' | 'link'; path: string; source: string } | { kind: 'empty'; path: string }

/** The paths of home and temporary directory inside the sandbox. */
const HOME = '/home/agent'
const TMP = '/tmp'

const SYSTEM = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/opt'],
  ...['/nix', '/home/linuxbrew'],
]

/** Readable when the action runs as root, as in a container job. */
const PASSWORD_FILES = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers']

/** Cargo's credentials, if `CARGO_HOME` is outside of the home: Rust images use `/usr/local/cargo`. */
const cargoCredentials = ({ CARGO_HOME: home }: NodeJS.ProcessEnv): string[] =>
  home ? ['credentials', 'credentials.toml'].map((name) => join(home, name)) : []

/** Tool chain directories in a home, without the credentials that some tools store next to them. */
const TOOLS_IN_HOME = [
  ...['.rustup', '.pyenv', '.rbenv', '.nvm', '.volta', '.sdkman', '.asdf', '.dotnet', '.ghcup', '.jenv', '.nodenv'],
  ...['.cargo/bin', '.deno/bin', '.bun/bin', '.yarn/bin', 'go/bin', '.local/bin', '.local/lib', '.local/pipx'],
  ...['.pixi/bin', '.pixi/envs', '.elan/bin', '.elan/toolchains', '.rye/shims', '.rye/self', '.rye/py', '.rye/tools'],
  ...['.local/share/mise', '.local/share/uv', '.local/share/pipx', '.local/share/pypoetry', 'setup-pnpm'],
]

/** All paths that commands see but `.git`, as an allow-list. Writable are the workspace, the home and the temporary directory. */
export async function mountsOf(spec: ResolvedSandboxSpec): Promise<Mount[]> {
  const system = await systemMounts()
  const boundPaths = system.flatMap((mount) => (mount.kind === 'read' ? mount.path : []))
  const hidden = await hiddenDirectories(spec)
  const covered = outermost(hidden.filter((path) => isBelow(boundPaths, path)))
  const tools = (await toolDirectories(spec.env)).filter(
    (path) =>
      !hidden.some((secret) => contains(path, secret)) && (!isBelow(boundPaths, path) || isBelow(covered, path)),
  )
  return [
    ...system,
    ...[...covered, '/var/tmp', '/run'].map((path): Mount => ({ kind: 'empty', path })),
    ...(await nameResolution()),
    { kind: 'write', path: TMP, source: join(spec.scratch, 'tmp') },
    { kind: 'write', path: HOME, source: join(spec.scratch, 'home') },
    ...outermost(tools).map((path) => readOnly(path)),
    ...(await certificates(spec, hidden)),
    ...[...PASSWORD_FILES, ...cargoCredentials(spec.env)].filter(isReadable).map((path) => readOnly(path, '/dev/null')),
    { kind: 'write', path: spec.mountPath, source: spec.workspace },
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
async function certificates(
  { env, workspace, mountPath }: ResolvedSandboxSpec,
  hidden: readonly string[],
): Promise<Mount[]> {
  // What lies in the workspace is there already, and commands may have put a link in its place.
  const visibleAnyway = [...SYSTEM, workspace, mountPath]
  const namedPaths = CERTIFICATES.flatMap((name) => env[name] ?? []).filter((path) => path.startsWith('/'))
  const found = namedPaths.map(async (path) => {
    const source = await realPathOf(path)
    return source === undefined || hidden.some((secret) => contains(source, secret)) ? [] : [readOnly(path, source)]
  })
  return (await Promise.all(found)).flat().filter(({ path }) => !isBelow(visibleAnyway, path))
}

const readOnly = (path: string, source = path): Mount => ({ kind: 'read', path, source })

async function systemMounts(): Promise<Mount[]> {
  const mounts = SYSTEM.map(async (path): Promise<Mount[]> => {
    const stats = await lstat(path).catch(() => undefined)
    if (stats?.isSymbolicLink()) return [{ kind: 'link', path, source: await readlink(path) }]
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
async function hiddenDirectories(spec: ResolvedSandboxSpec): Promise<string[]> {
  const { HOME: home, RUNNER_TEMP: temp, RUNNER_WORKSPACE, GITHUB_WORKSPACE, GITHUB_EVENT_PATH: event } = spec.env
  const { scratch, gitDir, workspace, mountPath, hidden = [] } = spec
  const paths = await realPathsOf([
    // A self-hosted runner keeps its credentials two levels above its temporary directory, next to its work folder.
    ...[home, temp, temp && dirname(dirname(temp)), RUNNER_WORKSPACE, GITHUB_WORKSPACE, event && dirname(event)],
    ...[scratch, gitDir, workspace, mountPath, runnerOf(process.execPath), ...hidden],
  ])
  return paths.filter((path) => !SYSTEM.some((system) => contains(path, system)))
}

/** The runner brings its own Node, `<runner>/externals/node24/bin/node`, and keeps credentials next to it. */
const runnerOf = (node: string): string | undefined => /^(\/.+)\/externals\/node[^/]*\/bin\/node$/.exec(node)?.[1]

const isRunner = (path: string): boolean => ['.credentials', '.runner'].some((name) => isReadable(join(path, name)))

/** Siblings of a `bin` that its programs need. The whole parent is never mounted: it may be a runner or a home. */
const SIBLINGS_OF_BIN = [
  ...['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libexec', 'share', 'include'],
  ...['jre', 'conf', 'jmods', 'pkg', 'src', 'go.env', 'VERSION', 'release'],
]

/** The real directories of tool chains: the runner's cache, those known in a home, and what is on the PATH. */
function toolDirectories(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { HOME: home, PATH = '', RUNNER_TOOL_CACHE, AGENT_TOOLSDIRECTORY } = env
  const onPath = PATH.split(':').filter((path) => path.startsWith('/') && !isRunner(path))
  // /somewhere/node/bin and /somewhere/node/lib, but no sibling of the `bin` of the home, where people have private files.
  const isBinOfHome = (path: string): boolean =>
    home !== undefined && [home, join(home, '.local')].includes(dirname(path))
  const binFolders = onPath.filter((path) => /[^/]\/s?bin\/?$/.test(path) && !isBinOfHome(path))
  const siblings = binFolders.flatMap((bin) => SIBLINGS_OF_BIN.map((name) => join(dirname(bin), name)))
  const inHome = home ? TOOLS_IN_HOME.map((path) => join(home, path)) : []
  return realPathsOf([RUNNER_TOOL_CACHE, AGENT_TOOLSDIRECTORY, ...inHome, ...siblings, ...onPath])
}

/** Variables that name certificates, which commands can read where the variable says. */
const CERTIFICATES = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'PIP_CERT'],
  ...['GIT_SSL_CAINFO', 'AWS_CA_BUNDLE', 'CARGO_HTTP_CAINFO'],
]

/** Variables that commands inherit: tool chains, locale, network. All others may hold secrets. */
const PASSED_VARIABLES = [
  /^(PATH|LANG|LANGUAGE|TZ|LC_[A-Z]+)$/,
  /^(JAVA_HOME|GOROOT)(_\w+)?$/,
  /^(RUSTUP_HOME|RUSTUP_TOOLCHAIN|PYENV_ROOT|RBENV_ROOT|NVM_DIR|VOLTA_HOME|SDKMAN_DIR|DOTNET_ROOT|DENO_INSTALL|BUN_INSTALL)$/,
  /^(ANDROID_HOME|ANDROID_SDK_ROOT|ANDROID_NDK\w*|GRADLE_HOME|CHROME_BIN|CHROMEWEBDRIVER|GECKOWEBDRIVER|VCPKG_INSTALLATION_ROOT)$/,
  /^(pythonLocation|Python_ROOT_DIR|Python[23]_ROOT_DIR|LD_LIBRARY_PATH|PKG_CONFIG_PATH)$/,
  /^(https?_proxy|no_proxy)$/i,
]

/** Permitted variables, and values that keep programs from prompting. Colours are left to test suites. */
export const commandEnvironment = (
  env: NodeJS.ProcessEnv,
  { home, tmp } = { home: HOME, tmp: TMP },
): Record<string, string> => ({
  LANG: 'C.UTF-8',
  ...passedVariables(env),
  ...toolHomes(env),
  HOME: home,
  TMPDIR: tmp,
  TERM: 'dumb',
  CI: 'true',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  DEBIAN_FRONTEND: 'noninteractive',
})

const passedVariables = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isPassed(name) && !holdsCredentials(value) ? [[name, value] as const] : [],
    ),
  )

const isPassed = (name: string): boolean =>
  CERTIFICATES.includes(name) || PASSED_VARIABLES.some((pattern) => pattern.test(name))

/** The address of a proxy may contain a name and a password, with a scheme or without. */
const holdsCredentials = (value: string): boolean => /(?:^|:\/\/)[^/\s]*@/.test(value)

/** Tool chains that look for their files in the home directory. The home of commands is another directory. */
const TOOL_HOMES = {
  RUSTUP_HOME: '.rustup',
  PYENV_ROOT: '.pyenv',
  RBENV_ROOT: '.rbenv',
  NVM_DIR: '.nvm',
  VOLTA_HOME: '.volta',
}

/** Where tool chains have their files, for variables that are not set. */
function toolHomes(env: NodeJS.ProcessEnv): Record<string, string> {
  const { HOME: home } = env
  if (!home) return {}
  const unset = Object.entries(TOOL_HOMES).filter(([name, path]) => !env[name] && existsSync(join(home, path)))
  return Object.fromEntries(unset.map(([name, path]) => [name, join(home, path)]))
}
