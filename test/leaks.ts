import { afterAll, expect, vi } from 'vitest'

// Files of the project `unit` share a process. What one of them leaves behind there would reach the next: this fails it.

const EVENTS = ['SIGINT', 'SIGTERM', 'exit', 'uncaughtException', 'unhandledRejection'] as const

/** Names that begin so are those of vitest and of libraries that keep one registry a process. */
const ofLibraries = (name: string): boolean => name.startsWith('__')

/** What files share besides modules, as lines. */
const shared = (): string[] => [
  `in ${process.cwd()}`,
  ...Object.entries(process.env).map(([name, value]) => `variable ${name}=${value}`),
  ...Object.getOwnPropertyNames(globalThis).flatMap((name) => (ofLibraries(name) ? [] : [`global ${name}`])),
  ...EVENTS.map((event) => `${process.listenerCount(event)} handlers of ${event}`),
  ...('clock' in setTimeout ? ['fake timers'] : []),
  ...process.getActiveResourcesInfo().flatMap((kind) => (kind === 'TCPServerWrap' ? ['a server'] : [])),
]

const before = shared()
const changes = (): string[] => {
  const after = shared()
  return [...before.filter((line) => !after.includes(line)), ...after.filter((line) => !before.includes(line))]
}

afterAll(async () => {
  // A server that was closed is there until its last connection is gone.
  await vi.waitFor(() => expect(changes(), 'changed for all files of this process').toEqual([]), 60_000)
})
