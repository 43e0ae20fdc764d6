import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../test/places.ts'
import { PLANS, writeThousandPlans } from './thousand-plans.ts'

// `npm run report`, on a history of a thousand plans that were merged in all three ways.

const ROOT = resolve(import.meta.dirname, '../..')

const reportWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  spawnSync(join(ROOT, 'node_modules/.bin/node'), ['scripts/report/main.ts', ...args], {
    ...{ cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, ...env } },
  })
const report = (...args: string[]) => reportWith({}, ...args)

type Facts = { months: { asked: number; merged: number; tokensEach: number; costEach: number }[]; plans: Plan[] }
type Plan = {
  approvedVersion: number
  pauses: { reason: string }[]
  takenBack: number
  merged?: { how: string }
  reverted: boolean
}

test('a thousand plans are read by a few processes of git, however they were merged, as text, JSON and a page', () => {
  const repo = temporaryDirectory()
  execFileSync('git', ['init', '-q', '-b', 'main', repo])
  writeThousandPlans(repo)
  const page = join(repo, 'report.html')
  const trace = { GIT_TRACE2_EVENT: join(repo, 'trace') }
  const made = reportWith(trace, '--repo', repo, '--prices', 'input=2,output=10', '--json', '--html', page)
  expect(readFileSync(trace.GIT_TRACE2_EVENT, 'utf8').match(/"event":"start"/g)?.length).toBeLessThan(20)
  expect([made.status, made.stderr]).toEqual([0, ''])
  const { months, plans }: Facts = JSON.parse(made.stdout)
  const amount = (is: (plan: Plan) => boolean): number => plans.filter(is).length
  expect({
    asked: months.reduce((sum, { asked }) => sum + asked, 0),
    months: months.length,
    ways: ['merge', 'squash', 'rebase'].map((how) => amount(({ merged }) => merged?.how === how)),
    paused: amount(({ pauses }) => pauses[0]?.reason === 'budget'),
    takenBack: amount(({ takenBack }) => takenBack === 1),
    reverted: amount(({ reverted }) => reverted),
    atVersion1: amount(({ approvedVersion }) => approvedVersion === 1),
    each: months.map(({ tokensEach, costEach }) => `${tokensEach} ${costEach.toFixed(2)}`),
  }).toEqual({
    ...{ asked: PLANS, months: 9, ways: [333, 334, 333], paused: 100, takenBack: 50, reverted: 1, atVersion1: 200 },
    each: Array.from({ length: 9 }, () => '110000 0.30'),
  })
  const html = readFileSync(page, 'utf8')
  expect(html).toContain("default-src 'none'")
  // Nothing is loaded from elsewhere.
  expect(html).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)=|@import|url\(/)
  expect(report('--repo', repo).stdout).toMatch(/^Month +Asked +Approved at version[^\n]*\n2026-01 +114 +1: 22, 2: 23/)
})

test('what can be mended is said in a sentence', () => {
  const repo = temporaryDirectory()
  expect(report('--repo', repo).stderr).toContain('is no clone of a repository')
  execFileSync('git', ['init', '-q', '-b', 'main', repo])
  expect(report('--repo', repo).stderr).toContain('Name a branch with --base.')
  const by = ['-c', 'user.name=alice', '-c', 'user.email=alice@example.org']
  execFileSync('git', ['-C', repo, ...by, 'commit', '-q', '--allow-empty', '-m', 'First'])
  const none = report('--repo', repo)
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('Were the records fetched?')])
  expect(report('--repo', repo, '--prices', 'input=x').stderr).toContain('prices')
})
