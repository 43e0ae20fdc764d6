import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Snapshot } from '../../fakes/github/github.ts'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { runHere, runInProcess } from '../../test/in-process.ts'
import { createWorld } from '../../fakes/runner/world.ts'
import type { RunOutcome } from '../../src/runner/outputs.ts'
import { ALWAYS, AT_REST, breachesOf, UNDISTURBED, type Said } from '../../test/invariants.ts'
import { connectGitHub } from '../../src/github/github.ts'
import type { Forge } from '../../src/github/forge.ts'
import { conduct, type Conductor, type Player } from './conductor.ts'
import { threeJobsInProcess } from './three-jobs.ts'
import { GOOD_MODEL } from './model.ts'
import { act, type Target } from './people.ts'
import { readLife, type Deeds } from '../../test/read-life.ts'
import type { Beginning, Schedule } from './schedule.ts'

/** How a schedule was played: what was broken, what went wrong on purpose, and how its runs ended. */
export type Played = {
  broken: string[]
  met: string[]
  /** Runs that took part, those that heal afterwards not among them. */
  runs: number
  /** The requests of the run of each act, in order. */
  asked: string[][]
  /** The problems of each run of an act that was not killed. */
  problems: (readonly string[])[]
  state: string
}

export type Playground = AsyncDisposable & { play: (schedule: Schedule) => Promise<Played> }

type Start = Pick<Target, 'issue' | 'base' | 'opened'> & { snapshot: Snapshot; said: ReadonlyMap<number, Said> }
type Servers = Awaited<ReturnType<typeof open>>

const INPUTS = { sandbox: 'none' }
/** The branch of a person's pull request. */
const THEIRS = 'half-a-limiter'
const WRITERS = ['alice', 'bob', 'carol']

/** What is put between the action and GitHub, to see whether a defect there is found. */
export type Defect = (real: Forge) => Forge

/** Opens a GitHub and a model, on which schedules are played one after the other. */
export async function openPlayground(defect?: Defect): Promise<Playground> {
  const servers = await open(defect)
  const { github } = servers
  const issue = await onIssue(servers)
  const make: Record<Beginning, () => Promise<Start>> = {
    issue: () => Promise.resolve(issue),
    planned: () => withPlan(servers, issue),
    opened: () => onIssue(servers, '/plan add a limiter'),
    theirs: async () => withPlan(servers, await onTheirs(servers)),
  }
  const made = new Map<Beginning, Start>()
  /** Where a schedule begins: made when the first one begins there. */
  const startAt = async (from: Beginning): Promise<Start> => {
    const known = made.get(from)
    if (known) return known
    ;[github.fault, servers.model.fault] = [undefined, undefined]
    await github.restore(issue.snapshot)
    const start = await make[from]()
    made.set(from, start)
    return start
  }
  return {
    play: async (schedule) => play(servers, await startAt(schedule.from), schedule),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.left)
      await servers.world.close()
      await rm(servers.folder, { recursive: true, force: true })
    },
  }
}

async function open(defect: Defect | undefined) {
  const world = await createWorld({ script: GOOD_MODEL, inputs: INPUTS, play: runHere })
  const folder = await mkdtemp(join(tmpdir(), 'soak-'))
  return {
    world,
    github: world.github,
    model: world.model,
    folder,
    defect,
    left: new Set<Promise<unknown>>(),
    count: { runs: 0 },
  }
}

async function onIssue({ github }: Servers, body = 'We are flooded.'): Promise<Start> {
  const { number: issue, event: opened } = await github.openIssue('alice', { title: 'Limit the rate', body })
  return { snapshot: await github.snapshot(), issue, base: 'main', opened, said: new Map() }
}

/** A pull request of bob, for whose branch a plan can be asked for. */
async function onTheirs({ github }: Servers): Promise<Start> {
  await github.push('bob', THEIRS, { files: { 'src/theirs.js': 'export const half = 1\n' } })
  const { number: issue, event: opened } = await github.openPull('bob', { branch: THEIRS, title: 'Half a limiter' })
  return { snapshot: await github.snapshot(), issue, base: THEIRS, opened, said: new Map() }
}

async function withPlan({ world }: Servers, start: Start): Promise<Start> {
  const { comment } = await world.say('alice', start.issue, '/plan add a limiter')
  return {
    ...start,
    snapshot: await world.github.snapshot(),
    said: new Map([[comment, { login: 'alice', body: '/plan add a limiter', untouched: true }]]),
  }
}

/** One play: the conductor, the runs that were started, and where it is played. */
type Game = Servers & Target & { conductor: Conductor; schedule: Schedule; started: Map<number, Started> }
type Started = { player: Player; outcome: Promise<RunOutcome | undefined>; event: WebhookEvent | undefined }

async function play(servers: Servers, start: Start, schedule: Schedule): Promise<Played> {
  const { github, model } = servers
  await github.restore(start.snapshot)
  model.requests.length = 0
  for (const login of WRITERS) github.setRole(login, login === 'alice' ? 'admin' : 'write')
  const conductor = conduct()
  ;[github.fault, model.fault] = [conductor.onGitHub, conductor.onModel]
  const said = new Map(start.said)
  const deeds: Deeds = { said, writers: new Set(WRITERS), pushed: [], lines: [], tampered: false }
  const { issue, base, opened } = start
  const game: Game = { ...servers, conductor, schedule, issue, base, opened, deeds, started: new Map() }
  await perform(game)
  await drain(game)
  const broken = await breaches(game, 'then')
  const problems = await problemsOf(game)
  const healing = await settle(game)
  const life = await readLife(game)
  const calm = schedule.strikes.length === 0 ? [...UNDISTURBED] : []
  const end = breachesOf({ ...life, paid: paidIn(game) }, [...ALWAYS, ...AT_REST, ...calm])
  const players = [...game.started.values()].map(({ player }) => player)
  return {
    broken: [...new Set([...broken, ...end, ...healing])],
    met: players.flatMap(({ met }) => met),
    runs: players.length,
    asked: players.map(({ asked }) => asked),
    problems,
    state: life.thread.branch?.commits.at(-1)?.entry?.trailers.state ?? '',
  }
}

/** Plays the moves, then everything that has not begun. */
async function perform(game: Game): Promise<void> {
  const { schedule, conductor } = game
  const count = schedule.acts.length
  for (const { act: number, requests } of schedule.moves) {
    const player = await begin(game, number % count)
    for (let n = 0; player && n < requests && (await conductor.step(player)); n++);
  }
  for (let number = 0; number < count; number++) await begin(game, number)
}

/** Makes an act happen, once, and gives the run that it starts. */
async function begin(game: Game, number: number): Promise<Player | undefined> {
  const before = game.started.get(number)
  const what = game.schedule.acts[number]
  if (before || !what) return before?.player
  const strikes = game.schedule.strikes.filter((one) => one.act % game.schedule.acts.length === number)
  const event = what.kind === 'again' ? game.started.get(number - 1)?.event : await act(game, what)
  const started = start(game, { event, jobs: what.jobs, strikes })
  game.started.set(number, started)
  return started.player
}

type Entry = { event: WebhookEvent | undefined; jobs: boolean; strikes: Schedule['strikes'] }

function start(game: Game, { event, jobs, strikes }: Entry): Started {
  const { github, model, conductor, left, count, folder, defect } = game
  const id = String(++count.runs)
  const runId = String(910_000 + count.runs)
  const stop = new AbortController()
  const player: Player = {
    ...{ id, waiting: [], asked: [], met: [], strikes: [...strikes], ended: event === undefined, killed: false },
    wake: () => undefined,
    kill: () => {
      github.workflowRuns.set(Number(runId), { attempt: 1, ended: true })
      stop.abort()
    },
  }
  conductor.players.set(id, player)
  const token = `${github.token}_run${id}`
  const { parallel, reader } = game.schedule
  const wanted = {
    parallel: parallel ? '2' : '1',
    'reader-model': reader ? 'reader' : '',
  }
  const inputs = { ...INPUTS, ...wanted, 'github-token': token, 'openai-api-key': `sk-test_run${id}` }
  const forge = defect?.(connectGitHub({ owner: 'octo', repo: 'demo' }, { token, address: github.url }))
  const spec = {
    ...{ github, model, event: event ?? github.scheduleEvent(), inputs, stop: stop.signal },
    env: { GITHUB_RUN_ID: runId },
    ...(forge ? { forge } : {}),
  }
  const running = event ? (jobs ? threeJobsInProcess(spec, folder) : runInProcess(spec)) : Promise.resolve(undefined)
  const outcome = running.finally(() => {
    player.ended = true
    player.wake()
    left.delete(outcome)
  })
  left.add(outcome)
  return { player, outcome, event }
}

/** Lets every run come to its end, the first one first. One that waits for something lets the next one go on. */
async function drain({ conductor }: Pick<Game, 'conductor'>): Promise<void> {
  for (;;) {
    const live = [...conductor.players.values()].filter(({ ended, killed }) => !ended && !killed)
    if (live.length === 0) return
    for (const player of live) while (await conductor.step(player));
  }
}

async function breaches(game: Game, when: string): Promise<string[]> {
  const life = await readLife(game)
  return breachesOf(life, ALWAYS).map((breach) => `${breach} (${when})`)
}

async function problemsOf({ started }: Game): Promise<(readonly string[])[]> {
  const ended = [...started.values()].filter(({ player }) => !player.killed)
  return Promise.all(ended.map(async ({ outcome }) => textsOf(await outcome)))
}

const textsOf = (outcome: RunOutcome | undefined): string[] => (outcome?.problems ?? []).map(({ text }) => text)

/** Later runs, which nothing disturbs, do what is left, until nothing is. Gives what they could not. */
async function settle(game: Game): Promise<string[]> {
  const { github, issue } = game
  const problems: string[] = []
  for (let n = 0; n < 3; n++) {
    const pull = (await github.pulls()).findLast(({ state }) => state === 'open')
    const event = github.takeDispatch() ?? github.dispatchEvent(n === 0 ? issue : (pull?.number ?? issue))
    const before = writesIn(github)
    const { outcome } = start(game, { event, jobs: false, strikes: [] })
    await drain(game)
    problems.splice(0, Infinity, ...textsOf(await outcome))
    if (n > 0 && writesIn(github) === before) break
    if (n === 2) problems.push('Later runs come to no end: each writes something.')
  }
  // A person broke it, and a person has to mend it.
  const isTheirs = (problem: string): boolean =>
    problem.startsWith('The plan file cannot be read') &&
    game.schedule.acts.some((one) => one.kind === 'person' && one.what.kind === 'break')
  return problems.filter((one) => !isTheirs(one)).map((problem) => `a later run ends green: ${problem}`)
}

/** The writes that GitHub was asked for. A run that was killed may still try, and its requests come to nothing. */
const writesIn = ({ journal }: Servers['github']): number =>
  journal.filter(({ write, fault }) => write && !fault).length

/** What each run paid for, once for each run. */
function paidIn({ model }: Game): string[] {
  const paid = model.requests.flatMap(({ phase, subtask, revision, newest, headers }) => {
    const what = phase === 'execute' ? `subtask ${subtask}` : `${phase} ${revision ?? ''} ${newest.slice(-200)}`
    return [JSON.stringify([what, headers.authorization])]
  })
  return [...new Set(paid)].map((one) => z.tuple([z.string(), z.string()]).parse(JSON.parse(one))[0])
}
