import type { GitHub } from '../github/github.ts'
import { startGitHub } from '../github/github.ts'
import type { Files, WebhookEvent } from '../github/types.ts'
import type { Model } from '../model/model.ts'
import { startModel } from '../model/model.ts'
import type { Script } from '../model/script.ts'
import { conversation, type Conversation } from './conversation.ts'
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

type Settings = Pick<RunOptions, 'inputs' | 'env' | 'bundle' | 'onLine' | 'signal' | 'timeoutMs'> & {
  /** What plays the runs, instead of the bundle: `runHere`, in this process, or one with ports of its own. */
  play?: (options: RunOptions) => Promise<Run>
}
export type WorldOptions = Settings & { files?: Files; script?: Script }
export type More = Partial<Omit<RunOptions, 'github' | 'model' | 'event'>>

/** One repository, one model and the runner, and people who talk there. */
export type World<M extends Model | undefined = Model> = Conversation<Run, More> &
  AsyncDisposable & {
    github: GitHub
    model: M
    runs: Run[]
    /** Runs the action for an event. */
    run(event: WebhookEvent, more?: More): Promise<Run>
    close(): Promise<void>
  }

/** Starts a world with a scripted model. `close`, or the end of the scope with `await using`, ends everything in it. */
export async function createWorld({ files = {}, script = {}, ...settings }: WorldOptions = {}): Promise<World> {
  const github = await startGitHub({ files: { ...REPOSITORY, ...files } })
  const model = await startModel(script)
  const end = async (): Promise<void> => {
    await github.close()
    await model.close()
  }
  return worldOn({ github, model, end }, settings)
}

type Servers<M> = { github: GitHub; model: M; end?: () => Promise<void> }

/** A world on running servers; without a model of its own, its runs ask that of their inputs. `end` is called when it is closed. */
export function worldOn<M extends Model | undefined>(
  { github, model, end }: Servers<M>,
  { play = runAction, ...settings }: Settings,
): World<M> {
  const runs: Run[] = []
  const run = async (event: WebhookEvent, more: More = {}): Promise<Run> => {
    const merged = { inputs: { ...settings.inputs, ...more.inputs }, env: { ...settings.env, ...more.env } }
    const ended = await play({ ...settings, ...more, ...merged, github, model, event })
    runs.push(ended)
    return ended
  }
  const leave = async (): Promise<void> => {
    await end?.()
    await Promise.all(runs.map((one) => one.remove()))
  }
  let ending: Promise<void> | undefined
  const close = (): Promise<void> => (ending ??= leave())
  return { github, model, runs, run, ...conversation(github, run), close, [Symbol.asyncDispose]: close }
}
