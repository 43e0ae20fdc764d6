import { UserError } from '../errors.ts'
import { addUsage, noUsage } from '../plan/usage.ts'
import type { ModelReply, Model } from './agent/model.ts'
import type { OrderOf, ResultOf } from './order.ts'
import type { WorkRoom } from './room.ts'
import { verify } from './verify.ts'

/** What came of trying one thing: a line of Markdown, and what the model used for it. */
type Trial = { line: string; reply?: ModelReply }

const ok = (need: string, what: string): string => `- ✅ **${need}:** ${what}`
const wrong = (need: string, { message, remedy }: UserError): string => `- ❌ **${need}:** ${message} ${remedy}`

/** Tries what a plan will need of this room: one command in the sandbox, and one short request to each model. */
export async function examine(_: OrderOf<'doctor'>, room: WorkRoom): Promise<ResultOf<'answered'>> {
  const { reader } = room
  const trials = await Promise.all([
    trial('Sandbox', () => trySandbox(room)),
    trial('Model for subtasks', () => tryModel(room, room.model)),
    trial('Model for plans', () => tryModel(room, room.planner)),
    ...(reader ? [trial('Model for the second look', () => tryModel(room, reader))] : []),
  ])
  const replies = trials.flatMap(({ reply }) => (reply ? [reply] : []))
  return {
    kind: 'answered',
    text: trials.map(({ line }) => line).join('\n'),
    usage: addUsage(noUsage, ...replies.map(({ usage }) => usage)),
    turns: replies.length,
  }
}

/** What somebody can fix becomes a line. What nobody can fix ends the run, as anywhere else. */
async function trial(need: string, attempt: () => Promise<{ what: string; reply?: ModelReply }>): Promise<Trial> {
  try {
    const { what, ...rest } = await attempt()
    return { line: ok(need, what), ...rest }
  } catch (error) {
    if (error instanceof UserError) return { line: wrong(need, error) }
    throw error
  }
}

async function trySandbox({ sandbox, repo, signal, redact }: WorkRoom): Promise<{ what: string }> {
  const opened = await sandbox()
  const [check] = await verify(['true'], { cwd: repo.workTree, sandbox: opened, signal, redact })
  if (check?.passed) return { what: `\`${opened.kind}\` ran a command.` }
  throw new UserError(
    'sandbox-command',
    `A command did not end well in the sandbox \`${opened.kind}\` (${check?.exit ?? 'not run'}).`,
    'Choose another one with the input `sandbox`.',
  )
}

/** The tool with which sub-agents end: every request declares exactly one that ends something. */
const REPORT = {
  name: 'report',
  description: 'Ends the task with what came of it.',
  parameters: {
    type: 'object',
    properties: { outcome: { type: 'string' } },
    required: ['outcome'],
    additionalProperties: false,
  },
}

async function tryModel({ signal }: WorkRoom, model: Model): Promise<{ what: string; reply: ModelReply }> {
  const reply = await model({
    system: 'You test a connection.',
    tools: [REPORT],
    messages: [{ kind: 'user', text: 'Call the tool report once, with the outcome “ready”.' }],
    cacheKey: 'doctor',
    signal,
  })
  const { input, output } = reply.usage
  const calls = reply.message.calls.some(({ name }) => name === REPORT.name)
  const what = calls ? 'answered, and called a tool' : 'answered, and did not call the tool that it was asked to call'
  return { what: `${what} (${input} tokens in, ${output} out).`, reply }
}
