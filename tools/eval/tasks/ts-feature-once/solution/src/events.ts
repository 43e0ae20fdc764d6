type Listener = (value: unknown) => void

export function createEvents() {
  const listeners = new Map<string, Set<Listener>>()
  const on = (name: string, listener: Listener): (() => void) => {
    const set = listeners.get(name) ?? new Set()
    listeners.set(name, set.add(listener))
    return () => void set.delete(listener)
  }
  const once = (name: string, listener: Listener): (() => void) => {
    const off = on(name, (value) => {
      off()
      listener(value)
    })
    return off
  }
  const emit = (name: string, value?: unknown): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(value)
  }
  return { on, once, emit }
}
