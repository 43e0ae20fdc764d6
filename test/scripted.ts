import { join } from 'node:path'
import type { Clone } from '../src/observe/clone.ts'
import type { Model, ModelReply } from '../src/model/model.ts'
import type { OpenContext } from '../src/tasks/open-context.ts'
import { finishedPart, planArguments, writtenPart } from './good-plan.ts'
import { calls, roomOf, says } from './agent-context.ts'

/** A model's room whose replies are data, said in turn; it needs no network. One for all runs of a life. */
export function scriptedRoom(turns: (() => ModelReply)[]): (clone: Clone) => OpenContext {
  const model: Model = async () => turns.shift()?.() ?? says('The script is over.')
  return ({ repo, home }) =>
    (occasion) => {
      const folders = { workspace: repo.workTree, scratch: join(home, 'sandbox') }
      const { settings, ...room } = roomOf(model, repo, folders)
      return { ...occasion, ...room, redact: String, settings: { ...settings, maxTurns: 10 } }
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
