import { hash } from 'node:crypto'
import { asMap } from '../lib/async.ts'
import type { Data } from './answers.ts'
import type { BranchRule, Forge, HeadChecks, OwnRun } from './forge.ts'
import type { Client } from './transport/client.ts'
import { statusOf, unlessHidden } from './transport/http-failure.ts'

type CheckReader = { client: Client; own: OwnRun }
type FailedRun = HeadChecks['failed'][number]

/** Conclusions of a check run that are failures (REST, "Check runs"). What was cancelled or waits has not failed. */
const FAILED_CONCLUSIONS = ['failure', 'timed_out', 'startup_failure']

/** How many failed checks are reported with details, and the limits of each part in characters or lines. */
const MAX_DETAILED_CHECKS = 5
const MAX_SUMMARY = 2_000
const MAX_ANNOTATIONS = 10
const MAX_LOG = 4_000
const MAX_LOG_LINES = 60

/** What workflow runs, checks, statuses and rules say of commits and branches. */
export function checkReadsOf(client: Client) {
  const { name, rest } = client
  return {
    runsOf: async (head_sha) => {
      const found = await unlessHidden(rest.actions.listWorkflowRunsForRepo({ ...name, per_page: 100, head_sha }))
      if (!found) return undefined
      const { workflow_runs: runs } = found.data
      // A run that waits for "Approve and run" has the status `action_required` (github/docs#44419).
      const waiting = runs.filter(({ status, conclusion }) => [status, conclusion].includes('action_required')).length
      return { waiting, begun: runs.length - waiting }
    },
    checksOf: (sha, own) => checksOf(sha, { client, own }),
    rulesOn: oncePer((branch) => rulesOn(client, branch)),
    requiredChecks: async (branch) =>
      (await branchRules(client, branch)).flatMap((rule) =>
        rule.type === 'required_status_checks'
          ? (rule.parameters?.required_status_checks ?? []).map(({ context }) => context)
          : [],
      ),
    commitStatus: async (ref, context) => {
      const found = await unlessHidden(rest.repos.listCommitStatusesForRef({ ...name, ref, per_page: 100 }))
      // GitHub lists statuses the newest first.
      const newest = found?.data.find((one) => one.context === context)
      const state = (['error', 'failure', 'pending', 'success'] as const).find((one) => one === newest?.state)
      return newest && state && { state, description: newest.description ?? '' }
    },
    runState: async (id) => {
      const found = await unlessHidden(rest.actions.getWorkflowRun({ ...name, run_id: id }))
      if (!found) return undefined
      const { run_attempt, status, path } = found.data
      return {
        attempt: run_attempt ?? 1,
        ended: status === 'completed',
        waits: status === 'waiting',
        workflow: fileOf(path),
      }
    },
  } satisfies Partial<Forge>
}

const branchRules = async ({ name, rest }: Client, branch: string) =>
  (await unlessHidden(rest.repos.getBranchRules({ ...name, per_page: 100, branch })))?.data ?? []

/** Rules do not say who may bypass them, so each ruleset is fetched once. A hidden ruleset counts as binding. */
async function rulesOn(client: Client, branch: string): Promise<BranchRule[]> {
  const { name, rest } = client
  const rules = await branchRules(client, branch)
  const bypassed = await asMap(new Set(rules.map(({ ruleset_id: id }) => id ?? 0)), async (ruleset_id) => {
    const ruleset = await unlessHidden(rest.repos.getRepoRuleset({ ...name, ruleset_id, includes_parents: true }))
    return ['always', 'exempt'].includes(ruleset?.data.current_user_can_bypass ?? 'never')
  })
  return rules.filter(({ ruleset_id: id }) => !bypassed.get(id ?? 0)).map(ruleOf)
}

function ruleOf({ type, ...rule }: Awaited<ReturnType<typeof branchRules>>[number]): BranchRule {
  const { parameters } = rule as { parameters?: object }
  const { operator, pattern, negate } = { operator: '', pattern: '', negate: false, ...parameters }
  return pattern === '' ? { type } : { type, operator, pattern, negate }
}

/** The checks of a commit without those of this action: its workflow runs, and its commit status. */
async function checksOf(sha: string, at: CheckReader): Promise<HeadChecks> {
  const { client } = at
  const ref = { ...client.name, ref: sha, per_page: 100 }
  const [runs, combined] = await Promise.all([
    unlessHidden(client.octokit.paginate(client.rest.checks.listForRef, ref)),
    unlessHidden(client.octokit.paginate(client.rest.repos.listCommitStatusesForRef, ref)),
  ])
  const otherRuns = await withoutOwn(newestRuns(runs ?? []), sha, at)
  const failed = otherRuns.filter(({ conclusion }) => FAILED_CONCLUSIONS.includes(conclusion ?? ''))
  const statuses = newestOfEach(combined ?? [], at.own)
  const failedStates = statuses.filter(({ state }) => state === 'failure' || state === 'error')
  const details = failed.map((run, i) =>
    i < MAX_DETAILED_CHECKS ? failedRun(run, at) : withoutDetails(run.name, run.conclusion),
  )
  const failedStatuses = failedStates.map(({ context, state, description }) =>
    withoutDetails(context, state, description),
  )
  const names = [...failed.map(({ name }) => name), ...failedStates.map(({ context }) => context)]
  return {
    failed: [...(await Promise.all(details)), ...failedStatuses],
    running:
      otherRuns.filter(({ status }) => status !== 'completed').length +
      statuses.filter(({ state }) => state === 'pending').length,
    digest: hash('sha256', JSON.stringify(names.toSorted())).slice(0, 16),
    hidden: [...(runs ? [] : ['checks' as const]), ...(combined ? [] : ['statuses' as const])],
  }
}

type CheckRun = Data<'checks', 'listForRef'>['check_runs'][number]
type CommitState = Data<'repos', 'listCommitStatusesForRef'>[number]

/** The newest status of each context: the list has every status that was ever set, the newest first. */
function newestOfEach(statuses: readonly CommitState[], own: OwnRun): CommitState[] {
  const seenContexts = new Set([own.context])
  return statuses.filter(({ context }) => !seenContexts.has(context) && seenContexts.add(context))
}

/** Of a check that was run again only the newest run counts, as with `filter=latest`, which not every server heeds. */
function newestRuns(runs: readonly CheckRun[]): CheckRun[] {
  const keyOf = ({ app, check_suite: suite, name }: CheckRun): string => JSON.stringify([app?.id, suite?.id, name])
  const newest = new Map(runs.toSorted((a, b) => a.id - b.id).map((run) => [keyOf(run), run.id]))
  return runs.filter((run) => newest.get(keyOf(run)) === run.id)
}

/** The run and the job of GitHub Actions that a check run shows. */
function jobOf({ app, details_url: url }: CheckRun): { run: number; job: number } | undefined {
  const [, run, job] = /\/actions\/runs\/(\d{1,15})\/job\/(\d{1,15})/.exec(url ?? '') ?? []
  return app?.slug === 'github-actions' && run && job ? { run: Number(run), job: Number(job) } : undefined
}

/** Removes the checks of our own workflow's runs. Without the right to list runs, only the current run is known. */
async function withoutOwn(runs: readonly CheckRun[], sha: string, { client, own }: CheckReader): Promise<CheckRun[]> {
  const isAction = runs.some((run) => jobOf(run) !== undefined)
  const list = { ...client.name, head_sha: sha, per_page: 100 }
  const listed = isAction ? await unlessHidden(client.rest.actions.listWorkflowRunsForRepo(list)) : undefined
  const ownRuns = (listed?.data.workflow_runs ?? []).filter(({ path }) => fileOf(path) === own.workflow)
  const ids = new Set([own.run, ...ownRuns.map(({ id }) => String(id))])
  return runs.filter((run) => !ids.has(String(jobOf(run)?.run)))
}

/** `.github/workflows/ci.yml@refs/heads/main` without folder and ref. */
const fileOf = (path: string): string => path.split('@', 1)[0]?.split('/').at(-1) ?? ''

const withoutDetails = (name: string, conclusion: string | null, summary: string | null = ''): FailedRun => ({
  name: name.slice(0, 200),
  conclusion: conclusion ?? '',
  summary: (summary ?? '').slice(0, MAX_SUMMARY),
  annotations: [],
})

async function failedRun(run: CheckRun, at: CheckReader): Promise<FailedRun> {
  const { title, summary, text } = run.output
  const [annotations, log] = await Promise.all([annotationsOf(run, at), logOf(run, at)])
  const output = [title, summary, text].filter(Boolean).join('\n')
  return { ...withoutDetails(run.name, run.conclusion, output), annotations, ...log }
}

async function annotationsOf({ id, output }: CheckRun, { client }: CheckReader): Promise<string[]> {
  if (output.annotations_count === 0) return []
  const found = await unlessHidden(
    client.rest.checks.listAnnotations({ ...client.name, check_run_id: id, per_page: MAX_ANNOTATIONS }),
  )
  return (found?.data ?? []).map(({ path, start_line: line, message }) =>
    `${path}:${line}: ${message ?? ''}`.slice(0, 300),
  )
}

/** The last lines of a job's log, or the reason why there are none: a plan can be made without them. */
async function logOf(run: CheckRun, { client }: CheckReader): Promise<Pick<FailedRun, 'log' | 'noLog'>> {
  const job = jobOf(run)
  if (!job) return {}
  try {
    const { data } = await client.rest.actions.downloadJobLogsForWorkflowRun({ ...client.name, job_id: job.job })
    return typeof data === 'string' ? { log: lastLines(data) } : { noLog: 'GitHub gave none.' }
  } catch (error) {
    return { noLog: MISSING_LOG_REASONS[statusOf(error) ?? 0] ?? 'GitHub did not give it.' }
  }
}

const MISSING_LOG_REASONS: Record<number, string> = {
  403: 'The job lacks `permissions: actions: read`.',
  404: 'GitHub has none.',
  410: 'GitHub no longer keeps it.',
}

/** The lines up to the last error, after which the runner cleans up, without the time that begins each of them. */
function lastLines(log: string): string {
  const lines = log.slice(-1_000_000).trimEnd().split('\n')
  const error = lines.findLastIndex((line) => line.includes('##[error]'))
  const end = error < 0 ? lines.length : error + 1
  return lines
    .slice(Math.max(0, end - MAX_LOG_LINES), end)
    .map((line) => line.replace(/^\ufeff?\d{4}-\d\d-\d\dT[\d:.]+Z /, ''))
    .join('\n')
    .slice(-MAX_LOG)
}

/** Asks once for each key, and gives the same answer to every other caller. */
function oncePer<K, V>(ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const asked = new Map<K, Promise<V>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
}
