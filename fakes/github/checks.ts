import { resolve } from './commits.ts'
import type { Route } from './routes.ts'
import { arg, need, numberArg, page, route } from './routes.ts'
import { apiOf, htmlOf } from './shapes.ts'
import { nodeId } from './people.ts'
import type { Call, Check, Settings } from './types.ts'
import { inaccessible, notFound, Refusal } from './types.ts'

// Check runs and the logs of jobs, as REST describes them under "Check runs" and "Workflow jobs". Of a job of GitHub
// Actions, the id of the check run is that of the job, and `details_url` names run and job.

/** The run that a job belongs to. Each has its own, as when each is a workflow of its own. */
export const runOf = ({ id }: Check): number => id + 1_000_000

const checkJson = (call: Call, { annotations, app, summary, ...check }: Check) => ({
  id: check.id,
  node_id: nodeId('CR', check.id),
  name: check.name,
  head_sha: check.sha,
  status: 'completed',
  conclusion: check.conclusion,
  details_url: `${htmlOf(call.site)}/actions/runs/${runOf({ ...check, annotations, app, summary })}/job/${check.id}`,
  output: { title: check.name, summary, text: null, annotations_count: annotations.length },
  app: { slug: app },
  // Each is the check of a suite of its own, unless it is said to be that of another one, run again.
  check_suite: { id: check.suite ?? check.id },
})

function mayRead({ actor, site }: Call, key: keyof Settings['permissions']): void {
  if (actor?.app && site.memory.settings.permissions[key] === 'none') throw inaccessible()
}

async function listChecks(call: Call) {
  need(call)
  mayRead(call, 'checks')
  const sha = await resolve(call.site, arg(call))
  if (!sha) throw new Refusal(422, `No commit found for SHA: ${arg(call)}`)
  const all = call.site.memory.checks.filter((one) => one.sha === sha)
  const shown = page(
    call,
    all.map((one) => checkJson(call, one)),
  )
  return { ...shown, json: { total_count: all.length, check_runs: shown.json } }
}

const found = (call: Call): Check => {
  const check = call.site.memory.checks.find(({ id }) => id === numberArg(call))
  if (!check) throw notFound()
  return check
}

export const checkRoutes: readonly Route[] = [
  route('GET ~/commits/{}/check-runs', listChecks),
  route('GET ~/check-runs/{}/annotations', (call) => {
    need(call)
    mayRead(call, 'checks')
    return page(call, found(call).annotations)
  }),
  // GitHub answers with an address that is good for a minute. It answers 410 when a log is no longer kept.
  route('GET ~/actions/jobs/{}/logs', (call) => {
    need(call)
    mayRead(call, 'actions')
    if (found(call).log === undefined) throw new Refusal(410, 'Gone')
    return { status: 302, headers: { location: `${apiOf(call.site)}/signed-logs/${arg(call)}` } }
  }),
  route('GET ~/signed-logs/{}', (call) => ({
    status: 200,
    raw: Buffer.from(found(call).log ?? ''),
    headers: { 'content-type': 'text/plain' },
  })),
]
