import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** A board of short notes: `GET /notes` lists them, `POST /notes` pins one. */
export function createBoard(): Server {
  const notes: string[] = []
  return createServer((request, response) => {
    void answer(notes, request, response)
  })
}

async function answer(notes: string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/notes') return send(response, 404, { error: 'There is nothing but /notes.' })
  if (request.method !== 'POST') return send(response, 200, notes)
  notes.push(await textOf(request))
  send(response, 201, notes)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await request.toArray()
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
