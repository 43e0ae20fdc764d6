import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, type Reply } from '../../fakes/model/script.ts'
import { actionDist } from './bundle.ts'
import { left } from './left.ts'
import { bundled, finish, saidByBot, workOf } from './stage.ts'

const run = (command: string): Reply => call('run_command', { command })

/** Where secrets lie on a runner, and every way to print one that comes to mind. */
const SEARCH = [
  'env | sort',
  'cat /proc/*/environ | tr "\\0" "\\n"',
  'cat /proc/self/environ | tr "\\0" "\\n"',
  'ls -la ~ ~/.docker; cat ~/.netrc ~/.docker/config.json',
  'cat "$GITHUB_EVENT_PATH" "$GITHUB_OUTPUT" "$RUNNER_TEMP"/*; ls / /tmp',
  'find / -xdev -name "*.json" -newer /etc/hostname 2>/dev/null | xargs grep -l comment 2>/dev/null | head',
  'cat ../../outside.txt ../outside.txt; ls -la .. ../..',
  'git config --list --show-origin; cat .git/config',
]

const FORBIDDEN: [string, object][] = [
  ['read_file', { path: '/proc/self/environ' }],
  ['read_file', { path: '../../outside.txt' }],
  ['read_file', { path: '.git/config' }],
  ['list_files', { path: '/tmp' }],
  ['search', { pattern: '.', path: '../..' }],
  ['write_file', { path: '../../outside.txt', content: 'x' }],
  ['write_file', { path: '.git/hooks/pre-commit', content: 'x' }],
  ['edit_file', { path: '.github/workflows/plan.yml', old_text: 'plan', new_text: 'x' }],
  ['move_file', { from: 'README.md', to: '.github/workflows/evil.yml' }],
  ['move_file', { from: '.github/workflows/plan.yml', to: 'plan.yml' }],
  ['delete_file', { path: 'PLAN.md' }],
]

/** Links that lead out of the work tree, which are gone before the subtask ends for good. */
const LINKS = [
  run('ln -s /proc/self/environ leak; ln -s ../../outside.txt out; true'),
  call('read_file', { path: 'leak' }),
  call('read_file', { path: 'out' }),
]

const KEY = ['ghp', '0123456789abcdefghijABCDEFGHIJ012345'].join('_')
/** A key in a file, in what is told of the work, and in the subject of the commit. */
const KEYS = [
  call('write_file', { path: 'src/part2.js', content: `export const key = '${KEY}'\n` }),
  finish(2, { outcome: `The key is ${KEY}.`, commit_subject: `Use ${KEY}` }),
  call('write_file', { path: 'src/part2.js', content: 'export const key = process.env.KEY\n' }),
  finish(2, { outcome: `The key is ${KEY}.`, commit_subject: `Use ${KEY}` }),
]

test('an agent finds no secrets, reaches no protected or outside files, and cannot leak a key', async () => {
  const asked = FORBIDDEN.map(([name, args]) => call(name, args))
  const tries = [...SEARCH.map(run), ...asked, ...LINKS]
  const subtasks = { 1: [...tries, ...workOf(1), run('rm leak out'), finish(1)], 2: KEYS }
  await using world = await bundled.planned({ script: { subtasks } })
  const { github } = world
  const ended = await world.say('alice', world.pull, 'approve')
  expect(ended.outputs['plan-state']).toBe('done')
  const results = ended.requests.findLast(({ subtask }) => subtask === 1)?.results ?? []
  expect(results).toHaveLength(tries.length + 3)

  // Commands see no secret of the runner, and nothing that left holds one.
  expect(results[0]?.text).toMatch(/^PATH=/m)
  const shown = results.slice(0, SEARCH.length).map(({ text }) => text)
  expect(shown.join('\n').match(/INPUT_|GITHUB_TOKEN|ACTIONS_|OPENAI|AWS_|NPM_TOKEN|\[redacted\]/gi) ?? []).toEqual([])
  const all = await left(world, ended)
  expect(ended.secrets.filter((secret) => all.includes(secret))).toEqual([])

  // A tool that is asked for what lies outside, or is protected, says no in words.
  for (const [i, [name, args]] of FORBIDDEN.entries())
    expect(results[SEARCH.length + i]?.text, `${name} ${JSON.stringify(args)}`).toMatch(
      /outside|not allowed|protected|must|\bno\b|not/i,
    )
  expect(ended.secrets.filter((secret) => JSON.stringify(results).includes(secret))).toEqual([])
  const changed = await github.git(['diff', '--name-only', 'main', 'plan/issue-1'])
  expect(changed.trim().split('\n')).toEqual(['src/part1.js', 'src/part2.js'])

  // A link is neither followed nor committed, and the first end with links was refused.
  expect(await github.git(['ls-tree', '-r', 'plan/issue-1'])).not.toContain('120000')

  // A key that the agent writes does not get out.
  expect(await github.git(['log', '--all', '-p', '--format=%B'])).not.toContain(KEY)
  const said = [...(await saidByBot(world, world.pull)), (await github.pull(world.pull)).body, ended.summary]
  expect(said.join()).not.toContain(KEY)
})

test('an action run from the checkout loads no code that commands wrote', async () => {
  const programs = readdirSync(actionDist()).filter((name) => /\.js(on)?$/.test(name))
  const files = programs.map((name) => [`action/${name}`, readFileSync(join(actionDist(), name), 'utf8')] as const)
  await using world = await bundled.planned({
    files: Object.fromEntries(files),
    bundle: 'action/index.js',
    env: { NODE_COMPILE_CACHE: '' },
    script: {
      subtasks: {
        1: [run(`for f in action/*.index.js; do echo "console.log('taken', 'over')" > $f; done`), ...workOf(1)],
      },
    },
  })
  const ended = await world.say('alice', world.pull, 'approve')
  expect(ended.log).not.toContain('taken over')
  expect(ended.outputs['plan-state']).toBe('done')
  const changed = programs.find((name) => name.endsWith('.index.js'))
  expect(await world.github.file('plan/issue-1', `action/${changed}`)).toContain('taken')
})
