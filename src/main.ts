import { appendTo, rawInput, readPayload } from './runner/env.ts'
import { destinationOf } from './observe/event.ts'

// Events that are not for us end here, before anything else is loaded. The job that works needs no event.
const event = { name: process.env.GITHUB_EVENT_NAME ?? '', payload: readPayload() }
const destination = destinationOf(event, {
  token: rawInput('github-token'),
  branchPrefix: rawInput('branch-prefix') || 'plan/',
  planLabel: rawInput('plan-label') || 'plan',
  interactive: [rawInput('interactive-planning'), process.env.ENABLE_INTERACTIVE_PLANNING].includes('true'),
})

if (rawInput('mode') === 'work') {
  const { runWork } = await import('./jobs/work-job.ts')
  await runWork()
} else if (event.payload === undefined) {
  process.stdout.write(
    '::error::The runner gave no event payload (GITHUB_EVENT_PATH). Run this as a step of a GitHub Actions workflow.\n',
  )
  process.exitCode = 1
} else if (destination) {
  // The fetch takes longest, so it begins before the large half of the program is loaded.
  const { beginClone } = await import('./observe/clone.ts')
  const clone = beginClone(event, destination)
  const { run } = await import('./run.ts')
  await run(destination, { event, clone })
} else if (rawInput('mode') === 'decide') {
  // A matrix needs a list, even an empty one.
  appendTo('GITHUB_OUTPUT', 'work=[]\n')
}
