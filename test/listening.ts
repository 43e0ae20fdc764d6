import type { AddressInfo, Server, Socket } from 'node:net'

/** A server on the loopback, whose connections end with it. */
export async function listening(server: Server): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, [Symbol.asyncDispose]: close }
}
