/** Keeps values for `lifetime` milliseconds. `now` tells the time. */
export function createCache({ lifetime, now = Date.now }) {
  const kept = new Map()
  return {
    set: (key, value) => kept.set(key, { value, at: now() }),
    get: (key) => kept.get(key)?.value,
    size: () => kept.size,
  }
}
