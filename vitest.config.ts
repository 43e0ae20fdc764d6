import { defineConfig } from 'vitest/config'

/** Files that change the environment, or have servers or many processes: each in a process of its own. */
const SERVICES = [
  'test/fakes/**',
  'test/git/**',
  'test/github/**',
  'test/publish/*.test.ts',
  'test/observe/{approver-lookup,brief,may-push,observe}.test.ts',
  'test/runner/{env,outputs}.test.ts',
  'test/work/sandbox/**',
  'test/hostile/{commands,gate,kept-work,merges,outgoing,patterns,programs,repositories,swallowed}.test.ts',
  'test/house/{docs,workflows}.test.ts',
]

/** Whole lives of a plan: the bundle is started as a process of its own, against real git over HTTP. */
const LIVES = ['test/scenarios/life.test.ts']

/** Whole lives in this process, under every fault and attack: too long for `npm test`. */
const LONG = [
  'test/{limits,loops,spent}.test.ts',
  'test/publish/{accounts,claim,hostile,lessons,race,recovery}.test.ts',
  'test/work/conversation.test.ts',
  'test/observe/open-plans.test.ts',
  'test/git/remote.test.ts',
  'test/github/{connection,hosted}.test.ts',
  'test/hostile/{gate,kept-work,merges,patterns,repositories,swallowed}.test.ts',
]

/** What `npm run test:all` has and `npm test` has not: every other story, and programs that are started from outside. */
const REST = ['test/scenarios/**', 'test/programs/**', ...LONG]

/** A test belongs to one project. A new one is `unit`, or `rest` when it is a scenario, unless it is listed above. */
export default defineConfig({
  test: {
    // One more than there are cores where it is tested: every other moment a story waits for a process or an answer. With
    // four, the same work took longer.
    maxWorkers: 3,
    // Tests that are `concurrent` wait for something, and wait together.
    maxConcurrency: 50,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...SERVICES, ...REST, 'test/eval/tasks/**'],
          isolate: false,
          setupFiles: ['test/seed.ts', 'test/leaks.ts'],
        },
      },
      { extends: true, test: { name: 'services', include: SERVICES.map(testsIn), exclude: LONG } },
      { extends: true, test: { name: 'lives', include: LIVES, globalSetup: ['test/scenarios/bundle.ts'] } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: REST.map(testsIn),
          exclude: LIVES,
          setupFiles: ['test/seed.ts'],
          globalSetup: ['test/scenarios/bundle.ts'],
        },
      },
    ],
  },
})

function testsIn(glob: string): string {
  return glob.replace(/\*\*$/, '**/*.test.ts')
}
