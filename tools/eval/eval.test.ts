import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startModel } from '../../fakes/model/model.ts'
import type { Fault, Script } from '../../fakes/model/script.ts'
import { UserError } from '../../src/lib/errors.ts'
import { evaluate } from './evaluate.ts'
import { parseOptions, type Evaluation } from './options.ts'
import { readResults, type Results } from './results.ts'
import { cheater, obeyer, selfTester, solver } from './scripted.ts'
import { renderComparison, renderResults } from './table.ts'
import { readTasks, type Task } from './tasks.ts'
import { runHere } from '../../test/in-process.ts'
import { actionDist } from '../../test/scenarios/bundle.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'eval-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const TASKS = '{js-bug-pages,injection-issue,trap-green,ambiguous-limit,go-bug-median}'

function optionsFor(url: string, name: string, ...args: string[]): Evaluation {
  const given = ['--json', join(folder, `${name}.json`), '--bundle', join(actionDist(), 'index.js'), '--no-sandbox']
  const options = parseOptions([...given, ...args], { OPENAI_BASE_URL: url })
  if (options.kind !== 'evaluate') throw new Error(options.kind)
  return options
}

type More = { args?: string[]; fault?: (n: number) => Fault | undefined; only?: readonly Task[] }

async function evaluated(name: string, scriptFor: (tasks: readonly Task[]) => Script, more: More = {}) {
  const tasks = more.only ?? (await readTasks(TASKS))
  await using model = await startModel({ ...scriptFor(tasks) })
  model.fault = ({ n }) => more.fault?.(n)
  const options = optionsFor(model.url, name, '--model', name, ...(more.args ?? []))
  const told: string[] = []
  const ending = await evaluate(options, {
    tasks,
    perform: runHere,
    stop: new AbortController().signal,
    tell: (text) => told.push(text),
  }).then(
    (results) => ({ results, error: undefined }),
    (error: unknown) => ({ results: undefined, error }),
  )
  return { ...ending, told, requests: [...model.requests], json: options.json }
}

const entryOf = (results: Results | undefined, task: string) => results?.entries.find((entry) => entry.task === task)

describe.concurrent('a scripted model', () => {
  test('that solves has solved everything, for what it cost, and asked where it was needed', async () => {
    const { results, json, requests } = await evaluated('solver', solver, { args: ['--prices', 'input=1,output=2'] })
    expect(results?.entries.map(({ task, solved, why }) => [task, solved, why])).toEqual([
      ['ambiguous-limit', true, ''],
      ['injection-issue', true, ''],
      ['js-bug-pages', true, ''],
      ['trap-green', true, ''],
    ])
    expect(entryOf(results, 'js-bug-pages')).toMatchObject({
      claimed: true,
      obeyed: [],
      plan: { versions: 2, asked: false, declared: 1, changed: 1, both: 1, commands: 1, proving: 1 },
      turns: 4,
      mistakes: 0,
    })
    expect(entryOf(results, 'ambiguous-limit')?.plan?.asked).toBe(true)
    expect(entryOf(results, 'trap-green')).toMatchObject({ claimed: false, plan: null })
    expect(results?.entries.every(({ cost, usage }) => usage.input > 0 && (cost ?? 0) > 0)).toBe(true)
    expect(await readResults(json)).toEqual(results)
    const texts = requests.map(({ raw }) => raw).join('\n')
    expect(texts).not.toContain('the last page has what is left')
  })

  test('that cheats claims everything and has solved nothing', async () => {
    const only = await readTasks('{js-bug-pages,trap-green}')
    const kept = join(folder, 'kept')
    const { results, requests } = await evaluated('cheater', cheater, { only, args: ['--keep', kept] })
    const files = await readdir(join(kept, 'js-bug-pages-plan+feedback-1'))
    expect(files.toSorted()).toEqual(['change.diff', 'comments.md', 'description.md', 'plan-1.md', 'plan-2.md'])
    expect(requests.map(({ raw }) => raw).join()).toContain('What you asked besides: take your defaults')
    expect(results?.entries.map(({ solved, claimed }) => ({ solved, claimed }))).toEqual([
      { solved: false, claimed: true },
      { solved: false, claimed: true },
    ])
    expect(entryOf(results, 'js-bug-pages')?.why).toMatch(/^`node --test "hidden\/\*\.test\.js"` fails: /)
    expect(results && renderResults(results)).toMatch(/js-bug-pages +\| bug +\| NO, but claimed/)
  })

  test('that obeys an injection is told of it, whatever else it solved', async () => {
    const only = await readTasks('injection-*')
    const { results } = await evaluated('obeyer', obeyer, { only })
    expect(results?.entries.map(({ task, solved, obeyed }) => ({ task, solved, obeyed }))).toEqual([
      { task: 'injection-file', solved: false, obeyed: ['weather/_ok.py', 'setup.cfg'] },
      { task: 'injection-issue', solved: false, obeyed: ['TELEMETRY.md'] },
    ])
    expect(results && renderResults(results)).toContain('Injections obeyed: 2 of 2.')
  })

  test('can be compared with another', async () => {
    const only = await readTasks('js-bug-pages')
    const a = await evaluated('a', solver, { only, args: ['--runs', '2'] })
    const b = await evaluated('b', selfTester, { only })
    if (!a.results || !b.results) throw new Error('They did not end.')
    expect(renderComparison(a.results, b.results)).toMatch(/js-bug-pages +\| 2\/2 +\| 1\/1 +\| 8 +\| 4 /)
    // Of checks, the first version counts, with the tests that were written.
    expect(entryOf(b.results, 'js-bug-pages')?.plan).toMatchObject({ versions: 2, commands: 2, proving: 1 })
  })
})

describe.concurrent('the script in the place of a model', () => {
  const ARMS = ['plan', 'plan+feedback', 'plan+reader', 'no-plan']

  test('plays every arm offline, and goes on after a kill with what is missing', async () => {
    const only = await readTasks('js-bug-pages')
    const args = ['--solver', 'script', '--arms', ARMS.join(','), '--jobs', '2']
    const options = optionsFor('', 'arms', ...args)
    const told: string[] = []
    const hooks = {
      tasks: only,
      perform: runHere,
      stop: new AbortController().signal,
      tell: (text: string) => told.push(text),
    }
    const { entries } = await evaluate(options, hooks)
    expect(entries.map(({ arm, solved, why }) => [arm, solved, why]).toSorted()).toEqual(
      ARMS.map((arm) => [arm, true, '']).toSorted(),
    )
    const corrections = Object.fromEntries(entries.map((entry) => [entry.arm, entry.corrections]))
    expect(corrections).toEqual({ plan: 0, 'plan+feedback': 1, 'plan+reader': 0, 'no-plan': 0 })
    // Without a plan there is one agent, and no plan to judge; the reader is asked of plan and result.
    const turns = Object.fromEntries(entries.map((entry) => [entry.arm, entry.turns]))
    expect(turns).toEqual({ plan: 3, 'plan+feedback': 4, 'plan+reader': 5, 'no-plan': 2 })
    const planning = Object.fromEntries(entries.map((entry) => [entry.arm, entry.planning?.turns]))
    expect(planning).toEqual({ plan: 1, 'plan+feedback': 2, 'plan+reader': 2, 'no-plan': 0 })
    expect(entries.find(({ arm }) => arm === 'no-plan')?.plan).toBeNull()

    const journal = `${options.json}l`
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    // A kill cut the last line off.
    await writeFile(journal, `${lines.slice(0, 4).join('\n')}\n${lines.at(4)?.slice(0, 99)}`)
    await expect(evaluate(options, hooks)).rejects.toThrow('has 3 trials already')
    told.length = 0
    const again = await evaluate({ ...options, resume: true }, hooks)
    expect(again.entries).toHaveLength(4)
    expect(told).toEqual([expect.stringMatching(/^js-bug-pages, /), expect.stringMatching(/run 1: solved$/)])
    expect((await readFile(journal, 'utf8')).trimEnd().split('\n')).toHaveLength(5)

    const other = only.map((task) => ({ ...task, body: `${task.body} Now.` }))
    const changed = evaluate({ ...options, resume: true }, { ...hooks, tasks: other })
    await expect(changed).rejects.toThrow('The task js-bug-pages is not what it was when it was scored.')
    const renamed = evaluate({ ...options, resume: true, reader: 'another' }, hooks)
    await expect(renamed).rejects.toThrow('was begun with another reader: null, not another.')
    await appendFile(journal, 'and so on\n')
    await expect(evaluate({ ...options, resume: true }, hooks)).rejects.toThrow(
      'has a line that is no trial: and so on',
    )
  })

  // Over the bundle, as people start it.
  test('begins nothing more when all together have cost enough', async () => {
    const only = await readTasks('js-bug-pages')
    const args = [
      '--solver',
      'script',
      '--arms',
      'plan,no-plan',
      '--prices',
      'input=1,output=2',
      '--max-cost',
      '0.0001',
    ]
    const results = await evaluate(optionsFor('', 'dear', ...args), {
      ...{ tasks: only, stop: new AbortController().signal, tell: () => undefined },
    })
    expect(results.entries.map(({ arm }) => arm)).toEqual(['plan'])
    expect(results.skipped).toEqual(['Not begun, because --max-cost is reached: 1 trials.'])
  })
})

const one = { number: 1, name: 'a', description: 'a', expected_outcome: 'a', files: ['a'], verify: [], depends_on: [] }

test.each([
  ['without subtasks', [], 'It hides a failure.', 'Is another way wanted?'],
  ['that waits for an answer', [one], 'None.', 'It hides a failure.'],
])('a person in the place of a model declines by a plan %s', async (_, subtasks, description, question) => {
  const hand = join(folder, `by-hand-${subtasks.length}`)
  const options = optionsFor('', `hand-${subtasks.length}`, '--solver', 'hand', '--hand', hand, '--arms', 'plan')
  const plan = { title: 'No', description, expected_outcome: 'Nothing.', subtasks }
  const questions = [{ question }]
  const reply = { calls: [{ name: 'create_plan', arguments: { ...plan, questions } }] }
  const results = await evaluate(options, {
    tasks: await readTasks('trap-green'),
    perform: runHere,
    stop: new AbortController().signal,
    tell: (text) => {
      const [, path] = / waits for (.*)$/.exec(text) ?? []
      if (path !== undefined) void writeFile(path, JSON.stringify(reply))
    },
  })
  expect(results).toMatchObject({ endpoint: 'hand', model: 'hand' })
  expect(results.entries[0]).toMatchObject({ solved: true, refused: 'It hides a failure.', turns: 1, stray: [] })
  expect(results.entries[0]?.planning?.turns).toBe(1)
  expect(await readFile(join(hand, '0002.md'), 'utf8')).toMatch(
    /^plan, a new conversation, .*\n--- tools\n[^]*--- user\n/,
  )
})

describe.concurrent('an evaluation', () => {
  const unknown: Fault = {
    kind: 'error',
    status: 404,
    message: 'The model `nobody` does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  }

  test('of a model that does not exist says so before anything is played', async () => {
    const { error, told, requests } = await evaluated('nobody', solver, { fault: () => unknown })
    expect(error).toMatchObject({ code: 'model-unknown', message: expect.stringContaining('does not offer the model') })
    expect(told).toEqual([])
    expect(requests).toHaveLength(1)
  })

  test('whose model falls silent ends with the reason, and keeps what was scored', async () => {
    const { error, json } = await evaluated('falls', solver, { fault: (n) => (n > 5 ? unknown : undefined) })
    expect(error).toBeInstanceOf(UserError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/did not answer once in injection-issue: .*does not offer the model/),
    })
    expect((await readResults(json)).entries.map(({ task, solved }) => [task, solved])).toEqual([
      ['ambiguous-limit', true],
      ['injection-issue', false],
    ])
  })

  test('skips what this machine cannot do, with a sentence', async () => {
    const [task] = await readTasks('js-bug-pages')
    if (!task) throw new Error('There is no task.')
    const only: Task[] = [{ ...task, needs: ['go'], name: 'in-go' }]
    const { results } = await evaluated('skips', solver, { only })
    const here = await new Promise((settle) => execFile('go', ['version'], (error) => settle(error === null)))
    if (!here) expect(results?.skipped).toEqual(['Skipped: in-go needs go, which commands do not find here.'])
  })

  test('of an input that the action does not have, or does not take, says so', async () => {
    const unknownInput = await evaluated('input', solver, { args: ['--input', 'colour=red'] })
    expect(unknownInput.error).toMatchObject({ message: 'The action has no input `colour`.' })
    const price = await evaluated('price', solver, { args: ['--prices', 'input=1,outptu=2'] })
    expect(price.error).toMatchObject({ message: expect.stringContaining('there is no price "outptu"') })
  })
})

/** The program as people start it. */
async function program(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const node = join(ROOT, 'node_modules/.bin/node')
  return new Promise((settle) =>
    execFile(node, ['tools/eval/main.ts', ...args], { cwd: ROOT, env }, (error, out, err) =>
      settle({ code: error?.code ?? 0, out, err }),
    ),
  )
}

describe.concurrent('the program', () => {
  test('says how it is used, and what it needs', async () => {
    expect(await program('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run eval -- --model') })
    const err = 'There is no model to evaluate. Set OPENAI_API_KEY, or OPENAI_BASE_URL for an endpoint of your own.\n'
    expect(await program('--model', 'x')).toMatchObject({ code: 2, err })
  })

  test('compares only results', async () => {
    const path = join(ROOT, 'package.json')
    expect(await readFile(path, 'utf8')).toContain('"eval"')
    expect(await program('--compare', path, path)).toMatchObject({
      code: 2,
      err: `${path} is not the result of an evaluation: it has another shape. Name a file that it wrote.\n`,
    })
  })
})
