import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { momentIn } from './page/news.ts'
import type { Moment, Snapshot, View } from './view.ts'

export type Feed = {
  last(): Snapshot
  /** A moment of the time line as it was, by its number. Undefined when there is none. */
  at(n: number): Snapshot | undefined
  /** Numbers a view, unless it is what everybody has already. */
  show(view: View): void
  /** Calls back with every snapshot from now on; returns what ends that. */
  follow(listener: (snapshot: Snapshot) => void): () => void
}

/** So many moments are kept, the newest ones. One takes some ten kilobytes. */
const MOST_MOMENTS = 600

/** The snapshots of a view, numbered from one. The newest is whole; of earlier ones those are kept that tell something. */
export function createFeed(view: View, now: () => string = () => new Date().toISOString()): Feed {
  const listeners = new Set<(snapshot: Snapshot) => void>()
  const kept = new Map<number, Buffer>()
  const keep = (n: number, what: string, text: string): Moment => {
    kept.set(n, deflateRawSync(text))
    return { n, at: now(), what }
  }
  let text = JSON.stringify(view)
  let last: Snapshot = { n: 1, view, moments: [keep(1, 'The issue', text)] }
  return {
    last: () => last,
    at: (n) => {
      const found = kept.get(n)
      return found && { n, view: JSON.parse(inflateRawSync(found).toString()), moments: last.moments }
    },
    show: (next) => {
      const shown = JSON.stringify(next)
      if (shown === text) return
      text = shown
      const n = last.n + 1
      const what = momentIn(last.view, next)
      const moments = what === '' ? last.moments : [...last.moments, keep(n, what, shown)].slice(-MOST_MOMENTS)
      if (moments.length === MOST_MOMENTS)
        for (const one of kept.keys()) if (one < (moments[0]?.n ?? 0)) kept.delete(one)
      last = { n, view: next, moments }
      for (const listener of listeners) listener(last)
    },
    follow: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
