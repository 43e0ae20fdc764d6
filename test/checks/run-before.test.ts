import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { git } from '../../src/git/git.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import type { RanCheck } from '../../src/agent/context/agent-context.ts'
import { cleanLine } from '../../src/publish/view/text/text.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { calls, executeOrder, openContext, says, type Line } from '../agent-context.ts'

const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])
const giveUp = calls(['give_up', { reason: 'No way.' }])
const write = (path: string): [string, object] => ['write_file', { path, content: 'x\n' }]

/** An attempt of an agent whose worktree has a copy, in which checks may run beside it. */
async function attempt(verify: string[], lines: readonly Line[], files: string[] = ['new.test']) {
  const aside = await openContext({ a: 'a\n' }, [says('')])
  const { repo, sandbox, freshSandbox, setUp, setUpAgain } = aside.ctx
  const runs: RanCheck[] = []
  const room = await openContext({ a: 'a\n' }, lines, {
    openSpareWorktree: async () => ({ repo, sandbox, freshSandbox, setUp, setUpAgain }),
    onCheck: (run) => void runs.push(run),
  })
  await git(repo, ['fetch', '-q', room.repository.gitDir, room.head])
  const order = executeOrder(room.head, planOf([subtask(1, { files, verify })]))
  return { ...room, runs, aside: aside.root, result: await execute(order, room.ctx) }
}

/** A first turn that is over when a file is there. */
const once = (path: string): Line => calls(['run_command', { command: `until [ -e ${path} ]; do sleep 0.02; done` }])

const suite = (top: string) => `seq 1 3000; echo "not ok 7 - the old one"; seq 1 3000; touch ${top}; exit 1`

test('the agent is told which checks fail on the unchanged code, with an excerpt and the output’s path', async () => {
  const flag = join(process.env['TMPDIR'] ?? '/tmp', `before-${process.pid}`)
  const ofNewFile = `test -e new.test || ! touch ${flag}-2`
  const { requests, steps, result } = await attempt(
    [suite(flag), ofNewFile],
    [once(flag), once(`${flag}-2`), calls(['run_command', { command: 'wc -l "$TMPDIR"/check-*.log' }]), giveUp],
  )
  const told = requests.flatMap(({ messages }) => messages.slice(1).map(({ text }) => text)).join('\n')
  expect(told).toMatch(
    /fails on the code as it is, without your change \(exit code 1\)\.\n<<<data[\s\S]*not ok 7 - the old one[\s\S]*The whole output: \S+check-1\.log/,
  )
  expect(told).toMatch(/6000 \S*check-1\.log/)
  // A check of a file that the subtask makes is there to fail.
  expect(told).toContain(
    `\`${ofNewFile}\` fails on the code as it is, without your change (exit code 1), as it should: it proves the change when it passes.`,
  )
  expect(steps.at(-1)?.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^`seq .*` fails on the code as it is$/),
  ])
  expect(result.kind).toBe('failed')
  for (const path of [flag, `${flag}-2`]) rmSync(path)
})

test('check results from before the change are reused at the end, and logs name the code of each run', async () => {
  const { runs, result, aside } = await attempt(['test -e a'], [calls(write('b')), finish, finish])
  expect(result).toMatchObject({ kind: 'executed', checks: [{ before: 'passed', without: 'passed' }] })
  expect(runs.map(({ code }) => code).toSorted()).toEqual(['on the code as it was', 'with the change'])
  expect(readFileSync(join(aside, 'a'), 'utf8')).toBe('a\n')
})

const LONG = 'env -u NO_COLOR sh -c "npx tsc -p tsconfig.spec.json && npx vitest --run --project main"'

test('long-running commands are logged at least once a minute, with their duration', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { checkProgress, showSetUp } = await import('../../src/tasks/execute/check-progress.ts')
  const shown: string[][] = []
  const outputs = { add: () => undefined, pathsFor: () => '' }
  const progress = checkProgress({ subtask: subtask(1, {}), outputs, show: () => void shown.push(progress.lines().map(({ title }) => title)) }) // prettier-ignore
  progress.begin(8)
  const run = { check: { command: 'npm test', passed: true, exit: 'exit code 0', tail: '' }, code: '', milliseconds: 1, output: '' } // prettier-ignore
  progress.ran(run)
  progress.ran(run)
  let time = 5_000
  progress.running({ command: LONG, code: '', milliseconds: () => (time += 60_000) })
  await vi.advanceTimersByTimeAsync(60_000)
  for (let more = 0; more < 7; more++) progress.ran(run)
  await vi.advanceTimersByTimeAsync(45_000)
  progress.end()
  progress.begin(2)
  await vi.advanceTimersByTimeAsync(5_000)
  progress.end()
  // What ran at an earlier finish runs no more.
  progress.begin(4)
  await vi.advanceTimersByTimeAsync(11_000)
  progress.end()
  const setUp = Promise.withResolvers<void>()
  const settingUp = showSetUp('npm ci', { setUp: setUp.promise, show: (steps) => void shown.push(steps.map(({ title }) => title)) }) // prettier-ignore
  await vi.advanceTimersByTimeAsync(11_000)
  setUp.resolve()
  await settingUp
  vi.useRealTimers()
  const line = (seconds: number) => [
    `checks are running: ${seconds > 125 ? '10 of 10' : '3 of 8'}, ${seconds} s so far: \`${LONG.slice(0, 60)}…\``,
  ]
  expect(shown.slice(0, 6)).toEqual([line(65), line(125), line(185), [], ['checks are running: 1 of 4'], []])
  expect(shown.slice(6)).toEqual([[expect.stringMatching(/^setting up: `npm ci`, \d+ s so far$/)], []])
  expect(cleanLine(line(185)[0] ?? '', 120)).toBe(line(185)[0])
})
