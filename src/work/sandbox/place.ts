/** How commands are kept apart from the machine; the values of the input `sandbox`. */
export type SandboxKind = 'bwrap' | 'user' | 'none'

/** The action's own environment, or what is chosen from it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where commands run. All paths are absolute. */
export type SandboxPlace = {
  /** The only directory of the machine that commands may change. */
  workspace: string
  /** A private directory, outside of the workspace, that keeps the commands' home and temporary files from one command to the next. */
  scratch: string
  /** The git directory that commands see as `.git`, read-only; without it they see none. */
  gitDir?: string | undefined
  /** Whether commands reach the network. */
  network: boolean
  /** Directories that commands must not see, besides those that the runner's own variables name; they need not exist. */
  hidden?: readonly string[]
  /** The environment to choose from: tool chains are taken from it, the rest is left behind. */
  env: Environment
}

/** How to start a command: what comes before `bash -c`, and all that it inherits. */
export type Sandbox = {
  kind: SandboxKind
  argv: (cwd: string, env: Readonly<Record<string, string>>) => readonly string[]
  env: Readonly<Record<string, string>>
}

/** The home and the temporary directory by the names that commands see behind walls. */
export const HOME = '/home/agent'
export const TMP = '/tmp'
