import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  determineHitLimitReached,
  DryRunStatus,
  toMutantRunResult,
  TestStatus,
  type DryRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'
import { expect } from 'vitest'
import { loadTests, testFiles, type FoundTest } from './tests.ts'

// Stryker's own runner for Vitest starts a worker for each mutant and imports everything into it again: seconds each.
// Here the files are compiled once and evaluated anew for each mutant, so that what they make at loading is mutated too.

const TESTS = 'test/{decide,plan,guard/tests,checks/proof}/**/*.test.ts'

/** The names by which Stryker's instrumented code knows these. */
type Instruments = {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

function inProcess(): TestRunner {
  const instruments: Instruments = {}
  Object.assign(globalThis, { __stryker__: instruments })
  const durations = new Map<string, number>()

  const runAll = async (tests: readonly FoundTest[], bail: boolean): Promise<TestResult[]> => {
    const results: TestResult[] = []
    for (const test of tests) {
      instruments.currentTestId = test.id
      const result = await runOne(test)
      instruments.currentTestId = undefined
      durations.set(test.id, result.timeSpentMs)
      results.push(result)
      if (bail && result.status === TestStatus.Failed) break
    }
    return results
  }

  const dryRun = async (): Promise<DryRunResult> => {
    const tests = await runAll(loadTests(testFiles(TESTS)), false)
    const { mutantCoverage = { static: {}, perTest: {} } } = instruments
    return { status: DryRunStatus.Complete, tests, mutantCoverage }
  }

  const mutantRun = async (options: MutantRunOptions): Promise<MutantRunResult> => {
    const { testFilter, hitLimit, activeMutant, disableBail } = options
    const hitCount = hitLimit === undefined ? undefined : 0
    Object.assign(instruments, { activeMutant: activeMutant.id, hitCount, hitLimit })
    const wanted = testFilter && new Set(testFilter)
    const files = testFiles(TESTS).filter((file) => !wanted || [...wanted].some((id) => id.startsWith(`${file} #`)))
    const byDuration = (one: FoundTest, other: FoundTest): number =>
      (durations.get(one.id) ?? 0) - (durations.get(other.id) ?? 0)
    try {
      const tests = loadTests(files).filter(({ id }) => !wanted || wanted.has(id))
      const result = {
        status: DryRunStatus.Complete,
        tests: await runAll(tests.sort(byDuration), !disableBail),
      } as const
      return toMutantRunResult(determineHitLimitReached(instruments.hitCount, hitLimit) ?? result)
    } catch (error) {
      return toMutantRunResult({ status: DryRunStatus.Error, errorMessage: String(error) })
    } finally {
      Object.assign(instruments, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
    }
  }

  return { capabilities: () => ({ reloadEnvironment: true }), dryRun, mutantRun }
}

async function runOne({ id, name, file, run }: FoundTest): Promise<TestResult> {
  const start = performance.now()
  const what = (): { id: string; name: string; fileName: string; timeSpentMs: number } => ({
    id,
    name: `${name} (${id})`,
    fileName: file,
    timeSpentMs: performance.now() - start,
  })
  try {
    await run({ expect })
    return { ...what(), status: TestStatus.Success }
  } catch (error) {
    return { ...what(), status: TestStatus.Failed, failureMessage: String(error) }
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'in-process', Object.assign(inProcess, { inject: [] as const })),
]
