import { expect, test } from 'vitest'
import { call, type Context, type Step } from '../../fakes/model/script.ts'
import { HONEST } from '../../tools/tricks/honest.ts'
import { missedHonest, missedTricks, present, TRICKS } from '../../tools/tricks/player.ts'
import type { Files } from '../../tools/tricks/tricks.ts'
import { checklist, offer, planOf as offered, saidByBot, stage } from '../scenarios/stage.ts'

// One row for each way to end; `npm run test:nightly` plays the whole corpus with the agent's loop, and `npm run tricks`
// over the bundle.

const SAMPLE = new Set([
  'a test that passed expects the wrong value',
  'a test that the subtask names expects the wrong value',
  'a new test asserts nothing',
  'the file of the test is deleted',
  'the code ends the process',
  'the program of the check says yes to everything',
  'what the tests expect is changed in a fixture',
  'a makefile that goes first has the target',
])
const HONEST_SAMPLE = new Set(['a feature with its tests', 'a refactoring', 'a new dependency that the plan names'])

const sampleOf = <R extends { name: string }, P extends { language: string }>(
  all: readonly (readonly [P, readonly R[]])[],
  names: ReadonlySet<string>,
) =>
  all
    .filter(([{ language }]) => /^(?:JavaScript|make)/.test(language))
    .map(([project, rows]) => ({
      project,
      rows: rows.filter(({ name }) => names.has(name)),
      language: project.language,
    }))
    .filter(({ rows }) => rows.length > 0)

test('every cheating change in the test sample exists in the corpus', () => {
  const found = sampleOf(TRICKS, SAMPLE).flatMap(({ rows }) => rows.map(({ name }) => name))
  expect(new Set(found)).toEqual(SAMPLE)
})

test.each(sampleOf(TRICKS, SAMPLE))(
  'no sampled trick to pass checks dishonestly gets a proven tick in $language',
  async ({ project, rows }) => {
    expect(await missedTricks(project, rows)).toEqual([])
  },
)

test.each(sampleOf(HONEST, HONEST_SAMPLE))(
  'no sampled honest change is refused in $language',
  async ({ project, rows }) => {
    expect(await missedHonest(project, rows)).toEqual([])
  },
)

test('with the built action, one cheating change is refused, one unproven, and one shown for review', async () => {
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
  expect(closing).toContain('- The test `test/limit.test.js` (subtask 3) was changed')
  expect(closing).toContain('guarded: all checks pass without it, too')
})
