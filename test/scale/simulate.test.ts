import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planCost, scheduleCost } from '../../bench/scale/costs.ts'
import { limiterOf } from '../../bench/scale/limiter.ts'
import { APP, GITHUB_TOKEN, ORGANISATION, type Organisation } from '../../bench/scale/organisation.ts'
import { growthPage } from '../../bench/scale/page.ts'
import { simulate } from '../../bench/scale/simulate.ts'

const day = (more: Partial<Organisation>) => simulate({ ...ORGANISATION, ...GITHUB_TOKEN, ...more })

describe('a day', () => {
  test('a simulated day with one plan has the cost of its runs, and no waiting', () => {
    const { requests, writes, runnerMinutes, finished, waits, most } = day({ repositories: 1, plans: 1 })
    // The schedule looks once, too. Each begun minute counts: 5 of the plan, 19 of the work, 1 of the merge and the look.
    const looks = scheduleCost(1)
    // Three subtasks of five steps each.
    expect([requests, writes]).toEqual([planCost(3).requests + 15 + looks.requests, planCost(3).writes + 15])
    expect([runnerMinutes, finished, most.jobs]).toEqual([5 + 19 + 1 + 1, 1, 2])
    expect(waits).toEqual({ runner: 0, limit: 0, person: 0 })
  })

  test.each<[string, Partial<Organisation>, 'runner' | 'limit' | 'person']>([
    ['people', { people: 1 }, 'person'],
    ['runners', { jobsAtOnce: 1, people: 99 }, 'runner'],
    ['requests', { requestsAnHour: 100, token: 'of all', people: 99, jobsAtOnce: 999 }, 'limit'],
    ['writes', { writesAnHour: 50, token: 'of all', people: 99, jobsAtOnce: 999 }, 'limit'],
  ])('a simulated day with too few %s makes plans wait for these only', (_, scarce, kind) => {
    const { waits } = day({ plans: 100, ...scarce })
    expect(Object.entries(waits).flatMap(([what, minutes]) => (minutes > 5 ? [what] : []))).toEqual([kind])
  })

  test('simulating a day is deterministic', () => expect(day({})).toEqual(day({})))
})

test('simulated requests beyond an hourly or minutely limit wait, with a limit per repository’s token', () => {
  const cost = { requests: 400, writes: 60 }
  const own = limiterOf(GITHUB_TOKEN)
  expect([0, 0, 0].map(() => own.take(1, 10, cost))).toEqual([10, 11, 60])
  expect(own.take(2, 10, cost)).toBe(10)
  const app = limiterOf({ ...APP, requestsAnHour: 700 })
  expect([app.take(1, 10, cost), app.take(2, 10, cost)]).toEqual([10, 60])
  expect(app.most()).toEqual(cost)
})

test('bench/scale/README.md contains what `npm run growth` prints', () => {
  const text = readFileSync(join(import.meta.dirname, '../../bench/scale/README.md'), 'utf8')
  for (const part of growthPage({ ...ORGANISATION, ...GITHUB_TOKEN }, { ...ORGANISATION, ...APP })
    .trim()
    .split('\n\n'))
    expect(text).toContain(part)
})
