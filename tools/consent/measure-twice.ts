import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitHub } from '../../fakes/github/github.ts'
import { git } from '../../fakes/github/git.ts'
import { BOT } from '../../fakes/github/people.ts'
import type { Files } from '../../fakes/github/types.ts'
import { startModel } from '../../fakes/model/model.ts'
import { call, calls, type Reply, type Script } from '../../fakes/model/script.ts'
import { runAction, type Run, type RunOptions } from '../../fakes/runner/run.ts'
import { runHere } from '../../test/in-process.ts'
import { actionDist } from '../../test/scenarios/bundle.ts'
import { renderMessage } from '../../src/decide/thread/trailers.ts'
import { forge } from './forge.ts'
import type { Gate, KeptRecord, Mind, OfferedPlan, Rules, Seat } from './gate.ts'

/** Measure Twice: its bundle, run as the runner does, or the same in this process, which takes half the time. */
export const measureTwice = (isBundle: boolean): Gate => ({
  name: 'Measure Twice',
  account: BOT,
  request: '/plan',
  consent: ['approve', '/approve', '`approve`', '"approve"', 'Approve.', 'APPROVE!', '\r\n approve \r\n'],
  planFile: 'PLAN.md',
  install: (github) => install(github, isBundle),
})

/** What the model can do here is no matter of the sandbox, which has tests of its own. */
const INPUTS = { sandbox: 'none', 'max-attempts': '1', 'max-subtasks': '30' }

/** What plays runs of the bundle. It is copied, so that a build meanwhile changes nothing, and Node keeps what it has compiled. */
async function playerIn(folder: string): Promise<(options: RunOptions) => Promise<Run>> {
  await cp(actionDist(), folder, { recursive: true })
  const usual = { bundle: join(folder, 'index.js'), env: { NODE_COMPILE_CACHE: join(folder, 'compiled') } }
  return (options) => runAction({ ...options, ...usual })
}

async function install(github: GitHub, isBundle: boolean): Promise<Seat> {
  const model = await startModel()
  const folder = await mkdtemp(join(tmpdir(), 'consent-'))
  const play = isBundle ? await playerIn(folder) : runHere
  const hear: Seat['hear'] = async (event, { mind, rules }) => {
    model.script = scriptOf(mind)
    model.requests.length = 0
    const run = await play({ github, model, event, inputs: { ...INPUTS, ...inputsOf(rules) } })
    await run.remove()
    return run.log
  }
  const end = async (): Promise<void> => {
    await model.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { hear, record: recordOf(github, hear), claims, [Symbol.asyncDispose]: end }
}

const claims = (issue: number): string[] =>
  [
    { subtask: 1, approvedBy: [{ login: 'carol', comment: 1 }] },
    { subtask: 2, seen: 900_000_000_000_000 },
    { state: 'done' as const },
  ].map((trailers) =>
    renderMessage({ subject: 'Add it', body: 'It is there.', trailers: { issue, seen: 0, ...trailers } }),
  )

const inputsOf = ({ people = 1, owners = false, others = false }: Rules): Record<string, string> => ({
  'approvals-required': String(people),
  approvers: owners ? 'codeowners' : 'write',
  'allow-self-approval': String(!others),
})

/** The mind in the words of our tools. */
const scriptOf = (mind: Mind): Script => ({
  plan: ({ turn }) => call('create_plan', argumentsOf(mind.plan(turn))),
  revise: ({ turn, feedback }) => {
    const answers = feedback.map((comment) => ({ comment, applied: true, note: 'As you said.' }))
    const risks = [`Heard: ${feedback.join(', ')}.`]
    return call('create_plan', { ...argumentsOf(mind.plan(turn)), risks, answers })
  },
  ask: call('answer', { text: 'In `src/index.js`.' }),
  subtasks: {
    default: async ({ turn, subtask: step = 0, request }) => {
      if (turn % 2 === 1) return call('finish_subtask', { outcome: 'It is there.', commit_subject: `Add part ${step}` })
      const files = await mind.work(request.text, { step, tries: turn / 2 })
      return files ? written(files) : call('give_up', { reason: 'That was refused.' })
    },
  },
})

const argumentsOf = ({ title, text, steps }: OfferedPlan) => ({
  ...{ title, description: text, expected_outcome: 'It is there.', questions: [], risks: [], answers: [] },
  subtasks: steps.map(({ name, text: description, files, check, after = [] }, i) => ({
    ...{ number: i + 1, name, description, expected_outcome: 'It is there.', files },
    ...{ verify: [check], depends_on: after },
  })),
})

/** The calls that write these files; links are made by a command. */
const written = (files: Files): Reply =>
  calls(
    ...Object.entries(files).map(([path, given]) => {
      if (given === null) return call('delete_file', { path })
      if (typeof given === 'string') return call('write_file', { path, content: given })
      if (Buffer.isBuffer(given)) return call('run_command', { command: `head -c ${given.length} /dev/zero > ${path}` })
      return call('run_command', { command: `ln -s '${given.content.toString()}' '${path}'` })
    }),
  )

/** The record at `refs/measure-twice/<issue>-record`, and `/verify`. */
function recordOf(github: GitHub, hear: Seat['hear']): KeptRecord {
  const { bare } = github
  const refOf = (issue: number): string => `refs/measure-twice/${issue}-record`
  const idle: Mind = { plan: () => ({ title: '', text: '', steps: [] }), work: () => undefined }
  return {
    read: (issue) => git(bare, ['show', `${refOf(issue)}:record.json`]),
    write: async (issue, text, author = BOT) => {
      if (text === undefined) await git(bare, ['update-ref', '-d', refOf(issue)])
      else await forge(github, refOf(issue), { files: { 'record.json': text }, author })
    },
    holds: async (pull) => {
      const { event } = await github.comment('alice', pull, '/verify')
      await hear(event, { mind: idle, rules: {} })
      const answer = (await github.commentsOf(pull)).findLast(({ user }) => user?.login === BOT)?.body ?? ''
      return answer.includes('| ✅') && !answer.includes('| ❌')
    },
  }
}
