import type { Repository } from '../../git/git.ts'
import { changesBetweenTrees, isGone, isNew, textOn, type Change } from '../../git/objects.ts'
import { pathsMatcher } from '../globs.ts'
import { inlineTests, marksIn, mayHoldTests, saysSkipped, type Marks } from './skip-marks.ts'
import { decidingIn, differing, mayDecide } from './test-config.ts'
import { isDocumentation, testFileMatcher } from './test-files.ts'

/**
 * What a change does to test files: nothing, only adds some, or changes (also deletes or moves) some that were there.
 */
export type TestChange = 'none' | 'added' | 'changed'

/** What a change does to tests, and to what decides which of them run. */
export type ChangedTests = {
  kind: TestChange
  /** The test files that come, change or go. */
  files: readonly Change[]
  /** Whether the subtask names a path among its files. */
  isNamed: (path: string) => boolean
  /** Whether it changes more than tests and documentation. */
  needsProof: boolean
  /** Whether it names a test file that has fewer tests than before, or what decides which of them run. */
  mayLose: boolean
  /** Whether its approved text says that tests are skipped. */
  maySkip: boolean
  /** Why the change is not accepted whatever its checks say, as sentences. */
  problems: string[]
}

/**
 * What people approved, as the files and the words of a subtask, its checks, and the globs of the input `test-files`.
 */
type TestRules = {
  files: readonly string[]
  words: string
  commands: readonly string[]
  testFiles: readonly string[]
}

/** Looks at the tests in the difference between two trees. Runs nothing. */
export async function changedTests(
  repo: Repository,
  { from, to }: { from: string; to: string },
  { files: mayChange, words, commands, testFiles }: TestRules,
): Promise<ChangedTests> {
  const changes = await changesBetweenTrees(repo, from, to)
  const isTest = testFileMatcher(testFiles)
  const isNamed = pathsMatcher(mayChange)
  const files = changes.filter(({ path }) => isTest(path))
  const inline = await changedInline(
    repo,
    changes.filter(({ path }) => !isTest(path)),
  )
  const marked = await Promise.all([...files, ...inline].map((file) => marksOf(repo, file)))
  const config = await changedConfig(repo, changes, commands)
  const maySkip = saysSkipped(words)
  return {
    kind: files.length === 0 ? 'none' : files.every(isNew) ? 'added' : 'changed',
    files,
    isNamed,
    needsProof: changes.some(({ path }) => !isTest(path) && !isDocumentation(path)),
    mayLose:
      marked.some(({ path, before, after }) => isNamed(path) && after.tests < before.tests) ||
      config.some(({ path }) => isNamed(path)),
    maySkip,
    problems: [
      ...config.filter(({ path }) => !isNamed(path)).map(({ path, names }) => configText(path, names)),
      ...(maySkip ? [] : skipProblems(marked)),
    ],
  }
}

/** The changes of what decides which tests run and how, with the names of the values that differ. */
export async function changedConfig(
  repo: Repository,
  changes: readonly Change[],
  commands: readonly string[],
): Promise<{ path: string; names: string[] }[]> {
  const deciding = changes.filter(({ path }) => mayDecide(path))
  const compared = deciding.map(async ({ path, from, to }) => {
    const [before, after] = await Promise.all([textOn(repo, from), textOn(repo, to)])
    return { path, names: differing(decidingIn(path, before, commands), decidingIn(path, after, commands)) }
  })
  return (await Promise.all(compared)).filter(({ names }) => names.length > 0)
}

/** The files of code whose tests, which stand below it, are not what they were. */
export async function changedInline(repo: Repository, changes: readonly Change[]): Promise<Change[]> {
  const holding = changes.filter(({ path }) => mayHoldTests(path))
  const compared = holding.map(async (change) => {
    const [before, after] = await Promise.all([textOn(repo, change.from), textOn(repo, change.to)])
    const earlier = inlineTests(change.path, before)
    return earlier !== '' && earlier !== inlineTests(change.path, after) ? [change] : []
  })
  return (await Promise.all(compared)).flat()
}

type MarkedFile = { path: string; gone: boolean; before: Marks; after: Marks }

async function marksOf(repo: Repository, change: Change): Promise<MarkedFile> {
  const { path, from, to } = change
  const [before, after] = await Promise.all([textOn(repo, from), textOn(repo, to)])
  return { path, gone: isGone(change), before: marksIn(path, before), after: marksIn(path, after) }
}

/** Marks that went with a file that was deleted may have come to the one that it was moved to. */
function skipProblems(marked: readonly MarkedFile[]): string[] {
  let moved = marked.flatMap(({ gone, before }) => (gone ? before.skips : [])).length
  return marked.flatMap(({ path, before, after }) => {
    const more = after.skips.length - before.skips.length
    const allowed = Math.min(Math.max(more, 0), moved)
    moved -= allowed
    if (more <= allowed) return []
    const mark = after.skips.find((one) => !before.skips.includes(one)) ?? after.skips.at(-1) ?? ''
    return [skipText(path, { more: more - allowed, mark })]
  })
}

/** A file that decides what checks run, and what in it differs. */
export const configText = (path: string, names: readonly string[]): string =>
  `\`${path}\` decides what checks run and how${inIt(names)}: put it back, or propose_plan_change so that the files of this subtask name it.`

const inIt = (names: readonly string[]): string => {
  const named = names.filter(Boolean).slice(0, 3)
  return named.length === 0 ? '' : ` (${named.map((name) => `\`${name}\``).join(', ')})`
}

/** A test file with more marks than before that keep tests from running. */
export const skipText = (path: string, { more, mark }: { more: number; mark: string }): string =>
  `\`${path}\` has ${more} more ${more === 1 ? 'test' : 'tests'} that ${more === 1 ? 'is' : 'are'} skipped, focused or expected to fail (\`${mark}\`): let them run, or propose_plan_change so that this subtask says that tests are skipped.`
