/** Keeps values for `lifetime` milliseconds. `now` tells the time. */
export function createCache({ lifetime, now = Date.now }) {
  const kept = new Map()
  const forget = () => {
    for (const [key, { at }] of kept) if (now() - at >= lifetime) kept.delete(key)
  }
  return {
    set: (key, value) => kept.set(key, { value, at: now() }),
    get: (key) => {
      forget()
      return kept.get(key)?.value
    },
    size: () => {
      forget()
      return kept.size
    },
  }
}
