import type { Answered } from '../fields.ts'
import { UserError } from '../../lib/errors.ts'
import { addUsage, noUsage } from '../../plan/usage.ts'
import type { ModelReply, Model } from '../../model/model.ts'
import type { AgentContext } from '../../agent/context/agent-context.ts'
import { verify } from '../../checks/verify.ts'
import { reportTool } from '../agents.ts'

type TrialProblem = Pick<UserError, 'message' | 'remedy'>

type Trial = { line: string; reply?: ModelReply | undefined }

type TrialOutcome = { what: string; reply?: ModelReply } | { problem: TrialProblem; reply: ModelReply }

const ok = (need: string, what: string): string => `- ✅ **${need}:** ${what}`
const wrong = (need: string, { message, remedy }: TrialProblem): string => `- ❌ **${need}:** ${message} ${remedy}`

/** Tries what a plan needs of the agent side: one command in the sandbox, and one short request to each model. */
export async function examine(ctx: AgentContext): Promise<Answered> {
  const { reader, redact } = ctx
  const trials = await Promise.all([
    trial('Sandbox', () => trySandbox(ctx)),
    trial('Model for subtasks', () => tryModel(ctx, ctx.model, 'model')),
    trial('Model for plans', () => tryModel(ctx, ctx.planner, 'planner-model')),
    ...(reader ? [trial('Model for the second look', () => tryModel(ctx, reader, 'reader-model'))] : []),
  ])
  const replies = trials.flatMap(({ reply }) => (reply ? [reply] : []))
  return {
    kind: 'answered',
    text: [...trials.map(({ line }) => line), ...subjectLine(redact(ctx.subject?.() ?? ''))].join('\n'),
    usage: addUsage(noUsage, ...replies.map(({ usage }) => usage)),
    turns: replies.length,
  }
}

/** The provider's trust rule has to match the OIDC subject exactly. */
const subjectLine = (subject: string): string[] =>
  subject === '' ? [] : [ok('Token exchange', `the provider knows this job as \`${subject.replaceAll('`', '')}\`.`)]

/** Turns a `UserError` into a line of the report, since a person can fix it. Any other error ends the run. */
async function trial(need: string, attempt: () => Promise<TrialOutcome>): Promise<Trial> {
  try {
    const outcome = await attempt()
    const line = 'what' in outcome ? ok(need, outcome.what) : wrong(need, outcome.problem)
    return { line, reply: outcome.reply }
  } catch (error) {
    if (error instanceof UserError) return { line: wrong(need, error) }
    throw error
  }
}

async function trySandbox({ sandbox, repo, signal, redact }: AgentContext): Promise<{ what: string }> {
  const opened = await sandbox()
  const [check] = await verify(['true'], { cwd: repo.workTree, sandbox: opened, signal, redact })
  if (check?.passed) return { what: `\`${opened.kind}\` ran a command.` }
  throw new UserError(
    'sandbox-command',
    `A command did not end well in the sandbox \`${opened.kind}\` (${check?.exit ?? 'not run'}).`,
    'Choose another one with the input `sandbox`.',
  )
}

const REPORT = reportTool.declaration

/** A model that answers and never calls a tool fails the trial, because agents depend on tool calls. */
async function tryModel({ signal }: AgentContext, model: Model, input: string): Promise<TrialOutcome> {
  const reply = await model({
    system: 'You test a connection.',
    tools: [REPORT],
    messages: [{ kind: 'user', text: 'Call the tool report once, with the outcome “ready”.' }],
    cacheKey: 'doctor',
    signal,
  })
  const message = 'It answered, but did not call the tool that it was asked to call.'
  const remedy = `Set the input \`${input}\` to a model that calls tools.`
  if (!reply.message.calls.some(({ name }) => name === REPORT.name)) return { problem: { message, remedy }, reply }
  const { input: read, output } = reply.usage
  return { what: `answered, and called a tool (${read} tokens in, ${output} out).`, reply }
}
