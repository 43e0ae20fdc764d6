import { z } from 'zod'
import { addUsage, noUsage, type Usage } from '../plan/usage.ts'
import { delegateTool } from './delegate.ts'
import { GitError } from '../git/git.ts'
import { checkout, patchBetween, restoreTree, writeWorkTree } from '../git/objects.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { checksFor, type AgentStep, type Subtask } from '../plan/plan.ts'
import { problemsOfCommit } from '../guard/commit.ts'
import type { AgentEvent } from './agent/events.ts'
import { runAgent, type AgentEnd } from './agent/loop.ts'
import { defineFinish, defineTool, GaveUp, type Finish, type Tool } from './agent/tool.ts'
import { EXECUTOR, subtaskPrompt } from './prompts.ts'
import { discreet, readingPlace, stopOf, type WorkRoom } from './room.ts'
import type { Sandbox } from './sandbox/place.ts'
import { commandTool } from './tools/command.ts'
import { editingTools } from './tools/editing.ts'
import { readingTools } from './tools/reading.ts'
import { stepsTool } from './tools/steps.ts'
import { failsBefore, verify, type VerifyPlace } from './verify.ts'
import { proposalTool, type Proposal } from './propose.ts'
import type { Check } from '../plan/evidence.ts'

type Finished = { tree: string; outcome: string; subject: string; body: string; checks: Check[] }
type Execution = {
  order: OrderOf<'execute'>
  room: WorkRoom
  subtask: Subtask
  sandbox: Sandbox
  notes: Notes
  compare: ReturnType<typeof failsBefore>
}

/** What happened on the way: for the evidence of an attempt that fails, and for what is told of one that does not. */
type Notes = {
  steps: AgentStep[]
  checks: Check[]
  objection: string
  proposal: Proposal | undefined
  /** Of sub-agents, and of the agent itself up to its last reply. */
  usage: Usage
  own: Usage
  /** Commands that failed, with the tree that they failed on. */
  failures: Map<string, string>
}

/** One attempt at one subtask, on a clean tree at the order's commit. Whatever it leaves behind is thrown away by the next. */
export async function execute(
  order: OrderOf<'execute'>,
  room: WorkRoom,
): Promise<ResultOf<'executed' | 'proposed' | 'failed' | 'stopped'>> {
  const subtask = order.plan.subtasks.find(({ number }) => number === order.subtask)
  if (!subtask) throw new Error(`The order names subtask ${order.subtask}, which its plan does not have.`)
  await checkout(room.repo, order.head)
  await room.setUp()
  const notes: Notes = {
    steps: [],
    checks: [],
    objection: '',
    proposal: undefined,
    usage: noUsage,
    own: noUsage,
    failures: new Map(),
  }
  const desk: Execution = {
    order,
    room,
    subtask,
    sandbox: await room.sandbox(),
    notes,
    compare: failsBefore(room, order.head),
  }
  const end = await runAgent({
    model: room.model,
    system: EXECUTOR,
    tools: await executingTools(desk),
    messages: [{ kind: 'user', text: room.redact(subtaskPrompt(order)) }],
    finish: finishSubtask(desk),
    limits: { turns: room.settings.maxTurns, allowance: order.allowance, spentElsewhere: () => notes.usage },
    signal: room.signal,
    cacheKey: `subtask-${order.number}-${order.subtask}`,
    beforeTurn: room.beforeTurn,
    onEvent: counting(notes, room.transcript(order.id)),
  })
  return resultOf(desk, end)
}

/** Sub-agents are given what the agent has left, so its own use must be known while it works. */
const counting =
  (notes: Notes, record: (event: AgentEvent) => void) =>
  (event: AgentEvent): void => {
    if (event.kind === 'reply') notes.own = addUsage(notes.own, event.usage)
    record(event)
  }

async function resultOf(
  desk: Execution,
  end: AgentEnd<Finished>,
): Promise<ResultOf<'executed' | 'proposed' | 'failed' | 'stopped'>> {
  const { notes, room, order } = desk
  const spent = { usage: addUsage(end.usage, notes.usage), turns: end.turns }
  if (end.kind === 'finished') {
    const { tree, ...said } = end.value
    return {
      kind: 'executed',
      patch: await patchBetween(room.repo, order.head, tree),
      steps: notes.steps,
      ...said,
      ...spent,
    }
  }
  if (notes.proposal) return { kind: 'proposed', ...notes.proposal, ...spent }
  const stop = stopOf(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...spent }
  return { kind: 'failed', reason: reasonOf(end, notes), checks: notes.checks, ...spent }
}

const reasonOf = ({ why, text }: { why: string; text: string }, { objection }: Notes): string =>
  [why === 'gave-up' ? `The agent gave up: ${text}` : text || `The agent stopped (${why}).`, objection]
    .filter(Boolean)
    .join('\n')

async function executingTools({ order, room, sandbox, notes }: Execution): Promise<Tool[]> {
  const place = await readingPlace(room)
  const hands = discreet(
    [
      ...readingTools(place),
      ...editingTools(place),
      commandTool({ sandbox, cwd: place.workspace.root, redact: room.redact }),
    ],
    room.redact,
  )
  const onSteps = (steps: AgentStep[]) => {
    notes.steps = steps
    room.onSteps(steps)
  }
  return [
    ...hands,
    stepsTool({ onSteps }),
    delegateTool({
      order,
      room,
      tools: hands,
      spent: () => addUsage(notes.own, notes.usage),
      onUsage: (usage) => (notes.usage = addUsage(notes.usage, usage)),
      onSteps: (name, steps) =>
        room.onSteps([...notes.steps, ...steps.map((step) => ({ ...step, title: `${name}: ${step.title}` }))]),
    }),
    proposalTool(order, room, (proposal) => (notes.proposal = proposal)),
    giveUpTool,
  ]
}

const giveUpTool = defineTool({
  name: 'give_up',
  description: 'Ends the subtask without success.',
  input: z.object({ reason: z.string().min(1) }),
  run: ({ reason }) => {
    throw new GaveUp(reason)
  },
})

const finishSubtask = (desk: Execution): Finish<Finished> =>
  defineFinish({
    name: 'finish_subtask',
    description: 'Ends the subtask.',
    input: z.object({
      outcome: z.string().min(1).describe('one sentence'),
      commit_subject: z.string().min(1),
      commit_body: z.string().optional(),
    }),
    check: async ({ outcome, commit_subject, commit_body = '' }) => {
      const { tree, objection, checks } = await inspect(desk)
      Object.assign(desk.notes, { checks, objection: objection ?? '' })
      if (objection !== undefined) return { kind: 'no', text: desk.room.redact(objection) }
      const told = [outcome, ...unsteady(desk.notes, tree, checks)].join(' ')
      return { kind: 'ok', value: { tree, outcome: told, subject: commit_subject, body: commit_body, checks } }
    },
  })

type Inspection = { tree: string; checks: Check[]; objection?: string }

/** What is there is fixed as a tree before the checks run, so that nothing they leave behind is committed. */
async function inspect(desk: Execution): Promise<Inspection> {
  const { room, order, subtask } = desk
  const { repo, settings } = room
  const tree = await writeWorkTree(repo).catch(whyNot)
  if (typeof tree !== 'string') return { tree: order.head, checks: [], objection: tree.objection }
  const objections = await problemsOfCommit(repo, { from: order.head, to: tree }, { ...settings, redact: room.redact })
  if (objections.length > 0) {
    const list = objections.map((one) => `- ${one}`).join('\n')
    return { tree, checks: [], objection: `This cannot be committed:\n${list}` }
  }
  const checks = await verify(checksFor(subtask, settings.verifyCommand), placeOf(desk))
  const failed = checks.find(({ passed }) => !passed)
  return failed ? objectTo(desk, { tree, checks }, failed) : { tree, checks }
}

/** A repository inside of ours, or a file that cannot be read, is for the agent to take away. */
const whyNot = (error: unknown): { objection: string } => {
  if (error instanceof GitError) return { objection: `What is there cannot be committed: ${error.message}` }
  throw error
}

const placeOf = ({ room, sandbox }: Execution): VerifyPlace => ({
  cwd: room.repo.workTree,
  sandbox,
  signal: room.signal,
  redact: room.redact,
})

/** Says what failed, and whether the change is to blame; then takes away what the checks left behind. */
async function objectTo(desk: Execution, { tree, checks }: Inspection, failed: Check): Promise<Inspection> {
  desk.notes.failures.set(failed.command, tree)
  await restoreTree(desk.room.repo, tree)
  const compared = await desk.compare(failed, tree, placeOf(desk))
  const before = compared.failedBefore ? 'It failed before your change too.' : 'It passed before your change.'
  return {
    tree,
    checks: checks.map((check) => (check === failed ? compared : check)),
    objection: `Not done: \`${failed.command}\` failed (${failed.exit}). ${before}\n${failed.tail}`,
  }
}

/** Checks that failed and then passed although nothing was changed in between. */
const unsteady = ({ failures }: Notes, tree: string, checks: readonly Check[]): string[] =>
  checks
    .filter(({ command }) => failures.get(command) === tree)
    .map(({ command }) => `(\`${command}\` failed once and then passed without a change.)`)
