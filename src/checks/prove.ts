import { layOver } from '../git/merge.ts'
import { isGone, isNew, textAt, textOn, writeBlob, type Change } from '../git/objects.ts'
import { verdictOf, type Check } from '../plan/plan.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { pathsInLine } from '../guard/check-commit.ts'
import type { ChangedTests } from '../guard/tests/changed-tests.ts'
import { byCommand, checksOn, knownOn, remember, runApart, type OnTree } from './check-cache.ts'
import { contains, scriptsIn } from './proof/contained.ts'
import { countProblem } from './proof/count-problems.ts'
import { onCode } from './verify.ts'

/** A change from tree `from` to tree `to` whose checks passed. `otherJobResults` are results of another job on `from`. */
type PassedChange = {
  from: string
  to: string
  tests: ChangedTests
  checks: readonly Check[]
  otherJobResults: OnTree | undefined
}

type Proof = { checks: Check[] } | { problem: string }

/** What each check of a change proves. No refusal relies on results of other jobs: without these, all runs are made. */
export async function prove(ctx: AgentContext, change: PassedChange): Promise<Proof> {
  const proof = await proveWith(ctx, change)
  if (!('problem' in proof) || !change.otherJobResults?.size) return proof
  return proveWith(ctx, { ...change, otherJobResults: undefined })
}

/**
 * Runs every check without the change, with the new tests and with nothing but what the plan names, as far as needed,
 * each command once per tree and job. Returns a problem for the agent if files decide that are not approved, if too few
 * tests ran, or if a required proof is missing.
 */
async function proveWith(ctx: AgentContext, change: PassedChange): Promise<Proof> {
  const { to, tests } = change
  remember(ctx, to, change.checks)
  const without = await runWithout(ctx, change)
  const planned = await runPlanned(ctx, change)
  if ('problem' in planned) return planned
  const resultBefore = knownBefore(ctx, change)
  const checks = change.checks.map((check) => ({
    ...check,
    before: answerOf(resultBefore(check.command)),
    without: answerOf(without.get(check.command)),
    planned: answerOf(planned.get(check.command)),
  }))
  const hidden = checks.flatMap((check) => hiddenTests(check, tests, { resultBefore, without, planned }) ?? [])
  if (hidden.length > 0) return { problem: hidden.join('\n') }
  if (ctx.settings.proof !== 'require' || !tests.needsProof) return { checks }
  const unplanned = checks.find((check) => check.planned === 'failed')
  if (unplanned)
    return {
      problem: `\`${unplanned.command}\` passes only with ${namesOf(tests.unnamed)}, which the plan does not name: put back what is not needed, and propose_plan_change so that the files of this subtask name the rest.`,
    }
  if (checks.some((check) => verdictOf(check) === 'proving')) return { checks }
  return {
    problem:
      'Every check passes without your change, too: add a test that notices it, or propose_plan_change if the checks cannot run one.',
  }
}

const answerOf = (check: Check | undefined): NonNullable<Check['without']> =>
  check === undefined ? 'not run' : check.passed ? 'passed' : 'failed'

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
  const newTests = tests.files.map((file) => ({ ...file, ...file.to }))
  const tree = await layOver(ctx.repo, from, newTests)
  const ctxWithout = onCode(ctx, 'without the change')
  const scripts = scriptsIn(await textAt(ctx.repo, { commit: change.to, path: 'package.json' }))
  const resultBefore = knownBefore(ctx, change)
  const isCounted = new Set(checks.flatMap(({ command, counts }) => (counts ? [command] : [])))
  const isSuite = (command: string): boolean => {
    const before = resultBefore(command)
    return command === ctx.settings.verifyCommand && !!before && (!!before.counts || !isCounted.has(command))
  }
  const within = (wide: string): string[] =>
    commands.filter((narrow) => contains(wide, narrow, scripts) || (isSuite(wide) && narrow !== wide))
  const narrow = commands.filter((command) => within(command).length === 0)
  const ran = await checksOn(ctxWithout, tree, narrow)
  const isProven = (wide: string): boolean => within(wide).some((command) => ran.get(command)?.passed === false)
  const unproven = commands.filter((command) => !narrow.includes(command) && !isProven(command))
  return new Map([...ran, ...(await checksOn(ctxWithout, tree, unproven))])
}

/** Looks up the result of a command before the change, from this job or an earlier one. */
const knownBefore = (ctx: AgentContext, { from, otherJobResults }: PassedChange): Runs['resultBefore'] => {
  const known = knownOn(ctx, from)
  return (command) => known(command) ?? otherJobResults?.get(command)
}

type Runs = { resultBefore: (command: string) => Check | undefined; without: OnTree; planned: OnTree }

/** What exit code 0 of a check hides. Without a result before the change, the runs on other trees provide the counts. */
function hiddenTests(check: Check, tests: ChangedTests, { resultBefore, without, planned }: Runs): string | undefined {
  const { command } = check
  const others = [without, planned].flatMap((results) => results.get(command)?.counts ?? [])
  const fromOthers = others.length > 0 && {
    ran: Math.max(...others.map(({ ran }) => ran)),
    skipped: Math.min(...others.map(({ skipped }) => skipped)),
  }
  return countProblem(check, resultBefore(command)?.counts ?? (fromOthers || undefined), tests)?.refusal
}

/** The results of the commands on the tree before the change. Runs those that are not cached. */
async function checksBefore(ctx: AgentContext, change: PassedChange, commands: readonly string[]): Promise<OnTree> {
  const resultBefore = knownBefore(ctx, change)
  const missing = commands.filter((command) => !resultBefore(command))
  const ran = await checksOn(onCode(ctx, BEFORE), change.from, missing)
  return byCommand(commands.map((command) => ran.get(command) ?? resultBefore(command)))
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
  const omitted = isNeeded ? [] : [...tests.unnamed, ...tests.added]
  const ran = await runOmitting(ctx, change, omitted)
  const runsOf = (after: Check, before: Check | undefined): Ran => ({ after, bare: ran.get(after.command), before })
  const resultBefore = knownBefore(ctx, change)
  const doubtful = checks.filter((after) => isDoubtful(runsOf(after, resultBefore(after.command)), tests))
  const before = await checksBefore(ctx, change, commandsOf(doubtful))
  const planned = new Map(ran)
  for (const after of doubtful) {
    const judged = await judge(ctx, change, runsOf(after, before.get(after.command)))
    if ('problem' in judged) return judged
    planned.set(after.command, judged)
  }
  return planned
}

/** Names of the code that checks run on, for the log. */
export const BEFORE = 'on the code as it was'
const PLANNED = 'with some of its files taken back'

const commandsOf = (checks: readonly Check[]): string[] => checks.map(({ command }) => command)

/** Runs checks on the written tree with some of its changes reverted. */
async function runOmitting(ctx: AgentContext, change: PassedChange, omitted: readonly Change[]): Promise<OnTree> {
  if (omitted.length === 0) return byCommand(change.checks)
  return checksOn(onCode(ctx, PLANNED), await treeOmitting(ctx, change, omitted), commandsOf(change.checks))
}

const treeOmitting = ({ repo }: AgentContext, { to }: PassedChange, omitted: readonly Change[]): Promise<string> =>
  layOver(repo, to, omitted.map(asBefore))

const asBefore = (file: Change) => ({ ...file, ...file.from })

/** A source without a test that a build accepts: the line that declares its package, or a program that only exits. */
const emptyTestSource = (path: string, text = ''): string =>
  /\.(?:c|cc|cpp|cxx|mm?)$/i.test(path)
    ? 'int main(void) { return 0; }\n'
    : `${/^(?:package [\w.]+;?|module [\w.]+ where)$/m.exec(text)?.[0] ?? ''}\n`

/** Runs a check as planned, with stubs for the test files that the change adds: a build may list them by name. */
async function runWithStubs(ctx: AgentContext, { to, tests }: PassedChange, after: Check): Promise<Check> {
  const stubs = tests.added.map(async (file) => {
    const mode = file.to.mode === '120000' ? '100644' : file.to.mode
    return {
      ...file,
      mode,
      blob: await writeBlob(ctx.repo, emptyTestSource(file.path, await textOn(ctx.repo, file.to))),
    }
  })
  const tree = await layOver(ctx.repo, to, [...tests.unnamed.map(asBefore), ...(await Promise.all(stubs))])
  return (await checksOn(onCode(ctx, PLANNED), tree, [after.command])).get(after.command) ?? after
}

/** One check: on the written tree, without the files to leave out, and before the change. */
type Ran = { after: Check; bare: Check | undefined; before: Check | undefined }

/** Whether the result before the change is needed: the check fails, or runs fewer tests, for which others made up. */
const isDoubtful = ({ after, bare, before }: Ran, tests: ChangedTests): boolean =>
  bare?.passed !== true ||
  (after.counts !== undefined && (bare.counts?.ran ?? 0) === 0) ||
  (bare !== after && lostTests(bare, before, tests) !== undefined)

/** Finds the files that make a check pass. Returns its result as planned, or why these files are refused. */
async function judge(
  ctx: AgentContext,
  change: PassedChange,
  { after, bare = after, before }: Ran,
): Promise<Check | { problem: string }> {
  const { tests } = change
  const { command } = after
  const runWithout = async (omitted: readonly Change[]): Promise<Check> =>
    (await runOmitting(ctx, { ...change, checks: [after] }, omitted)).get(command) ?? after
  const isGood = (check: Check): boolean => check.passed && lostTests(check, before, tests) === undefined
  const lostText = (check: Check): string | undefined => (check.passed ? lostTests(check, before, tests) : undefined)
  // A flaky check is no reason to refuse a change, so a failure is repeated.
  const failsTwice = async (omitted: readonly Change[], check: Check): Promise<boolean> =>
    !isGood(check) &&
    !isGood((await runApart(onCode(ctx, PLANNED), await treeOmitting(ctx, change, omitted), [command]))[0] ?? check)
  if (isGood(bare)) return bare
  const planned = tests.added.length === 0 ? bare : await runWithout(tests.unnamed)
  if (isGood(planned)) {
    const lost = lostText(bare)
    const mayNeedAdded = tests.changesNamed || (before?.passed !== true && lost === undefined)
    if (mayNeedAdded || !(await failsTwice([...tests.unnamed, ...tests.added], bare))) return planned
    // Code can print the name of a test without needing it, so a stub takes the place of its content.
    if (mentionsAny(bare, tests.added) && isGood(await runWithStubs(ctx, change, after))) return planned
    return { problem: lost ?? silencedText(tests.added, bare) }
  }
  if (!(await failsTwice(tests.unnamed, planned))) return { ...planned, passed: true }
  if (tests.deciding.length === 0) return { ...planned, passed: false }
  const isAll = tests.deciding.length === tests.unnamed.length
  const needed = isAll ? planned : await runWithout(tests.deciding)
  if (!isAll && !(await failsTwice(tests.deciding, needed))) return { ...planned, passed: false }
  return { problem: lostText(needed) ?? revertText(mentionedIn(needed, tests.deciding), needed) }
}

const lostTests = (check: Check, before: Check | undefined, tests: ChangedTests) =>
  before?.counts && before.counts.ran > 0 ? countProblem(check, before.counts, tests)?.refusal : undefined

/** The files whose names are in the output of a check, or all. */
function mentionedIn({ tail }: Check, files: readonly Change[]): readonly Change[] {
  const mentioned = files.filter(({ path }) => tail.includes(path.split('/').at(-1) ?? path))
  return mentioned.length > 0 ? mentioned : files
}

/** Whether the output of a check contains the path or module name of a file: a build reports a missing source so. */
const mentionsAny = ({ tail }: Check, files: readonly Change[]): boolean =>
  files.some(({ path }) => tail.includes(path) || tail.includes(path.replace(/\.\w+$/, '').replaceAll('/', '.')))

/** The refusal of new planned tests without which a check fails that passed before. */
const silencedText = (files: readonly Change[], { command, exit, tail }: Check): string =>
  `\`${command}\` passed before, and passes now only with ${namesOf(files)}: let the tests that were there pass without what is new. Without it, it fails (${exit}):\n${tail}`

/** The refusal of unplanned files without which a check fails. */
function revertText(files: readonly Change[], { command, exit, tail }: Check): string {
  const [were, it] = files.length === 1 ? ['was', 'it'] : ['were', 'them']
  const earlier =
    files.length === 1 ? 'its earlier version fails on the new code' : 'their earlier versions fail on the new code'
  const fails = files.some(isNew) ? `\`${command}\` fails without ${it}` : earlier
  const how = files.every(isNew) ? 'added' : files.every(isGone) ? 'deleted' : 'changed'
  return `${namesOf(files)} ${were} ${how}, and ${fails}: put ${it} back, or propose_plan_change so that the files of this subtask name ${it}. With ${it} as before, \`${command}\` fails (${exit}):\n${tail}`
}

const namesOf = (files: readonly Change[]): string => pathsInLine(files.map(({ path }) => path))
