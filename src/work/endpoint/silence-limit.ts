/**
 * Milliseconds for which an endpoint may send nothing at all: models on a CPU, and long thinking that is not streamed,
 * take that long.
 */
export const SILENCE = 30 * 60_000

/** Where Node's own `fetch` keeps what sends its requests; a proxy is put there, too. */
const SENDER = Symbol.for('undici.globalDispatcher.1')

/**
 * A `fetch` that lets an endpoint be silent for longer than the five minutes after which Node's cuts the connection,
 * before a reply and in it: a reply that is cut is paid, and is paid again when it is asked for again. What goes over
 * the connection is Node's own, keep-alive probes and proxies included.
 */
export const toleratingSilence =
  (silence: number): typeof fetch =>
  (address, init) =>
    fetch(address, { ...init, dispatcher: senderWith(silence) })

/** Asks for the sender when there is something to send: Node makes it with the first request. */
const senderWith = (silence: number) =>
  Object.assign(Object.create(null), {
    dispatch: (options: object, handler: unknown) =>
      Reflect.get(globalThis, SENDER).dispatch({ ...options, headersTimeout: silence, bodyTimeout: silence }, handler),
  })
