import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, faults, wrongKey, type Reply, type Script, type Step } from '../fakes/model/script.ts'
import { UserError } from '../src/lib/errors.ts'
import { connectGitHub } from '../src/github/github.ts'
import { runInProcess } from './in-process.ts'
import { finishedPart, planArguments, writtenPart } from './good-plan.ts'
import { planned } from './scenarios/stage.ts'

// What is spent counts, whoever spends it and however the run ends.

const log: string[] = []
let onLine: ((line: string) => void) | undefined
beforeEach(() => {
  log.length = 0
  onLine = undefined
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    onLine?.(String(chunk))
    return log.push(String(chunk)) > 0
  })
})
afterEach(() => void vi.restoreAllMocks())

const BRANCH = 'plan/issue-1'
const look: Reply = call('list_files')
const partOf = (number: number): Reply[] => [
  call('write_file', writtenPart(number)),
  call('finish_subtask', finishedPart(number)),
]

/** A plan of two subtasks that was approved, with a model that carries them out. */
async function approved(given: Record<string, string>, script: Pick<Script, 'subtasks' | 'ask'>) {
  const plan = { ...planArguments(2), title: 'Limit the rate of requests' }
  const world = await planned({ script: { plan: [call('create_plan', plan)], ...script } })
  const { github, model, pull } = world
  const { event } = await github.comment('bob', pull, 'approve')
  const inputs = { sandbox: 'none', ...given }
  return { github, model, inputs, event, number: pull, [Symbol.asyncDispose]: () => world.close() }
}
type Approved = Awaited<ReturnType<typeof approved>>

/** The subjects of the commits after the plan, and what all of the branch says was read by the model. */
async function recorded({ github }: Approved) {
  const [, ...commits] = await github.commits(BRANCH)
  const read = (await github.commits(BRANCH)).map(({ message }) =>
    Number(/^Plan-Usage: input=(\d+)/m.exec(message)?.[1]),
  )
  return {
    subjects: commits.map(({ message }) => message.split('\n')[0]),
    input: read.reduce((sum, one) => sum + (one || 0), 0),
  }
}

/** What the model counted, of those requests that it answered. */
const paid = ({ model }: Approved, unanswered: (n: number) => boolean): number =>
  model.requests.filter((_, n) => !unanswered(n)).reduce((sum, { usage }) => sum + usage.input, 0)

describe('an error that ends a run', () => {
  test.each([
    { parallel: '1', subjects: ['Look at the plan'] },
    { parallel: '2', subjects: ['Add part 2', 'Look at the plan'] },
  ])('usage until a model error ended the run is recorded (parallel: $parallel)', async ({ parallel, subjects }) => {
    await using place = await approved({ parallel }, { subtasks: { 1: [look, faults(look, wrongKey)], 2: partOf(2) } })
    const { github, model, inputs, event } = place
    const ended = await runInProcess({ github, model, inputs, event })
    expect(ended?.problems).toEqual([{ text: expect.stringMatching(/does not accept the API key/) }])
    const refused = model.requests.findLastIndex(({ subtask }) => subtask === 1)
    expect(await recorded(place)).toEqual({ subjects, input: paid(place, (n) => n === refused) })
  })

  test('when a GitHub error ends a run, token usage of all running subtasks is recorded', async () => {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isGone = false
    const [write, ...rest] = partOf(1)
    const second: Step = async () => {
      begun.resolve()
      await over.promise
      return look
    }
    const first: Step = async () => {
      await begun.promise
      isGone = true
      return write ?? look
    }
    await using place = await approved({ parallel: '2' }, { subtasks: { 1: [first, ...rest], 2: [look, second] } })
    const { github, model, inputs, event } = place
    const real = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
    const pull: typeof real.pull = async (number) => {
      if (isGone) throw new UserError('token', 'The token has expired.', 'Take a new one.')
      return real.pull(number)
    }
    const ended = await runInProcess({ github, model, inputs, event, forge: { ...real, pull } })
    over.resolve()
    expect(ended?.problems).toEqual([{ text: 'The token has expired. Take a new one.' }])
    const waiting = model.requests.findLastIndex(({ subtask }) => subtask === 2)
    expect(await recorded(place)).toEqual({ subjects: ['Look at the plan'], input: paid(place, (n) => n === waiting) })
  })
})

describe('a question beside a subtask in progress', () => {
  const spend = (outputTokens: number): Reply => ({ ...look, outputTokens })
  const ENDED = 'ended (budget)'

  test.each(['while it is at work', 'when it was answered'])(
    'a question shares the budget of a running plan, %s',
    async (when) => {
      const isAtWork = when === 'while it is at work'
      const asked = Promise.withResolvers<void>()
      const answered = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      let turns = 0
      onLine = (line) => {
        if (line.includes(ENDED)) over.resolve()
      }
      const answering: Step = async () => {
        asked.resolve()
        if (isAtWork) await over.promise
        return call('answer', { text: 'Because.' })
      }
      const [write, ...rest] = partOf(1)
      const asking: Step = async () => {
        await place.github.comment('alice', place.number, '/ask Why?')
        return write ?? look
      }
      const second: Step = async () => {
        if (++turns > 1) over.resolve()
        await (isAtWork ? asked : answered).promise
        return spend(600_000)
      }
      await using place = await approved(
        { parallel: '2', 'max-tokens': '1000000' },
        { ask: [spend(500_000), answering], subtasks: { 1: [asking, ...rest], 2: [second, second, ...partOf(2)] } },
      )
      const { github, model, inputs, event } = place
      github.fault = ({ write, body }) => {
        if (write && JSON.stringify(body ?? '').includes('Because.')) answered.resolve()
        return undefined
      }
      const ended = await runInProcess({ github, model, inputs, event })
      expect([ended?.outputs['plan-state'], turns, log.join('').match(/Because|ended \(budget\)/)?.[0]]).toEqual([
        'halted',
        1,
        ENDED,
      ])
    },
  )
})
