import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Life } from '../../test/invariants.ts'
import { planIn } from '../../test/oracle.ts'
import { readLife } from '../../test/soak/read-life.ts'
import { linesOf, type Lines } from '../lines.ts'
import type { Options } from '../options.ts'
import { cheat, cheatsIn, judged, TRICKS, type Measured, type Scene } from './cheats.ts'
import { createFeed, type Feed } from './feed.ts'
import { patchOf, transcriptsOf } from './keep.ts'
import { carriedOut, ISSUE, lookerAt, phaseOf, promisesOf, sessionsIn } from './look.ts'
import type { Stage } from './open.ts'
import { PEOPLE, peopleOn, type People } from './people.ts'
import { createPlayer, type Player } from './player.ts'
import { stageScript, type Control } from './scripted.ts'
import type { Show } from './serve.ts'
import { chipsFor } from './suggest.ts'
import type { Act, Promised, Session, View } from './view.ts'

/** Milliseconds between two looks while something goes on. */
const INTERVAL = 300

type Tried = {
  id: number
  trick: string
  did: string
  at: string
  last: number
  before: Measured
  after: Measured | undefined
}

/** Everything that the page plays on. `maySpend` is whether somebody has said yes to what the model costs. */
type Play = {
  stage: Stage
  options: Options
  lines: Lines
  people: People
  player: Player
  control: Control
  tried: Tried[]
  promises: Promised[]
  spending: { allowed: boolean }
}

/** Opens an issue on the embedded GitHub, and lets people play with it. Its feed ends with `stop` of the stage. */
export async function openShow(stage: Stage, options: Options): Promise<Show & { rest(): Promise<void> }> {
  const people = peopleOn(stage.github)
  const lines = linesOf(options)
  await stage.github.openIssue('alice', { title: lines.title, body: lines.body })
  const control: Control = { lie: false, lyingAbout: undefined, plan: async () => planIn((await lifeOf()).thread) }
  const lifeOf = (): Promise<Life> => readLife(stage.github, ISSUE, people.deeds)
  if (stage.model) stage.model.script = stageScript(control)
  const look = lookAgain(stage.stop, () => refresh())
  const player = createPlayer(stage, {
    changed: look.soon,
    ended: async () => {
      control.lyingAbout = undefined
      play.promises = await promisesNow(play, await lifeOf())
    },
  })
  const play: Play = {
    ...{ stage, options, lines, people, player, control, tried: [], promises: [] },
    spending: { allowed: stage.model !== undefined },
  }
  const looker = lookerAt(stage.github, (id) => people.deeds.said.get(id)?.untouched === false)
  const view = async (): Promise<View> => viewOf(play, looker, await lifeOf())
  const feed: Feed = createFeed(await view())
  const refresh = async (): Promise<boolean> => {
    feed.show(await view())
    return player.isBusy()
  }
  const act = async (asked: Act): Promise<string | undefined> => {
    const problem = await perform(play, asked, feed.last().view)
    await refresh()
    look.soon()
    return problem
  }
  return { feed, act, downloads: downloadsOf(play), rest: () => player.rest() }
}

/** Looks again soon, once for however many reasons, and goes on looking while something is going on. */
function lookAgain(stop: AbortSignal, look: () => Promise<boolean>): { soon: () => void } {
  let waiting = false
  const soon = (): void => {
    if (waiting || stop.aborted) return
    waiting = true
    setTimeout(() => {
      waiting = false
      look().then(
        (isBusy) => isBusy && soon(),
        () => stop.aborted || soon(),
      )
    }, INTERVAL).unref()
  }
  return { soon }
}

async function promisesNow({ player }: Play, life: Life): Promise<Promised[]> {
  return promisesOf(life, !player.isBusy() && !player.isCutOff())
}

type Looker = ReturnType<typeof lookerAt>

async function viewOf(play: Play, looker: Looker, life: Life): Promise<View> {
  const { stage, player, lines, spending } = play
  const isBusy = player.isBusy()
  const pull = await looker.pull()
  const plan = pull && (await looker.plan(pull.branch))
  const sessions = await sessionsIn(stage.folder)
  const phase = phaseOf(life, { isBusy, isCutOff: player.isCutOff() })
  const target = pull && plan && { number: pull.number, branch: pull.branch, plan: plan.text }
  const scene: Scene = { phase, target, isBusy, isScripted: stage.model !== undefined }
  return {
    ...{ project: projectOf(play), people: PEOPLE, maySpend: spending.allowed, phase, plan, sessions, pull },
    issue: await looker.issue(),
    commits: pull ? await looker.commits(pull.branch) : [],
    jobs: player.jobs(),
    usage: usageOf(sessions, stage.runs.at(-1)?.outputs['cost']),
    chips: chipsFor(phase, lines),
    cheats: cheatsIn(scene),
    attempts: attemptsOf(play, life),
    promises: play.promises,
  }
}

function projectOf({ stage: { github, model, sandbox }, options: { brain } }: Play): View['project'] {
  const { owner, name, url } = github
  const inputs = brain.kind === 'endpoint' ? brain.inputs : {}
  const real = `${inputs['model'] ?? 'the default model'} at ${inputs['openai-base-url'] ?? 'api.openai.com'}`
  const address = `${url}/${owner}/${name}`
  return { owner, name, address, scripted: model !== undefined, model: model ? 'script' : real, walls: sandbox }
}

function usageOf(sessions: readonly Session[], cost = ''): View['usage'] {
  const turns = sessions.flatMap((session) => session.turns)
  const sum = (of: 'input' | 'cached' | 'output'): number => turns.reduce((all, turn) => all + turn[of], 0)
  return { input: sum('input'), cached: sum('cached'), output: sum('output'), cost, turns: turns.length }
}

const measured = ({ promises }: Play, life: Life): Measured => ({
  carriedOut: carriedOut(life),
  broken: promises.flatMap(({ broken }) => broken),
})

/** What came of each attempt to cheat. Once it can be told, it stays as it is, whatever is approved later. */
function attemptsOf(play: Play, life: Life): View['attempts'] {
  const isOver = !play.player.isBusy() && !play.player.isCutOff()
  return play.tried.map((one) => {
    if (isOver) one.after ??= measured(play, life)
    const now = one.after ?? one.before
    const { title = '', why = '' } = TRICKS.find(({ id }) => id === one.trick) ?? {}
    const seen = judged({ trick: one.trick, before: one.before, now, isOpen: one.after === undefined })
    return { id: one.id, title, did: one.did, why, after: one.last, at: one.at, ...seen }
  })
}

const UNASKED = 'The model costs money. Allow it at the top of the page first.'

async function perform(play: Play, act: Act, view: View): Promise<string | undefined> {
  const { people, player, spending } = play
  if (act.kind === 'spend') spending.allowed = true
  if (!spending.allowed) return UNASKED
  if (act.kind === 'again') player.again(act.job)
  if (act.kind === 'cheat') return tryTo(play, act.id, view)
  if (act.kind !== 'comment' && act.kind !== 'remark') return undefined
  if (!PEOPLE.some(({ login }) => login === act.as)) return 'There is nobody of that name.'
  const { pull, issue } = view
  const number = act.kind === 'comment' && act.place === 'issue' ? issue.number : pull?.number
  if (number === undefined) return 'There is no pull request yet.'
  const words = short(act.body)
  if (act.kind === 'remark') {
    const events = await people.remark(act.as, number, { line: act.line, body: act.body })
    for (const event of events.slice(1)) player.play({ title: `${act.as} remarked “${words}”`, group: number, event })
    return undefined
  }
  const { event } = await people.say(act.as, number, act.body)
  if (act.place === 'pull' || startsJob(act.body))
    player.play({ title: `${act.as} commented “${words}”`, group: number, event })
  return undefined
}

/** Whether the workflow's condition lets a comment on an issue start a job. */
const startsJob = (body: string): boolean => ['/plan', '/ask', '/help', '/doctor'].some((name) => body.includes(name))

const short = (body: string): string => {
  const line = (body.split('\n')[0] ?? '').replaceAll('`', '')
  return line.length > 50 ? `${line.slice(0, 48).trimEnd()}…` : line
}

async function tryTo(play: Play, id: string, { cheats, pull, plan }: View): Promise<string | undefined> {
  const { stage, people, player, control, tried } = play
  const offered = cheats.find((one) => one.id === id)
  if (!offered) return 'There is no such cheat.'
  if (!offered.ready) return offered.wait
  const target = pull && plan && { number: pull.number, branch: pull.branch, plan: plan.text }
  const before = measured(play, await readLife(stage.github, ISSUE, people.deeds))
  const did = await cheat(id, target, { stage, people, player, control })
  const newest = pull && (await stage.github.commentsOf(pull.number)).at(-1)
  const now = new Date().toISOString()
  const at = newest && newest.created_at > now ? newest.created_at : now
  tried.push({ id: tried.length + 1, trick: id, did, at, last: newest?.id ?? 0, before, after: undefined })
  return undefined
}

const WORKFLOW = join(import.meta.dirname, '../../examples/one-job.yml')

const downloadsOf = ({ stage }: Play): Show['downloads'] => ({
  patch: async () => {
    const branch = (await stage.github.pulls()).at(-1)?.branch
    const body = branch && (await patchOf(stage.github, branch))
    return body ? { name: 'plan.patch', type: 'text/x-patch; charset=utf-8', body } : undefined
  },
  transcript: async () => {
    const body = (await transcriptsOf(stage.folder)).map(({ text }) => text).join('')
    return body ? { name: 'transcript.jsonl', type: 'application/jsonl; charset=utf-8', body } : undefined
  },
  workflow: async () => ({
    ...{ name: 'measure-twice.yml', type: 'text/yaml; charset=utf-8' },
    body: await readFile(WORKFLOW, 'utf8'),
  }),
})
