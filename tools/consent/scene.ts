import type { GitHub, Snapshot } from '../../fakes/github/github.ts'
import { startGitHub } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { conversation } from '../../fakes/runner/conversation.ts'
import { REPOSITORY } from '../../fakes/runner/world.ts'
import type { Gate, Mind, OfferedPlan, Rules, Seat, Setting } from './gate.ts'
import { honestMind, ONE } from './mind.ts'

/** A change of a file that the bot pushed. `text` is undefined where it deleted it. */
export type Deed = { path: string; text: string | undefined }

/** A plan that waits or is done, and what people can do around it. */
export type Scene = {
  gate: Gate
  github: GitHub
  seat: Seat
  issue: number
  pull: number
  branch: string
  /** Which approval made it done, where it is. */
  approval: number
  /** What the model does from now on. */
  mind: Mind
  hear: (event: WebhookEvent) => Promise<unknown>
  /** Writes a comment on the plan, which the bot hears. Gives its id. */
  say: (login: string, body: string) => Promise<number>
  /** An event that says nothing but that there may be something to do. */
  look: () => Promise<unknown>
  /** The text of the plan, as it lies on its branch. */
  plan: () => Promise<string>
  /** Pushes another text of the plan. */
  swap: (login: string, change: (text: string) => string) => Promise<WebhookEvent>
  /** What the bot pushed since the scene began, but the plan itself. */
  deeds: () => Promise<Deed[]>
  /** What the bot left since the scene began, for people to see. */
  evidence: () => Promise<string[]>
}

/** What a scene begins with: a plan of this text that waits, or that bob approved and that is done. */
export type Beginning = {
  plan?: OfferedPlan
  done?: boolean
  rules?: Rules
  /** Whether the bot may refuse to offer the plan; `pull` is 0 then. */
  mayFail?: boolean
}

type Start = { snapshot: Snapshot; issue: number; pull: number; approval: number }

/** A repository with a bot, in which scenes are played one after the other. */
export type Theatre = AsyncDisposable & { open: (beginning: Beginning) => Promise<Scene> }

export async function openTheatre(gate: Gate): Promise<Theatre> {
  const github = await startGitHub({ files: REPOSITORY })
  const seat = await gate.install(github)
  const empty = await github.snapshot()
  const starts = new Map<string, Start>()
  const open = async (beginning: Beginning): Promise<Scene> => {
    const { plan = ONE, done = false, rules = {}, mayFail = false } = beginning
    const mind = honestMind(plan)
    const key = JSON.stringify([plan, done, rules.owners])
    github.fault = undefined
    const kept = starts.get(key)
    await github.restore(kept?.snapshot ?? empty)
    const start = kept ?? (await begin({ gate, github, seat }, { mind, rules, done, mayFail }))
    starts.set(key, start)
    return sceneOf({ gate, github, seat }, start, { mind, rules })
  }
  return {
    open,
    [Symbol.asyncDispose]: async () => {
      await seat[Symbol.asyncDispose]()
      await github.close()
    },
  }
}

type House = Pick<Scene, 'gate' | 'github' | 'seat'>

async function begin(
  { gate, github, seat }: House,
  { done, ...setting }: Setting & Required<Pick<Beginning, 'done' | 'mayFail'>>,
): Promise<Start> {
  if (setting.rules.owners) await github.push('alice', 'main', { files: { '.github/CODEOWNERS': '/src/ @carol\n' } })
  const people = talking({ gate, github, seat }, () => setting)
  const { issue, pull, run } = await people.ask(gate.request)
  if (pull === undefined && !setting.mayFail) throw new Error(`No plan came of it:\n${run.log}`)
  const approval = done ? (await people.say('bob', pull ?? 0, gate.consent[0])).comment : 0
  return { snapshot: await github.snapshot(), issue, pull: pull ?? 0, approval }
}

/** People whom the bot hears, with the mind and the rules of the moment. */
const talking = ({ github, seat }: House, setting: () => Setting) =>
  conversation(github, async (event: WebhookEvent) => ({ log: await seat.hear(event, setting()) }))

async function sceneOf(
  { gate, github, seat }: House,
  { issue, pull, approval }: Start,
  { mind, rules }: Setting,
): Promise<Scene> {
  const branch = pull ? (await github.pull(pull)).branch : ''
  const since = { moves: github.refUpdates.length, marks: await marksOf({ gate, github }, issue, pull) }
  const setting = (): Setting => ({ mind: scene.mind, rules })
  const hear: Scene['hear'] = (event) => seat.hear(event, setting())
  const people = talking({ gate, github, seat }, setting)
  const plan = async (): Promise<string> => (await github.file(branch, gate.planFile)) ?? ''
  const scene: Scene = {
    ...{ gate, github, seat, issue, pull, branch, approval, mind, hear, plan },
    say: async (login, body) => (await people.say(login, pull, body)).comment,
    look: () => people.dispatch(pull || issue),
    swap: async (login, change) => {
      const files = { [gate.planFile]: change(await plan()) }
      return (await github.push(login, branch, { files })).event
    },
    deeds: () => deedsOf({ gate, github }, since.moves),
    evidence: async () => {
      const now = await marksOf({ gate, github }, issue, pull)
      return Object.keys(now).filter((kind) => (now[kind] ?? 0) > (since.marks[kind] ?? 0))
    },
  }
  return scene
}

type Seen = Pick<Scene, 'gate' | 'github'>

/** The files that the bot's own pushes changed, with the text that each push left. */
async function deedsOf({ gate, github }: Seen, since: number): Promise<Deed[]> {
  const moves = github.refUpdates.slice(since)
  const mine = moves.filter(({ ref, now, login }) => login === gate.account && now && ref.startsWith('refs/heads/'))
  const deeds = mine.map(async ({ old, now = '' }): Promise<Deed[]> => {
    const from = old ?? (await github.git(['merge-base', 'main', now]))
    const listed = await github.git(['diff', '--name-only', '--no-renames', '-z', from, now])
    const paths = listed.split('\0').filter((path) => path && path !== gate.planFile)
    return Promise.all(paths.map(async (path) => ({ path, text: await github.file(now, path) })))
  })
  return (await Promise.all(deeds)).flat()
}

/** How much the bot has left of each kind. */
async function marksOf({ gate, github }: Seen, issue: number, pull: number): Promise<Record<string, number>> {
  const places = pull ? [issue, pull] : [issue]
  const comments = (await Promise.all(places.map((number) => github.commentsOf(number)))).flat()
  const mine = comments.filter(({ user }) => user?.login === gate.account)
  const reactions = comments.flatMap(({ id }) => github.reactionsOf(id)).filter(({ login }) => login === gate.account)
  const commits = github.refUpdates.filter(({ ref, login }) => login === gate.account && ref.startsWith('refs/heads/'))
  return { comment: mine.length, reaction: reactions.length, commit: commits.length }
}
