import { z } from 'zod'
import { addUsage, noUsage, type Usage } from '../plan/usage.ts'
import { beginChecks, runChecks, setUpPlace, undoneNote, type Checked } from './checked-place.ts'
import { delegateTool } from './delegate.ts'
import { checkout, patchBetween, restoreTree } from '../git/objects.ts'
import { startOf, unresolvedIn, unresolvedText } from '../git/merge.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { checksFor, type AgentStep, type Subtask } from '../plan/plan.ts'
import { problemsOfCommit } from '../guard/check-commit.ts'
import type { AgentEvent } from './agent/events.ts'
import { runAgent, type AgentEnd } from './agent/loop.ts'
import { defineFinish, defineTool, GaveUp, undeclaring, type Finish, type Tool } from './agent/tool.ts'
import { EXECUTOR, subtaskPrompt } from './prompts.ts'
import { redactingTools, readingPlace, externalStop, type WorkRoom } from './room.ts'
import type { Sandbox } from './sandbox/place.ts'
import { commandTool } from './tools/command.ts'
import { editingTools } from './tools/editing.ts'
import { withFolderRules } from './folder-rules.ts'
import { readingTools } from './tools/reading.ts'
import { stepsTool } from './tools/steps.ts'
import { baselineComparison } from './verify.ts'
import { asInFreshClone, writtenTree } from './written-tree.ts'
import { proposalTool, type Proposal } from './propose.ts'
import type { Check } from '../plan/evidence.ts'

type Finished = { tree: string; outcome: string; subject: string; body: string; checks: Check[] }
type Execution = {
  order: OrderOf<'execute'>
  room: WorkRoom
  subtask: Subtask
  /** What the work starts from, and the files that are in conflict there. */
  start: Awaited<ReturnType<typeof startOf>>
  sandbox: Sandbox
  progress: Progress
  compareWithBaseline: ReturnType<typeof baselineComparison>
}

/** What has happened so far in an attempt. It becomes evidence if the attempt fails, and part of the outcome if not. */
type Progress = {
  steps: AgentStep[]
  /** The sub-agents with their steps, by their numbers. They stay when they have ended. */
  delegates: Map<number, AgentStep>
  checks: Check[]
  problem: string
  proposal: Proposal | undefined
  /** The usage of all sub-agents. */
  delegatedUsage: Usage
  /** The agent's own usage up to its last reply. */
  ownUsage: Usage
  /** Commands that failed, with the tree that they failed on. */
  failedTrees: Map<string, string>
  /** What the agent changed besides the tree, and the checks went without. */
  undone: Set<string>
}

/**
 * Makes one attempt at one subtask, on a clean tree at the order's commit. The next attempt discards whatever this one
 * leaves in the work tree.
 */
export async function execute(
  order: OrderOf<'execute'>,
  room: WorkRoom,
): Promise<ResultOf<'executed' | 'proposed' | 'failed' | 'stopped'>> {
  const subtask = order.plan.subtasks.find(({ number }) => number === order.subtask)
  if (!subtask) throw new Error(`The order names subtask ${order.subtask}, which its plan does not have.`)
  await checkout(room.repo, order.head)
  const start = await startOf(room.repo, { head: order.head, merge: order.merge, ...room.settings })
  if (order.merge !== undefined) await restoreTree(room.repo, start.tree)
  await setUpPlace(room, start.tree)
  const progress: Progress = {
    steps: [],
    delegates: new Map(),
    checks: [],
    problem: '',
    proposal: undefined,
    delegatedUsage: noUsage,
    ownUsage: noUsage,
    failedTrees: new Map(),
    undone: new Set(),
  }
  const execution: Execution = {
    order,
    room,
    subtask,
    sandbox: await room.freshSandbox('agent'),
    progress,
    start,
    compareWithBaseline: baselineComparison(room, order.head),
  }
  const end = await runAgent({
    model: room.model,
    system: EXECUTOR,
    tools: await executingTools(execution),
    messages: [{ kind: 'user', text: room.redact(subtaskPrompt(order, start.conflicts)) }],
    finish: finishSubtask(execution),
    limits: {
      turns: room.settings.maxTurns,
      allowance: order.allowance,
      spentElsewhere: () => addUsage(progress.delegatedUsage, room.spentBeside?.() ?? noUsage),
    },
    signal: room.signal,
    cacheKey: `subtask-${order.number}-${order.subtask}`,
    beforeTurn: room.beforeTurn,
    onEvent: countingUsage(execution, room.transcript(order.id)),
  })
  return resultOf(execution, end)
}

/** Counts the agent's own usage while it works, because sub-agents get only what is left of the allowance. */
const countingUsage =
  ({ progress, room }: Execution, record: (event: AgentEvent) => void) =>
  (event: AgentEvent): void => {
    if (event.kind === 'reply') {
      progress.ownUsage = addUsage(progress.ownUsage, event.usage)
      room.onUsage?.(usageIn(progress))
    }
    record(event)
  }

/** What the agent and its sub-agents have spent so far. */
const usageIn = ({ ownUsage, delegatedUsage }: Progress): Usage => addUsage(ownUsage, delegatedUsage)

async function resultOf(
  execution: Execution,
  end: AgentEnd<Finished>,
): Promise<ResultOf<'executed' | 'proposed' | 'failed' | 'stopped'>> {
  const { progress, room } = execution
  const spent = { usage: addUsage(end.usage, progress.delegatedUsage), turns: end.turns }
  if (end.kind === 'finished') {
    const { tree, ...finished } = end.value
    return {
      kind: 'executed',
      patch: await patchBetween(room.repo, execution.start.tree, tree),
      steps: allSteps(progress),
      ...finished,
      ...spent,
    }
  }
  if (progress.proposal) return { kind: 'proposed', ...progress.proposal, ...spent }
  const stop = externalStop(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...spent }
  return { kind: 'failed', reason: reasonOf(end, progress), checks: progress.checks, ...spent }
}

const reasonOf = ({ why, text }: { why: string; text: string }, { problem }: Progress): string =>
  [why === 'gave-up' ? `The agent gave up: ${text}` : text || `The agent stopped (${why}).`, problem]
    .filter(Boolean)
    .join('\n')

async function executingTools({ order, room, sandbox, progress }: Execution): Promise<Tool[]> {
  const place = await readingPlace(room)
  const commands = commandTool({ sandbox, cwd: place.workspace.root, redact: room.redact })
  const fileTools = undeclaring([...readingTools(place), ...editingTools(place)], doneByCommands(sandbox))
  // Each agent is given the instructions of folders by itself.
  const workTools = (): Tool[] => redactingTools([...withFolderRules(fileTools, order, room), commands], room.redact)
  const onSteps = (steps: AgentStep[]) => {
    progress.steps = steps
    room.onSteps(allSteps(progress))
  }
  return [
    ...workTools(),
    stepsTool({ onSteps }),
    delegateTool({
      order,
      room,
      tools: workTools,
      spent: () => addUsage(usageIn(progress), room.spentBeside?.() ?? noUsage),
      onUsage: (usage) => {
        progress.delegatedUsage = addUsage(progress.delegatedUsage, usage)
        room.onUsage?.(usageIn(progress))
      },
      onSteps: (count, step) => {
        progress.delegates.set(count, step)
        room.onSteps(allSteps(progress))
      },
    }),
    proposalTool(order, room, (proposal) => (progress.proposal = proposal)),
    giveUpTool,
  ]
}

const allSteps = ({ steps, delegates }: Progress): AgentStep[] => [...steps, ...delegates.values()]

/** Who has a shell needs no tool for these, and every request would pay for its declaration. */
const DONE_BY_COMMANDS = ['list_files', 'delete_file', 'move_file']
/** Commands without a sandbox see the history as deep as the checkout has it, which may be one commit. */
const doneByCommands = ({ kind }: Sandbox): string[] =>
  kind === 'none' ? DONE_BY_COMMANDS : [...DONE_BY_COMMANDS, 'git_log', 'git_show']

const giveUpTool = defineTool({
  name: 'give_up',
  description: 'Ends the subtask without success.',
  input: z.object({ reason: z.string().min(1) }),
  run: ({ reason }) => {
    throw new GaveUp(reason)
  },
})

const finishSubtask = (execution: Execution): Finish<Finished> =>
  defineFinish({
    name: 'finish_subtask',
    description: 'Ends the subtask.',
    input: z.object({
      outcome: z.string().min(1).describe('one sentence'),
      commit_subject: z.string().min(1),
      commit_body: z.string().optional(),
    }),
    check: async ({ outcome, commit_subject, commit_body = '' }) => {
      const { tree, problem, checks } = await inspect(execution)
      Object.assign(execution.progress, { checks, problem: problem ?? '' })
      if (problem !== undefined) return { kind: 'no', text: execution.room.redact(problem) }
      const outcomeWithNotes = [
        outcome,
        ...flakyChecks(execution.progress, tree, checks),
        ...[undoneNote([...execution.progress.undone])].filter((note) => note !== undefined),
      ].join(' ')
      return {
        kind: 'ok',
        value: { tree, outcome: outcomeWithNotes, subject: commit_subject, body: commit_body, checks },
      }
    },
  })

type Inspection = { tree: string; checks: Check[]; problem?: string }

/** Writes the tree before the checks run, so that files they leave behind are not committed. */
async function inspect(execution: Execution): Promise<Inspection> {
  const { room, order, subtask } = execution
  const { repo, settings } = room
  beginChecks(room)
  const from = execution.start.tree
  const tree = await writtenTree(repo, from)
  if (typeof tree !== 'string') return { tree: order.head, checks: [], problem: tree.problem }
  const problems = await problemsOfCommit(repo, { from, to: tree }, { ...settings, redact: room.redact })
  problems.push(...(await unresolvedIn(repo, tree, execution.start.conflicts)).map(unresolvedText))
  if (problems.length > 0) {
    const list = problems.map((one) => `- ${one}`).join('\n')
    return { tree, checks: [], problem: `This cannot be committed:\n${list}` }
  }
  await asInFreshClone(repo, from, tree)
  const checked = await runChecks(room, tree, checksFor(subtask, settings.verifyCommand))
  if ('problem' in checked) return { tree, checks: [], ...checked }
  for (const path of checked.undone) execution.progress.undone.add(path)
  const failed = checked.checks.find(({ passed }) => !passed)
  return failed ? explainFailure(execution, { tree, ...checked }, failed) : { tree, checks: checked.checks }
}

/** Removes what the checks left behind, then says what failed and whether it failed before the change too. */
async function explainFailure(
  execution: Execution,
  { tree, checks, place, undone }: Checked & { tree: string },
  failed: Check,
): Promise<Inspection> {
  execution.progress.failedTrees.set(failed.command, tree)
  await restoreTree(execution.room.repo, tree)
  const compared = await execution.compareWithBaseline(failed, tree, place)
  const before = compared.failedBefore ? 'It failed before your change too.' : 'It passed before your change.'
  return {
    tree,
    checks: checks.map((check) => (check === failed ? compared : check)),
    problem: `Not done: \`${failed.command}\` failed (${failed.exit}). ${before} ${undoneNote(undone) ?? ''}\n${failed.tail}`,
  }
}

/** A note for each check that failed and later passed on the same tree. */
const flakyChecks = ({ failedTrees }: Progress, tree: string, checks: readonly Check[]): string[] =>
  checks
    .filter(({ command }) => failedTrees.get(command) === tree)
    .map(({ command }) => `(\`${command}\` failed once and then passed without a change.)`)
