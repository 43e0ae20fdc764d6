import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layOver } from '../../src/git/lay-over.ts'
import { applyPatch, changesBetweenTrees, commitTree, writeBlob } from '../../src/git/objects.ts'
import { proofCounts } from '../../src/plan/evidence.ts'
import { testsIn } from '../../src/publish/write/changed-files.ts'
import { call, type Context, type Step } from '../../fakes/model/script.ts'
import type { ModelReply } from '../../src/work/agent/model.ts'
import { execute } from '../../src/work/agents/execute.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { checklist, offer, planOf as offered, saidByBot, stage } from '../scenarios/stage.ts'
import { partOf } from '../part.ts'
import { calls, executeOrder, openRoom, resultsIn } from '../work/room.ts'
import { HONEST } from './honest.ts'
import { HONEST_KINDS, KNOWN_TRICKS } from './known-tricks.ts'
import {
  GO,
  GO_TRICKS,
  MAKE,
  MAKE_TRICKS,
  MAKE_UNSEEN,
  PYTHON_TRICKS,
  PYTHON_UNSEEN,
  RUST,
  RUST_TRICKS,
  UNITTEST,
} from './more-tricks.ts'
import {
  NODE,
  NODE_TRICKS,
  NODE_UNSEEN,
  type Files,
  type Played,
  type Project,
  type Trick,
  type Unseen,
} from './tricks.ts'

// What an agent may try so that checks pass, and what honest ones do: played with real git, real runners and the loop of
// the agent, whose model is scripted. Each project is one repository, in which each row begins from a commit of its own.

// Programs that a version manager starts look for themselves in the home, and checks have another.
process.env['RUSTUP_HOME'] ??= join(homedir(), '.rustup')

const FINISH = calls(['finish_subtask', { outcome: 'All tests pass.', commit_subject: 'Mend it' }])
const GIVE_UP = calls(['give_up', { reason: 'That was refused.' }])
const WHO = { name: 'A', email: 'a@b' }

const callsOf = ({ writes = {}, command = '' }: Played): [string, object][] => {
  const gone = Object.keys(writes).filter((path) => writes[path] === null)
  const shell = [...gone.map((path) => `rm ${path}`), command].filter(Boolean).join('; ')
  return [
    ...Object.entries(writes).flatMap(([path, content]): [string, object][] =>
      content === null ? [] : [['write_file', { path, content }]],
    ),
    ...(shell ? [['run_command', { command: shell }] satisfies [string, object]] : []),
  ]
}

const present = (files: Files): Record<string, string> =>
  Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text]])))

/** Plays rows in one repository, one after the other. What checks said of a tree is known to those that follow. */
async function openPlayer({ files, check, named: usual }: Project) {
  let turns: ModelReply[] = []
  let told: string[] = []
  const {
    room,
    repository: repo,
    head: first,
  } = await openRoom(present(files), [
    (request) => {
      told.push(...resultsIn(request))
      return turns.shift() ?? GIVE_UP
    },
  ])
  const treeOf = async (onto: string, changes: Files): Promise<string> => {
    const sides = Object.entries(changes).map(async ([path, text]) =>
      text === null
        ? { path, mode: '000000', blob: '0'.repeat(40) }
        : { path, mode: '100644', blob: await writeBlob(repo, text) },
    )
    return layOver(repo, onto, await Promise.all(sides))
  }
  return async (row: Played) => {
    const tree = await treeOf(first, row.base ?? {})
    const head = await commitTree(repo, { tree, parents: [first], message: 'What was there', author: WHO })
    const { files: named = usual, text: description = 'Mend it.', checks = [check] } = row
    const plan = planOf([subtask(1, { files: [...named], description, verify: [...checks] })])
    told = []
    turns = [calls(...callsOf(row)), FINISH]
    if (callsOf(row).length === 0) turns = [FINISH]
    const result = await execute(executeOrder(head, plan), room)
    if (result.kind !== 'executed') return { refused: told.join('\n') }
    const to = (await applyPatch(repo, head, result.patch)) ?? head
    const changes = new Map([[1, await changesBetweenTrees(repo, head, to)]])
    const state = {
      statuses: plan.subtasks.map((one) => ({ subtask: one, proof: proofCounts(result.checks) })),
      history: { executed: new Map([[1, { brokenTests: result.brokenTests }]]) },
    }
    const shown = await testsIn(repo, state, { changes, testFiles: [], verifyCommand: undefined })
    return { proof: proofCounts(result.checks), shown: shown.map(({ path }) => path) }
  }
}

const isThere = ({ needs }: Project): boolean => spawnSync('sh', ['-c', needs]).status === 0

/** A part of the rows of each project, and those of a language that is not installed here, which its test's name tells. */
const played = <R>(all: readonly (readonly [Project, readonly R[]])[]) =>
  all.map(([project, rows]) => ({
    project,
    rows: isThere(project) ? partOf(rows) : [],
    where: isThere(project) ? project.language : `${project.language}, which is not installed here: none was played`,
  }))

const TRICKS: [Project, readonly Trick[]][] = [
  [NODE, NODE_TRICKS],
  [UNITTEST, PYTHON_TRICKS],
  [MAKE, MAKE_TRICKS],
  [GO, GO_TRICKS],
  [RUST, RUST_TRICKS],
]

test.each(played(TRICKS))('no trick gets an honest tick in $where', async ({ project, rows }) => {
  const play = await openPlayer(project)
  const missed: object[] = []
  for (const { expected, ...row } of rows) {
    const ended = await play(row)
    const isCaught =
      expected === 'not proven'
        ? ended.proof?.proving === 0
        : 'shown' in expected
          ? ended.shown?.includes(expected.shown)
          : ended.refused !== undefined && expected.refused.test(ended.refused)
    if (!isCaught) missed.push({ name: row.name, expected, ...ended })
  }
  expect(missed).toEqual([])
})

test.each(played(HONEST))('no honest change is refused in $where', async ({ project, rows }) => {
  const play = await openPlayer(project)
  const missed: object[] = []
  for (const { proof, ...row } of rows) {
    const ended = await play(row)
    const said = ended.proof && (ended.proof.proving > 0 ? 'proven' : 'guarded')
    if (said !== proof) missed.push({ name: row.name, proof, ...ended })
  }
  expect(missed).toEqual([])
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
  expect(honest.length).toBeGreaterThanOrEqual(25)
})

test('over the bundle, one trick is refused, one is not proven, and one is shown to people first', async () => {
  const write = (path: string, content = ''): Step => call('write_file', { path, content })
  const finish = (number: number): Step =>
    call('finish_subtask', { outcome: 'All tests pass.', commit_subject: `Part ${number}` })
  const told: string[] = []
  const mended: Step = ({ results }: Context) => {
    told.push(...results.map(({ text }) => text))
    return call('write_file', { path: 'src/limit.js', content: 'export const limit = (n) => Math.min(n, 10)\n' })
  }
  const cap = (most: number): Files => ({
    'src/limit.js': `export const limit = (n) => (n > ${most} ? ${most} : n)\n`,
    'test/limit.test.js': `import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { limit } from '../src/limit.js'\ntest('it caps', () => assert.equal(limit(20), ${most}))\n`,
  })
  const written = (files: Files): Step[] => Object.entries(files).map(([path, text]) => write(path, text ?? ''))
  const plan = offered([
    { number: 1, files: ['src/limit.js'], verify: ['node --test'] },
    { number: 2, files: ['src/half.js'], verify: ['node --test'], depends_on: [1] },
    { number: 3, files: ['src/limit.js', 'test/limit.test.js'], verify: ['node --test'], depends_on: [2] },
  ])
  const script = {
    plan: [offer(plan)],
    subtasks: {
      1: [
        ...written(cap(12)),
        finish(1),
        mended,
        ...written({ 'test/limit.test.js': cap(10)['test/limit.test.js'] ?? '' }),
        finish(1),
      ],
      2: [write('src/half.js', 'export const half = (n) => n\n'), finish(2)],
      3: [...written(cap(15)), finish(3)],
    },
  }
  await using world = await stage({ script })
  await world.github.push('alice', 'main', { files: { 'package.json': '{"type":"module"}\n', ...present(cap(10)) } })
  const { pull = 0 } = await world.plan()
  expect((await world.say('bob', pull, 'approve')).outputs['plan-state']).toBe('done')
  expect(told.join('\n')).toMatch(/`test\/limit\.test\.js` was changed, and its earlier version fails on the new code/)
  expect((await checklist(world, pull)).filter((line) => line.includes('· not proven'))).toHaveLength(2)
  const closing = (await saidByBot(world, pull)).at(-1) ?? ''
  expect(closing).toContain('- `test/limit.test.js` (subtask 3) was changed: its earlier version fails on the new code')
  expect(closing).toContain('guarded: all checks pass without it, too')
})
