import type { Snapshot, View } from './view.ts'

export type Feed = {
  last(): Snapshot
  /** Numbers a view, unless it is what everybody has already. */
  show(view: View): void
  /** Calls back with every snapshot from now on; returns what ends that. */
  follow(listener: (snapshot: Snapshot) => void): () => void
}

/** The snapshots of a view, numbered from one. Only the newest is kept: it is whole. */
export function createFeed(view: View): Feed {
  const listeners = new Set<(snapshot: Snapshot) => void>()
  let last: Snapshot = { n: 1, view }
  let text = JSON.stringify(view)
  return {
    last: () => last,
    show: (next) => {
      const now = JSON.stringify(next)
      if (now === text) return
      text = now
      last = { n: last.n + 1, view: next }
      for (const listener of listeners) listener(last)
    },
    follow: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
