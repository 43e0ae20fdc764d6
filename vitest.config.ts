import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folderOfTests } from './test/in-memory.ts'

process.env['TMPDIR'] ??= folderOfTests()

const NEVER = ['tools/eval/tasks/**', 'demo/project/**', 'node_modules/**']

/** Where tests are: what `src/` does, and, beside it, what a program of people does. */
const IN = '{test,demo,scripts}/**/*'
const FORKS = ['test/forks/setup.ts']
const WALLS = ['test/{hostile,agent/sandbox}/**/*.service.test.ts']
const SCENARIOS = 'test/scenarios/**/*.story.test.ts'
/** It computes in threads of its own, beside tests that wait. */
const SEARCH = 'test/model/model.story.test.ts'

/** Files that wait or take long are begun first, so that the last worker does not end long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ project, moduleId }: TestSpecification): boolean =>
      ['lives', 'walls'].includes(project.name) || moduleId.endsWith(SEARCH)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/**
 * A test says by its name what it needs: `*.service.test.ts` servers or an environment of its own, which it shares with
 * no pure test; `*.life.test.ts` the bundle, for whole lives of a plan; `*.story.test.ts` more time than `npm test`
 * has; `*.nightly.test.ts`, and whatever tests a program of `tools/`, more than the gate has. Any other is pure, or leaves
 * nothing behind in the process that it shares.
 */
export default defineConfig({
  test: {
    // One more than there are cores where it is tested: these are never idle then, and with four it took longer.
    maxWorkers: 3,
    // Tests that are `concurrent` wait for something, and wait together.
    maxConcurrency: 50,
    sequence: { sequencer: LongestFirst },
    // Limits are for what hangs: a loaded machine may take many times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 110_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${IN}.test.ts`],
          exclude: [...NEVER, '**/*.{service,life,story,nightly}.test.ts'],
          isolate: false,
          setupFiles: ['test/seed.ts', ...FORKS, 'test/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: [`${IN}.service.test.ts`],
          exclude: [...NEVER, ...WALLS],
          isolate: false,
          setupFiles: FORKS,
        },
      },
      // What they start has to be a child of theirs.
      { extends: true, test: { name: 'walls', include: WALLS, exclude: NEVER } },
      {
        extends: true,
        test: {
          name: 'lives',
          include: ['test/**/*.life.test.ts'],
          exclude: NEVER,
          isolate: false,
          setupFiles: FORKS,
          globalSetup: ['test/scenarios/bundle.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          include: [`${IN}.story.test.ts`],
          exclude: [...NEVER, SCENARIOS],
          isolate: false,
          setupFiles: ['test/seed.ts', ...FORKS],
          globalSetup: ['test/scenarios/bundle.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'scenarios',
          include: [SCENARIOS],
          exclude: NEVER,
          // A file that has a process of its own spends two seconds of it before its first test.
          isolate: false,
          setupFiles: ['test/seed.ts', ...FORKS],
          globalSetup: ['test/scenarios/bundle.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          include: [`${IN}.nightly.test.ts`, 'tools/**/*.test.ts'],
          exclude: NEVER,
          setupFiles: ['test/seed.ts', ...FORKS],
          globalSetup: ['test/scenarios/bundle.ts'],
        },
      },
    ],
  },
})
