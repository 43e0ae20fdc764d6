import type { Repository } from '../../git/git.ts'
import { isGone, isNew, pathsIn, textOn, type Change } from '../../git/objects.ts'
import { pathsMatcher } from '../paths.ts'
import { inlineTestsOf, marksIn, skippingIn } from './skip-marks.ts'
import { changedConfig, namesFile } from './test-config.ts'
import { isDocumentation, testFileMatcher } from './test-files.ts'

/** What a change does to tests, and to the files that decide which of them run. */
export type ChangedTests = Awaited<ReturnType<typeof changedTests>>

/** The approved files and text of a subtask, its checks, `setup-command`, and the globs of the input `test-files`. */
type TestRules = {
  files: readonly string[]
  words: string
  commands: readonly string[]
  setupCommand: string | undefined
  testFiles: readonly string[]
}

/** Finds what these changes, which lead to the tree `to`, do to tests. Runs nothing. */
export async function changedTests(
  repo: Repository,
  { changes, to }: { changes: readonly Change[]; to: string },
  { files: planned, words, commands, setupCommand, testFiles }: TestRules,
) {
  const isTest = testFileMatcher(testFiles)
  const isPlanned = pathsMatcher(planned)
  // A check that calls a new test by its path was approved with it.
  const isCalled = (change: Change): boolean =>
    isNew(change) && isTest(change.path) && commands.some((command) => namesFile(command, change.path))
  const named = changes.filter((change) => isPlanned(change.path) || isCalled(change))
  const namedPaths = new Set(named.map(({ path }) => path))
  const isNamed = ({ path }: { path: string }): boolean => namedPaths.has(path)
  const files = changes.filter(({ path }) => isTest(path))
  const otherFiles = changes.filter(({ path }) => !isTest(path))
  const inline = await changedInline(repo, otherFiles)
  const marked = await Promise.all([...files, ...inline].map((file) => marksOf(repo, file)))
  const config = await changedConfig(repo, changes, [...commands, setupCommand ?? ''])
  const deciding = new Set([...files, ...config].map(({ path }) => path))
  const unnamed = changes.filter((change) => !isNamed(change))
  const isSkipAllowed = skipsAllowed(words, planned.filter(isTest))
  return {
    /** The test files that are added, changed or deleted. */
    files,
    /** The new test files that the plan names. */
    added: files.filter((file) => isNew(file) && isNamed(file)),
    /** All changes that the plan does not name. */
    unnamed,
    /** The unnamed changes of test files, and of files that decide which tests run. */
    deciding: unnamed.filter(({ path }) => deciding.has(path)),
    /** Whether an existing test file that the plan names is changed or deleted. */
    changesNamed: files.some((file) => !isNew(file) && isNamed(file)),
    /** Whether more than tests and documentation is changed. */
    needsProof: await needsProof(repo, to, { changes, isTest }),
    /** Whether a named test file has fewer tests than before, or a named file decides which of them run. */
    mayLose: marked.some((file) => isNamed(file) && file.after.tests < file.before.tests) || config.some(isNamed),
    /** Whether the approved text says that tests are skipped. */
    maySkip: isSkipAllowed(isTest),
    /** Why the change is refused whatever its checks say, as sentences. */
    problems: [
      ...config.filter((file) => !isNamed(file)).map(configText),
      ...skipProblems(
        marked.filter(({ path }) => !isSkipAllowed((name) => name === path || path.endsWith(`/${name}`))),
      ),
    ],
  }
}

/** A fixtures folder counts as tests only next to tests: code may lie in a folder of that name, too. */
async function needsProof(
  repo: Repository,
  tree: string,
  { changes, isTest }: { changes: readonly Change[]; isTest: (path: string) => boolean },
): Promise<boolean> {
  const nonDocumentation = changes.map(({ path }) => path).filter((path) => !isDocumentation(path))
  if (nonDocumentation.some((path) => !isTest(path))) return true
  const folders = [...new Set(nonDocumentation.flatMap((path) => folderOfFixtures(path) ?? []))]
  const nonTestFolders = folders.filter((folder) => !isTest(`${folder}a.js`))
  if (nonTestFolders.length === 0) return false
  const paths = (await pathsIn(repo, tree)).filter((path) => folderOfFixtures(path) === undefined && isTest(path))
  return !nonTestFolders.every((folder) => paths.some((path) => path.startsWith(folder)))
}

/** The folder that holds a folder of fixtures, if a path lies in one; '' for the root. */
const folderOfFixtures = (path: string): string | undefined =>
  /^((?:[^/]+\/)*?)(?:__fixtures__|fixtures|testdata)\//.exec(path)?.[1]

/** Whether a sentence of the approved text names a file and says that its tests are skipped. */
function skipsAllowed(words: string, tests: readonly string[]): (isMeant: (name: string) => boolean) => boolean {
  const sentences = skippingIn(words)
  const only = tests.length === 1 ? tests : []
  return (isMeant) => sentences.some((names) => [...names, ...only].some(isMeant))
}

/** The source files whose own tests, at their end, were changed. */
export async function changedInline(repo: Repository, changes: readonly Change[]): Promise<Change[]> {
  const compared = changes.map(async (change) => {
    const testsIn = inlineTestsOf(change.path)
    if (!testsIn) return []
    const [before, after] = await Promise.all([textOn(repo, change.from), textOn(repo, change.to)])
    return testsIn(before) !== '' && testsIn(before) !== testsIn(after) ? [change] : []
  })
  return (await Promise.all(compared)).flat()
}

type MarkedFile = Awaited<ReturnType<typeof marksOf>>

async function marksOf(repo: Repository, change: Change) {
  const { path, from, to } = change
  const [before, after] = await Promise.all([textOn(repo, from), textOn(repo, to)])
  return { path, gone: isGone(change), before: marksIn(path, before), after: marksIn(path, after) }
}

/** Refuses files with more marks than before. Marks of a deleted file may have moved to another one. */
function skipProblems(marked: readonly MarkedFile[]): string[] {
  let moved = marked.flatMap(({ gone, before }) => (gone ? before.skips : [])).length
  return marked.flatMap(({ path, before, after }) => {
    const added = after.skips.length - before.skips.length
    const allowed = Math.min(Math.max(added, 0), moved)
    moved -= allowed
    const more = added - allowed
    if (more <= 0) return []
    const mark = after.skips.find((one) => !before.skips.includes(one)) ?? after.skips.at(-1) ?? ''
    return `\`${path}\` has ${more} more ${more === 1 ? 'test that is' : 'tests that are'} skipped, focused or expected to fail (\`${mark}\`): let them run, or propose_plan_change so that this subtask says that tests are skipped.`
  })
}

function configText({ path, names }: { path: string; names: readonly string[] }): string {
  const shown = names.filter(Boolean).slice(0, 3)
  const where = shown.length === 0 ? '' : ` (${shown.map((name) => `\`${name}\``).join(', ')})`
  return `\`${path}\` decides what checks run and how${where}: put it back, or propose_plan_change so that the files of this subtask name it.`
}
