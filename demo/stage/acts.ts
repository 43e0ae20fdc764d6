import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { Life } from '../../test/invariants.ts'
import { readLife } from '../../test/read-life.ts'
import type { Lines } from '../lines.ts'
import type { Options } from '../options.ts'
import { cheat, type Measured } from './cheats.ts'
import { startCi } from './ci.ts'
import { changeBase, mergePlan, requestChanges } from './happenings.ts'
import { carriedOut, ISSUE } from './look.ts'
import type { Stage } from './open.ts'
import { PEOPLE, PLAN_FILE, type People, type Remark } from './people.ts'
import type { Player } from './player.ts'
import type { Control } from './scripted.ts'
import type { Act, CheckRun, Promised, Pull, View } from './view.ts'

type Tried = {
  id: number
  trick: string
  did: string
  at: string
  /** The newest comment at that time. */
  after: number
  before: Measured
  outcome: Measured | undefined
}

/** Everything that the page plays on. `maySpend` is whether somebody has said yes to what the model costs. */
export type Play = {
  stage: Stage
  options: Options
  lines: Lines
  people: People
  player: Player
  control: Control
  tried: Tried[]
  checks: CheckRun[]
  promises: Promised[]
  spending: { allowed: boolean }
  /** Has the page look again soon. */
  changed: () => void
}

/** What the attempts to cheat are judged by. */
export const measured = ({ promises }: Play, life: Life): Measured => ({
  carriedOut: carriedOut(life),
  broken: promises.flatMap(({ broken }) => broken),
})

const UNASKED = 'The model costs money. Allow it at the top of the page first.'

/** Does what the page asks for. Returns what is wrong with it, in a sentence, or nothing. */
export async function perform(play: Play, act: Act, view: View): Promise<string | undefined> {
  const { player, spending, stage } = play
  if (act.kind === 'spend') spending.allowed = true
  if (act.kind === 'commands') {
    Object.assign(stage.inputs, { 'setup-command': act.setup, 'verify-command': act.verify })
    return undefined
  }
  if (!spending.allowed) return UNASKED
  switch (act.kind) {
    case 'spend':
      return undefined
    case 'again':
      player.again(act.job)
      return undefined
    case 'cheat':
      return tryTo(play, act.id, view)
    case 'happen':
      return happen(play, act.id, view)
    default:
      break
  }
  if (!PEOPLE.some(({ login }) => login === act.as)) return 'There is no one of that name.'
  return act.kind === 'edit' ? edit(play, act, view) : speak(play, act, view)
}

const MAY_PUSH = ['admin', 'write', 'maintain']

/** Pushes another text of the plan, as its author has it. The next look at the pull request finds it. */
async function edit(
  { people, player, stage }: Play,
  { as, text }: Extract<Act, { kind: 'edit' }>,
  { pull, plan }: View,
): Promise<string | undefined> {
  if (!pull || !plan || pull.state !== 'open') return 'There is no plan to edit.'
  if (!PEOPLE.some(({ login, role }) => login === as && MAY_PUSH.includes(role)))
    return `${as} may not push to this repository.`
  if (text === plan.text) return 'Nothing was changed.'
  await people.push(as, pull.branch, { path: PLAN_FILE, text, message: `Edit ${PLAN_FILE}` })
  player.play({
    ...{ title: `${as} edited ${PLAN_FILE}; the next look at it`, group: pull.number },
    event: stage.github.dispatchEvent(pull.number),
  })
  return undefined
}

type Spoken = Extract<Act, { kind: 'comment' | 'remark' }>

async function speak({ people, player }: Play, act: Spoken, { issue, pull }: View): Promise<string | undefined> {
  const number = act.kind === 'comment' && act.place === 'issue' ? issue.number : pull?.number
  if (number === undefined) return 'There is no pull request yet.'
  if (act.kind === 'remark') {
    playRemark(player, { ...act, number, events: await people.remark(act.as, number, act) })
    return undefined
  }
  const { event } = await people.say(act.as, number, act.body)
  if (act.place === 'pull' || startsJob(act.body))
    player.play({ title: `${act.as}: “${short(act.body)}”`, group: number, event })
  return undefined
}

type Remarked = Pick<Remark, 'on'> & { as: string; number: number; body: string; events: readonly WebhookEvent[] }

/** GitHub sends an event for the review, and one for each remark. One of them is enough. */
function playRemark(player: Player, { as, number, on, body, events }: Remarked): void {
  const event = events[on.path === PLAN_FILE ? 1 : 0]
  const did = on.path === PLAN_FILE ? 'commented on the plan' : 'requested changes:'
  if (event) player.play({ title: `${as} ${did} “${short(body)}”`, group: number, event })
}

async function happen(play: Play, id: string, { happenings, pull }: View): Promise<string | undefined> {
  const { stage, people, player } = play
  const offered = happenings.find((one) => one.id === id)
  if (!offered || !pull) return 'There is no such thing.'
  if (!offered.ready) return offered.wait
  if (id === 'ci') return runCi(play, pull)
  if (id === 'merge') return void (await mergePlan(stage.github, pull))
  if (id === 'push') return void (await changeBase(stage.github, people))
  const review = await requestChanges(stage.github, people, pull)
  if (!review) return 'There is no src/limiter.ts on the branch.'
  playRemark(player, { ...review, as: 'bob', number: pull.number })
  return undefined
}

async function runCi({ stage, checks, changed }: Play, { branch, number }: Pull): Promise<string | undefined> {
  const sha = await stage.github.sha(`refs/heads/${branch}`)
  if (!sha) return 'The branch is gone.'
  const { run, ended } = startCi(stage, { id: checks.length + 1, branch, sha, ...(await momentOn(stage, number)) })
  checks.push(run)
  ended.catch((error: unknown) => Object.assign(run, { conclusion: 'failure', log: String(error) })).finally(changed)
  return undefined
}

/** Now, by the clock of the embedded GitHub, and the newest comment. */
async function momentOn({ github }: Stage, number: number): Promise<{ at: string; after: number }> {
  const newest = (await github.commentsOf(number)).at(-1)
  const now = new Date().toISOString()
  return { at: newest && newest.created_at > now ? newest.created_at : now, after: newest?.id ?? 0 }
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
  if (player.isBusy() !== (id === 'kill')) return 'Too late: something has happened meanwhile.'
  const target = pull && plan && { number: pull.number, branch: pull.branch, plan: plan.text }
  const before = measured(play, await readLife({ github: stage.github, issue: ISSUE, deeds: people.deeds }))
  const did = await cheat(id, target, { stage, people, player, control })
  const moment = await momentOn(stage, pull?.number ?? ISSUE)
  tried.push({ id: tried.length + 1, trick: id, did, ...moment, before, outcome: undefined })
  return undefined
}
