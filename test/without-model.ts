import { byRules, observe } from '../src/observe/observe.ts'
import { join } from 'node:path'
import { decide } from '../src/decide/next/decide.ts'
import { needsModel, type ModelStep, type Step, type Snapshot } from '../src/decide/next/decision.ts'
import { connectGitHub } from '../src/github/github.ts'
import type { publish } from '../src/publish/publish.ts'
import type { Forge } from '../src/github/forge.ts'
import { environmentForGit, initRepository, type Repository } from '../src/git/git.ts'
import { treeWith } from '../src/git/objects.ts'
import { patchBetween } from '../src/git/merge.ts'
import type { Check } from '../src/plan/plan.ts'
import type { TaskResult } from '../src/tasks/tasks.ts'
import { readInputs, settingsOf } from '../src/runner/inputs.ts'
import type { GitHubContext } from '../src/publish/write/github-context.ts'
import { openClaim } from '../src/publish/claim/claim.ts'
import { publishWork } from '../src/loop/merge-results.ts'
import { observeTarget, type LoopContext, type OpenPool, beginStep } from '../src/loop/run-context.ts'
import { reconcile } from '../src/loop/loop.ts'
import { decisionContextOf } from '../src/publish/say/pull-request.ts'
import type { Target } from '../src/decide/thread/thread.ts'
import { start } from '../fakes/github/clients.ts'
import type { GitHub } from '../fakes/github/github.ts'
import { conversation } from '../fakes/runner/conversation.ts'
import { clockByHand } from './clock.ts'
import { planOf, subtask } from './plan/samples.ts'
import { RULES } from './thread.ts'
import { temporaryDirectory } from './places.ts'
import type { Sources } from '../src/observe/sources.ts'

// An embedded GitHub and everything of the action but the model: what the model would bring is given as data.
// All tests of a process share one GitHub, each on an issue of its own. It ends with the process: a file that closed it
// would take it from the files that run after it, so its type has no `close`.

export const github: Omit<GitHub, 'close'> = await start()

export const forgeOf = (token = github.token): Forge =>
  connectGitHub({ owner: 'octo', repo: 'demo' }, { token, address: github.url })

const INPUTS = readInputs((name) => (name === 'github-token' ? github.token : ''))
const redact = (text: string): string => text.replaceAll('hunter2-secret', '[redacted]')

/** A runner's own place: a fresh private repository, and what is written with. */
export async function openGitHubContext(
  more: Partial<GitHubContext['settings']> = {},
  token = github.token,
): Promise<GitHubContext> {
  const top = temporaryDirectory()
  const remote = { url: `${github.url}/octo/demo`, token }
  const target = { gitDir: join(top, 'git'), workTree: join(top, 'work') }
  const repo: Repository = { ...target, env: environmentForGit(process.env), remote }
  initRepository(repo)
  const sources: Sources = {
    forge: forgeOf(token),
    repo,
    clock: clockByHand(),
    repository: 'octo/demo',
    base: 'main',
    branchPrefix: 'plan/',
    planFile: 'PLAN.md',
    own: { run: '', workflow: 'plan.yml', context: 'Measure Twice' },
    ...byRules(RULES),
  }
  return {
    sources,
    settings: { ...settingsOf(INPUTS, {}), ...more },
    links: { repository: `${github.url}/octo/demo`, run: `${github.url}/octo/demo/actions/runs/9` },
    jobs: 'one',
    workflow: { workflow: 'plan.yml', ref: 'main' },
    maker: { runs: [9], models: ['scripted'], action: undefined },
    redact,
    outward: redact,
  }
}

const spent = { usage: { input: 100, cached: 40, output: 10 }, turns: 2 }
export const TWO = planOf([subtask(1, { name: 'Add it' }), subtask(2, { name: 'Wire it', depends_on: [1] })])

export const plannedResult = (plan = TWO, more: object = {}): TaskResult => ({
  kind: 'planned',
  plan,
  answers: [],
  conversation: '{"kept":true}',
  ...spent,
  ...more,
})

/** What an attempt that wrote one file brings. */
export async function executedResult(
  { sources: { repo } }: GitHubContext,
  { thread }: Snapshot,
  {
    path,
    text,
    ...more
  }: { path: string; text: string; outcome?: string; subject?: string; body?: string; tree?: string; checks?: Check[] },
): Promise<TaskResult> {
  const head = thread.branch?.head ?? ''
  const tree = await treeWith(repo, head, { path, text })
  const patch = await patchBetween(repo, head, tree)
  return {
    kind: 'executed',
    patch,
    tree,
    outcome: 'It is there.',
    subject: 'Add it',
    body: '',
    checks: [],
    steps: [],
    ...spent,
    ...more,
  }
}

export type Work = (step: ModelStep, snapshot: Snapshot, ctx: GitHubContext) => TaskResult | Promise<TaskResult>

/** Does well: plans two subtasks, answers feedback, and writes one file for each subtask. */
export const doWell: Work = (step, snapshot, ctx) => {
  switch (step.kind) {
    case 'draft':
      return plannedResult()
    case 'revise':
      return plannedResult(
        { ...TWO, title: `Revised ${snapshot.state.versions.length}` },
        { answers: step.remarks.map(({ id }) => ({ comment: id, applied: true, note: 'Done.' })) },
      )
    case 'ask':
    case 'doctor':
      return { kind: 'answered', text: 'Because.', ...spent }
    case 'review':
      return step.of === 'rest'
        ? { kind: 'reviewed', of: 'rest', text: 'Fine.', ...spent }
        : { kind: 'reviewed', of: 'result', head: snapshot.thread.branch?.head ?? '', findings: [], ...spent }
    case 'check':
      return { kind: 'checked', checks: [], ...spent }
    case 'execute':
      return executedResult(ctx, snapshot, { path: `src/part-${step.status.subtask.number}.js`, text: 'x\n' })
  }
}

export async function lookAt(ctx: GitHubContext, number: number): Promise<Snapshot> {
  const thread = await observe(ctx.sources, { number })
  if (!thread) throw new Error(`There is nothing at ${number}.`)
  return ctx.sources.snapshotAt(thread)
}

export const nextStep = (ctx: GitHubContext, { thread, state }: Snapshot): Step =>
  decide(thread, state, decisionContextOf(ctx, thread, false))

/** The next step, where that is one that needs no model. */
export function nextPlainStep(ctx: GitHubContext, snapshot: Snapshot): Parameters<typeof publish>[2] {
  const step = nextStep(ctx, snapshot)
  if (needsModel(step)) throw new Error(`The next step is for a model: ${step.kind}`)
  return step
}

const noModel = (): never => {
  throw new Error('The results of the model are data here.')
}

/** The loop at a place, as a run has it. Each room is one of run 9, so none finds a plan held by another. */
function loopIn(githubContext: GitHubContext, target: Target, stop: AbortSignal): LoopContext {
  const { sources, redact } = githubContext
  const me = { run: '9', attempt: 1 }
  return {
    run: { inputs: INPUTS, holder: me, sources, githubContext, redact, openContext: noModel, ends: stop },
    target,
    claim: openClaim(githubContext, { me, stop }),
    stop,
    note: () => undefined,
    progress: { thread: undefined, failed: false, observedAt: 0 },
  }
}

/** Runs until nothing is left to do, or until `stopAt`, which is then not carried out. Tells the steps that were. */
export async function follow(
  ctx: GitHubContext,
  number: number,
  { work = doWell, stopAt }: { work?: Work; stopAt?: Step['kind'] } = {},
): Promise<{ steps: Step['kind'][]; snapshot: Snapshot }> {
  const steps: Step['kind'][] = []
  const stop = new AbortController()
  const loop = loopIn(ctx, { number }, stop.signal)
  const thread = await observeTarget(loop)
  if (!thread) throw new Error(`There is nothing at ${number}.`)
  // It is asked about every step, and what it delays is handed to it.
  const pool: OpenPool = {
    delays: ({ kind }) => {
      if (kind !== 'nothing' && kind !== stopAt) steps.push(kind)
      return kind === stopAt
    },
    carryOut: async (snapshot, step) => {
      if (needsModel(step) && step.kind !== stopAt) {
        beginStep(loop, snapshot, step)
        return publishWork(loop, snapshot, { step, result: await work(step, snapshot, ctx) })
      }
      stop.abort()
      return snapshot.thread
    },
    drain: async (now) => now,
    [Symbol.asyncDispose]: async () => undefined,
  }
  await reconcile(loop, pool, thread)
  return { steps, snapshot: ctx.sources.snapshotAt(loop.progress.thread ?? thread) }
}

/** An issue with `/plan`, carried on to where its plan waits for an approval. */
export async function plannedIssue(ctx: GitHubContext, request = 'add it', work = doWell) {
  const people = conversation(github, ({ payload }) =>
    follow(ctx, (payload['issue'] as { number: number }).number, { work }),
  )
  const { issue, pull, branch, run } = await people.plan(request, { title: 'Limit the rate' })
  if (pull === undefined || branch === undefined) throw new Error('There is no plan.')
  return { issue, pull, branch, snapshot: run.snapshot }
}

async function draft() {
  const plan = await plannedIssue(await openGitHubContext())
  return { ...plan, point: await github.snapshot() }
}
let drafted: ReturnType<typeof draft> | undefined

/**
 * A plan that waits for an approval, and a room that has not seen it yet. It is drafted once a file, and GitHub is then
 * as it was: what a test changes there, it changes after this.
 */
export async function planned() {
  const { point, ...plan } = await (drafted ??= draft())
  await github.restore(point)
  return { ctx: await openGitHubContext(), ...plan }
}
