import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admissionBy } from './admission.ts'
import type { Allowance } from './budget.ts'
import { setSecret } from './env.ts'
import { UserError } from './errors.ts'
import { defaultBranchOf, type Event } from './event.ts'
import { connectGitHub } from './github.ts'
import { initRepository, type Repository } from './git.ts'
import { protectedPathsOf, type Inputs } from './inputs.ts'
import { roomOpener, type OpenRoom } from './open-room.ts'
import type { Sources } from './observe.ts'
import type { Desk } from './publish/desk.ts'
import { keepHeapSmall, useProxy } from './process.ts'
import { placeRemover, redactor } from './redact.ts'

/** Everything that a run works with. Disposing of it takes its private folder away. */
export type Run = AsyncDisposable & {
  inputs: Inputs
  sources: Sources
  desk: Desk
  redact: (text: string) => string
  openRoom: OpenRoom
}

/** Connects a run to its repository, to GitHub and to the model, from the inputs and what the runner says. */
export async function openRun(inputs: Inputs, event: Event): Promise<Run> {
  const { env } = process
  keepHeapSmall()
  useProxy(env)
  const redact = redactor(secretsIn(inputs))
  for (const secret of [inputs['github-token'], inputs['openai-api-key']]) if (secret) setSecret(secret)
  const temp = env.RUNNER_TEMP ?? tmpdir()
  const home = await mkdtemp(join(temp, 'measure-twice-'))
  const address = addressOf(env)
  const git: Repository = {
    gitDir: join(home, 'git'),
    workTree: env.GITHUB_WORKSPACE ?? join(home, 'tree'),
    remote: { url: address, token: inputs['github-token'] },
  }
  await initRepository(git)
  const sources = sourcesOf({ inputs, event, git })
  const outward = placeRemover([
    [git.workTree, '.'],
    [temp, '<temp>'],
    [env.RUNNER_WORKSPACE ?? '', '<workspace>'],
    [env.HOME ?? '', '~'],
  ])
  return {
    inputs,
    sources,
    redact,
    desk: {
      sources,
      redact,
      outward: (text) => outward(redact(text)),
      links: { repository: address, run: `${address}/actions/runs/${env.GITHUB_RUN_ID ?? '0'}` },
      workflow: workflowOf(env.GITHUB_WORKFLOW_REF ?? '', sources.base),
      settings: publishSettings(inputs),
    },
    openRoom: roomOpener({ inputs, git, redact, home, transcripts: join(temp, 'measure-twice') }),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  }
}

/** Where the repository lies on its server, for git and for people alike. */
function addressOf(env: NodeJS.ProcessEnv): string {
  if (/^[^/]+\/[^/]+$/.test(env.GITHUB_REPOSITORY ?? '')) {
    return `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
  }
  throw new UserError('runner', 'GITHUB_REPOSITORY is not set.', 'Run this as a step of a GitHub Actions workflow.')
}

/** What a look needs: GitHub, the private repository, and the settings that bear on what is seen. */
function sourcesOf({ inputs, event, git }: { inputs: Inputs; event: Event; git: Repository }): Sources {
  const repository = process.env.GITHUB_REPOSITORY ?? ''
  const [owner = '', repo = ''] = repository.split('/')
  const forge = connectGitHub({ owner, repo }, inputs['github-token'])
  return {
    forge,
    repo: git,
    repository,
    base: inputs['base-branch'] ?? defaultBranchOf(event),
    branchPrefix: inputs['branch-prefix'],
    planFile: inputs['plan-file'],
    rules: {
      allowance: allowanceOf(inputs),
      interactive: inputs['interactive-planning'] || process.env.ENABLE_INTERACTIVE_PLANNING === 'true',
      approvalsRequired: inputs['approvals-required'],
      allowSelfApproval: inputs['allow-self-approval'],
    },
    mayApprove: admissionBy(inputs.approvers, { forge, repo: git }),
  }
}

/** `owner/name/.github/workflows/plan.yml@refs/heads/main` taken apart. */
function workflowOf(reference: string, otherwise: string): Desk['workflow'] {
  const [path = '', ref = ''] = reference.split('@')
  return { workflow: path.split('/').at(-1) ?? '', ref: ref.replace(/^refs\/(heads|tags)\//, '') || otherwise }
}

const allowanceOf = (inputs: Inputs): Allowance => ({
  ...(inputs['max-tokens'] === undefined ? {} : { tokens: inputs['max-tokens'] }),
  ...(inputs['max-cost'] === undefined ? {} : { cost: inputs['max-cost'] }),
  ...(inputs.prices ? { prices: inputs.prices } : {}),
})

const publishSettings = (inputs: Inputs): Desk['settings'] => ({
  commitWith: inputs['commit-with'],
  keepPlanFile: inputs['keep-plan-file'],
  readyWhenDone: inputs['ready-when-done'],
  maxAttempts: inputs['max-attempts'],
  approvalsRequired: inputs['approvals-required'],
  protectedPaths: protectedPathsOf(inputs),
  planFile: inputs['plan-file'],
  prices: inputs.prices,
  verifyCommand: inputs['verify-command'],
})

/** What must never leave: the inputs' secrets, and what the environment names as one. */
function secretsIn(inputs: Inputs): string[] {
  const named = Object.entries(process.env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  return [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
}
