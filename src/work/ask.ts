import { z } from 'zod'
import { checkout } from '../git/objects.ts'
import type { OrderOf, ResultOf } from './order.ts'
import { addUsage, noUsage } from '../plan/usage.ts'
import type { AgentEvent } from './agent/events.ts'
import { runAgent } from './agent/loop.ts'
import { defineFinish } from './agent/tool.ts'
import { ANSWERER, askPrompt } from './prompts.ts'
import { redactingTools, readingPlace, usageAndTurns, externalStop, userMessage, type WorkRoom } from './room.ts'
import { withFolderRules } from './folder-rules.ts'
import { readingTools } from './tools/reading.ts'

const answerTool = defineFinish({
  name: 'answer',
  description: 'Gives the answer to the person who asked.',
  input: z.object({ text: z.string().min(1) }),
  check: ({ text }) => ({ kind: 'ok', value: text }),
})

/** Answers a question. The agent has only the reading tools. */
export async function ask(order: OrderOf<'ask'>, room: WorkRoom): Promise<ResultOf<'answered' | 'failed' | 'stopped'>> {
  await checkout(room.repo, order.head)
  const end = await runAgent({
    model: room.planner,
    system: ANSWERER,
    tools: redactingTools(withFolderRules(readingTools(await readingPlace(room)), order, room), room.redact),
    messages: [userMessage(room, askPrompt(order), order.topic.images)],
    finish: answerTool,
    limits: { turns: room.settings.maxTurns, allowance: order.allowance, spentElsewhere: room.spentBeside },
    signal: room.signal,
    cacheKey: `ask-${order.number}`,
    beforeTurn: room.beforeTurn,
    onEvent: countingUsage(room, room.transcript(order.id)),
  })
  if (end.kind === 'finished') return { kind: 'answered', text: end.value, ...usageAndTurns(end) }
  const stop = externalStop(end.why, room.signal)
  if (stop) return { kind: 'stopped', why: stop, ...usageAndTurns(end) }
  return {
    kind: 'failed',
    reason: end.text || `The agent ended without an answer (${end.why}).`,
    checks: [],
    ...usageAndTurns(end),
  }
}

/** Tells what was spent so far, because subtasks in hand beside the question share its allowance. */
function countingUsage({ onUsage }: WorkRoom, record: (event: AgentEvent) => void): (event: AgentEvent) => void {
  let spent = noUsage
  return (event) => {
    if (event.kind === 'reply') onUsage?.((spent = addUsage(spent, event.usage)))
    record(event)
  }
}
