import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import type { Play, Heard } from './endpoint.ts'

// A thread of its own, so that answering does not count as work of the agent that asks.

let replies: readonly string[] = []
let heard: Heard = { bodies: [], arrivals: [] }

const server = createServer(async (request, response) => {
  const arrival = performance.now()
  const body = await text(request)
  if (request.url === '/floor') return void response.end('ok')
  const reply = replies[heard.bodies.length] ?? ''
  heard.bodies.push(body)
  heard.arrivals.push(arrival)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(reply)
})

server.listen(0, '127.0.0.1', () => {
  // SAFETY: a server that listens on TCP has such an address.
  parentPort?.postMessage((server.address() as AddressInfo).port)
})

parentPort?.on('message', (play: Play) => {
  if (play.kind === 'begin') {
    replies = play.replies
    heard = { bodies: [], arrivals: [] }
  }
  parentPort?.postMessage(heard)
})
