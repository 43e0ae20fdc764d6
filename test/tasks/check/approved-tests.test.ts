import { describe, expect, test } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOver, layTexts } from '../../../src/git/merge.ts'
import { commitTree, entryAt, writeBlob } from '../../../src/git/objects.ts'
import { type AcceptanceTest, verdictOf } from '../../../src/plan/plan.ts'
import { execute } from '../../../src/tasks/execute/run.ts'
import { check } from '../../../src/tasks/check/run.ts'
import type { AgentContext } from '../../../src/agent/context/agent-context.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, executeOrder, openContext, resultsIn, type Line } from '../../agent-context.ts'

// The approved tests are small shell programs: one passes when `src/NAME` is there.

const OF_ONE = {
  path: 'test/one.test',
  run: 'sh test/one.test',
  content: 'test -s src/one || { echo no one; exit 1; }\n',
}
const OF_TWO = { path: 'test/two.test', run: 'sh test/two.test', content: 'test -s src/two\n' }
const FILES = { 'src/base': 'base\n', '.gitignore': 'out/\n' }
const settings: Partial<AgentContext['settings']> = { testFiles: ['**/*.test'] }

const write = (path: string, content: string): [string, object] => ['write_file', { path, content }]
const run = (command: string): [string, object] => ['run_command', { command }]
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])

type Given = { acceptance?: AcceptanceTest[]; tryFirst?: string[]; number?: number; proof?: 'off' }

/** An attempt at a subtask, the first of two, each of which names its test. What the agent is told comes with it. */
async function attempt({ acceptance = [OF_ONE, OF_TWO], tryFirst = [], number = 1, proof }: Given, lines: Line[]) {
  const told: string[] = []
  const heard = lines.map((line): Line => (request) => {
    told.push(...resultsIn(request))
    return typeof line === 'function' ? line(request) : line
  })
  const place = await openContext(FILES, heard)
  const ctx = { ...place.ctx, settings: { ...place.ctx.settings, ...settings, ...(proof ? { proof } : {}) } }
  const part = (n: number, { path }: AcceptanceTest) => subtask(n, { files: [`src/part${n}`, path], verify: [] })
  const plan = planOf([part(1, OF_ONE), part(2, OF_TWO)], { acceptance })
  const input = executeOrder(place.head, plan, { subtask: number, tryFirst })
  return { ...place, ctx, plan, result: await execute(input, ctx), told: told.join('\n') }
}

const wellDone = [calls(write('src/one', '1\n')), finish]

describe('a subtask', () => {
  test('a subtask starts with its approved test in place, and the test’s command is one of its checks', async () => {
    const { result, told, requests } = await attempt({}, [calls(run('cat test/one.test test/two.test')), ...wellDone])
    expect(told).toContain('no one')
    expect(told).toMatch(/test\/two\.test: No such file/)
    expect(JSON.stringify(requests[0])).toContain('There already, and staying as approved: test/one.test')
    const checks = result.kind === 'executed' ? result.checks : []
    expect(checks.map((check) => [check.command, check.before, verdictOf(check)])).toEqual([[OF_ONE.run, 'failed', 'proving']]) // prettier-ignore
  })

  test('a subtask’s patch does not contain its approved test, which is committed from the plan', async () => {
    const { result, repository, head } = await attempt({}, wellDone)
    const patch = Buffer.from(result.kind === 'executed' ? result.patch : '', 'base64').toString()
    expect(patch).toContain('src/one')
    expect(patch).not.toContain('test/one.test')
    const tree = await layTexts(repository, head, [OF_ONE])
    expect(await entryAt(repository, tree, OF_ONE.path)).toMatchObject({
      mode: '100644',
      id: await writeBlob(repository, OF_ONE.content),
    })
  })

  test.each<[string, [string, object]]>([
    ['edits its test', write('test/one.test', 'true\n')],
    ['deletes it', run('rm test/one.test')],
    ['puts a link in its place', run('ln -sf ../src/base test/one.test')],
    ['puts a folder in its place', run('rm test/one.test && mkdir test/one.test && echo true > test/one.test/a')],
    ['makes its folder a link', run('mv test other && ln -s other test')],
    ['makes it a program', run('chmod +x test/one.test')],
  ])('a subtask that %s is refused, and the test restored', async (_, cheat) => {
    const { result, told, root } = await attempt({}, [calls(cheat), finish, calls(write('src/one', '1\n')), finish])
    expect(told).toMatch(/Not done:\n- `test\/one\.test` is a test that people approved with the plan.*put back/)
    expect(result.kind).toBe('executed')
    expect(readFileSync(join(root, OF_ONE.path), 'utf8')).toBe(OF_ONE.content)
  })

  test('a subtask that writes another subtask’s approved test is refused, and the file is removed', async () => {
    const { result, told, root } = await attempt({}, [
      calls(write('src/one', '1\n'), write('test/two.test', 'true\n')),
      finish,
      finish,
    ])
    expect(told).toMatch(/`test\/two\.test` is a test that people approved/)
    expect([result.kind, existsSync(join(root, OF_TWO.path))]).toEqual(['executed', false])
  })

  test('a subtask must keep its approved test even with `proof: off`', async () => {
    const { told, result } = await attempt({ proof: 'off' }, [calls(run('rm test/one.test')), finish, ...wellDone])
    expect([result.kind, told.includes('that people approved')]).toEqual(['executed', true])
  })

  test('a subtask is not done while its approved test fails', async () => {
    const { told } = await attempt({}, [finish, calls(['give_up', { reason: 'No way.' }])])
    expect(told).toMatch(/`sh test\/one\.test` failed \(exit code 1\)/)
  })
})

describe('before anything is done', () => {
  const all = [OF_ONE.path, OF_TWO.path]
  const halted = async (second: Partial<AcceptanceTest>) =>
    attempt({ acceptance: [OF_ONE, { ...OF_TWO, ...second }], tryFirst: all }, wellDone)

  test.each<[string, Partial<AcceptanceTest>, RegExp]>([
    ['passes', { content: 'true\n' }, /`test\/two\.test` proves nothing: it passes before anything is done/],
    ['runs no test', { content: 'echo "ℹ pass 0"\n' }, /proves nothing: `sh test\/two\.test` runs no test/],
    ['has no program', { run: 'flurb test/two.test' }, /cannot be run: `flurb test\/two\.test` \(exit code 127\)/],
    ['ends itself', { content: 'kill -9 $$\n' }, /cannot be run: .*ended by SIGKILL/],
  ])('an approved test that %s pauses the plan without a model call', async (_, second, why) => {
    const { result, requests } = await halted(second)
    expect(result).toMatchObject({ kind: 'halted', reason: 'acceptance', text: expect.stringMatching(why) })
    expect(result.kind === 'halted' && result.text).not.toContain('one.test')
    expect(requests).toEqual([])
  })

  test('running approved tests on the base branch leaves no files for the subtask', async () => {
    const leaving = { ...OF_TWO, content: 'mkdir -p out; echo x > out/left; echo y > src/left; exit 1\n' }
    const ls = calls(run('ls out src test; true'))
    const { result, told } = await attempt({ acceptance: [OF_ONE, leaving], tryFirst: all }, [ls, ...wellDone])
    expect(result.kind).toBe('executed')
    expect(told).not.toMatch(/left|two\.test/)
  })

  test('before the first subtask each approved test runs alone, without the other approved tests', async () => {
    const both = { path: 'test/two.test', run: 'for t in test/*.test; do sh $t || exit 1; done', content: 'true\n' }
    const { result } = await attempt({ acceptance: [OF_ONE, both], tryFirst: all }, wellDone)
    expect(result).toMatchObject({ kind: 'halted', text: expect.stringMatching(/two\.test.*passes before/) })
  })
})

describe('at the end', () => {
  const orderFor = (head: string, plan: ReturnType<typeof planOf>) => ({
    ...{ kind: 'check' as const, of: 'tests' as const, id: 'accept', number: 12, head, allowance: {} },
    ...{ plan, subtasks: [1, 2], commits: ['', ''] },
  })
  const plan = planOf(
    [subtask(1, { files: [OF_ONE.path], verify: ['false'] }), subtask(2, { files: [OF_TWO.path], verify: [] })],
    { acceptance: [OF_ONE, OF_TWO] },
  )

  test('at the end of a plan every approved test runs on the final commit, and nothing else', async () => {
    const files = { 'src/one': '1\n', [OF_ONE.path]: OF_ONE.content, [OF_TWO.path]: OF_TWO.content }
    const { ctx, head } = await openContext(files, [])
    const result = await check(orderFor(head, plan), ctx)
    expect(result.kind === 'checked' && result.checks.map(({ command, passed }) => [command, passed])).toEqual([
      [OF_ONE.run, true],
      [OF_TWO.run, false],
    ])
  })

  test('an approved test that the same job already ran on the same files is not run again', async () => {
    const files = { [OF_ONE.path]: OF_ONE.content, [OF_TWO.path]: OF_TWO.content }
    const { ctx, head } = await openContext(files, [])
    const counting = { ...OF_ONE, run: 'echo x >> $HOME/count; false' }
    const input = orderFor(head, { ...plan, acceptance: [counting] })
    const first = await check(input, ctx)
    expect(ctx.known.checks.size).toBe(1)
    expect(await check(input, ctx)).toEqual(first)
  })

  test.each([
    ['fewer of its tests', 'ℹ pass 1', 'exit code 0, with 1 of the 2 tests that ran when its subtask was done'],
    ['none that it tells of', 'well', 'exit code 0, with no word of the 2 tests that ran when its subtask was done'],
    [
      'some that it skips',
      'ℹ pass 2\nℹ skipped 3',
      'exit code 0, with 3 tests skipped, and 0 when its subtask was done',
    ],
    ['all of them', 'ℹ pass 2', 'exit code 0'],
  ])('approved tests running %s by later configuration fail: %s', async (_, said, exit) => {
    const run = 'cat .mocharc.yml said'
    const test = { ...OF_ONE, run }
    const place = await openContext({ '.mocharc.yml': 'ℹ pass 2\n', said: '\n', [OF_ONE.path]: OF_ONE.content }, [])
    const { repository, head } = place
    const blob = await writeBlob(repository, `${said}\n`)
    const tree = await layOver(repository, head, [{ path: '.mocharc.yml', mode: '100644', blob }])
    const last = await commitTree(repository, { tree, parents: [head], message: 'Later', author: { name: 'A', email: 'a@b' } }) // prettier-ignore
    const input = { ...orderFor(last, { ...plan, acceptance: [test] }), subtasks: [1], commits: [head] }
    expect(await check(input, place.ctx)).toMatchObject({ checks: [{ exit, passed: exit === 'exit code 0' }] })
  })

  test('a run of approved tests whose time is up reports that', async () => {
    const { ctx, head } = await openContext({ [OF_ONE.path]: OF_ONE.content }, [])
    const signal = AbortSignal.abort('time')
    expect(await check(orderFor(head, plan), { ...ctx, signal })).toMatchObject({ kind: 'stopped', why: 'time' })
  })
})
