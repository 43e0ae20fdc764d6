import child_process, { type ChildProcess, type SpawnOptions } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'

/**
 * A process that starts another copies its own page tables, and Node knows no other way: a test worker of 300 MB spent
 * 26 ms of processor time on each git, of which git itself needed two, and so half of the time of all tests. So a small
 * process starts programs for the worker. They get the same arguments, folder, environment and streams; only `pid` is
 * known a moment later. What is started with other streams or options is not touched, and what tests the walls around
 * commands does without this file.
 */
const spawnHere = child_process.spawn

type Kind = 'pipe' | 'ignore'
type Order = { file: string; args: readonly string[]; cwd: string; env: NodeJS.ProcessEnv; stdio: Kind[] } & {
  detached: boolean
}
type Answer = { job: number; pid?: number; exit?: [number | null, NodeJS.Signals | null]; error?: { message: string } }

const children = new Map<number, (answer: Answer) => void>()
let jobs = 0

const folder = mkdtempSync(join(tmpdir(), 'forks-'))
const path = join(folder, 'socket')
const server = spawnHere(process.execPath, [join(import.meta.dirname, 'fork-server.js'), path], {
  stdio: ['pipe', 'pipe', 'inherit'],
  // What the machine asks of every Node must not be asked of this one, too.
  env: {},
})
await once(server.stdout, 'data')
const orders = connect(path)
const tell = (order: object): void => void orders.write(`${JSON.stringify(order)}\n`)
orders.write('orders\n')
let unread = ''
orders.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = (unread + chunk).split('\n')
  unread = lines.pop() ?? ''
  for (const answer of lines.map((line) => JSON.parse(line) as Answer)) children.get(answer.job)?.(answer)
})
for (const kept of [server, server.stdin as Socket, server.stdout as Socket, orders]) kept.unref()

/** What a child's stream of output is read from. */
function outputOf(job: number, descriptor: number): Socket {
  const socket = connect(path)
  socket.end(`${job} ${descriptor}\n`)
  return socket
}

/** What is written to a child waits until the child is there, since until then another process would read it. */
function inputOf(job: number): { stdin: PassThrough; open: () => void } {
  const stdin = new PassThrough()
  const socket = connect(path)
  socket.write(`${job} 0\n`)
  socket.on('error', (error) => stdin.destroy(error))
  // What has ended may still have to get there.
  stdin.on('close', () => stdin.readableEnded || socket.destroy())
  return { stdin, open: () => void stdin.pipe(socket) }
}

/** A child that looks as one that Node has started, down to the order of its events. */
function spawnElsewhere(order: Order, signal: AbortSignal | undefined): ChildProcess {
  const job = ++jobs
  const input = order.stdio[0] === 'pipe' ? inputOf(job) : undefined
  const [stdout, stderr] = [1, 2].map((i) => (order.stdio[i] === 'pipe' ? outputOf(job, i) : null))
  const stdin = input?.stdin ?? null
  const child = Object.assign(new EventEmitter(), {
    ...{ stdin, stdout, stderr, stdio: [stdin, stdout, stderr], connected: false, killed: false },
    ...{ spawnfile: order.file, spawnargs: [order.file, ...order.args], ref: () => undefined, unref: () => undefined },
    pid: undefined as number | undefined,
    exitCode: null as number | null,
    signalCode: null as NodeJS.Signals | null,
    kill: (how: NodeJS.Signals = 'SIGTERM') => (tell({ kill: job, signal: how }), (child.killed = true)),
  })
  const abort = (): void => {
    child.kill()
    const why = { name: 'AbortError', code: 'ABORT_ERR' }
    child.emit('error', Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), why))
  }
  const end = async (code: number | null, by: NodeJS.Signals | null): Promise<void> => {
    children.delete(job)
    if (children.size === 0) orders.unref()
    signal?.removeEventListener('abort', abort)
    ;[child.exitCode, child.signalCode] = [code, by]
    stdin?.destroy()
    for (const stream of [stdout, stderr]) if (stream?.readableFlowing === null) stream.resume()
    await Promise.all(
      [stdout, stderr].map((stream) => stream?.closed === false && once(stream, 'close').catch(() => 0)),
    )
    child.emit('close', code, by)
  }
  orders.ref()
  children.set(job, ({ pid, exit, error }) => {
    if (pid !== undefined) {
      child.pid = pid
      child.emit('spawn')
      input?.open()
    } else if (exit) {
      void end(...exit)
      child.emit('exit', ...exit)
    } else if (error) {
      void end(-1, null)
      child.emit('error', Object.assign(new Error(error.message), error))
    }
  })
  tell({ job, ...order })
  if (signal?.aborted) process.nextTick(abort)
  else signal?.addEventListener('abort', abort, { once: true })
  return child as unknown as ChildProcess
}

const isKind = (kind: unknown): kind is Kind => kind === 'pipe' || kind === 'ignore'

function spawn(file: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess {
  const { stdio = 'pipe', cwd = process.cwd(), env = process.env, detached = false, signal, ...rest } = options
  const kinds = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  const isPlain = kinds.length === 3 && kinds.every(isKind) && Object.keys(rest).length === 0
  // What no process could be started with is for Node to say.
  if (!isPlain || args.join('').length > 50_000) return spawnHere(file, args, options)
  return spawnElsewhere({ file, args, cwd: String(cwd), env, detached, stdio: [...kinds] }, signal)
}

child_process.spawn = spawn as typeof child_process.spawn
syncBuiltinESMExports()
