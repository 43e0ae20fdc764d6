import { appendFileSync } from 'node:fs'
import { destinationOf, eventSettingsOf } from './observe/event.ts'
import { maskSecrets, rawInput, readPayload, proxyProblem } from './runner/env.ts'
import type { RunOutcome } from './runner/outputs.ts'

// Only this file reads the environment, and reports the outcome of a run to the runner.
const { env } = process
const OPENAI = 'https://api.openai.com/v1'

// An irrelevant event has no destination: the process ends before anything else is loaded. `mode: work` needs no event.
const event = { name: env.GITHUB_EVENT_NAME ?? '', payload: readPayload(env) }
const destination = destinationOf(event, eventSettingsOf(env))

const addresses = [env.GITHUB_API_URL, env.GITHUB_SERVER_URL, rawInput(env, 'openai-base-url') || OPENAI]
const wrongProxy = proxyProblem(addresses, env)

if (rawInput(env, 'mode') === 'work') {
  maskSecrets(env)
  const { configureProcess, loadBeforeCommands } = await import('./runner/process.ts')
  const stop = configureProcess(env)
  const { runWork } = await import('./loop/jobs/work-job.ts')
  await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE)
  await end(await runWork({ env, stop }))
} else if (event.payload === undefined) {
  await fail('The runner gave no event payload (GITHUB_EVENT_PATH). Run this as a step of a GitHub Actions workflow.')
} else if (destination && wrongProxy !== undefined) {
  await fail(wrongProxy)
} else if (destination) {
  maskSecrets(env)
  // The fetch takes longest, so it starts before the larger part of the program is loaded.
  const { beginClone } = await import('./observe/clone.ts')
  const clone = beginClone(event, destination, env)
  const { configureProcess, loadBeforeCommands } = await import('./runner/process.ts')
  const stop = configureProcess(env)
  // The first request is sent before the rest is loaded, too, so that GitHub answers meanwhile.
  const { connect } = await import('./connect.ts')
  const connection = await connect(env, clone)
  const { run } = await import('./run.ts')
  await loadBeforeCommands(process.argv[1], env.GITHUB_WORKSPACE)
  await end(await run(destination, { env, event, clone, connection, stop }))
} else if (rawInput(env, 'mode') === 'decide') {
  // A matrix needs a list, even an empty one.
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, 'work=[]\n')
}

async function fail(text: string): Promise<void> {
  await end({ outputs: {}, summary: '', problems: [{ text }] })
}

async function end(outcome: RunOutcome): Promise<void> {
  const { reportOutcome } = await import('./runner/outputs.ts')
  await reportOutcome(outcome, env)
}
