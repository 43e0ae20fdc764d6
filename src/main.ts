import { destinationOf, eventSettingsOf } from './observe/event.ts'
import { appendTo, maskSecrets, rawInput, readPayload, proxyProblem } from './runner/env.ts'
import type { RunOutcome } from './runner/outputs.ts'

// The environment is read here alone, and the outcome of a run is handed to the runner here.
const { env } = process
const OPENAI = 'https://api.openai.com/v1'

// Events that are not for us end here, before anything else is loaded. The job that works needs no event.
const event = { name: env.GITHUB_EVENT_NAME ?? '', payload: readPayload(env) }
const destination = destinationOf(event, eventSettingsOf(env))

const asked = [env.GITHUB_API_URL, env.GITHUB_SERVER_URL, rawInput(env, 'openai-base-url') || OPENAI]
const wrongProxy = proxyProblem(asked, env)

if (rawInput(env, 'mode') === 'work') {
  maskSecrets(env)
  const { configureProcess: takeOver, loadBeforeCommands } = await import('./runner/process.ts')
  const stop = takeOver(env)
  const { runWork } = await import('./loop/jobs/work-job.ts')
  await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE)
  await end(await runWork({ env, stop }))
} else if (event.payload === undefined) {
  const problem =
    'The runner gave no event payload (GITHUB_EVENT_PATH). Run this as a step of a GitHub Actions workflow.'
  await end({ outputs: {}, summary: '', problems: [{ text: problem }] })
} else if (destination && wrongProxy !== undefined) {
  await end({ outputs: {}, summary: '', problems: [{ text: wrongProxy }] })
} else if (destination) {
  maskSecrets(env)
  // The fetch takes longest, so it begins before the large half of the program is loaded.
  const { beginClone } = await import('./observe/clone.ts')
  const clone = beginClone(event, destination, env)
  const { configureProcess: takeOver, loadBeforeCommands } = await import('./runner/process.ts')
  const stop = takeOver(env)
  // So does the first question, which GitHub answers meanwhile.
  const { connect } = await import('./connect.ts')
  const connection = await connect(env, clone)
  const { run } = await import('./run.ts')
  await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE)
  await end(await run(destination, { env, event, clone, connection, stop }))
} else if (rawInput(env, 'mode') === 'decide') {
  // A matrix needs a list, even an empty one.
  appendTo(env.GITHUB_OUTPUT, 'work=[]\n')
}

async function end(outcome: RunOutcome): Promise<void> {
  const { reportOutcome: handOver } = await import('./runner/outputs.ts')
  await handOver(outcome, env)
}
