import { MAX_PAUSE_TEXT, type Halted } from './input.ts'
import type { Executed, Failed, Proposed, Stopped } from '../fields.ts'
import { z } from 'zod'
import { diskFull } from '../../lib/disk-full.ts'
import { isSetUpFailure } from '../../lib/errors.ts'
import { treeOf } from '../../git/objects.ts'
import { applyPatch, patchBetween, startOf, type BaseMerge } from '../../git/merge.ts'
import { checkout, restoreTree } from '../../git/work-tree.ts'
import { checksFor, wordsOf, type AgentStep, type Subtask } from '../../plan/plan.ts'
import { findSubtask, testsOf } from '../../plan/acceptance.ts'
import { namesIn } from '../../guard/packages/new-packages.ts'
import { addUsage, noUsage, type Usage } from '../../plan/usage.ts'
import { defineTool, GaveUp, type Tool } from '../../agent/tool.ts'
import { resetIndex, writtenTree } from '../../agent/worktree/written-tree.ts'
import { inspectCommit } from '../../guard/check-commit.ts'
import { changesChecksOnly, MAX_PATCH } from './kept-work.ts'
import { setUpWorktree } from '../../checks/worktree-set-up.ts'
import { unfitTests } from '../check/run.ts'
import { passedAmong } from '../../checks/check-cache.ts'
import { outputFiles } from '../../checks/output-files.ts'
import { missingProgram, beginBefore } from '../../checks/background-checks.ts'
import { checkProgress, showSetUp } from './check-progress.ts'
import { folderRules, withFolderRules, type RulesFor } from '../../agent/context/folder-rules.ts'
import { waitingLine } from '../../agent/context/transcript.ts'
import { EXECUTOR, subtaskPrompt } from './prompt.ts'
import { externalStop, readingToolContext } from '../../agent/context/agent-context.ts'
import type { AgentContext, ReadingToolContext } from '../../agent/context/agent-context.ts'
import type { Sandbox } from '../../agent/sandbox/run-command.ts'
import { commandTool, editingTools, stepsTool } from '../../agent/tools/executing.ts'
import { readingTools } from '../../agent/tools/reading.ts'
import { delegateTool } from './delegate.ts'
import { presentFiles } from './present-files.ts'
import { testFileMatcher } from '../../guard/tests/test-files.ts'
import { finishSubtask, type Finishing } from './finish-subtask.ts'
import { proposalTool, type Proposal } from '../plan-tools.ts'
import { afterCheckout, firstMessage, redactingTools, runTaskAgent } from '../agents.ts'
import type { InputOf, ResultFor } from '../tasks.ts'

/** `resumes` says that the worktree holds the change of an earlier attempt. */
type Execution = Finishing & { sandbox: Sandbox; progress: Progress; resumes: boolean }

/** State of an attempt. It becomes evidence if the attempt fails, and part of the outcome if not. */
type Progress = Finishing['progress'] & {
  steps: AgentStep[]
  /** What the agent has been waiting for, once that takes long. */
  waiting: AgentStep[]
  /** Sub-agents by number, with their steps. Ended ones stay. */
  delegates: Map<number, AgentStep>
  proposal: Proposal | undefined
  delegatedUsage: Usage
  /** The agent's own usage up to its last reply: sub-agents get the rest of the allowance. */
  ownUsage: Usage
}

/**
 * Makes one attempt at one subtask, on a clean tree at the input's commit. A full disk and a `setup-command` that fails
 * pause the plan.
 */
export async function execute(input: InputOf<'execute'>, ctx: AgentContext): Promise<ResultFor<'execute'>> {
  const progress: Progress = {
    steps: [],
    waiting: [],
    delegates: new Map(),
    checks: [],
    problem: '',
    proposal: undefined,
    delegatedUsage: noUsage,
    ownUsage: noUsage,
    failedTrees: new Map(),
    reverted: new Set(),
    unplanned: new Set(),
    packages: [],
  }
  try {
    return await attempt(input, ctx, progress)
  } catch (error) {
    const problem = (await diskFull(ctx.repo, error)) ?? (isSetUpFailure(error) ? error : undefined)
    if (!problem) throw error
    const { message, remedy, output } = problem
    const printed = output && `\n\n$ ${ctx.settings.setupCommand}\n${output.replace(/^(?=.)/gm, '    ')}`
    const text = ctx.redact(`${message} ${remedy}${printed ?? ''}`).slice(0, MAX_PAUSE_TEXT)
    return { kind: 'halted', reason: 'environment', text, usage: usageIn(progress), turns: 0 }
  }
}

async function attempt(
  input: InputOf<'execute'>,
  context: AgentContext,
  progress: Progress,
): Promise<ResultFor<'execute'>> {
  const subtask = findSubtask(input.plan, input.subtask)
  if (!subtask) throw new Error(`The order names subtask ${input.subtask}, which its plan does not have.`)
  const setUp = prepare(input, context, subtask)
  const start = await showSetUp(context.settings.setupCommand, { setUp, show: (steps) => context.onSteps?.(steps) })
  const sandbox = await context.freshSandbox('agent')
  const pause = await reasonToPause(input, context, { sandbox, subtask, start })
  if (pause) return { kind: 'halted', ...pause, usage: noUsage, turns: 0 }
  const resumes = await applyEarlierPatch(input, context, start)
  const outputs = outputFiles(sandbox)
  const checking = checkProgress({ subtask, outputs, show: () => context.onSteps?.(shownSteps(execution)) })
  const ctx: AgentContext = {
    ...context,
    onCheck: (run) => {
      context.onCheck?.(run)
      checking.ran(run)
    },
    onRunning: (run) => {
      context.onRunning?.(run)
      checking.running(run)
    },
  }
  const execution: Execution = { input, ctx, subtask, sandbox, progress, start, outputs, checking, resumes }
  const before = runBefore(execution)
  try {
    return await resultOf(execution, await runExecutor(execution, before.copied))
  } finally {
    checking.end()
    await before.end()
  }
}

/** Begins to run the checks on the code before the change, but those that passed there in an earlier job. */
function runBefore({ input, ctx, subtask, start, checking }: Execution): ReturnType<typeof beginBefore> {
  const { settings } = ctx
  const all = settings.proof === 'off' ? [] : checksFor(subtask, settings.verifyCommand)
  const passed = passedAmong(input.passed ?? [], all)
  const commands = all.filter((command) => !passed.has(command))
  return beginBefore(ctx, { head: input.head, tree: start.tree, commands }, checking.failedBefore)
}

/** The agent's requests begin at once; its tools wait until its worktree was `copied`. */
async function runExecutor(execution: Execution, copied: Promise<void>) {
  const { input, ctx, subtask, progress, start, checking, resumes } = execution
  const toolContext = await readingToolContext(ctx)
  const rulesFor = folderRules(input, ctx)
  const isTest = testFileMatcher(ctx.settings.testFiles)
  const present = await presentFiles(subtask, toolContext, { rulesFor, isTest })
  const finish = finishSubtask(execution)
  const record = ctx.transcript(input.id)
  return runTaskAgent(input, ctx, {
    model: ctx.model,
    system: EXECUTOR,
    tools: executingTools(execution, toolContext, rulesFor).map(afterCheckout({ checkedOut: copied })),
    messages: firstMessage(ctx, subtaskPrompt(input, { ...start, ...ctx.settings, present, resumes })),
    finish: { ...finish, call: (raw, signal) => copied.then(() => finish.call(raw, signal)) },
    limits: { spentElsewhere: () => addUsage(progress.delegatedUsage, ctx.spentByOthers?.() ?? noUsage) },
    cacheKey: `subtask-${input.number}-${input.subtask}`,
    news: checking.news,
    onEvent: (event) => {
      const wasWaiting = progress.waiting.length > 0
      const isWaiting = event.kind === 'waiting'
      progress.waiting = isWaiting ? [{ title: waitingLine(event, ctx.redact), state: 'in_progress' }] : []
      if (wasWaiting || isWaiting) ctx.onSteps?.(shownSteps(execution))
      record(event)
    },
    onUsage: (usage) => {
      progress.ownUsage = usage
      ctx.onUsage?.(usageIn(progress))
    },
  })
}

async function prepare(
  { head, merge, plan }: InputOf<'execute'>,
  ctx: AgentContext,
  subtask: Subtask,
): Promise<BaseMerge> {
  const { repo, settings } = ctx
  await checkout(repo, head)
  const start = await startOf(repo, { head, merge, ...settings, tests: testsOf(plan, subtask.number) })
  if (start.tree !== (await treeOf(repo, head))) await restoreTree(repo, start.tree)
  await setUpWorktree(ctx, start.tree)
  return start
}

/** Puts the change of an attempt into the worktree whose checks alone were changed since, unless it conflicts. */
async function applyEarlierPatch(
  { patch }: InputOf<'execute'>,
  { repo }: AgentContext,
  start: BaseMerge,
): Promise<boolean> {
  const tree = patch === undefined ? undefined : await applyPatch(repo, start.tree, patch)
  if (tree === undefined) return false
  await restoreTree(repo, tree)
  await resetIndex(repo, start.tree)
  return true
}

/** Finds reasons to pause for a person before a model is paid. */
async function reasonToPause(
  input: InputOf<'execute'>,
  ctx: AgentContext,
  { sandbox, subtask, start }: { sandbox: Sandbox; subtask: Subtask; start: BaseMerge },
): Promise<Pick<Halted, 'reason' | 'text'> | undefined> {
  const missing = ctx.settings.proof === 'off' ? undefined : await missingProgram(ctx, sandbox, subtask)
  if (missing !== undefined) return { reason: 'environment', text: missing }
  if (!input.tryFirst?.length) return undefined
  const unfit = await unfitTests(ctx, input)
  if (unfit !== undefined) return { reason: 'acceptance', text: unfit }
  await restoreTree(ctx.repo, start.tree)
  await setUpWorktree(ctx, start.tree)
  return undefined
}

const usageIn = ({ ownUsage, delegatedUsage }: Progress): Usage => addUsage(ownUsage, delegatedUsage)

async function resultOf(
  execution: Execution,
  end: Awaited<ReturnType<typeof runExecutor>>,
): Promise<Executed | Proposed | Failed | Stopped> {
  const { progress, ctx } = execution
  const spent = { usage: addUsage(end.usage, progress.delegatedUsage), turns: end.turns }
  if (end.kind === 'finished') {
    const patch = await patchBetween(ctx.repo, execution.start.tree, end.value.tree)
    return { kind: 'executed', patch, steps: allSteps(progress), ...end.value, ...spent }
  }
  if (progress.proposal)
    return {
      kind: 'proposed',
      ...progress.proposal,
      ...namedPackages(progress.proposal, progress),
      ...(await patchToKeep(execution, progress.proposal)),
      ...spent,
    }
  const stop = externalStop(end.why, ctx.signal)
  if (stop) return { kind: 'stopped', why: stop, waitedFor: end.waitedFor, ...spent }
  const { why, text } = end
  const reason = why === 'gave-up' ? `The agent gave up. It says: ${text}` : text || `The agent stopped (${why}).`
  // A check that failed in this attempt may be what the next one gets right.
  const gaveUp = why === 'gave-up' && progress.failedTrees.size === 0
  return {
    kind: 'failed',
    reason: [reason, progress.problem].filter(Boolean).join('\n'),
    checks: progress.checks,
    ...(gaveUp && { gaveUp }),
    ...spent,
  }
}

/** The change so far, if only its checks are proposed to change and it could be committed. */
async function patchToKeep({ ctx, input, start }: Execution, { plan }: Proposal): Promise<Pick<Proposed, 'patch'>> {
  if (!changesChecksOnly(input.plan, plan, input.subtask)) return {}
  const { repo, settings, redact } = ctx
  const tree = await writtenTree(repo, start.tree)
  if (typeof tree !== 'string' || tree === start.tree) return {}
  const { problems } = await inspectCommit(repo, { from: start.tree, to: tree }, { ...settings, redact })
  const patch = await patchBetween(repo, start.tree, tree)
  return problems.length === 0 && patch.length <= MAX_PATCH ? { patch } : {}
}

/** The packages for which a change was refused, and which the proposed plan names. */
function namedPackages({ plan }: Proposal, { packages }: Progress): Pick<Proposed, 'packages'> {
  const planWords = namesIn(plan.subtasks.map(wordsOf).join('\n'))
  const named = packages.filter(({ name }) => planWords.has(name)).slice(0, 200)
  return named.length > 0 ? { packages: named } : {}
}

function executingTools(execution: Execution, toolContext: ReadingToolContext, rulesFor: RulesFor): Tool[] {
  const { input, ctx, sandbox, progress } = execution
  const commands = commandTool({ sandbox, cwd: toolContext.workspace.root, redact: ctx.redact })
  // Without a sandbox, commands may see one commit only.
  const undeclared = sandbox.kind === 'none' ? SHELL_COVERS : [...SHELL_COVERS, 'git_log', 'git_show']
  const fileTools = [...readingTools(toolContext), ...editingTools(toolContext)].map((tool) => ({
    ...tool,
    undeclared: undeclared.includes(tool.declaration.name),
  }))
  const workTools = (rules: RulesFor): Tool[] =>
    redactingTools([...withFolderRules(fileTools, rules), commands], ctx.redact)
  const onSteps = (steps: AgentStep[]) => {
    progress.steps = steps
    ctx.onSteps?.(shownSteps(execution))
  }
  return [
    ...workTools(rulesFor),
    stepsTool({ onSteps }),
    delegateTool({
      input,
      ctx,
      // Each sub-agent receives the folder instructions itself.
      tools: () => workTools(folderRules(input, ctx)),
      spent: () => addUsage(usageIn(progress), ctx.spentByOthers?.() ?? noUsage),
      onUsage: (usage) => {
        progress.delegatedUsage = addUsage(progress.delegatedUsage, usage)
        ctx.onUsage?.(usageIn(progress))
      },
      onSteps: (count, step) => {
        progress.delegates.set(count, step)
        ctx.onSteps?.(shownSteps(execution))
      },
    }),
    proposalTool(input, ctx, (proposal) => (progress.proposal = proposal)),
    giveUpTool,
  ]
}

const shownSteps = ({ progress, checking }: Execution): AgentStep[] => [
  ...allSteps(progress),
  ...checking.lines(),
  ...progress.waiting,
]

const allSteps = ({ steps, delegates }: Progress): AgentStep[] => [...steps, ...delegates.values()]

/** A shell covers these tools, and every request would pay for their declarations. */
const SHELL_COVERS = ['list_files', 'delete_file', 'move_file']

const giveUpTool = defineTool({
  name: 'give_up',
  description: 'Ends the subtask without success.',
  input: z.object({ reason: z.string().min(1) }),
  run: ({ reason }) => {
    throw new GaveUp(reason)
  },
})
