import { commitAt } from '../git/git.ts'
import { layOver } from '../git/merge.ts'
import { changesBetweenTrees, isNew, treeOf, type Change } from '../git/objects.ts'
import { testFileMatcher } from '../guard/tests/test-files.ts'
import { pathsInLine } from '../guard/check-commit.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { Check, PassedCheck, Plan } from '../plan/plan.ts'
import { failingLines } from './failure-excerpt.ts'
import { checksOn, passedAmong } from './check-cache.ts'
import { onCode } from './verify.ts'

/** A plan and, if its last subtasks are being finished, the base's commit, with checks that are known to pass there. */
type EndOf = { plan: Plan; compared?: { base: string; passed: readonly PassedCheck[] } | undefined }

/** Test files whose versions on the base fail on the last tree: each by itself, or only known together. */
export type BrokenTests = { brokenTests?: string[]; brokenSet?: string[] }

/** Up to so many test files are run one by one if the runner's output does not say which of them fail. */
const MOST_ALONE = 3

/**
 * Tells which old tests a plan breaks, by the test files that it changed and that exist on the base:
 * 1. Puts the base's versions of all of them on the plan's last tree, and runs the checks (`verify-command`, if set).
 * 2. Keeps the checks that fail there, but pass on the unchanged last tree and passed on the base. One that failed on
 *    the base may look for a test by a name that only the new version has.
 * 3. Names the files that the runner's output names, if all others pass without these, or else those that fail alone.
 */
export async function runBaseTests(ctx: AgentContext, { plan, compared }: EndOf, to: string): Promise<BrokenTests> {
  const { repo, settings } = ctx
  const { base, passed = [] } = compared ?? {}
  // A job that fetched little may not have the base.
  if (base === undefined || settings.proof === 'off' || (await commitAt(repo, base)) === undefined) return {}
  const { verifyCommand } = settings
  const all = verifyCommand === undefined ? plan.subtasks.flatMap(({ verify }) => verify) : [verifyCommand]
  const isTest = testFileMatcher(settings.testFiles)
  const files = (await changesBetweenTrees(repo, base, to)).filter((file) => isTest(file.path) && !isNew(file))
  if (files.length === 0) return {}
  const failuresWithBase = async (tests: readonly Change[], commands: readonly string[]): Promise<Check[]> => {
    const isOne = tests.length === 1
    const ctxWithBase = onCode(ctx, `with ${isOne ? pathsInLine(pathsOf(tests)) : 'its tests'} as on the base`)
    const earlier = tests.map((file) => ({ ...file, ...file.from }))
    const checks = await checksOn(ctxWithBase, await layOver(repo, to, earlier), commands)
    return [...checks.values()].filter(({ passed }) => !passed)
  }
  const failed = await failuresWithBase(files, [...new Set(all)])
  if (failed.length === 0) return {}
  const passingOn = async (where: string, tree: string, checks: readonly Check[]): Promise<Check[]> => {
    const found = await checksOn(onCode(ctx, where), tree, commandsOf(checks))
    return checks.filter(({ command }) => found.get(command)?.passed)
  }
  const unbroken = await passingOn('with the change', to, failed)
  const passedOnBase = passedAmong(passed, commandsOf(unbroken))
  const isKnown = ({ command }: Check): boolean => passedOnBase.has(command)
  const unknown = unbroken.filter((check) => !isKnown(check))
  const broken = [...unbroken.filter(isKnown), ...(await passingOn('on the base', await treeOf(repo, base), unknown))]
  if (broken.length === 0) return {}
  if (files.length === 1) return { brokenTests: pathsOf(files) }
  const commands = commandsOf(broken)
  const lines = broken.flatMap(({ tail }) => failingLines(tail))
  const isNamed = ({ path }: Change): boolean => lines.some((line) => line.includes(path))
  const { true: named = [], false: others = [] } = Object.groupBy(files, (file) => (isNamed(file) ? 'true' : 'false'))
  if (named.length > 0 && (others.length === 0 || (await failuresWithBase(others, commands)).length === 0))
    return { brokenTests: pathsOf(named) }
  const alone: Change[] = []
  if (files.length <= MOST_ALONE)
    for (const file of files) if ((await failuresWithBase([file], commands)).length > 0) alone.push(file)
  return alone.length > 0 ? { brokenTests: pathsOf(alone) } : { brokenSet: pathsOf(files) }
}

const commandsOf = (checks: readonly Check[]): string[] => checks.map(({ command }) => command)
const pathsOf = (files: readonly Change[]): string[] => files.map(({ path }) => path)
