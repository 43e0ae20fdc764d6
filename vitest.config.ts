import { defineConfig } from 'vitest/config'

// Scenarios start the bundle as a process of its own, against real git over HTTP: seconds each, more on a busy machine.
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000, maxWorkers: 2 },
})
