import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { World, WorldOptions } from '../../fakes/runner/world.ts'
import { runInProcess } from '../in-process.ts'
import { endState } from './end-state.ts'
import { bundled } from './stage.ts'

/**
 * A run may be killed at any moment, and all that it leaves is what GitHub holds then: the machine is thrown away. So
 * every event of a plan's life is run once undisturbed, and what GitHub holds before and after each request (REST,
 * GraphQL, fetches and pushes) is kept. Gone back to each of these moments, a run must bring people to what they find
 * after a life that nothing disturbed; moments between which nothing changed are one. They are played in this process,
 * which is quicker. Besides, the life is lived by the bundle in runs that are all killed, by turns right after their first
 * write and right before their second.
 */
type Snapshot = Awaited<ReturnType<World['github']['snapshot']>>
type EndState = Awaited<ReturnType<typeof endState>>
type Chapter = { event: WebhookEvent; before: Snapshot; moments: Map<string, Snapshot>; after: EndState }
type Life = { world: World; issue: number; chapters: Chapter[]; again: Runner }

/** Carries an event out, by the bundle or in this process. */
type Runner = (event: WebhookEvent) => Promise<unknown>

/** What is written, after something else happened on GitHub. */
type Said = string | { after: (github: World['github']) => Promise<unknown>; body: string }

export type Story = {
  story: string
  comments: readonly Said[]
  options?: WorldOptions
  /** The comments whose runs are killed; all of them where it is left out. */
  kills?: readonly number[]
  /** Whether it is also lived in runs that are all killed. */
  inPieces?: boolean
  /** Of the moments, those whose names (`when method path`) this matches, and the last; all of them where it is left out. */
  moments?: RegExp
  /** What carries out the events of a world, instead of the bundle. It cannot be killed, so `inPieces` is false then. */
  runner?: (world: World) => Runner
}

/** Carries events out in this process, and keeps from its output what they log. */
export const inThisProcess =
  (inputs: WorldOptions['inputs'] = {}) =>
  ({ github, model }: World): Runner =>
  async (event) => {
    const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    await runInProcess({ github, model, event, inputs: { sandbox: 'none', ...inputs } }).finally(() =>
      log.mockRestore(),
    )
  }

/** A life is told on the issue first, then on the pull request that came of it. */
async function live({ comments, options = {}, runner }: Story): Promise<Life> {
  // A sandbox decides which tools an agent needs, and so what its requests cost: all runs have the same one.
  const world = await bundled.stage({ ...options, inputs: { sandbox: 'none', ...options.inputs } })
  const run = runner?.(world) ?? world.run
  const again = (runner ?? inThisProcess(options.inputs))(world)
  const { github } = world
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate of requests' })
  const chapters: Chapter[] = []
  for (const said of comments) {
    const { after, body } = typeof said === 'string' ? { body: said } : said
    await after?.(github)
    const [pull] = await github.pulls()
    const { event } = await github.comment('alice', pull?.number ?? issue, body)
    const before = await github.snapshot()
    const moments = await momentsOf(github, () => run(event), before)
    chapters.push({ event, before, moments, after: await endState(world, issue) })
  }
  return { world, issue, chapters, again }
}

/** Runs an event, and tells what GitHub held before and after its requests, where it was not what it had held before. */
async function momentsOf(
  github: World['github'],
  run: () => Promise<unknown>,
  before: Snapshot,
): Promise<Chapter['moments']> {
  const keyOf = ({ refs, ...rest }: Snapshot): string => JSON.stringify([...refs, rest])
  const seen = new Set([keyOf(before)])
  const moments: Chapter['moments'] = new Map()
  github.watch = async ({ method, path }, when) => {
    const held = await github.snapshot()
    const [key, name] = [keyOf(held), `${moments.size + 1}: ${when} ${method} ${path}`]
    if (!seen.has(key)) moments.set(name, held)
    seen.add(key)
  }
  await run()
  github.watch = undefined
  return moments
}

/** What comes of a run that finds what one that was killed has left. */
async function runAgain({ world, issue, again }: Life, event: WebhookEvent, left: Snapshot): Promise<EndState> {
  await world.github.restore(left)
  world.model.requests.length = 0
  await again(event)
  return endState(world, issue)
}

/**
 * Lives a chapter in runs that are killed when one write of theirs has taken effect after the claim, which each has to
 * take anew, and tells how many there were.
 */
async function liveInPieces({ world, issue }: Life, { event, before }: Chapter): Promise<[number, EndState]> {
  const { github } = world
  await github.restore(before)
  for (let killed = 0; ; killed++) {
    world.model.requests.length = 0
    let writes = 0
    // What a run writes before its commit, such as its list of commits, must not keep it from ever coming to one.
    const later = Math.floor(killed / 6)
    const [last, when] = killed % 2 === 0 ? ([2 + later, 'after'] as const) : ([3 + later, 'before'] as const)
    github.fault = ({ write }) => (write && ++writes === last ? { kind: 'kill', when } : undefined)
    const { signal } = await world.run(event)
    github.fault = undefined
    if (signal !== 'SIGKILL') return [killed, await endState(world, issue)]
    if (killed === 100) throw new Error('It comes to no end.')
  }
}

/** The moments of a chapter that are played. The last one is where a run had done everything but tell it. */
const playedOf = (moments: Chapter['moments'], wanted = /^/): [string, Snapshot][] =>
  [...moments].filter(([name], at) => at === moments.size - 1 || wanted.test(name))

/** Tells stories, with their kills. */
export const tellKilled = (stories: readonly Story[]): void => describe.each(stories)('$story', tell)

function tell(story: Story): void {
  const { comments, inPieces = true, kills = [...comments.keys()] } = story
  let life: Life | undefined
  beforeAll(async () => {
    life = await live(story)
  }, 300_000)
  afterAll(() => life?.world.close())

  const killed = kills.map((n) => [n, wordsOf(comments[n] ?? '')] as const)
  test.each(killed)(
    'comment %i, "%s": killed before or after any request and run again, it comes to the same',
    { timeout: 900_000 },
    async (index) => {
      const chapter = life?.chapters[index]
      if (!life || !chapter) throw new Error('There was no such comment.')
      const { event, moments, after } = chapter
      const ends = new Map<string, EndState>()
      expect(moments.size).toBeGreaterThan(1)
      for (const [moment, left] of playedOf(moments, story.moments)) ends.set(moment, await runAgain(life, event, left))
      expect(Object.fromEntries(ends)).toEqual(Object.fromEntries([...ends.keys()].map((moment) => [moment, after])))
      if (!inPieces) return
      const [killed, end] = await liveInPieces(life, chapter)
      expect(killed).toBeGreaterThan(0)
      expect(end).toEqual(after)
    },
  )
}

const wordsOf = (said: Said): string => (typeof said === 'string' ? said : said.body)
