import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GitHub } from '../../fakes/github/github.ts'
import { checkout } from '../../fakes/runner/checkout.ts'
import { runAction } from '../../fakes/runner/run.ts'
import { readResults } from '../../src/loop/jobs/result-folder.ts'
import type { Allowance } from '../../src/plan/usage.ts'
import type { InputOf, TaskResult } from '../../src/tasks/tasks.ts'
import { countsOf, LONGEST_RUN, type Action, type Played } from './conversation.ts'
import type { Task } from './tasks.ts'

const run = promisify(execFile)

const ID = 'no-plan'
const BRANCH = 'no-plan'

/**
 * Plays a task without a plan: the agent that carries out subtasks is given the issue as it stands, as the only subtask,
 * which may change every file. It is the action's own job that works, so that tools, model, budget, attempts and checks
 * are the same as with a plan.
 */
export async function playAlone(
  github: GitHub,
  task: Task,
  { allowance, ...action }: Action & { allowance: Allowance },
): Promise<Played> {
  const { number, event } = await github.openIssue('alice', { title: task.title, body: task.body })
  const head = (await github.sha('refs/heads/main')) ?? ''
  const input = JSON.stringify(orderFor(task, { number, head, allowance }))
  const { bundle, env, stop, perform = runAction } = action
  stop.throwIfAborted()
  const inputs = { ...action.inputs, mode: 'work', 'work-order': input }
  const job = await perform({ github, event, bundle, inputs, env, signal: stop, timeoutMs: LONGEST_RUN })
  try {
    stop.throwIfAborted()
    const found = await readResults(join(job.temp, 'measure-twice', 'result')).catch(() => undefined)
    const result = found?.results[0]?.result
    const isDone = result?.kind === 'executed'
    if (isDone) await publish(github, head, result.patch)
    return {
      ...{ first: undefined, approved: undefined, versions: 0 },
      branch: isDone ? BRANCH : undefined,
      state: isDone ? 'done' : (result?.kind ?? ''),
      said: result ? saidIn(result) : job.log.trim().slice(-300),
      seconds: job.ms / 1000,
      ...(await countsOf([job])),
    }
  } finally {
    await job.remove()
  }
}

type Given = { number: number; head: string; allowance: Allowance }

function orderFor({ title, body, request }: Task, { number, head, allowance }: Given): InputOf<'execute'> {
  const description = [body, request].filter(Boolean).join('\n\n')
  const outcome = 'What the issue asks for is there.'
  return {
    ...{ kind: 'execute', id: ID, number, head, allowance, subtask: 1, attempt: 1 },
    ...{ used: [], frozen: [], failures: [], finished: [] },
    plan: {
      ...{ title, description, expected_outcome: outcome, questions: [], risks: [] },
      subtasks: [
        {
          ...{ number: 1, name: title, description: description || title, expected_outcome: outcome },
          ...{ files: ['**'], verify: [], depends_on: [] },
        },
      ],
    },
  }
}

function saidIn(result: TaskResult): string {
  const text = 'reason' in result ? result.reason : 'text' in result ? result.text : result.kind
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}

/** Puts the change on a branch, where it is looked at like any other. */
async function publish(github: GitHub, head: string, patch: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'no-plan-'))
  try {
    const tree = join(folder, 'tree')
    await checkout(tree, { github, place: { ref: 'refs/heads/main', sha: head }, depth: 1 })
    const git = (...args: string[]) => run('git', ['-C', tree, ...args], { env: { PATH: process.env['PATH'] } })
    const by = ['-c', 'user.name=agent', '-c', 'user.email=agent@example.org']
    if (patch !== '') {
      // The tree was copied, and git compares the times of files with its index first.
      await git('update-index', '--refresh')
      const applied = run('git', ['-C', tree, 'apply', '--index', '--binary', '-'])
      applied.child.stdin?.end(Buffer.from(patch, 'base64'))
      await applied
    }
    await git(...by, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'What the agent did')
    await git('push', '--quiet', github.bare, `HEAD:refs/heads/${BRANCH}`)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
