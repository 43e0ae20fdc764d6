import { layOver } from '../git/lay-over.ts'
import { isGone, isNew, type Change } from '../git/objects.ts'
import { verdictOf, type Check } from '../plan/plan.ts'
import { countText, earlierText, UNPROVEN } from './proof/refusal-texts.ts'
import { answered, cornersFor, countProblem, isBroken, type Corner } from './proof/check-matrix.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import type { ChangedTests } from '../guard/tests/changed-tests.ts'
import { checksOn, knownOn, remember, runApart, type OnTree } from './known-checks.ts'

/** A change whose checks passed. `told` has the results of another job on the tree before the change. */
type PassedChange = { from: string; to: string; tests: ChangedTests; checks: readonly Check[]; told?: OnTree }

/** What the checks of a change prove, and its named test files whose earlier versions fail on the new code. */
export type Proof = { checks: Check[]; brokenTests: string[] }

/**
 * Determines what each check of a change proves. Another job's results on the earlier tree are used only if they favour
 * the change; before a refusal, the checks run in this job.
 */
export async function prove(ctx: AgentContext, change: PassedChange): Promise<Proof | { problem: string }> {
  const { told, ...alone } = change
  const proof = await proveWith(ctx, change)
  return 'problem' in proof && told && told.size > 0 ? proveWith(ctx, alone) : proof
}

/**
 * Runs every check without the change, with the new tests and with the earlier tests, as far as needed, each command
 * once per tree and job. Returns a problem for the agent if earlier tests fail that may not change, if too few tests
 * ran, or if a required proof is missing.
 */
async function proveWith(ctx: AgentContext, change: PassedChange): Promise<Proof | { problem: string }> {
  const { to, tests } = change
  remember(ctx, to, change.checks)
  const ran = await runMatrix(ctx, change)
  const verdict = await judgeEarlier(ctx, change, ran.earlier)
  if ('problem' in verdict) return verdict
  const before = knownBefore(ctx, change)
  const checks = change.checks.map((check) => {
    const at = (corner: Corner): Check | undefined => ran[corner]?.get(check.command)
    return answered(check, tests.kind, {
      before: before(check.command),
      without: at('without'),
      earlier: at('earlier'),
    })
  })
  const hidden = countProblems({ ...change, checks }, { ...ran, before })
  if (hidden.length > 0) return { problem: hidden.join('\n') }
  const isProven = checks.some((check) => verdictOf(check) === 'proving')
  if (ctx.settings.proof === 'require' && tests.needsProof && !isProven) return { problem: UNPROVEN }
  return { checks, ...verdict }
}

type Corners = Partial<Record<Corner, OnTree>>

/** The cached results on the tree before the change. */
const knownBefore =
  (ctx: AgentContext, { from, told }: PassedChange) =>
  (command: string): Check | undefined =>
    knownOn(ctx, from)(command) ?? told?.get(command)

/** The results of the commands on the tree before the change. Runs those that are not cached. */
async function checksBefore(ctx: AgentContext, change: PassedChange, commands: readonly string[]): Promise<OnTree> {
  const known = knownBefore(ctx, change)
  const ran = await checksOn(
    ctx,
    change.from,
    commands.filter((command) => !known(command)),
  )
  const all = commands.map((command) => ran.get(command) ?? known(command))
  return new Map(all.flatMap((check) => (check ? [[check.command, check]] : [])))
}

async function runMatrix(ctx: AgentContext, change: PassedChange): Promise<Corners> {
  const { from, to, tests, checks } = change
  const commands = checks.map(({ command }) => command)
  const ran: Corners = {}
  const ask = {
    before: () => checksBefore(ctx, change, commands),
    without: async () => checksOn(ctx, await layOver(ctx.repo, from, sidesOf(tests.files, 'to')), commands),
    earlier: async () => checksOn(ctx, await layOver(ctx.repo, to, sidesOf(tests.files, 'from')), commands),
  }
  for (const corner of cornersFor(tests.kind)) ran[corner] = await ask[corner]()
  return ran
}

const sidesOf = (files: readonly Change[], side: 'from' | 'to') =>
  files.map((file) => ({ path: file.path, ...file[side] }))

/**
 * Judges the results of earlier tests. Test files that the subtask names may fail, which is reported; other changed
 * test files are retried alone.
 */
async function judgeEarlier(
  ctx: AgentContext,
  change: PassedChange,
  earlier: OnTree | undefined,
): Promise<Pick<Proof, 'brokenTests'> | { problem: string }> {
  const { to, tests } = change
  const old = tests.files.filter((file) => !isNew(file))
  const unnamed = old.filter(({ path }) => !tests.isNamed(path))
  const broken = await brokenBy(ctx, change, earlier)
  const named = old.filter(({ path }) => tests.isNamed(path)).map(({ path }) => path)
  if (!broken || unnamed.length === 0) return { brokenTests: broken ? named : [] }
  const others = tests.files.filter(({ path }) => !tests.isNamed(path))
  const tree = await layOver(ctx.repo, to, sidesOf(others, 'from'))
  const alone = named.length === 0 ? broken : await brokenBy(ctx, change, await checksOn(ctx, tree, [broken.command]))
  if (!alone || (await passesAgain(ctx, tree, alone))) return { brokenTests: named }
  const mentioned = unnamed.filter(({ path }) => alone.tail.includes(path.split('/').at(-1) ?? path))
  const files = (mentioned.length > 0 ? mentioned : unnamed).map((file) => ({ path: file.path, gone: isGone(file) }))
  return { problem: earlierText(files, alone) }
}

/** Retries a failed check: a flaky one is no reason to refuse a change. */
async function passesAgain(ctx: AgentContext, tree: string, { command }: Check): Promise<boolean> {
  const again = await runApart(ctx, tree, [command])
  return again.every(({ passed }) => passed)
}

/** The first check that fails with earlier tests, and passed before the change. */
async function brokenBy(
  ctx: AgentContext,
  change: PassedChange,
  earlier: OnTree | undefined,
): Promise<Check | undefined> {
  const failed = [...(earlier?.values() ?? [])].filter(({ passed }) => !passed)
  if (failed.length === 0) return undefined
  const before = await checksBefore(
    ctx,
    change,
    failed.map(({ command }) => command),
  )
  return failed.find((check) => isBroken(before.get(check.command), check))
}

/** If the check has no result before the change, the results on the other trees provide the counts. */
function countProblems(
  { tests, checks }: PassedChange,
  { before, without, earlier }: Omit<Corners, 'before'> & { before: (command: string) => Check | undefined },
): string[] {
  return checks.flatMap((check) => {
    const { command } = check
    const others = [without?.get(command)?.counts, earlier?.get(command)?.counts].filter((one) => one !== undefined)
    const counts =
      before(command)?.counts ??
      (others.length === 0
        ? undefined
        : {
            ran: Math.max(...others.map(({ ran }) => ran)),
            skipped: Math.min(...others.map(({ skipped }) => skipped)),
          })
    const problem = countProblem(check, counts, tests)
    return problem ? [countText(command, problem)] : []
  })
}
