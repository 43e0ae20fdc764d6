import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JournalEntry, WebhookEvent } from '../github/types.ts'
import { call } from '../model/script.ts'
import type { World, WorldOptions } from '../runner/world.ts'
import { endState } from './end-state.ts'
import { stage } from './stage.ts'

/**
 * Every event of a plan's life is run again and again from the same beginning, killed at another request each time, and
 * then run once more: what people find in the end must be what they find after a life that nothing disturbed.
 *
 * Every write (REST, GraphQL and pushes) is taken before and after it took effect. Of the reads every sixth is: between
 * two writes nothing changes outside the process, so that a kill at any read leaves what a kill after the write before
 * it leaves, and that point is taken already.
 */
const READS = 6

type Snapshot = Awaited<ReturnType<World['github']['snapshot']>>
type EndState = Awaited<ReturnType<typeof endState>>
type Point = { write: boolean; ordinal: number; when: 'before' | 'after'; what: string }
type Chapter = { event: WebhookEvent; before: Snapshot; after: EndState; points: Point[] }
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
    const { journal } = await world.run(event)
    chapters.push({ event, before, after: await endState(world, issue), points: pointsOf(journal) })
  }
  return { world, issue, chapters }
}

function pointsOf(journal: readonly JournalEntry[]): Point[] {
  const points = (write: boolean, whens: readonly Point['when'][]): Point[] =>
    journal
      .filter((entry) => entry.write === write)
      .flatMap(({ kind, method, path }, i) =>
        whens.map((when) => ({ write, ordinal: i + 1, when, what: `${i + 1}: ${when} ${kind} ${method} ${path}` })),
      )
  return [...points(true, ['before', 'after']), ...points(false, ['after']).filter((_, i) => i % READS === 0)]
}

/** Kills the run of a chapter at a point, runs it again, and tells what came of it. */
async function killAt({ world, issue }: Life, { event, before }: Chapter, point: Point): Promise<EndState | string> {
  const { github, model } = world
  await github.restore(before)
  model.requests.length = 0
  let count = 0
  github.fault = ({ write }) =>
    write === point.write && ++count === point.ordinal ? { kind: 'kill', when: point.when } : undefined
  const killed = await world.run(event)
  github.fault = undefined
  if (killed.signal !== 'SIGKILL') return `The run came to its end without that request:\n${killed.log}`
  await world.run(event)
  return endState(world, issue)
}

/** All points of a chapter, in two worlds at the same time that differ in nothing. */
async function killEverywhere(lives: readonly Life[], index: number): Promise<[Record<string, unknown>, EndState]> {
  const [first] = lives.flatMap(({ chapters }) => chapters[index] ?? [])
  const [ends, points] = [new Map<string, unknown>(), [...(first?.points ?? [])]]
  await Promise.all(
    lives.map(async (life) => {
      const chapter = life.chapters[index]
      for (let point = points.shift(); point && chapter; point = points.shift())
        ends.set(point.what, await killAt(life, chapter, point))
    }),
  )
  if (!first || ends.size === 0) throw new Error('Nothing was killed.')
  return [Object.fromEntries(ends), first.after]
}

const GIVES_UP = [call('give_up', { reason: 'There is no router in this repository.' })]

describe.each([
  {
    story: 'a plan that is revised, approved and carried out',
    comments: ['/plan add a limiter', 'Please name the risks.', 'approve'],
  },
  { story: 'a plan that is cancelled', comments: ['/plan add a limiter', 'cancel'], from: 1 },
  {
    story: 'a plan that fails, is tried again, and goes on without a part',
    comments: ['/plan add a limiter', 'approve', '/retry', '/skip 2'],
    options: { script: { subtasks: { 2: GIVES_UP } }, inputs: { 'max-attempts': '1' } },
    from: 2,
  },
])('$story', ({ comments, options = {}, from = 0 }) => {
  const lives: Life[] = []
  beforeAll(async () => {
    lives.push(...(await Promise.all([live(comments, options), live(comments, options)])))
  })
  afterAll(() => Promise.all(lives.map(({ world }) => world.close())))

  // The last first: the embedded GitHub goes back to what was, and not forward again.
  test.each([...comments.entries()].slice(from).reverse())(
    'comment %i, "%s": killed at any request and run again, it comes to the same',
    { timeout: 300_000 },
    async (index) => {
      const [ends, undisturbed] = await killEverywhere(lives, index)
      expect(ends).toEqual(Object.fromEntries(Object.keys(ends).map((point) => [point, undisturbed])))
    },
  )
})
