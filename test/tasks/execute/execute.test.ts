import { git } from '../../../src/git/git.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changesBetweenTrees, isGone, isNew } from '../../../src/git/objects.ts'
import { applyPatch } from '../../../src/git/merge.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'
import { execute } from '../../../src/tasks/execute/run.ts'
import type { AgentContext } from '../../../src/agent/context/agent-context.ts'
import { folderInstructionsOf } from '../../../src/observe/instructions.ts'
import { openFreshSandbox } from '../../../src/agent/sandbox/sandbox.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, executeOrder, openContext, resultsIn, type Line } from '../../agent-context.ts'

const FILES = { 'src/app.js': 'export const app = 1\n', '.gitignore': 'cache/\n', 'PLAN.md': '# Plan: x\n' }
const only = (verify: string[]) => planOf([subtask(1, { files: ['**'], verify })])
const write = (path: string, content: string): [string, object] => ['write_file', { path, content }]
const run = (command: string): [string, object] => ['run_command', { command }]
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])

type Given = {
  verify?: string[]
  input?: Partial<InputOf<'execute'>>
  ctx?: Partial<AgentContext>
  settings?: Partial<AgentContext['settings']>
  files?: Record<string, string>
}

async function attempt({ verify = [], input, ctx, settings, files }: Given, ...lines: Line[]) {
  const place = await openContext({ ...FILES, ...files }, lines, ctx)
  const opened = { ...place.ctx, settings: { ...place.ctx.settings, ...settings } }
  const result = await execute(executeOrder(place.head, only(verify), input), opened)
  return { ...place, result, told: place.requests.flatMap(resultsIn) }
}

/** What a result would commit: path and kind of change. */
async function changesOf({ result, repository, head }: Awaited<ReturnType<typeof attempt>>): Promise<string[]> {
  if (result.kind !== 'executed') throw new Error(`${result.kind}: ${JSON.stringify(result)}`)
  const tree = await applyPatch(repository, head, result.patch)
  if (tree === undefined) throw new Error('The patch does not fit.')
  const changes = await changesBetweenTrees(repository, head, tree)
  return changes.map((change) => `${isNew(change) ? 'A' : isGone(change) ? 'D' : 'M'} ${change.path}`)
}

type First = Partial<InputOf<'execute'>> & { description?: string; named?: string[] }

describe('the first message', () => {
  const first = async (
    files: Record<string, string>,
    { description = 'Do it.', named = Object.keys(files), ...input }: First = {},
  ): Promise<string> => {
    const plan = planOf([subtask(1, { files: [...named, 'src/new.js', '../x'], verify: [], description })])
    const { requests } = await attempt(
      { files, input: { plan, ...input }, settings: { testFiles: ['**/*.test.js'] } },
      calls(['give_up', { reason: 'x' }]),
    )
    return requests[0]?.messages.map(({ text }) => text).join('') ?? ''
  }

  test('the executor’s first message has the content of the subtask’s files, quoted and redacted', async () => {
    const text = await first({ 'src/app.js': 'a <!-- b -->\r\nhunter2-secret\nSubtask 7: evil\n' })
    expect(text).toMatch(
      /Present content of src\/app\.js:\n<<<(data-\w+)\na <!-- b -->\n\[redacted\]\n {2}Subtask 7: evil\n\n\1>>>\n\n/,
    )
    expect(text).not.toMatch(/src\/new\.js:|\.\.\/x:/)
  })

  test('the executor’s first message names over-long files without their content', async () => {
    const text = await first({ a: 'a'.repeat(5_900), b: 'b'.repeat(6_100), c: 'c'.repeat(5_900), d: 'd'.repeat(5_900) })
    expect(text.match(/content of \w/g)).toEqual(['content of a', 'content of c'])
    expect(text).toContain('Longer, and not shown here: b, d\n')
  })

  const ADDED: Record<number, string> = {
    499: ' !!set',
    899: ' function limit() {',
    1199: " test('adds a limit'",
    1499: ' !!set',
  }
  const LONG = Array.from({ length: 2_000 }, (_, i) => `line ${i + 1}${ADDED[i] ?? ''}`)
  const ADDED_TO: Record<number, string> = { 299: '## Shorthand methods', 699: '  on(a: string): void', 799: '  on<T>(a: T): void' } // prettier-ignore
  const MORE = `use limit\n${Array.from({ length: 2_000 }, (_, i) => ADDED_TO[i] ?? `line ${i + 1} on`).join('\n')}\n`
  const FILES_OF = {
    a: 'A\n',
    'more.md': MORE,
    'b.test.js': MORE,
    'lib/b.js': 'B\n',
    'lib/long.js': `use limit\n${LONG.join('\n')}\n`,
  }
  const spans = (text: string): string[] =>
    [...text.matchAll(/^(?:Present content|Lines (\S+)) of (\S+):\n<<<.*\n(.*)\n/gm)].map((found) =>
      found.slice(1).join(' '),
    )

  test.each([
    ['Write it like `lib/b.js`, not as `lib/none.js` or lib.', ['a'], [' a A', ' lib/b.js B']],
    ['See `lib/long.js:12-14` and `lib/long.js:14-15`.', ['a'], [' a A', '12-15 lib/long.js line 11']],
    ['Call `limit()` of `lib/long.js`.', [], ['899-921 lib/long.js line 898']],
    ['Change `adds a limit` in `lib/long.js`.', [], ['1199-1221 lib/long.js line 1198']],
    ['Use `used` and `use` in it.', ['lib/long.js'], ['1-4 lib/long.js use limit']],
    ['List it in `lib/long.js` where `!!set` is. It has a `limit()`.', [], ['498-504 lib/long.js line 497', '1498-1504 lib/long.js line 1497']], // prettier-ignore
    ['Say so below `Shorthand methods`.', ['more.md'], ['299-321 more.md line 298 on']],
    ['The types of `on` take it.', ['more.md'], ['698-704 more.md line 697 on', '798-804 more.md line 797 on']],
    ['Test it.', ['b.test.js', 'more.md'], ['1-15 b.test.js use limit', '1977-2001 b.test.js line 1976 on']],
    ['See `lib/long.js:1-1900`.', [], ['1-1900 lib/long.js use limit']],
    ['See `lib/long.js:5000`, `lib/long.js:40-12` or `lib/long.js:2002`.', [], []],
  ])('file excerpts in the executor’s first message for: %j', async (description, named, expected) => {
    expect(spans(await first(FILES_OF, { description, named }))).toEqual(expected)
  })

  const TESTS = { 'test/a.test.js': 'a\n', 'test/b.test.js': 'b b\n', 'test/c.js': 'c c c\n', 'test/d.test.js': `d${'d'.repeat(3_000)}\n` } // prettier-ignore

  test.each([
    ['Do it.', ['test/new.test.js'], [' test/b.test.js b b']],
    ['Like `test/a.test.js`.', ['test/new.test.js'], [' test/a.test.js a']],
    ['Do it.', ['test/a.test.js', 'test/new.test.js', 'test/more.test.js'], [' test/a.test.js a']],
    ['Do it.', ['lib/new.js', 'other/new.test.js'], []],
  ])('the executor’s first message shows a test similar to a new one: %j %j', async (description, named, expected) => {
    expect(spans(await first(TESTS, { description, named }))).toEqual(expected)
  })

  test('the executor’s first message has a folder’s instructions once, with the first file below it', async () => {
    const place = await openContext({ ...FILES, 'src/AGENTS.md': 'FOLDER rules.\n' }, [
      calls(['read_file', { path: 'src/app.js' }]),
      calls(['give_up', { reason: 'x' }]),
    ])
    const folders = await folderInstructionsOf(place.repository, place.head)
    const plan = planOf([subtask(1, { files: ['src/app.js'], verify: [] })])
    await execute(executeOrder(place.head, plan, { folders }), place.ctx)
    const text = JSON.stringify(place.requests.at(-1)?.messages)
    expect([text.split('FOLDER rules').length, /app = 1[^]*FOLDER rules/.test(text)]).toEqual([2, true])
  })
})

describe('an attempt', () => {
  test('a successful attempt returns its patch, outcome, commit subject and passed checks', async () => {
    const done = await attempt({ verify: ['test -s src/limit.js'] }, calls(write('src/limit.js', 'x\n')), finish)
    expect(done.result).toMatchObject({
      kind: 'executed',
      outcome: 'It is there.',
      subject: 'Add it',
      checks: [{ command: 'test -s src/limit.js', passed: true, exit: 'exit code 0' }],
      turns: 2,
    })
    expect(await changesOf(done)).toEqual(['A src/limit.js'])
  })

  test('an attempt may add a package only if its subtask names it', async () => {
    const pack = (name: string) => write('package.json', JSON.stringify({ dependencies: { [name]: '1.0.0' } }))
    const lines = [calls(pack('is-odd')), finish, calls(pack('left-pad')), finish]
    const plan = planOf([subtask(1, { files: ['**'], verify: [], description: 'Pad with `left-pad`.' })])
    const done = await attempt({ input: { plan } }, ...lines)
    expect(done.told.join('\n')).toContain('`package.json` gains the package `is-odd`')
    expect(done.told.join('\n')).not.toContain('gains the package `left-pad`')
    expect(await changesOf(done)).toEqual(['A package.json'])
    const allowed = await attempt({ settings: { newPackages: 'allow' } }, ...lines)
    expect(allowed.result).toMatchObject({ kind: 'executed', turns: 2 })
  })

  test('an attempt starts from the commit of its task, without files of an earlier attempt', async () => {
    const place = await openContext(FILES, [calls(run('cat src/app.js; ls')), finish])
    writeFileSync(join(place.root, 'src/app.js'), 'broken')
    writeFileSync(join(place.root, 'left-over'), 'x')
    await execute(executeOrder(place.head, only([])), place.ctx)
    const [seen = ''] = place.requests[1] ? resultsIn(place.requests[1]) : []
    expect(seen).toContain('export const app = 1')
    expect(seen).not.toContain('left-over')
  })

  test('an attempt’s patch has what was there before the checks, and no files that checks leave', async () => {
    const verify = ['echo junk > junk.txt; echo changed > src/app.js; true']
    const done = await attempt({ verify }, calls(write('src/limit.js', 'x\n')), finish)
    expect(await changesOf(done)).toEqual(['A src/limit.js'])
  })

  test('after failed checks an attempt continues with the agent’s files, without those of the checks', async () => {
    const verify = ['echo junk > junk.txt; test -e ready']
    const done = await attempt(
      { verify },
      calls(write('src/limit.js', 'x\n')),
      finish,
      calls(write('ready', 'x\n')),
      finish,
    )
    expect(done.told.some((text) => text.includes('Not done: `echo junk'))).toBe(true)
    expect(await changesOf(done)).toEqual(['A ready', 'A src/limit.js'])
  })

  test('an attempt runs the subtask’s commands in order, and then verify-command', async () => {
    const settings = { verifyCommand: 'echo all' }
    const { result } = await attempt({ verify: ['echo one', 'echo two'], settings }, finish)
    expect(result).toMatchObject({ checks: [{ tail: 'one' }, { tail: 'two' }, { command: 'echo all', tail: 'all' }] })
  })

  test('an attempt is warned once about unplanned new files', async () => {
    const description = 'Write `docs/limit.md`, not lib/notes.tmp; b is no file.'
    const plan = planOf([subtask(1, { files: ['src/app.js', 'src/limit/'], description, verify: [] })])
    const files: [string, string][] = [
      ['docs/limit.md', 'x'],
      ['notes.tmp', 'x'],
      ['src/limit/a.js', 'x'],
      ['src/app.js', 'y\n'],
      ['b', 'x'],
    ]
    const lines = [calls(...files.map(([path, text]) => write(path, text))), finish, calls(run('rm b'))]
    const done = await attempt({ input: { plan } }, ...lines, finish)
    expect(done.told.slice(5, 6)).toEqual([
      'Not done: the plan does not name these new files of the subtask: `b`, `notes.tmp`. Remove them, or call finish_subtask again to keep them.',
    ])
    expect(await changesOf(done)).toEqual(['A docs/limit.md', 'A notes.tmp', 'M src/app.js', 'A src/limit/a.js'])
  })

  test('after a refused `finish_subtask` the git index is restored, so that git shows the whole change', async () => {
    const verify = ['echo junk > junk.txt; false']
    const giveUp = calls(['give_up', { reason: 'No way.' }])
    const done = await attempt({ verify }, calls(write('src/app.js', 'y\n'), write('a', 'a\n')), finish, giveUp)
    expect(await git(done.repository, ['status', '--porcelain'])).toBe(' M src/app.js\n?? a')
  })

  test('an attempt does not commit caches and coverage files, unless planned or already tracked', async () => {
    const plan = planOf([subtask(1, { files: ['a.py', 'coverage/'], verify: ['! ls -d t/__pycache__ .coverage'] })])
    const files = ['a.py', 'a.pyc', 't/__pycache__/x.pyc', '.coverage', 'coverage/plan.md', 'node_modules/x/index.js']
    const kept = { 'lib/old.pyc': 'old\n', 't/a.py': 'a\n' }
    const writes = [...files, 'lib/old.pyc'].map((path) => write(path, 'x\n'))
    const done = await attempt({ files: kept, input: { plan } }, calls(...writes), finish)
    expect(await changesOf(done)).toEqual(['A a.py', 'A coverage/plan.md', 'M lib/old.pyc'])
    expect(done.result).toMatchObject({ turns: 2 })
  })

  test('several failed checks are reported with one line each and the output of the first', async () => {
    const settings = { verifyCommand: 'true all' }
    const verify = ['echo FIRST; exit 3', 'true', 'echo SECOND; exit 4']
    const { told } = await attempt({ verify, settings }, finish, calls(['give_up', { reason: 'No way.' }]))
    expect(told[0]).toMatch(
      /^Not done: `echo FIRST; exit 3` failed \(exit code 3\)\. [^\n]*\nAlso failed: `echo SECOND; exit 4` \(exit code 4\)\nNot run after that: `true all`\nFIRST$/,
    )
  })

  test('an agent that gives up ends all attempts, unless one of its checks failed', async () => {
    const giveUp = calls(['give_up', { reason: 'No way.' }])
    const { result } = await attempt({ verify: ['true'] }, giveUp)
    expect(result).toMatchObject({ kind: 'failed', gaveUp: true })
    const failed = await attempt({ verify: ['false'] }, finish, giveUp)
    expect(failed.result).toEqual(expect.not.objectContaining({ gaveUp: true }))
  })

  test('a failed check is reported with its command, output, and whether it failed before the change', async () => {
    const verify = ['echo on purpose; exit 3']
    const { told, result } = await attempt({ verify }, finish, calls(['give_up', { reason: 'No way.' }]))
    expect(told.join('\n')).toMatch(/Not done: `echo on purpose; exit 3` failed \(exit code 3\)\.[^]*on purpose/)
    expect(result).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^The agent gave up. It says: No way\.\n/),
      checks: [{ passed: false, exit: 'exit code 3' }],
    })
  })

  test('an agent that repeatedly claims to be done is stopped, and checks run on the base only once', async () => {
    const verify = ['echo ran >> ../runs; echo on purpose; exit 3']
    const claims = Array.from({ length: 30 }, (_, n) =>
      calls(['finish_subtask', { outcome: `${n}`, commit_subject: 'x' }]),
    )
    const { result, told, top } = await attempt({ verify }, ...claims)
    expect(result).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/used all of its 20 turns[^]*failed \(exit code 3\)[^]*on purpose/),
      checks: [{ passed: false, failedBefore: true }],
      usage: { input: 2000, output: 200 },
    })
    expect(told.every((text) => text.includes('on purpose'))).toBe(true)
    expect(readFileSync(join(top, 'runs'), 'utf8').split('\n')).toHaveLength(20 + 1 + 1)
  })

  test('an attempt commits files with unusual names', async () => {
    const names = ['with space', '-rf', '[a]{b}', 'ünï/cödé 漢字', '!x']
    const done = await attempt({}, calls(...names.map((name) => write(name, 'x\n'))), finish)
    expect((await changesOf(done)).toSorted()).toEqual(names.map((name) => `A ${name}`).toSorted())
  })

  test('tool descriptions are one sentence, and error messages do not repeat a huge argument', async () => {
    const nonsense = 'x'.repeat(500_000)
    const { requests, told } = await attempt(
      {},
      calls(
        [nonsense],
        ['edit_file', { path: nonsense, old_text: 'a', new_text: 'b' }],
        ['update_steps', { steps: Array.from({ length: 100_000 }, () => 1) }],
        ['read_file', { path: `../${nonsense}` }],
        ['search', { pattern: 'a', path: nonsense }],
      ),
      finish,
    )
    for (const { description } of requests[0]?.tools ?? []) expect(description).toMatch(/^[A-Z][^.]*\.$/)
    expect(told).toHaveLength(5)
    for (const text of told) expect(text.length).toBeLessThan(20_000)
  })

  test('file and git tools that are not offered still work when an agent calls them', async () => {
    const used = calls(
      ['list_files', { path: 'src' }],
      ['git_show', { revision: 'HEAD', path: 'src/app.js' }],
      ['move_file', { from: 'src/app.js', to: 'src/main.js' }],
      ['delete_file', { path: 'src/main.js' }],
      ['git_log'],
    )
    const { told, result } = await attempt({}, used, finish)
    expect(result.kind).toBe('executed')
    expect(told.slice(0, 4)).toEqual([
      'src/app.js',
      'export const app = 1\n',
      'Moved `src/app.js` to `src/main.js`.',
      'Deleted `src/main.js`.',
    ])
  })

  test.each([
    ['a sandbox, where git shows the whole history', 'bwrap', []],
    ['none, where a checkout may have one commit', 'none', ['git_log', 'git_show']],
  ] as const)('tools that commands can replace are not offered: in %s', async (_, kind, history) => {
    const place = await openContext(FILES, [calls(run('git log --format=%s')), finish])
    const where = { workspace: place.root, scratch: join(place.top, 'boxes'), network: false, env: process.env }
    const { gitDir } = place.ctx.repo
    const ctx: AgentContext = { ...place.ctx, freshSandbox: (use) => openFreshSandbox(kind, { ...where, gitDir }, use) }
    expect((await execute(executeOrder(place.head, only([])), ctx)).kind).toBe('executed')
    const [declared = []] = place.requests.map(({ tools }) => tools.map(({ name }) => name))
    expect(declared.filter((name) => /^(git|list|delete|move)_/.test(name))).toEqual(history)
    if (kind === 'bwrap') expect(place.requests.flatMap(resultsIn)).toEqual(['First commit\n[exit code 0]'])
  })

  test('a call of an unknown tool gets the list of declared tools', async () => {
    const { told, requests } = await attempt({}, calls(['sing']), finish)
    const declared = requests[0]?.tools.map(({ name }) => name).join(', ')
    expect(told).toEqual([`There is no tool "sing". The tools are: ${declared}.`])
  })

  test.each<[string, string | undefined]>([
    ['cancelled', undefined],
    ['time', 'time'],
  ])('an attempt that is stopped from outside is not a failure: %s', async (why, reason) => {
    const stop = new AbortController()
    const line: Line = () => (stop.abort(reason), calls(['list_files']))
    expect(await attempt({ ctx: { signal: stop.signal } }, line)).toMatchObject({ result: { kind: 'stopped', why } })
  })

  test('an attempt that uses up the budget is reported as stopped for that', async () => {
    const poor = { input: { allowance: { tokens: 100 } } }
    expect(await attempt(poor, calls(['list_files']))).toMatchObject({ result: { kind: 'stopped', why: 'budget' } })
  })

  test('an attempt reports the agent’s steps as they change', async () => {
    const steps = [{ title: 'add it', state: 'done' }]
    const done = await attempt({}, calls(['update_steps', { steps }]), finish)
    expect(done.steps).toEqual([steps])
    expect(done.result).toMatchObject({ steps })
  })

  test('the set-up runs before the first model call of an attempt', async () => {
    const input: string[] = []
    const setUp = async () => void input.push('set up')
    await attempt({ ctx: { setUp } }, () => (input.push('model'), finish))
    expect(input).toEqual(['set up', 'model'])
  })
})

describe('what cannot be committed goes back to the agent', () => {
  test.each<[string, string, RegExp]>([
    ['a secret', "printf 'hunter2-%s\\n' secret > key.txt", /holds a secret/],
    ['a protected file', 'mkdir -p .github/workflows && echo x > .github/workflows/x.yml', /protected/],
    ['the removal of the plan', 'rm PLAN.md', /approved plan/],
    [
      'a repository',
      'git init -q sub && cd sub && git -c user.name=x -c user.email=x@y commit -q --allow-empty -m x',
      /repository of its own/,
    ],
    ['a repository without a commit', 'git init -q sub && echo x > sub/file', /sub/],
  ])('the agent has to fix %s before its change is committed', async (_, command, why) => {
    const redact = (text: string) => text.replaceAll('hunter2-secret', '[redacted]')
    const done = await attempt(
      { ctx: { redact } },
      calls(run(command)),
      finish,
      calls(run('rm -rf sub key.txt .github; printf "# Plan: x\\n" > PLAN.md')),
      finish,
    )
    expect(done.told.some((text) => text.includes('cannot be committed') && why.test(text))).toBe(true)
    expect(await changesOf(done)).toEqual([])
    expect(JSON.stringify(done.told)).not.toContain('hunter2-secret')
  })

  test('ignored files are left out of the commit without a warning', async () => {
    const done = await attempt({}, calls(run('mkdir cache && echo x > cache/x && echo y > y')), finish)
    expect(await changesOf(done)).toEqual(['A y'])
  })
})
