import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPlayground, type Defect } from './playground.ts'
import { CAMPAIGNS, everywhere, ONE_LIFE, recoveredIn, soak } from './soak.ts'
import { smallest } from './smaller.ts'
import type { Act, Schedule } from './schedule.ts'

// Part of `npm run soak`, with a fixed seed and a fixed number of schedules: the same ones each time.

beforeAll(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterAll(() => void vi.restoreAllMocks())

const say = (at: 'issue' | 'pull', body: string): Act => ({
  ...{ kind: 'person', jobs: false },
  what: { kind: 'say', at, login: 'bob', body },
})
const schedule: Act = { kind: 'schedule', jobs: false }
const CROWDED: Schedule = {
  from: 'planned',
  acts: [schedule, say('pull', 'approve'), { kind: 'dispatch', jobs: false }],
  moves: [
    { act: 0, requests: 3 },
    { act: 1, requests: 40 },
  ],
  strikes: [{ act: 1, nth: 2, kind: 'error 502' }],
}

describe('the soak', () => {
  const doubled: Defect = (real) => ({
    ...real,
    createComment: async (number, body) => {
      await real.createComment(number, body)
      return real.createComment(number, body)
    },
  })
  const unapproved: Defect = (real) => ({
    ...real,
    // What GitHub does not tell in one question is read one by one.
    readIssueBatch: async () => undefined,
    comments: async (number) =>
      (await real.comments(number)).map((one) => ({ ...one, body: one.body === '/help' ? 'approve' : one.body })),
  })

  test.each<[string, Defect, Schedule, RegExp]>([
    ['says everything twice', doubled, CROWDED, /^no comment stands twice: /],
    [
      'takes other words for an approval',
      unapproved,
      { ...CROWDED, acts: [schedule, say('pull', '/help'), schedule] },
      /^nothing is carried out that people did not approve: /,
    ],
  ])('finds a run that %s', { timeout: 300_000 }, async (_, defect, crowd, breach) => {
    await using ground = await openPlayground(defect)
    expect((await ground.play(crowd)).broken).toContainEqual(expect.stringMatching(breach))
  })

  test('makes what fails smaller, until nothing can be left out', async () => {
    const fails = async ({ acts, strikes }: Schedule): Promise<boolean> =>
      strikes.some(({ act }) => acts[act]?.kind === 'person')
    expect(await smallest(CROWDED, fails)).toEqual({
      ...{ from: 'planned', acts: [say('pull', 'approve')], moves: [] },
      strikes: [{ act: 0, nth: 2, kind: 'error 502' }],
    })
  })
})

test('how many faults cost no run is told of faults alone', () => {
  const kinds: [string, { met: number; recovered: number }][] = [
    ['error 500', { met: 30, recovered: 29 }],
    ['a connection reset', { met: 10, recovered: 10 }],
    ['kill before', { met: 9, recovered: 0 }],
  ]
  expect([recoveredIn(new Map(kinds)), recoveredIn(new Map(kinds.slice(2)))]).toEqual(['97.5', undefined])
})

describe('whatever order requests come in, and whatever goes wrong with them,', () => {
  /** A few of each: `npm run soak` plays on for as long as one lets it. */
  const COUNTS: Record<string, number> = {
    ...{ crowds: 1, kills: 1, faults: 1, people: 0, beside: 0, 'every request': 1 },
  }

  test('no promise is broken, and faults cost no run', { timeout: 600_000 }, async () => {
    await using ground = await openPlayground()
    const campaigns = [...CAMPAIGNS, await everywhere(ground, ONE_LIFE)]
    for (const campaign of campaigns) {
      const goOn = (played: number): boolean => played < (COUNTS[campaign.name] ?? 0)
      const { broken, played, kinds } = await soak(ground, campaign, { seed: 1, goOn, shrink: false })
      expect([campaign.name, played, broken]).toEqual([campaign.name, COUNTS[campaign.name], []])
      if (campaign.name === 'every request') expect(Number(recoveredIn(kinds) ?? 100)).toBeGreaterThanOrEqual(95)
    }
  })
})
