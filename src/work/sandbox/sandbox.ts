import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../../errors.ts'
import { bubblewrap } from './bubblewrap.ts'
import { commandEnvironment } from './environment.ts'
import { asRoot, namespaces } from './namespaces.ts'
import { HOME, TMP } from './place.ts'
import type { Environment, SandboxPlace, Sandbox, SandboxKind } from './place.ts'
import { viewOf } from './view.ts'

/**
 * The kind of sandbox to use: the one that was asked for, or the best that works here. Throws `UserError` when there is none; to go
 * without one is a decision that only a person can take.
 */
export async function detectSandbox(choice: 'auto' | SandboxKind, env: Environment): Promise<SandboxKind> {
  if (choice === 'none') return 'none'
  if (choice !== 'user' && (await succeeds(BUBBLEWRAP_TRIAL, env))) return 'bwrap'
  if (choice !== 'bwrap' && (await succeeds([...asRoot(), ...NAMESPACES_TRIAL], env))) return 'user'
  throw noSandbox(choice)
}

const BUBBLEWRAP_TRIAL = [
  ...['bwrap', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--ro-bind', '/', '/'],
  ...['--proc', '/proc', '--dev', '/dev', 'true'],
]
const NAMESPACES_TRIAL = [
  ...['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', '--mount-proc'],
  ...['setpriv', '--no-new-privs', 'true'],
]

const noSandbox = (choice: string): UserError =>
  new UserError(
    'no-sandbox',
    `Commands cannot be run in a sandbox on this runner (input sandbox: ${choice}).`,
    'Add a step before this action that runs `sudo apt-get update && sudo apt-get install -y bubblewrap` and ' +
      '`sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`; or, where commands may see everything that ' +
      'the runner holds, set the input sandbox to `none`.',
  )

const execute = promisify(execFile)

const succeeds = ([program = '', ...args]: readonly string[], env: Environment): Promise<boolean> =>
  execute(program, args, { timeout: 20_000, env }).then(
    () => true,
    () => false,
  )

/**
 * Prepares a place for commands: makes the directories of its scratch, works out what commands see, and tries it. Throws
 * `UserError` when nothing can be started there.
 */
export async function openSandbox(kind: SandboxKind, given: SandboxPlace): Promise<Sandbox> {
  const place = { ...given, workspace: await realpath(given.workspace) }
  const directories = { home: join(place.scratch, 'home'), tmp: join(place.scratch, 'tmp') }
  for (const path of Object.values(directories)) await mkdir(path, { recursive: true, mode: 0o700 })
  if (kind === 'none') return { kind, argv: () => [], env: commandEnvironment(place.env, directories) }
  const view = await viewOf(place)
  const argv = kind === 'bwrap' ? bubblewrap(place, view) : namespaces(place, view)
  const env = { ...commandEnvironment(place.env, { home: HOME, tmp: TMP }), ...homesOf(place.env) }
  if (!(await succeeds([...argv(place.workspace, env), 'true'], env))) throw noSandbox(kind)
  return { kind, argv, env }
}

/** Tool chains that look for themselves in the home, which is another one for commands. */
const HOMES = {
  RUSTUP_HOME: '.rustup',
  PYENV_ROOT: '.pyenv',
  RBENV_ROOT: '.rbenv',
  NVM_DIR: '.nvm',
  VOLTA_HOME: '.volta',
}

function homesOf(env: Environment): Record<string, string> {
  const { HOME: home } = env
  if (!home) return {}
  const unset = Object.entries(HOMES).filter(([name, path]) => !env[name] && existsSync(join(home, path)))
  return Object.fromEntries(unset.map(([name, path]) => [name, join(home, path)]))
}
