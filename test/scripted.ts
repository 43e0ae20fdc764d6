import { join } from 'node:path'
import { PROTECTED_PATHS } from '../src/guard/protected.ts'
import type { Clone } from '../src/observe/clone.ts'
import type { Model, ModelReply } from '../src/model/model.ts'
import type { OpenRoom } from '../src/tasks/open-context.ts'
import { openFreshSandbox, openSandbox } from '../src/agent/sandbox/sandbox.ts'
import { finishedPart, planArguments, writtenPart } from './good-plan.ts'
import { calls, says } from './agent-context.ts'

/** A model's room whose replies are data, said in turn; it needs no network. One for all runs of a life. */
export function scriptedRoom(turns: (() => ModelReply)[]): (clone: Clone) => OpenRoom {
  const model: Model = async () => turns.shift()?.() ?? says('The script is over.')
  return ({ repo, home }) => {
    const place = { workspace: repo.workTree, scratch: join(home, 'sandbox'), network: false, env: process.env }
    return (occasion) => ({
      ...occasion,
      ...{ model, planner: model, repo, redact: String },
      sandbox: () => openSandbox('none', place),
      freshSandbox: (use) => openFreshSandbox('none', place, use),
      setUp: async () => undefined,
      setUpAgain: undefined,
      known: new Map(),
      settings: {
        ...{
          planFile: 'PLAN.md',
          protectedPaths: PROTECTED_PATHS,
          verifyCommand: undefined,
          proof: 'report' as const,
          testFiles: [],
          newPackages: 'ask',
        },
        ...{ maxTurns: 10, maxSubtasks: 12 },
      },
      transcript: () => () => undefined,
    })
  }
}

/** The turns of a plan with so many subtasks, and of its execution. `onTurn` is called before each of these. */
export function turnsOf(subtasks: number, onTurn: () => void = () => undefined): (() => ModelReply)[] {
  const reply = (name: string, args: object) => () => {
    onTurn()
    return calls([name, args])
  }
  const plan = planArguments(subtasks)
  return [
    reply('create_plan', plan),
    ...plan.subtasks.flatMap(({ number }) => [
      reply('update_steps', { steps: [{ title: `write part ${number}`, state: 'in_progress' }] }),
      reply('write_file', writtenPart(number)),
      reply('finish_subtask', finishedPart(number)),
    ]),
  ]
}
