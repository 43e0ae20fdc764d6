import { expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { commandDigest } from '../../src/guard/command-digest.ts'
import { runBaseTests } from '../../src/checks/base-tests.ts'
import { testsIn } from '../../src/publish/steps/finish.ts'
import { openContext } from '../agent-context.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { writeFiles } from '../places.ts'

// A test is a line `NAME VALUE`, which passes when the file `src/NAME` holds VALUE.
const run = (said: string) =>
  `r=0; for t in test/*.test; do while read -r n v; do grep -qx "$v" "src/$n" || { ${said}; r=1; }; done < $t; done; exit $r`
const NAMING = run('echo "FAIL $t"')
const SILENT = run('echo "no"')

const BASE = { 'src/one': '1\n', 'src/two': '2\n', 'test/a.test': 'one 1\n', 'test/b.test': 'two 2\n' }

const checkedBy = (command: string) => planOf([subtask(1, { verify: [command] })])

/** What the base's tests say of a last tree with these files besides those of the base. */
async function ended(
  files: Record<string, string>,
  command: string,
  { base = BASE as Record<string, string>, isKnown = false } = {},
) {
  const { ctx, root, repository, head } = await openContext(base, [])
  writeFiles(root, files)
  await git(repository, ['add', '--all'])
  const codes: string[] = []
  const onCheck = ({ code }: { code: string }) => void codes.push(code)
  const to = await git(repository, ['write-tree'])
  const passed = isKnown ? [{ command: commandDigest(command) }] : []
  const end = { plan: checkedBy(command), compared: { base: head, passed } }
  return { found: await runBaseTests({ ...ctx, onCheck }, end, to), codes }
}

/** The first file gets a test more, the second expects something else, as does the code. */
const MORE_AND_OTHER = { 'src/two': '3\n', 'test/a.test': 'one 1\none 1\n', 'test/b.test': 'two 3\n' }

test.each<[string, Record<string, string>, string, object, number, boolean?]>([
  ['one of two, as the runner says', MORE_AND_OTHER, NAMING, { brokenTests: ['test/b.test'] }, 4],
  ['one of two, as runs of each say', MORE_AND_OTHER, SILENT, { brokenTests: ['test/b.test'] }, 5],
  ['none, where all pass', { 'src/two': '2\n', 'test/a.test': 'one 1\ntwo 2\n' }, NAMING, {}, 1],
  ['none, where the check fails anyhow', { 'src/two': '3\n', 'test/a.test': 'two 9\n' }, NAMING, {}, 2],
  ['none, where only new tests came', { 'src/three': '3\n', 'test/c.test': 'three 3\n' }, NAMING, {}, 0],
  ['the only one', { 'src/two': '3\n', 'test/b.test': 'two 3\n' }, SILENT, { brokenTests: ['test/b.test'] }, 3],
  [
    'one on a base that is known',
    { 'src/two': '3\n', 'test/b.test': 'two 3\n' },
    SILENT,
    { brokenTests: ['test/b.test'] },
    2,
    true,
  ],
  [
    'none, where the check wants a test that only the new version has',
    { 'src/two': '3\n', 'test/a.test': 'one 1\n# new\n' },
    'grep -q new test/a.test',
    {},
    3,
  ],
])('of earlier test versions, those failing on new code: %s', async (_, files, command, wanted, runs, isKnown) => {
  const { found, codes } = await ended(files, command, { isKnown })
  expect([found, codes.length]).toEqual([wanted, runs])
  const tests = Object.keys(files).filter((path) => path in BASE && path.startsWith('test/'))
  expect(codes[0]).toBe(
    runs === 0 ? undefined : `with ${tests.length === 1 ? `\`${tests[0]}\`` : 'its tests'} as on the base`,
  )
})

test('earlier test versions that fail on new code only in combination are reported as a set', async () => {
  const both = 'grep -q new code && grep -q old test/a.test && grep -q old test/b.test && exit 1; true'
  const { found } = await ended({ code: 'new\n', 'test/a.test': 'new\n', 'test/b.test': 'new\n' }, both, {
    base: { code: 'old\n', 'test/a.test': 'old\n', 'test/b.test': 'old\n' },
  })
  expect(found).toEqual({ brokenSet: ['test/a.test', 'test/b.test'] })
})

test('if the base commit was not fetched, no test of the base branch is reported as broken', async () => {
  const { ctx, head } = await openContext(BASE, [])
  expect(
    await runBaseTests(ctx, { compared: { base: 'a'.repeat(40), passed: [] }, plan: checkedBy(NAMING) }, head),
  ).toEqual({})
})

test('a test that several subtasks changed is attributed to all of them', async () => {
  const { ctx } = await openContext(BASE, [])
  const path = 'test/a.test'
  const side = (digit: string) => ({ mode: '100644', blob: digit.repeat(40) })
  const changed = (name: string, one: number) => ({ path: name, from: side(`${one}`), to: side(`${one + 1}`) })
  const changes = new Map([[1, [changed(path, 1), changed('test/b.test', 1)]], [2, [changed(path, 2)]]]) // prettier-ignore
  const statuses = [1, 2, 3].map((one) => ({ subtask: subtask(one), proof: { proving: 1, guarding: 0 } }))
  const history = { executed: new Map([[3, { brokenTests: [path] }]]) }
  expect(await testsIn(ctx.repo, { statuses, history }, { ...ctx.settings, changes })).toEqual([
    { path, subtasks: [1, 2], kind: 'test', isDeleted: false, broken: 'alone' },
    { path: 'test/b.test', subtasks: [1], kind: 'test', isDeleted: false, broken: 'passes' },
  ])
})
