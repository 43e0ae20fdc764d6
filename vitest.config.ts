import { defineConfig } from 'vitest/config'

// Scenarios start the bundle as a process of its own, against real git over HTTP: seconds each, more on a busy machine.
export default defineConfig({
  // A gate that a moment's load can close is none: there, and only there, a test that failed is asked once more.
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
  },
})
