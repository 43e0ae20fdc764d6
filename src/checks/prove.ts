import { layOver } from '../git/lay-over.ts'
import { verdictOf, type Check } from '../plan/plan.ts'
import { countText, unplannedText, UNPROVEN } from './proof/refusal-texts.ts'
import { answered, countProblem } from './proof/check-matrix.ts'
import type { AgentContext } from '../agent/context/agent-context.ts'
import { checksOn, knownOn, remember, type OnTree } from './known-checks.ts'
import { checksBefore, named, runPlanned, type PassedChange } from './planned.ts'

/**
 * Determines what each check of a change proves. Another job's results on the earlier tree are used only if they favour
 * the change; before a refusal, the checks run in this job.
 */
export async function prove(ctx: AgentContext, change: PassedChange): Promise<Check[] | { problem: string }> {
  const { told, ...alone } = change
  const proof = await proveWith(ctx, change)
  return 'problem' in proof && told && told.size > 0 ? proveWith(ctx, alone) : proof
}

/**
 * Runs every check without the change, with the new tests and with nothing but what the plan names, as far as needed,
 * each command once per tree and job. Returns a problem for the agent if files decide that nobody approved, if too few
 * tests ran, or if a required proof is missing.
 */
async function proveWith(ctx: AgentContext, change: PassedChange): Promise<Check[] | { problem: string }> {
  const { from, to, tests, told } = change
  remember(ctx, to, change.checks)
  const without = await runWithout(ctx, change)
  const planned = await runPlanned(ctx, change)
  if ('problem' in planned) return planned
  const known = knownOn(ctx, from)
  const checks = change.checks.map((check) => {
    const { command } = check
    const before = known(command) ?? told?.get(command)
    return answered(check, { before, without: without.get(command), planned: planned.get(command) })
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
 * without them: nothing else tells how many tests there were.
 */
async function runWithout(ctx: AgentContext, change: PassedChange): Promise<OnTree> {
  const { from, tests, checks } = change
  const commands = checks.map(({ command }) => command)
  const before = tests.files.length === 0 || tests.changesNamed ? await checksBefore(ctx, change, commands) : undefined
  if (before && tests.files.length === 0) return before
  const files = tests.files.map((file) => ({ path: file.path, ...file.to }))
  return checksOn(ctx, await layOver(ctx.repo, from, files), commands)
}

type Runs = { known: (command: string) => Check | undefined; without: OnTree; planned: OnTree }

/** If the check has no result before the change, the results on the other trees provide the counts. */
function hiddenBy(check: Check, { tests, told }: PassedChange, { known, without, planned }: Runs): string[] {
  const { command } = check
  const before = known(command) ?? told?.get(command)
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
