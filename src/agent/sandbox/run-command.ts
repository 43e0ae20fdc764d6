import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

/** How commands are isolated from the machine. These are the values of the input `sandbox`, except `auto`. */
export type SandboxKind = 'bwrap' | 'user' | 'none'

/** How to start a command: `argv` returns what precedes `bash -c`, `env` is its whole environment. */
export type Sandbox = {
  kind: SandboxKind
  argv: (cwd: string, env: Readonly<Record<string, string>>) => readonly string[]
  env: Readonly<Record<string, string>>
  /** The temporary directory of its commands, as the action sees it; in `env` is how they see it. */
  tmp: string
  /** The `PATH` by which `argv` is found; without a sandbox it is the command's. */
  trustedPath?: string | undefined
}

type Ending = { kind: 'exited'; code: number } | { kind: 'killed'; signal: string } | { kind: 'timeout' | 'aborted' }

/** How a command ended, and its output of both streams in order, as plain text. Long output lacks its middle. */
export type CommandResult = Ending & { output: string }

/** This variable marks every process of a command, so that processes that left its group and session are found. */
const MARK_VARIABLE = 'MEASURE_TWICE_COMMAND'

/** How long processes may take to end after SIGTERM, in milliseconds. */
const GRACE_MILLISECONDS = 2000

type CommandSpec = {
  command: string
  cwd: string
  timeoutMs: number
  sandbox: Sandbox
  signal?: AbortSignal | undefined
}

/** Runs bash in a sandbox without terminal or input, and ends all of its processes. Rejects only if it cannot start. */
export async function runCommand(spec: CommandSpec): Promise<CommandResult> {
  if (spec.signal?.aborted) return { kind: 'aborted', output: '' }
  const mark = randomUUID()
  const output = collectOutput()
  const child = start(spec, mark)
  child.stdout?.on('data', output.add)
  child.stderr?.on('data', output.add)
  const closed = once(child, 'close')
  closed.catch(() => undefined)
  const end = await waitForEnd(child, spec)
  if (end.kind === 'timeout' || end.kind === 'aborted') await terminate(child, mark)
  await killAll(child, spec.sandbox.kind, mark)
  // What is left in the pipes is read for one second at most: an escaped process may keep a pipe open.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return { ...end, output: asTerminalShows(output.text()) }
}

/** Whether a file descriptor was inherited from the runner: Node opens its own with close-on-exec. */
const isInherited = (descriptor: number): boolean => {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1]
    return descriptor > 2 && (parseInt(flags ?? '0', 8) & CLOSE_ON_EXEC) === 0
  } catch {
    // The descriptor that read the list is closed already.
    return false
  }
}
const CLOSE_ON_EXEC = 0o2000000

/** Inherited descriptors would leak into commands, so children get /dev/null on them, which bash then closes. */
type DescriptorCovers = { stdio: (number | 'ignore')[]; closing: string }

/** Cached, because no further descriptors are inherited later. */
let cachedCovers: DescriptorCovers | undefined
function coverInherited(): DescriptorCovers {
  if (cachedCovers) return cachedCovers
  const inherited = readdirSync('/proc/self/fdinfo').map(Number).filter(isInherited)
  const stdio: DescriptorCovers['stdio'] = Array.from({ length: Math.max(2, ...inherited) - 2 }, () => 'ignore')
  const devNull = inherited.length > 0 ? openSync('/dev/null', 'r') : -1
  for (const descriptor of inherited) stdio[descriptor - 3] = devNull
  return (cachedCovers = { stdio, closing: inherited.map((descriptor) => ` ${descriptor}>&-`).join('') })
}

function start({ command, cwd, sandbox }: CommandSpec, mark: string): ChildProcess {
  const env = { ...sandbox.env, [MARK_VARIABLE]: mark }
  const { stdio, closing } = coverInherited()
  // One pipe preserves the order of stdout and stderr; on the first line, it does not shift line numbers in error
  // messages.
  const bash = ['bash', '-c', `exec 2>&1${closing}; ${command}`]
  const [program = 'bash', ...args] = [...sandbox.argv(cwd, env), ...bash]
  return spawn(program, args, {
    cwd: sandbox.kind === 'none' ? cwd : '/',
    env: sandbox.trustedPath === undefined ? env : { PATH: sandbox.trustedPath, [MARK_VARIABLE]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...stdio],
  })
}

/** Output as a terminal would finally show it: without colours, and only the last state of a redrawn line. */
const asTerminalShows = (output: string): string =>
  stripVTControlCharacters(output)
    .replace(/(?<!\r)\r+\n/g, '\n')
    .replace(/^.*\r(?!\n)/gm, '')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')

function waitForEnd(child: ChildProcess, { timeoutMs, signal }: CommandSpec): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>()
  const timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs)
  const abort = () => resolve({ kind: 'aborted' })
  signal?.addEventListener('abort', abort, { once: true })
  child.once('error', reject)
  child.once('exit', (code, by) => resolve(by ? { kind: 'killed', signal: by } : { kind: 'exited', code: code ?? 0 }))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

/** Sends SIGTERM to all processes and waits until the command has ended, or the grace period is over. */
async function terminate(child: ChildProcess, mark: string): Promise<void> {
  const processes = processesMarked(mark)
  // If bwrap itself ended, all processes would be killed at once.
  for (const { pid, name } of processes) if (name !== 'bwrap') sendSignal(pid, 'SIGTERM')
  for (const timeout = AbortSignal.timeout(GRACE_MILLISECONDS); !timeout.aborted; await sleep(20)) {
    if (hasEnded(child)) return
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Kills the process group and all marked processes. Repeats, because a process may fork while the list is read. */
async function killAll(child: ChildProcess, kind: SandboxKind, mark: string): Promise<void> {
  if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL')
  // The kernel kills all processes of a PID namespace when its first process ends.
  if (kind === 'bwrap') return
  for (let round = 0; round < 50; round++) {
    const remaining = processesMarked(mark)
    // While root still sets up the sandbox, no process has the mark yet.
    if (remaining.length === 0 && (kind !== 'user' || hasEnded(child))) return
    for (const { pid } of remaining) sendSignal(pid, 'SIGKILL')
    await sleep(round)
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended, or belongs to another user: sudo, which ends with its child.
  }
}

/** All processes of a command. Reads synchronously, so that fewer processes fork in the meantime. */
function processesMarked(mark: string): { pid: number; name: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK_VARIABLE}=${mark}`)) return []
      return [{ pid: Number(pid), name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }]
    } catch {
      // It has ended, or belongs to another user.
      return []
    }
  })
}

/** Bytes of an output's head and of its tail that are stored. */
const STORED_BYTES = 512 * 1024

/** Stores the head and the tail of any amount of output in bounded memory, to a chunk, which has 64 KiB at most. */
function collectOutput(): { add: (chunk: Buffer) => void; text: () => string } {
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let [headBytes, tailBytes, droppedBytes] = [0, 0, 0]
  return {
    add: (chunk) => {
      if (headBytes < STORED_BYTES) {
        head.push(chunk)
        headBytes += chunk.length
        return
      }
      tail.push(chunk)
      tailBytes += chunk.length
      while (tailBytes - (tail[0]?.length ?? 0) >= STORED_BYTES) {
        const dropped = tail.shift()?.length ?? 0
        tailBytes -= dropped
        droppedBytes += dropped
      }
    },
    text: () => {
      const gap = droppedBytes > 0 ? [Buffer.from(`\n[… ${droppedBytes} bytes left out …]\n`)] : []
      return Buffer.concat([...head, ...gap, ...tail]).toString()
    },
  }
}
