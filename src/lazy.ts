/** Makes something at the first call, and gives the same to every other. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** A promise that is awaited later: when something else fails before, its own failure is nobody's surprise. */
export function inBackground<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
