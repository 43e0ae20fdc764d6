import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { play, steady, type PlayOptions } from '../../replay/play.ts'
import { readTranscript } from '../../replay/transcript.ts'
import { UserError } from '../../src/lib/errors.ts'
import type { TaskInput } from '../../src/tasks/tasks.ts'
import { transcriptIn } from '../../src/agent/context/transcript.ts'
import { work } from '../../src/tasks/run-task.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { calls, executeOrder, openContext, reviseOrder, type Line } from '../agent-context.ts'
import { temporaryDirectory } from '../places.ts'

const FILES = { 'src/app.js': 'export const app = 1\n', 'PLAN.md': '# Plan: x\n' }
const PLAN = planOf([subtask(1, { files: ['src'], verify: ['test -s src/limit.js'] })])

const write = (path: string, content: string): [string, object] => ['write_file', { path, content }]
const run = (command: string): [string, object] => ['run_command', { command }]
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])
const delegate = calls(['delegate', { name: 'look', task: 'Look around.', expected_outcome: 'A list.' }])
const report = calls(['report', { outcome: 'Two files.' }])

/** Carries out an order for real, with a transcript, and says where the transcript and the repository are. */
async function recorded(
  lines: readonly Line[],
  orderFor: (head: string) => TaskInput = (head) => executeOrder(head, PLAN),
) {
  const folder = join(temporaryDirectory(), 'transcripts')
  const place = await openContext(FILES, lines, { transcript: transcriptIn(folder, (text) => text) })
  const input = orderFor(place.head)
  const result = await work(input, place.ctx)
  return { ...place, result, input, file: join(folder, `${input.id}.jsonl`) }
}

async function replayed(
  { file, repository, head }: Awaited<ReturnType<typeof recorded>>,
  more: Partial<PlayOptions> = {},
) {
  const options: PlayOptions = { repo: repository.gitDir, commit: head, sandbox: 'none', setup: undefined, ...more }
  return play(await readTranscript(file), options)
}

/** Changes a line of a transcript, as if it had gone otherwise. */
async function forge(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replaceAll(from, to))
}

const GOOD = [
  calls(['read_file', { path: 'src/app.js' }], ['search', { pattern: 'app' }], run('pwd; cat src/app.js; sleep 0.1')),
  finish,
  calls(write('src/limit.js', 'limit\n')),
  calls(['git_log', {}], run('ls src')),
  finish,
]

describe('a transcript that is played again', () => {
  test('replaying a transcript on unchanged code shows no differences and leaves the repository alone', async () => {
    const record = await recorded([...GOOD.slice(0, 3), finish])
    await writeFile(join(record.root, 'mine'), 'x')
    expect(await replayed(record)).toEqual({ results: 6, departures: [] })
    expect(await readFile(join(record.root, 'mine'), 'utf8')).toBe('x')
  })

  test('a transcript begins with the task input, without its conversation and without secrets', async () => {
    const folder = join(temporaryDirectory(), 'transcripts')
    const redact = (text: string) => text.replaceAll('hunter2-secret', '[redacted]')
    const place = await openContext(FILES, [calls(['create_plan', {}])], {
      transcript: transcriptIn(folder, redact),
      signal: AbortSignal.abort(),
    })
    const feedback = [{ id: 8, author: 'bob', text: 'The key is hunter2-secret.' }]
    const input = reviseOrder(place.head, PLAN, { conversation: 'the long conversation', feedback })
    await work(input, place.ctx)
    const [first = ''] = (await readFile(join(folder, `${input.id}.jsonl`), 'utf8')).split('\n')
    expect(JSON.parse(first)).toMatchObject({
      kind: 'order',
      order: { kind: 'plan', of: 'revision', number: 12 },
      root: place.root,
    })
    expect(first).not.toMatch(/hunter2-secret|the long conversation/)
  })

  test('a replay lists each call whose result differs from the recorded one', async () => {
    const record = await recorded(GOOD)
    await forge(record.file, 'export const app = 1', 'export const app = 2')
    const { departures } = await replayed(record)
    expect(departures.map(({ agent, result, now }) => [agent, result.turn, result.call.name, now])).toEqual([
      [record.input.id, 1, 'read_file', expect.stringContaining('app = 1')],
      [record.input.id, 1, 'search', expect.stringContaining('app = 1')],
      [record.input.id, 1, 'run_command', expect.stringContaining('app = 1')],
    ])
  })

  test('a replay lists recorded calls that it does not reach because it ended early', async () => {
    const record = await recorded(GOOD)
    await forge(record.file, 'test -s src/limit.js', 'true')
    const { departures } = await replayed(record)
    expect(departures.filter(({ now }) => now === undefined).map(({ result }) => result.turn)).toEqual([3, 4, 4, 5])
  })

  test('a replay replays sub-agents from their own recordings', async () => {
    const look = calls(['list_files', {}], write('src/limit.js', 'x\n'))
    const record = await recorded([delegate, look, report, delegate, calls(run('ls src')), report, finish])
    expect(await replayed(record)).toEqual({ results: 8, departures: [] })
    await forge(record.file.replace('.jsonl', '-delegate-2.jsonl'), 'limit.js', 'nothing.js')
    expect((await replayed(record)).departures).toMatchObject([{ agent: `${record.input.id}-delegate-2` }])
  })

  test('a replay of a truncated recording ends where the recording ends', async () => {
    const record = await recorded([calls(run('true')), calls(['give_up', { reason: 'No.' }])])
    const lines = (await readFile(record.file, 'utf8')).split('\n')
    await writeFile(record.file, lines.slice(0, 4).join('\n'))
    expect(await replayed(record)).toEqual({ results: 1, departures: [] })
  })
})

// Plans for real repositories, whose replies were given by somebody who saw the requests alone.
const RECORDED = resolve(import.meta.dirname, '../../replay/recorded')

test.each(readdirSync(RECORDED).filter((name) => name.endsWith('.jsonl')))(
  'a replay of %s gives the recorded tool results',
  { timeout: 60_000 },
  async (name) => {
    const transcript = await readTranscript(join(RECORDED, name))
    const repo = join(RECORDED, name.replace(/-(draft|revise|subtask-\d+)\.jsonl$/, '.bundle'))
    const { results, departures } = await play(transcript, {
      ...{ repo, commit: transcript.order.head, sandbox: 'none', setup: undefined },
    })
    expect(results).toBeGreaterThan(0)
    expect(departures).toEqual([])
  },
)

test.each([
  ['took 3.20 s (120ms)', 'took 4 s (9ms)'],
  ['# duration_ms 12.25', '# duration_ms 7'],
  ['/old/place/src/a.js:1', '/new/src/a.js:1'],
])('a replay treats %s as equal to %s', (then, now) => {
  const places = ['/old/place', '/new']
  expect(steady(then, places)).toBe(steady(now, places))
})

describe('what cannot be played is said with what to do', () => {
  test.each(['Hello\n', '{"kind":"end"}\n'])('an invalid transcript is an error: %j', async (text) => {
    const file = join(temporaryDirectory(), 'x.jsonl')
    await writeFile(file, text)
    await expect(readTranscript(file)).rejects.toThrow(UserError)
  })

  test('a replay without its commit, or with a failing set-up, says what to do', async () => {
    const record = await recorded([finish])
    await expect(replayed(record, { commit: 'f'.repeat(40) })).rejects.toThrow(/cannot be checked out/)
    await expect(replayed(record, { setup: 'echo missing; false' })).rejects.toThrow(/missing/)
  })
})

const command = (...args: string[]): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((settle) => {
    const root = resolve(import.meta.dirname, '../..')
    const program = join(root, 'node_modules/.bin/node')
    execFile(program, [join(root, 'replay/main.ts'), ...args], (error, out, err) =>
      settle({ code: error ? error.code : 0, out, err }),
    )
  })

test('the exit code of `npm run replay` tells whether results differed', async () => {
  const record = await recorded(GOOD)
  const args = [record.file, '--repo', record.repository.gitDir, '--sandbox', 'none']
  await expect(command('--help')).resolves.toMatchObject({ code: 0, out: expect.stringContaining('npm run replay') })
  await expect(command('--nonsense')).resolves.toMatchObject({ code: 2 })
  await expect(command('missing.jsonl')).resolves.toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be read'),
  })
  await forge(record.file, 'export const app = 1', 'export const app = 2')
  const departed = await command(...args)
  expect(departed).toMatchObject({ code: 1, err: '' })
  expect(departed.out).toMatch(
    /turn 1: read_file \{"path":"src\/app\.js"\}\n {2}from line 1:\n.* app = 2\n.* app = 1\n/,
  )
})
