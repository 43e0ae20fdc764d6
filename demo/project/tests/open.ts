import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Lets a server listen on a free port, and closes it at the end of the scope. `url` is the address of the notes. */
export async function open(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/notes`, [Symbol.dispose]: () => server.close().closeAllConnections() }
}
