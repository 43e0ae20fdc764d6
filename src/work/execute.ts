import { z } from 'zod'
import { checkout, patchBetween, writeWorkTree } from '../git.ts'
import type { Check, OrderOf, ResultOf } from '../order.ts'
import type { AgentStep, Subtask } from '../plan/plan.ts'
import { objectionsTo } from '../objections.ts'
import { runAgent } from './agent/loop.ts'
import { defineFinish, defineTool, GaveUp, type Finish, type Tool } from './agent/tool.ts'
import { EXECUTOR, subtaskPrompt } from './prompts.ts'
import { discreet, readingPlace, spentBy, stopOf, type Room } from './room.ts'
import type { Sandbox } from './walls/place.ts'
import { commandTool } from './tools/command.ts'
import { editingTools } from './tools/editing.ts'
import { readingTools } from './tools/reading.ts'
import { stepsTool } from './tools/steps.ts'
import { verify } from './verify.ts'

type Finished = { tree: string; outcome: string; subject: string; body: string; checks: Check[] }
type Desk = { order: OrderOf<'execute'>; room: Room; subtask: Subtask; sandbox: Sandbox; notes: Notes }

/** What happened on the way, for the evidence of an attempt that fails. */
type Notes = { steps: AgentStep[]; checks: Check[]; objection: string }

/** One attempt at one subtask, on a clean tree at the order's commit. Whatever it leaves behind is thrown away by the next. */
export async function execute(
  order: OrderOf<'execute'>,
  room: Room,
): Promise<ResultOf<'executed' | 'failed' | 'stopped'>> {
  const subtask = order.plan.subtasks.find(({ number }) => number === order.subtask)
  if (!subtask) throw new Error(`The order names subtask ${order.subtask}, which its plan does not have.`)
  await checkout(room.repo, order.head)
  await room.setUp()
  const desk: Desk = {
    order,
    room,
    subtask,
    sandbox: await room.sandbox(),
    notes: { steps: [], checks: [], objection: '' },
  }
  const end = await runAgent({
    model: room.model,
    system: EXECUTOR,
    tools: discreet(await executingTools(desk), room.redact),
    messages: [{ kind: 'user', text: room.redact(subtaskPrompt(order)) }],
    finish: finishSubtask(desk),
    limits: { turns: room.settings.maxTurns, allowance: order.allowance },
    signal: room.signal,
    cacheKey: `subtask-${order.number}-${order.subtask}`,
    beforeTurn: room.beforeTurn,
    onEvent: room.transcript(order.id),
  })
  if (end.kind === 'finished') return { ...(await executed(desk, end.value)), ...spentBy(end) }
  const stop = stopOf(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...spentBy(end) }
  return { kind: 'failed', reason: reasonOf(end, desk.notes), checks: desk.notes.checks, ...spentBy(end) }
}

const reasonOf = ({ why, text }: { why: string; text: string }, { objection }: Notes): string =>
  [why === 'gave-up' ? `The agent gave up: ${text}` : text || `The agent stopped (${why}).`, objection]
    .filter(Boolean)
    .join('\n')

async function executed(
  { order, room, notes }: Desk,
  { tree, ...said }: Finished,
): Promise<Omit<ResultOf<'executed'>, 'usage' | 'turns'>> {
  const patch = await patchBetween(room.repo, order.head, tree)
  return { kind: 'executed', patch, steps: notes.steps, ...said }
}

async function executingTools({ room, sandbox, notes }: Desk): Promise<Tool[]> {
  const place = await readingPlace(room)
  const onSteps = (steps: AgentStep[]) => {
    notes.steps = steps
    room.onSteps(steps)
  }
  return [
    ...readingTools(place),
    ...editingTools(place),
    commandTool({ sandbox, cwd: place.workspace.root, redact: room.redact }),
    stepsTool({ onSteps }),
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

const finishSubtask = (desk: Desk): Finish<Finished> =>
  defineFinish({
    name: 'finish_subtask',
    description: 'Ends the subtask: the verify commands are run, and the work is committed when they pass.',
    input: z.object({
      outcome: z.string().min(1).describe('what is there now, in one sentence'),
      commit_subject: z.string().min(1).describe('imperative, at most 72 characters'),
      commit_body: z.string().optional(),
    }),
    check: async ({ outcome, commit_subject, commit_body = '' }) => {
      const { tree, objection, checks } = await inspect(desk)
      Object.assign(desk.notes, { checks, objection: objection ?? '' })
      if (objection !== undefined) return { kind: 'no', text: desk.room.redact(objection) }
      return { kind: 'ok', value: { tree, outcome, subject: commit_subject, body: commit_body, checks } }
    },
  })

/** What is there is fixed as a tree before the checks run, so that nothing they leave behind is committed. */
async function inspect({
  room,
  order,
  subtask,
  sandbox,
}: Desk): Promise<{ tree: string; objection?: string; checks: Check[] }> {
  const { repo, settings, redact, signal } = room
  const tree = await writeWorkTree(repo)
  const objections = [
    ...(await objectionsTo(repo, { from: order.head, to: tree }, settings)),
    ...(await secretsIn(room, order.head, tree)),
  ]
  if (objections.length > 0)
    return {
      tree,
      checks: [],
      objection: `This cannot be committed:\n${objections.map((one) => `- ${one}`).join('\n')}`,
    }
  const commands = [...subtask.verify, ...(settings.verifyCommand ? [settings.verifyCommand] : [])]
  const checks = await verify(commands, { cwd: repo.workTree, sandbox, signal, redact })
  const failed = checks.find(({ passed }) => !passed)
  if (!failed) return { tree, checks }
  return { tree, checks, objection: `Not done: \`${failed.command}\` failed (${failed.exit}).\n${failed.tail}` }
}

async function secretsIn({ repo, redact }: Room, head: string, tree: string): Promise<string[]> {
  const text = Buffer.from(await patchBetween(repo, head, tree), 'base64').toString('latin1')
  const added = text
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .join('\n')
  return redact(added) === added ? [] : ['The change holds a secret (a key or token). Take it out.']
}
