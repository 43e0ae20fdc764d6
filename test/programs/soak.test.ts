import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPlayground, type Defect } from '../soak/playground.ts'
import { smallest } from '../soak/smaller.ts'
import type { Act, Schedule } from '../soak/schedule.ts'

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
    say: async (number, body) => {
      await real.say(number, body)
      return real.say(number, body)
    },
  })
  const unapproved: Defect = (real) => ({
    ...real,
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
  ])('finds a run that %s', { timeout: 120_000 }, async (_, defect, crowd, breach) => {
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
