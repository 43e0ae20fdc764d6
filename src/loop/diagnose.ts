import { isDeepStrictEqual } from 'node:util'
import type { Run } from './run-context.ts'
import { fetchPlanRefs, baseCommit } from '../git/side-ref.ts'
import { noUsage } from '../plan/usage.ts'
import { ownAccount, planRefsOf } from '../observe/sources.ts'
import { doctorReport } from '../publish/view/comments/replies.ts'
import { logLine, logWarning } from '../runner/log.ts'
import type { RunOutcome } from '../runner/outputs.ts'
import type { InputOf, TaskResult } from '../tasks/tasks.ts'
import { work } from '../tasks/run-task.ts'
import { tryGitHub } from '../tasks/doctor/publish.ts'
import { readResults } from './jobs/result-folder.ts'

/** A number that no issue has, so that the trial dispatch of `/doctor` starts a run that ends at once. */
const NO_ISSUE = 0

/** `/doctor` without an issue, for a `workflow_dispatch`: writes its answer into the job summary and the log. */
export async function diagnose(run: Run): Promise<RunOutcome> {
  const { sources, githubContext, inputs } = run
  if (inputs['dry-run'] || inputs.mode === 'verify') return { outputs: {}, summary: '', problems: [] }
  await fetchPlanRefs(sources.repo, planRefsOf(sources, NO_ISSUE), false)
  const order: DoctorOrder = {
    ...{ kind: 'doctor', id: 'doctor', number: NO_ISSUE, comment: 0, allowance: {} },
    head: await baseCommit(sources.repo),
  }
  if (inputs.mode === 'decide') return { outputs: { work: JSON.stringify([order]) }, summary: '', problems: [] }
  const [{ text, usage }, findings] = await Promise.all([agentFindings(run, order), githubFindings(run, order)])
  const report = doctorReport(githubContext.settings, { findings, agentFindings: text, usage })
  const summary = githubContext.outward(`${report.join('\n\n')}\n`)
  for (const line of summary.split('\n')) (line.startsWith('- ❌') ? logWarning : logLine)(line)
  return { outputs: { work: inputs.mode === 'all' ? '' : '[]' }, summary, problems: [] }
}

type DoctorOrder = InputOf<'doctor'>

/** Report lines for the sandbox and each model, from this job, or from the job that has the model. */
async function agentFindings(run: Run, order: DoctorOrder) {
  const ctx = run.inputs.mode === 'all' && run.openContext({ signal: run.ends })
  const result = ctx ? await work(order, ctx) : await resultOf(run, order)
  if (result?.kind === 'answered') return result
  return {
    text: '- ❌ **Models:** They were not tried. Look at the log of the job that has them.',
    usage: result?.usage ?? noUsage,
  }
}

/** The result of the job with the model. That job may be controlled by a model, so its input must equal this order. */
async function resultOf({ inputs }: Run, order: DoctorOrder): Promise<TaskResult | undefined> {
  const found = await readResults(inputs.results).catch(() => undefined)
  return found?.results.find(({ input }) => isDeepStrictEqual(input, order))?.result
}

async function githubFindings({ sources, githubContext, holder }: Run, { head, number }: DoctorOrder) {
  const bot = await ownAccount(sources)
  return tryGitHub(githubContext, {
    base: { branch: sources.base, sha: head },
    bot,
    branch: `${sources.branchPrefix}issue-1`,
    trial: `${sources.branchPrefix}doctor-${holder.run}`,
    number: String(number),
    login: bot.login,
  })
}
