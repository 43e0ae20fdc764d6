import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import { call } from '../../fakes/model/script.ts'
import type { World, WorldOptions } from '../../fakes/runner/world.ts'
import { endState } from './end-state.ts'
import { planOf, revised, stage, TWO } from './stage.ts'

/**
 * A run may be killed at any moment, and all that it leaves is what GitHub holds then: the machine is thrown away. So
 * every event of a plan's life is run once undisturbed, and what GitHub holds before and after each request (REST,
 * GraphQL, fetches and pushes) is kept. Gone back to each of these moments, a run must bring people to what they find
 * after a life that nothing disturbed; moments between which nothing changed are one. Besides, the life is lived in
 * runs that are all killed, by turns right after their first write and right before their second.
 */
type Snapshot = Awaited<ReturnType<World['github']['snapshot']>>
type EndState = Awaited<ReturnType<typeof endState>>
type Chapter = { event: WebhookEvent; before: Snapshot; moments: Map<string, Snapshot>; after: EndState }
type Life = { world: World; issue: number; chapters: Chapter[] }

/** A life is told on the issue first, then on the pull request that came of it. */
async function live(comments: readonly string[], options: WorldOptions): Promise<Life> {
  const world = await stage(options)
  const { github } = world
  const { number: issue } = await github.openIssue('alice', { title: 'Limit the rate of requests' })
  const chapters: Chapter[] = []
  for (const body of comments) {
    const [pull] = await github.pulls()
    const { event } = await github.comment('alice', pull?.number ?? issue, body)
    const before = await github.snapshot()
    const moments = await momentsOf(world, event, before)
    chapters.push({ event, before, moments, after: await endState(world, issue) })
  }
  return { world, issue, chapters }
}

/** Runs an event, and tells what GitHub held before and after its requests, where it was not what it had held before. */
async function momentsOf({ github, run }: World, event: WebhookEvent, before: Snapshot): Promise<Chapter['moments']> {
  const keyOf = ({ refs, ...rest }: Snapshot): string => JSON.stringify([...refs, rest])
  const seen = new Set([keyOf(before)])
  const moments: Chapter['moments'] = new Map()
  github.watch = async ({ method, path }, when) => {
    const held = await github.snapshot()
    const [key, name] = [keyOf(held), `${moments.size + 1}: ${when} ${method} ${path}`]
    if (!seen.has(key)) moments.set(name, held)
    seen.add(key)
  }
  await run(event)
  github.watch = undefined
  return moments
}

/** What comes of a run that finds what one that was killed has left. */
async function runAgain({ world, issue }: Life, event: WebhookEvent, left: Snapshot): Promise<EndState> {
  await world.github.restore(left)
  world.model.requests.length = 0
  await world.run(event)
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
    const [last, when] = killed % 2 === 0 ? ([2, 'after'] as const) : ([3, 'before'] as const)
    github.fault = ({ write }) => (write && ++writes === last ? { kind: 'kill', when } : undefined)
    const { signal } = await world.run(event)
    github.fault = undefined
    if (signal !== 'SIGKILL') return [killed, await endState(world, issue)]
    if (killed === 100) throw new Error('It comes to no end.')
  }
}

const GIVES_UP = [call('give_up', { reason: 'There is no router in this repository.' })]

describe.each([
  {
    story: 'a plan that is revised, approved and carried out',
    comments: ['/plan add a limiter', 'Please name the risks.', 'approve'],
  },
  {
    story: 'a plan that is done, and goes on with a next version',
    comments: ['/plan add a limiter', 'approve', '/revise Document it, too.', 'approve'],
    options: {
      script: { revise: revised({ ...TWO, subtasks: [...TWO.subtasks, ...planOf([{ number: 3 }]).subtasks] }) },
    },
    from: 2,
  },
  { story: 'a plan that is cancelled', comments: ['/plan add a limiter', 'cancel'], from: 1 },
  {
    story: 'a plan that fails, is tried again, and goes on without a part',
    comments: ['/plan add a limiter', 'approve', '/retry', '/skip 2'],
    options: { script: { subtasks: { 2: GIVES_UP } }, inputs: { 'max-attempts': '1' } },
    from: 2,
  },
  {
    story: 'a plan of which something is taken back, in commits that GitHub makes one by one',
    comments: ['/plan add a limiter', 'approve', '/undo 1'],
    options: { inputs: { 'commit-with': 'api' } },
    from: 2,
    // Each commit takes two writes, so that such runs get nowhere.
    inPieces: false,
  },
])('$story', ({ comments, options = {}, from = 0, inPieces = true }) => {
  let life: Life | undefined
  beforeAll(async () => {
    life = await live(comments, options)
  }, 300_000)
  afterAll(() => life?.world.close())

  test.each([...comments.entries()].slice(from))(
    'comment %i, "%s": killed before or after any request and run again, it comes to the same',
    { timeout: 300_000 },
    async (index) => {
      const chapter = life?.chapters[index]
      if (!life || !chapter) throw new Error('There was no such comment.')
      const { event, moments, after } = chapter
      const ends = new Map<string, EndState>()
      expect(moments.size).toBeGreaterThan(1)
      for (const [moment, left] of moments) ends.set(moment, await runAgain(life, event, left))
      expect(Object.fromEntries(ends)).toEqual(Object.fromEntries([...moments.keys()].map((moment) => [moment, after])))
      if (!inPieces) return
      const [killed, end] = await liveInPieces(life, chapter)
      expect(killed).toBeGreaterThan(0)
      expect(end).toEqual(after)
    },
  )
})
