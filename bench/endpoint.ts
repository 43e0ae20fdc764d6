import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Reply } from '../fakes/model/script.ts'

/** What the thread of the endpoint is told: the bodies of its next replies, or to tell what it heard. */
export type Play = { kind: 'begin'; replies: readonly string[] } | { kind: 'tell' }

/** The bodies of the requests that came in, and when each did, in milliseconds. */
export type Heard = { bodies: string[]; arrivals: number[] }

/** A model that costs next to nothing: it answers the first request with the first reply and so on, whatever it was. */
export type Endpoint = AsyncDisposable & {
  url: string
  begin: (replies: readonly Reply[]) => Promise<void>
  heard: () => Promise<Heard>
}

/** Starts an endpoint for Chat Completions on loopback, in a thread of its own. */
export async function startEndpoint(): Promise<Endpoint> {
  const worker = new Worker(new URL('endpoint-worker.ts', import.meta.url))
  const answered = async (): Promise<unknown> => (await once(worker, 'message'))[0]
  const port = await answered()
  const tell = (play: Play): Promise<unknown> => {
    worker.postMessage(play)
    return answered()
  }
  return {
    url: `http://127.0.0.1:${String(port)}`,
    begin: async (replies) => void (await tell({ kind: 'begin', replies: replies.map(stream) })),
    heard: async () => (await tell({ kind: 'tell' })) as Heard, // SAFETY: the worker posts nothing else
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}

/** A reply as the events of a streamed chat completion. */
function stream({ calls = [], text = '' }: Reply, n: number): string {
  const tool_calls = calls.map((call, index) => ({ index, id: `call_${n}_${index}`, type: 'function', function: call }))
  const delta = { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls } : {}) }
  const head = { id: `chatcmpl-${n}`, object: 'chat.completion.chunk', created: 0, model: 'bench' }
  const events = [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] },
    { ...head, choices: [], usage: { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 } },
  ]
  return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
}
