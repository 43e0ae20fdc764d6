import type { GitHub } from '../github/github.ts'
import { startGitHub } from '../github/github.ts'
import type { Files, WebhookEvent } from '../github/types.ts'
import type { Model } from '../model/model.ts'
import { startModel } from '../model/model.ts'
import type { Script } from '../model/script.ts'
import type { Run, RunOptions } from './run.ts'
import { runAction } from './run.ts'

/** A small service that plans can change. */
export const REPOSITORY: Files = {
  'README.md': '# Demo\n\nA small web service.\n',
  'AGENTS.md': 'Use two spaces. Keep functions short.\n',
  'package.json':
    '{\n  "name": "demo",\n  "version": "1.0.0",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
  '.gitignore': 'node_modules/\n.env\ndist/\n',
  'src/index.js': 'export const hello = (name) => `hello ${name}`\n',
  'test/index.test.js':
    "import test from 'node:test'\nimport assert from 'node:assert'\nimport { hello } from '../src/index.js'\n\ntest('hello', () => assert.equal(hello('x'), 'hello x'))\n",
  '.github/workflows/plan.yml': 'name: plan\non: issue_comment\njobs: {}\n',
}

type Settings = Pick<RunOptions, 'inputs' | 'env' | 'bundle' | 'onLine' | 'timeoutMs'> & {
  /** What plays the runs, instead of the bundle. */
  play?: (options: RunOptions) => Promise<Run>
}
export type WorldOptions = Settings & { files?: Files; script?: Script }
export type More = Partial<Omit<RunOptions, 'github' | 'model' | 'event'>>

/** One repository, one scripted model and the runner, with methods for a conversation on an issue. */
export type World = {
  github: GitHub
  model: Model
  runs: Run[]
  /** Runs the action for an event. */
  run(event: WebhookEvent, more?: More): Promise<Run>
  /** Writes a comment and runs the action for it. `comment` is its id. */
  say(login: string, number: number, body: string, more?: More): Promise<Run & { comment: number }>
  dispatch(number: number, more?: More): Promise<Run>
  /**
   * Opens an issue and comments `/plan` on it. `pull` is the open plan pull request of the issue afterwards, if any.
   */
  plan(request?: string, more?: More & { by?: string; title?: string; body?: string }): Promise<Planned>
  /** Runs the workflows that were dispatched over the API until none is left, at most ten. */
  settle(more?: More): Promise<Run[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
export type Planned = { issue: number; pull: number | undefined; run: Run & { comment: number } }

/** Starts a world. `close`, or the end of the scope with `await using`, ends everything in it. */
export async function createWorld({ files = {}, script = {}, ...settings }: WorldOptions = {}): Promise<World> {
  const github = await startGitHub({ files: { ...REPOSITORY, ...files } })
  const model = await startModel(script)
  const end = async (): Promise<void> => {
    await github.close()
    await model.close()
  }
  return worldOn({ github, model, end }, settings)
}

type Servers = Pick<World, 'github' | 'model'> & { end: () => Promise<void> }

/** A world on running servers. `end` is called when it is closed. */
export function worldOn({ github, model, end }: Servers, { play = runAction, ...settings }: Settings): World {
  const runs: Run[] = []
  const run = async (event: WebhookEvent, more: More = {}): Promise<Run> => {
    const merged = { inputs: { ...settings.inputs, ...more.inputs }, env: { ...settings.env, ...more.env } }
    const ended = await play({ ...settings, ...more, ...merged, github, model, event })
    runs.push(ended)
    return ended
  }
  const leave = async (): Promise<void> => {
    await end()
    await Promise.all(runs.map((one) => one.remove()))
  }
  let ending: Promise<void> | undefined
  const close = (): Promise<void> => (ending ??= leave())
  return { github, model, runs, run, ...verbs(github, run), close, [Symbol.asyncDispose]: close }
}

function verbs(github: GitHub, run: World['run']): Pick<World, 'say' | 'dispatch' | 'plan' | 'settle'> {
  const say: World['say'] = async (login, number, body, more) => {
    const { id, event } = await github.comment(login, number, body)
    return { ...(await run(event, more)), comment: id }
  }
  return {
    say,
    dispatch: (number, more) => run(github.dispatchEvent(number), more),
    plan: async (
      request = 'add a limiter',
      { by = 'alice', title = 'Limit the rate of requests', body = 'We are flooded.', ...more } = {},
    ) => {
      const { number: issue } = await github.openIssue(by, { title, body })
      const ended = await say(by, issue, `/plan ${request}`, more)
      const mine = (await github.pulls()).filter(
        ({ branch, state }) => branch.startsWith(`plan/issue-${issue}`) && state === 'open',
      )
      return { issue, pull: mine.at(-1)?.number, run: ended }
    },
    settle: async (more) => {
      const ended: Run[] = []
      for (let event = github.takeDispatch(); event && ended.length < 10; event = github.takeDispatch())
        ended.push(await run(event, more))
      return ended
    },
  }
}
