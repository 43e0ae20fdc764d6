import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'

// Starts programs for a test worker, and has next to no memory to copy for each. `spawn.ts` is the other end.
//
// Two kinds of connection: the first that says `orders` brings one job a line and gets one answer a line; each of the
// others is a stream of a job (`<job> <descriptor>`), which the program gets as it is.

const [path = ''] = process.argv.slice(2)
// A worker that is killed takes away nothing itself.
process.once('exit', () => rmSync(dirname(path), { recursive: true, force: true }))
const jobs = new Map()

const server = createServer({ allowHalfOpen: true }, (socket) => {
  // A worker that is gone takes its sockets along.
  socket.on('error', () => undefined).setEncoding('utf8')
  let head = ''
  socket.on('data', function read(chunk) {
    head += chunk
    if (!head.includes('\n')) return
    socket.off('data', read)
    if (head.startsWith('orders\n')) return takeOrders(socket, head.slice('orders\n'.length))
    // Nothing follows before the program was started, so nothing of its input was read here.
    socket.pause()
    const [job, descriptor] = head.trim().split(' ').map(Number)
    const { streams } = jobOf(job)
    streams[descriptor] = socket
    startWhenWhole(job)
  })
})

function jobOf(id) {
  if (!jobs.has(id)) jobs.set(id, { streams: {} })
  return jobs.get(id)
}

let answer = (_) => undefined
function takeOrders(socket, unread) {
  answer = (line) => socket.write(`${JSON.stringify(line)}\n`)
  const take = (chunk) => {
    const lines = (unread + chunk).split('\n')
    unread = lines.pop() ?? ''
    for (const order of lines.map((line) => JSON.parse(line))) {
      if ('kill' in order) jobs.get(order.kill)?.child?.kill(order.signal)
      else {
        jobOf(order.job).order = order
        startWhenWhole(order.job)
      }
    }
  }
  take('')
  socket.on('data', take).on('close', () => process.exit())
}

function startWhenWhole(id) {
  const job = jobOf(id)
  const { order, streams } = job
  if (!order || order.stdio.some((kind, i) => kind === 'pipe' && !streams[i])) return
  const { file, args, cwd, env, detached } = order
  const stdio = order.stdio.map((kind, i) => (kind === 'pipe' ? streams[i] : kind))
  try {
    const child = (job.child = spawn(file, args, { cwd, env, detached, stdio }))
    child.on('error', ({ code, errno, syscall, message }) => tell({ error: { code, errno, syscall, message } }))
    child.on('exit', (code, signal) => tell({ exit: [code, signal] }))
    if (child.pid !== undefined) answer({ job: id, pid: child.pid })
  } catch ({ code, errno, syscall, message }) {
    tell({ error: { code, errno, syscall, message } })
  }
  for (const stream of Object.values(streams)) stream.destroy()
  function tell(end) {
    jobs.delete(id)
    answer({ job: id, ...end })
  }
}

server.listen(path, () => process.stdout.write('ready\n'))
process.stdin.on('end', () => process.exit()).resume()
