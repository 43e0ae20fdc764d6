import type { Repository } from '../../git/git.ts'
import { changesBetweenTrees, isGone, isNew, pathsIn, textOn, type Change } from '../../git/objects.ts'
import { pathsMatcher } from '../paths.ts'
import { inlineTests, marksIn, mayHoldTests, skippingIn } from './skip-marks.ts'
import { changedConfig, namesFile } from './test-config.ts'
import { isDocumentation, testFileMatcher } from './test-files.ts'

/** What a change does to tests, and to what decides which of them run. */
export type ChangedTests = {
  /** The test files that come, change or go. */
  files: readonly Change[]
  /** Those of them that the plan names and that were not there before. */
  added: readonly Change[]
  /** What the plan does not name. */
  unnamed: readonly Change[]
  /** What of that are tests, or decides which of them run and how. */
  deciding: readonly Change[]
  /** Whether a test file that the plan names, and that was there before, comes out otherwise. */
  changesNamed: boolean
  /** Whether it changes more than tests and documentation. */
  needsProof: boolean
  /** Whether it names a test file that has fewer tests than before, or what decides which of them run. */
  mayLose: boolean
  /** Whether its approved text says that tests are skipped. */
  maySkip: boolean
  /** Why the change is not accepted whatever its checks say, as sentences. */
  problems: string[]
}

/** What people approved of a subtask, its checks, `setup-command`, and the globs of the input `test-files`. */
type TestRules = {
  files: readonly string[]
  words: string
  commands: readonly string[]
  setupCommand: string | undefined
  testFiles: readonly string[]
}

/** Looks at the tests in the difference between two trees. Runs nothing. */
export async function changedTests(
  repo: Repository,
  { from, to }: { from: string; to: string },
  { files: mayChange, words, commands, setupCommand, testFiles }: TestRules,
): Promise<ChangedTests> {
  const changes = await changesBetweenTrees(repo, from, to)
  const isTest = testFileMatcher(testFiles)
  const isListed = pathsMatcher(mayChange)
  // A check that calls a new test by its path was approved with it.
  const isNamed = (change: Change): boolean =>
    isListed(change.path) ||
    (isNew(change) && isTest(change.path) && commands.some((command) => namesFile(command, change.path)))
  const files = changes.filter(({ path }) => isTest(path))
  const beside = changes.filter(({ path }) => !isTest(path))
  const marked = await Promise.all(
    [...files, ...(await changedInline(repo, beside))].map((file) => marksOf(repo, file)),
  )
  const config = await changedConfig(repo, changes, [...commands, setupCommand ?? ''])
  const named = new Set(changes.filter(isNamed).map(({ path }) => path))
  const decides = new Set([...files, ...config].map(({ path }) => path))
  const unnamed = changes.filter(({ path }) => !named.has(path))
  const maySkip = skipsAllowed(words, mayChange.filter(isTest))
  return {
    files,
    added: files.filter((file) => isNew(file) && named.has(file.path)),
    unnamed,
    deciding: unnamed.filter(({ path }) => decides.has(path)),
    changesNamed: files.some((file) => !isNew(file) && named.has(file.path)),
    needsProof: await needsProof(repo, to, { changes, isTest }),
    mayLose:
      marked.some(({ path, before, after }) => named.has(path) && after.tests < before.tests) ||
      config.some(({ path }) => named.has(path)),
    maySkip: maySkip(isTest),
    problems: [
      ...config.filter(({ path }) => !named.has(path)).map(({ path, names }) => configText(path, names)),
      ...skipProblems(marked.filter(({ path }) => !maySkip((named) => named === path || path.endsWith(`/${named}`)))),
    ],
  }
}

/** A fixtures folder counts as tests only next to tests: code may lie in a folder of that name, too. */
async function needsProof(
  repo: Repository,
  tree: string,
  { changes, isTest }: { changes: readonly Change[]; isTest: (path: string) => boolean },
): Promise<boolean> {
  const rest = changes.map(({ path }) => path).filter((path) => !isDocumentation(path))
  if (rest.some((path) => !isTest(path))) return true
  const folders = [...new Set(rest.flatMap((path) => besideFixtures(path) ?? []))]
  const nonTestFolders = folders.filter((folder) => !isTest(`${folder}a.js`))
  if (nonTestFolders.length === 0) return false
  const paths = (await pathsIn(repo, tree)).filter((path) => besideFixtures(path) === undefined && isTest(path))
  return !nonTestFolders.every((folder) => paths.some((path) => path.startsWith(folder)))
}

/** The folder that holds a folder of fixtures, if a path lies in one; '' for the root. */
const besideFixtures = (path: string): string | undefined =>
  /^((?:[^/]+\/)*?)(?:__fixtures__|fixtures|testdata)\//.exec(path)?.[1]

/** Whether a sentence of the approved text names a file and says that its tests are skipped. */
function skipsAllowed(words: string, tests: readonly string[]): (isMeant: (name: string) => boolean) => boolean {
  const sentences = skippingIn(words)
  const only = tests.length === 1 ? tests : []
  return (isMeant) => sentences.some((names) => [...names, ...only].some(isMeant))
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

type MarkedFile = Awaited<ReturnType<typeof marksOf>>

async function marksOf(repo: Repository, change: Change) {
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

export const configText = (path: string, names: readonly string[]): string =>
  `\`${path}\` decides what checks run and how${inIt(names)}: put it back, or propose_plan_change so that the files of this subtask name it.`

const inIt = (names: readonly string[]): string => {
  const named = names.filter(Boolean).slice(0, 3)
  return named.length === 0 ? '' : ` (${named.map((name) => `\`${name}\``).join(', ')})`
}

/** A test file with more marks than before that keep tests from running. */
export const skipText = (path: string, { more, mark }: { more: number; mark: string }): string =>
  `\`${path}\` has ${more} more ${more === 1 ? 'test' : 'tests'} that ${more === 1 ? 'is' : 'are'} skipped, focused or expected to fail (\`${mark}\`): let them run, or propose_plan_change so that this subtask says that tests are skipped.`
