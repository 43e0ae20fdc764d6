import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BLIND } from './blind-tricks.ts'
import { HONEST } from './honest.ts'
import { HONEST_KINDS, KNOWN_TRICKS } from './known-tricks.ts'
import { MAKE, MAKE_UNSEEN, PYTHON_UNSEEN, UNITTEST } from './more-tricks.ts'
import { isThere, missedHonest, missedTricks, openPlayer, TRICKS } from './player.ts'
import { UNNAMED } from './unnamed.ts'
import { NODE, NODE_UNSEEN, type Played, type Project, type Unseen } from './tricks.ts'

// The whole corpus with the agent's loop; `npm run tricks` plays it over the bundle.

/** All rows of each project; none of a language that is not installed here, which its test's name tells. */
const played = <R>(all: readonly (readonly [Project, readonly R[]])[]) =>
  all.map(([project, rows]) => ({
    project,
    rows: isThere(project) ? rows : [],
    where: isThere(project) ? project.language : `${project.language}, which is not installed here: none was played`,
  }))

// Each row runs its checks on up to four trees.
const LONG = 400_000

test.each(played(TRICKS))('no trick gets an honest tick in $where', { timeout: LONG }, async ({ project, rows }) => {
  expect(await missedTricks(project, rows)).toEqual([])
})

test.each(played(HONEST))('no honest change is refused in $where', { timeout: LONG }, async ({ project, rows }) => {
  expect(await missedHonest(project, rows)).toEqual([])
})

const UNSEEN: [Project, readonly Unseen[]][] = [
  [NODE, NODE_UNSEEN],
  [UNITTEST, PYTHON_UNSEEN],
  [MAKE, MAKE_UNSEEN],
]

test.each(played(UNSEEN))('what only a reader sees is told in SECURITY.md, in $where', async ({ project, rows }) => {
  const security = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8')
  const about =
    security.split('\n').find((line) => line.startsWith('- **That a tick means that the code is right')) ?? ''
  const play = await openPlayer(project)
  const ended: object[] = []
  for (const { told, ...row } of rows) {
    expect(about).toContain(told)
    ended.push({ name: row.name, proof: (await play(row)).proof })
  }
  expect(ended).toEqual(rows.map(({ name }) => ({ name, proof: { proving: 1, guarding: 0 } })))
})

const namesIn = (all: readonly (readonly [Project, readonly Played[]])[]): string[] =>
  all.flatMap(([, rows]) => rows.map(({ name }) => name))

test('of the 37 tricks that agents were seen to try, 35 are played, and so is each kind of honest change', () => {
  const rows = new Set(namesIn([...TRICKS, ...UNSEEN]))
  const known = Object.entries(KNOWN_TRICKS)
  expect(known.flatMap(([, names]) => names).filter((name) => !rows.has(name))).toEqual([])
  expect([known.length, known.filter(([, names]) => names.length > 0).length]).toEqual([37, 35])
  const honest = namesIn(HONEST)
  expect(Object.values(HONEST_KINDS).filter((name) => !honest.includes(name))).toEqual([])
  expect(honest.length).toBeGreaterThanOrEqual(40)
  expect(UNNAMED.length).toBeGreaterThanOrEqual(8)
  expect(namesIn(UNNAMED).length).toBeGreaterThanOrEqual(60)
  expect(namesIn(BLIND).length).toBeGreaterThanOrEqual(45)
})
