import type { Act, Snapshot } from '../view.ts'

/** Milliseconds between two questions, where the browser or something in between keeps no line open. */
const POLL = 2_000
/** How often the line may break in a row before the page asks instead. */
const PATIENCE = 3

type Listener = { onSnapshot: (snapshot: Snapshot) => void; onLost: (isLost: boolean) => void }

/** Hears of every change: by server-sent events or, where they do not come through, by asking every other second. */
export function listen({ onSnapshot, onLost }: Listener): void {
  let last = 0
  const take = (snapshot: Snapshot): void => {
    onLost(false)
    // After the stage was started anew its numbers begin anew, but then its address is another one, too.
    if (snapshot.n <= last || !('view' in snapshot)) return
    last = snapshot.n
    onSnapshot(snapshot)
  }
  const poll = async (): Promise<void> => {
    const reply = await fetch(`state?since=${last}`).catch(() => undefined)
    if (reply?.ok) take(await reply.json())
    else onLost(true)
    setTimeout(() => void poll(), POLL)
  }
  if (typeof EventSource === 'undefined') return void poll()
  let broken = 0
  const source = new EventSource('events')
  source.addEventListener('message', ({ data }) => {
    broken = 0
    take(JSON.parse(data))
  })
  source.addEventListener('error', () => {
    broken++
    onLost(true)
    if (broken < PATIENCE && source.readyState !== EventSource.CLOSED) return
    source.close()
    void poll()
  })
}

/** Asks the stage to do something. Returns what is wrong with it, in a sentence, or nothing. */
export async function act(what: Act): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch('act', { method: 'POST', headers, body: JSON.stringify(what) }).catch(() => undefined)
  if (!reply) return 'The stage does not answer. Is it still running in your terminal?'
  const { problem } = await reply.json().catch(() => ({ problem: `It answered ${reply.status}.` }))
  return typeof problem === 'string' ? problem : undefined
}
