/** How commands are isolated from the machine. These are the values of the input `sandbox`, except `auto`. */
export type SandboxKind = 'bwrap' | 'user' | 'none'

/** Where commands run. All paths are absolute. */
export type SandboxPlace = {
  /** The only directory of the machine that commands may change. */
  workspace: string
  /** The path at which commands see the workspace, if it is mounted elsewhere. Without a sandbox it is not. */
  seenAt?: string | undefined
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
  ownPath?: string | undefined
  /** The action's environment. Commands inherit only permitted variables of it. */
  env: NodeJS.ProcessEnv
}

/** How to start a command: `argv` returns what precedes `bash -c`, `env` is its whole environment. */
export type Sandbox = {
  kind: SandboxKind
  argv: (cwd: string, env: Readonly<Record<string, string>>) => readonly string[]
  env: Readonly<Record<string, string>>
  /** The temporary directory of its commands, as the action sees it; in `env` is how they see it. */
  tmp: string
  /** The `PATH` by which `argv` is found; without a sandbox it is the command's. */
  ownPath?: string | undefined
}

/** One path that commands see. A later mount covers an earlier one at the same path. `source` of a link is its target. */
export type Mount = { kind: 'read' | 'write' | 'link'; path: string; source: string } | { kind: 'empty'; path: string }

export const hideFile = (path: string): Mount => ({ kind: 'read', path, source: '/dev/null' })
