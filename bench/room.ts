import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commitAt, environmentForGit, git, initRepository, type Repository } from '../src/git/git.ts'
import type { InputOf } from '../src/tasks/tasks.ts'
import { PROTECTED_PATHS } from '../src/guard/protected.ts'
import { redactor } from '../src/guard/redact.ts'
import { transcriptIn } from '../src/agent/context/transcript.ts'
import { connectModel } from '../src/model/endpoint/endpoint.ts'
import type { AgentContext } from '../src/agent/context/agent-context.ts'
import { openFreshSandbox, openSandbox } from '../src/agent/sandbox/sandbox.ts'
import type { SandboxKind } from '../src/agent/sandbox/run-command.ts'
import { planOf } from './scripts.ts'

/** A real repository with one commit, in a temporary folder. */
export type Site = AsyncDisposable & { root: string; repo: Repository; head: string }

export async function createSite(files: Record<string, string>): Promise<Site> {
  const root = await mkdtemp(join(tmpdir(), 'bench-'))
  const repo = { gitDir: join(root, 'git'), workTree: join(root, 'work'), env: environmentForGit(process.env) }
  initRepository(repo)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repo.workTree, path)), { recursive: true })
    await writeFile(join(repo.workTree, path), text)
  }
  await git(repo, ['add', '--all'])
  const env = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' }
  await git(repo, ['commit', '-q', '-m', 'First commit'], { env })
  const head = (await commitAt(repo, 'HEAD')) ?? ''
  return { root, repo, head, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

/** The model's room as the action furnishes it, with a secret to look for and a transcript; nobody cancels. */
export function openContext({ root, repo }: Site, { url, kind }: { url: string; kind: SandboxKind }): AgentContext {
  const model = connectModel({ apiKey: 'sk-bench', baseUrl: url, api: 'chat', model: 'bench' })
  const redact = redactor(['ghs_0123456789abcdefghijklmnopqrstuvwxyz', 'sk-bench-0123456789abcdef'])
  return {
    model,
    planner: model,
    repo,
    sandbox: () => openSandbox(kind, targetIn({ root, repo })),
    freshSandbox: (use) => openFreshSandbox(kind, targetIn({ root, repo }), use),
    setUp: async () => undefined,
    setUpAgain: undefined,
    known: { checks: new Map(), running: new Map() },
    settings: {
      planFile: 'PLAN.md',
      protectedPaths: PROTECTED_PATHS,
      maxTurns: 1000,
      maxSubtasks: 12,
      verifyCommand: undefined,
      setupCommand: undefined,
      proof: 'report' as const,
      testFiles: [],
      newPackages: 'ask',
    },
    redact,
    signal: new AbortController().signal,
    transcript: transcriptIn(join(root, 'transcripts'), redact),
  }
}

export const targetIn = ({ root, repo }: Pick<Site, 'root' | 'repo'>) => ({
  workspace: repo.workTree,
  scratch: join(root, 'sandbox'),
  gitDir: repo.gitDir,
  network: true,
  env: process.env,
})

/** The order for the first subtask of a plan of five. */
export const orderAt = (head: string): InputOf<'execute'> => ({
  kind: 'execute',
  id: 'bench',
  number: 1,
  head,
  allowance: {},
  plan: planOf(5),
  used: [],
  subtask: 1,
  attempt: 1,
  failures: [],
  finished: [],
  frozen: [],
})
