import { layOver } from '../git/merge.ts'
import { isGone, isNew, textAt, textOn, writeBlob, type Change } from '../git/objects.ts'
import { verdictOf, type Check } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { ChangedTests } from '../guard/tests/changed-tests.ts'
import { byCommand, checksOn, knownOn, remember, runApart, type OnTree } from './check-cache.ts'
import { contains, scriptsIn } from './proof/contained.ts'
import { answered, countProblem } from './proof/check-matrix.ts'
import { onCode } from './verify.ts'
import { countText, silencedText, unplannedText, UNPROVEN, withoutText, type Named } from './proof/refusal-texts.ts'

/** A change whose checks passed. `otherJobResults` has the results of another job on the tree before the change. */
type PassedChange = {
  from: string
  to: string
  tests: ChangedTests
  checks: readonly Check[]
  otherJobResults?: OnTree
}

/** What each check of a change proves. Before a refusal, the results of other jobs are not relied on. */
export async function prove(
  ctx: AgentContext,
  change: PassedChange,
): Promise<{ checks: Check[] } | { problem: string }> {
  const { otherJobResults, ...ownChange } = change
  const first = await proveWith(ctx, change)
  const checks =
    'problem' in first && otherJobResults && otherJobResults.size > 0 ? await proveWith(ctx, ownChange) : first
  return 'problem' in checks ? checks : { checks }
}

/**
 * Runs every check without the change, with the new tests and with nothing but what the plan names, as far as needed,
 * each command once per tree and job. Returns a problem for the agent if files decide that are not approved, if too few
 * tests ran, or if a required proof is missing.
 */
async function proveWith(ctx: AgentContext, change: PassedChange): Promise<Check[] | { problem: string }> {
  const { to, tests } = change
  remember(ctx, to, change.checks)
  const without = await runWithout(ctx, change)
  const planned = await runPlanned(ctx, change)
  if ('problem' in planned) return planned
  const known = knownBefore(ctx, change)
  const checks = change.checks.map((check) => {
    const { command } = check
    return answered(check, { before: known(command), without: without.get(command), planned: planned.get(command) })
  })
  const hidden = checks.flatMap((check) => hiddenBy(check, change, { known, without, planned }))
  if (hidden.length > 0) return { problem: hidden.join('\n') }
  if (ctx.settings.proof !== 'require' || !tests.needsProof) return checks
  const unplanned = checks.find((check) => check.planned === 'failed')
  if (unplanned) return { problem: unplannedText(named(tests.unnamed), unplanned.command) }
  return checks.some((check) => verdictOf(check) === 'proving') ? checks : { problem: UNPROVEN }
}

/**
 * The checks on the tree before the change with its test files. Where tests that were there come out otherwise, also
 * without them: nothing else tells how many tests there were. A check that contains another is left out once that one
 * proves the change, and so is `verify-command` where the tests that ran before are known, or none are counted.
 */
async function runWithout(ctx: AgentContext, change: PassedChange): Promise<OnTree> {
  const { from, tests, checks } = change
  const commands = commandsOf(checks)
  const before = tests.files.length === 0 || tests.changesNamed ? await checksBefore(ctx, change, commands) : undefined
  if (before && tests.files.length === 0) return before
  const files = tests.files.map((file) => ({ ...file, ...file.to }))
  const tree = await layOver(ctx.repo, from, files)
  const there = onCode(ctx, 'without the change')
  const scripts = scriptsIn(await textAt(ctx.repo, { commit: change.to, path: 'package.json' }))
  const known = knownBefore(ctx, change)
  const isCounted = new Set(checks.flatMap(({ command, counts }) => (counts ? [command] : [])))
  const isSuite = (command: string): boolean => {
    const there = known(command)
    return command === ctx.settings.verifyCommand && !!there && (!!there.counts || !isCounted.has(command))
  }
  const within = (wide: string): string[] =>
    commands.filter((narrow) => contains(wide, narrow, scripts) || (isSuite(wide) && narrow !== wide))
  const narrow = commands.filter((command) => within(command).length === 0)
  const ran = await checksOn(there, tree, narrow)
  const isProven = (wide: string): boolean => within(wide).some((command) => ran.get(command)?.passed === false)
  const rest = commands.filter((command) => !narrow.includes(command) && !isProven(command))
  return rest.length === 0 ? ran : new Map([...ran, ...(await checksOn(there, tree, rest))])
}

/** The results of commands before the change, of this job or of an earlier one. */
const knownBefore = (ctx: AgentContext, { from, otherJobResults }: PassedChange): Runs['known'] => {
  const known = knownOn(ctx, from)
  return (command) => known(command) ?? otherJobResults?.get(command)
}

type Runs = { known: (command: string) => Check | undefined; without: OnTree; planned: OnTree }

/** If the check has no result before the change, the results on the other trees provide the counts. */
function hiddenBy(check: Check, { tests }: PassedChange, { known, without, planned }: Runs): string[] {
  const { command } = check
  const before = known(command)
  const others = [without.get(command)?.counts, planned.get(command)?.counts].filter((one) => one !== undefined)
  const counts =
    before?.counts ??
    (others.length === 0
      ? undefined
      : {
          ran: Math.max(...others.map(({ ran }) => ran)),
          skipped: Math.min(...others.map(({ skipped }) => skipped)),
        })
  const problem = countProblem(check, counts, tests)
  return problem ? [countText(command, problem)] : []
}

/** The results of the commands on the tree before the change. Runs those that are not cached. */
async function checksBefore(ctx: AgentContext, change: PassedChange, commands: readonly string[]): Promise<OnTree> {
  const known = knownBefore(ctx, change)
  const missing = commands.filter((command) => !known(command))
  const ran = missing.length === 0 ? undefined : await checksOn(onCode(ctx, BEFORE), change.from, missing)
  return byCommand(commands.map((command) => ran?.get(command) ?? known(command)))
}

/**
 * Runs the checks with nothing changed but the files that the plan names. Test files that the change adds are left out,
 * too, where the check passed before: a new file in the same process could silence the old tests. Not so beside a named
 * test that changes, which may need them. Returns a problem for the agent if the change passes only with tests, or with
 * what decides which of them run, that are not approved.
 */
async function runPlanned(ctx: AgentContext, change: PassedChange): Promise<OnTree | { problem: string }> {
  const { tests, checks } = change
  const isNeeded = tests.changesNamed && tests.unnamed.length === 0
  const ran = await runLeavingOut(ctx, change, { left: isNeeded ? [] : [...tests.unnamed, ...tests.added], checks })
  const known = knownBefore(ctx, change)
  const doubtful = checks.filter((after) => {
    const { command } = after
    return isDoubtful({ after, bare: ran.get(command), before: known(command) }, tests)
  })
  const before = await checksBefore(ctx, change, commandsOf(doubtful))
  const planned = new Map(ran)
  for (const after of doubtful) {
    const { command } = after
    const judged = await judge(ctx, change, { after, bare: ran.get(command), before: before.get(command) })
    if ('problem' in judged) return judged
    planned.set(command, judged)
  }
  return planned
}

/** On which code checks run, in words. */
export const BEFORE = 'on the code as it was'
const PLANNED = 'with some of its files taken back'

type LeavingOut = { left: readonly Change[]; checks: readonly Check[] }

/** Runs checks on the written tree with some of its changes taken back. */
async function runLeavingOut(ctx: AgentContext, change: PassedChange, { left, checks }: LeavingOut): Promise<OnTree> {
  if (left.length === 0) return new Map(checks.map((check) => [check.command, check]))
  return checksOn(onCode(ctx, PLANNED), await treeLeavingOut(ctx, change, left), commandsOf(checks))
}

const commandsOf = (checks: readonly Check[]): string[] => checks.map(({ command }) => command)

const treeLeavingOut = ({ repo }: AgentContext, { to }: PassedChange, left: readonly Change[]): Promise<string> => {
  const before = left.map((file) => ({ ...file, ...file.from }))
  return layOver(repo, to, before)
}

/** What a build takes for a test without a test in it: the line that says what the file is, or a program that ends. */
const stubOf = (path: string, text = ''): string =>
  /\.(?:c|cc|cpp|cxx|mm?)$/i.test(path)
    ? 'int main(void) { return 0; }\n'
    : `${/^(?:package [\w.]+;?|module [\w.]+ where)$/m.exec(text)?.[0] ?? ''}\n`

/** Runs a check as planned, with the test files that the change adds without their content: a build may list them. */
async function runWithEmptyTests(ctx: AgentContext, { to, tests }: PassedChange, after: Check): Promise<Check> {
  const added = tests.added.map(async (file) => {
    const mode = file.to.mode === '120000' ? '100644' : file.to.mode
    return { ...file, mode, blob: await writeBlob(ctx.repo, stubOf(file.path, await textOn(ctx.repo, file.to))) }
  })
  const unnamed = tests.unnamed.map((file) => ({ ...file, ...file.from }))
  const tree = await layOver(ctx.repo, to, [...unnamed, ...(await Promise.all(added))])
  return (await checksOn(onCode(ctx, PLANNED), tree, [after.command])).get(after.command) ?? after
}

/** One check: on the written tree, without the files to leave out, and before the change. */
type Ran = { after: Check; bare: Check | undefined; before: Check | undefined }

/** Whether it has to be known what a check said before: it fails, or runs no test, or fewer, which others made up for. */
const isDoubtful = ({ after, bare, before }: Ran, tests: ChangedTests): boolean =>
  bare?.passed !== true ||
  (after.counts !== undefined && (bare.counts?.ran ?? 0) === 0) ||
  (bare !== after && lostBy(bare, { tests, before }) !== undefined)

/** Decides whose files a check rests on. Returns its result as planned, or the refusal. */
async function judge(
  ctx: AgentContext,
  change: PassedChange,
  { after, bare = after, before }: Ran,
): Promise<Check | { problem: string }> {
  const { tests } = change
  const { command } = after
  const run = async (left: readonly Change[]): Promise<Check> =>
    (await runLeavingOut(ctx, change, { left, checks: [after] })).get(command) ?? after
  const isGood = (check: Check): boolean => check.passed && lostBy(check, { tests, before }) === undefined
  // A check that fails now and then is no reason to refuse a change.
  const fails = async (left: readonly Change[], check: Check): Promise<boolean> =>
    !isGood(check) &&
    !isGood((await runApart(onCode(ctx, PLANNED), await treeLeavingOut(ctx, change, left), [command]))[0] ?? check)
  if (isGood(bare)) return bare
  const planned = tests.added.length === 0 ? bare : await run(tests.unnamed)
  if (isGood(planned)) {
    const lost = lostText(bare, { tests, before })
    const mayNeedThem = tests.changesNamed || (before?.passed !== true && lost === undefined)
    if (mayNeedThem || !(await fails([...tests.unnamed, ...tests.added], bare))) return planned
    // Code can print the name of a test, too, so its content goes.
    if (isAbout(bare, tests.added) && isGood(await runWithEmptyTests(ctx, change, after))) return planned
    return { problem: lost ?? silencedText(named(tests.added), bare) }
  }
  if (!(await fails(tests.unnamed, planned))) return { ...planned, passed: true }
  if (tests.deciding.length === 0) return { ...planned, passed: false }
  const isAll = tests.deciding.length === tests.unnamed.length
  const needed = isAll ? planned : await run(tests.deciding)
  if (!isAll && !(await fails(tests.deciding, needed))) return { ...planned, passed: false }
  return {
    problem: lostText(needed, { tests, before }) ?? withoutText(named(mentionedIn(needed, tests.deciding)), needed),
  }
}

type Judged = { tests: ChangedTests; before: Check | undefined }

const lostBy = (check: Check, { tests, before }: Judged) =>
  before?.counts && before.counts.ran > 0 ? countProblem(check, before.counts, tests) : undefined

function lostText(check: Check, judged: Judged): string | undefined {
  const lost = check.passed ? lostBy(check, judged) : undefined
  return lost && countText(check.command, lost)
}

/** The files whose names are in the output of a check, or all. */
function mentionedIn({ tail }: Check, files: readonly Change[]): readonly Change[] {
  const mentioned = files.filter(({ path }) => tail.includes(path.split('/').at(-1) ?? path))
  return mentioned.length > 0 ? mentioned : files
}

/** Whether the output of a check speaks of files: a build that lists its sources does not find them. */
const isAbout = ({ tail }: Check, files: readonly Change[]): boolean =>
  files.some(({ path }) => tail.includes(path) || tail.includes(path.replace(/\.\w+$/, '').replaceAll('/', '.')))

/** Files for a refusal, by what became of them. */
const named = (files: readonly Change[]): Named[] =>
  files.map((file) => ({ path: file.path, how: isNew(file) ? 'added' : isGone(file) ? 'deleted' : 'changed' }))
