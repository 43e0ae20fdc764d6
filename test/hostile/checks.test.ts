import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { commitTree } from '../../src/git/objects.ts'
import { applyPatch } from '../../src/git/merge.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import type { AgentContext } from '../../src/agent/context/agent-context.ts'
import { openFreshSandbox } from '../../src/agent/sandbox/sandbox.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { writeFiles } from '../places.ts'
import { calls, executeOrder, openContext, resultsIn, type Line } from '../agent-context.ts'

const FILES = { '.gitignore': 'deps/\nout/\n.gitattributes\n', 'PLAN.md': '# Plan: x\n', a: 'a\n', 'src/b': 'b\n' }
const LEFT = { 'deps/tool': 'original\n', 'deps/other': 'other\n' }
const run = (command: string): Line => calls(['run_command', { command }])
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])
const giveUp = calls(['give_up', { reason: 'No way.' }])

/** One attempt, in a work tree where something before the agent left ignored files. */
async function attempt(check: string, lines: readonly Line[], more: Partial<AgentContext> = {}) {
  const place = await openContext(FILES, [...lines, giveUp], more)
  writeFiles(place.root, LEFT)
  const plan = planOf([subtask(1, { files: ['**'], verify: [check] })])
  const result = await execute(executeOrder(place.head, plan), place.ctx)
  return { ...place, plan, result, told: place.requests.flatMap(resultsIn).join('\n') }
}

describe('a check does not see what the agent left', () => {
  test.each([
    ['in a new ignored file', 'mkdir out && echo x > out/planted', 'test -e out/planted'],
    ['in a new file beside those that were there', 'echo x > deps/planted', 'test -e deps/planted'],
    ['in a changed ignored file', 'echo forged > deps/tool', 'grep -q forged deps/tool'],
    [
      'in one of the same size and time',
      'touch -r deps/tool t && echo forgery_ > deps/tool && touch -r t deps/tool && rm t',
      'grep -q forgery deps/tool',
    ],
    [
      'in a link where a directory was',
      'mkdir out && cp -r deps out/d && rm -r deps && ln -s out/d deps',
      'test -e deps/tool',
    ],
    [
      'behind a new line in .gitignore',
      'echo new/ >> .gitignore && mkdir new && echo x > new/planted',
      'test -e new/planted',
    ],
    ['in a file whose name is not ASCII', 'mkdir out && echo x > out/é', 'ls out/*'],
    ['in the home', 'echo x > ~/.npmrc', 'test -e ~/.npmrc'],
    ['in the time of a file', 'touch -d 2001-02-03 src/b', 'test $(date -r src/b +%Y) = 2001'],
    ['in the time of a changed file', 'echo b >> a; touch -d 2001-02-03 a', 'test $(date -r a +%Y) = 2001'],
    ['in the time of a folder', 'touch -d 2099-02-03 src', 'test $(date -r src +%Y) = 2099'],
    ['in the time of a changed folder', 'echo b > src/c; touch -d 2099-02-03 src', 'test $(date -r src +%Y) = 2099'],
    [
      'in the time of a new folder',
      'mkdir new; echo b > new/c; touch -d 2099-02-03 new',
      'test $(date -r new +%Y) = 2099',
    ],
    ['in the time of an ignored folder', 'touch -d 2099-02-03 deps', 'test $(date -r deps +%Y) = 2099'],
    ['in the time of the work tree', 'touch -d 2099-02-03 .', 'test $(date -r . +%Y) = 2099'],
    ['in the mode of a file', 'chmod 604 src/b', 'test $(stat -c %a src/b) = 604'],
    ['in the mode of a folder', 'chmod 711 src', 'test $(stat -c %a src) = 711'],
    ['in the mode of a new folder', 'mkdir -m 711 new; echo b > new/c', 'test $(stat -c %a new) = 711'],
    ['in the temporary folder', 'echo x > $TMPDIR/planted', 'test -e $TMPDIR/planted'],
  ])('a check does not see what the agent left %s', async (_, command, check) => {
    expect(await attempt(check, [run(command), finish])).toMatchObject({ result: { kind: 'failed' } })
  })

  test('a check does not see files that an earlier check left in ignored or home folders', async () => {
    const check = '{ cat deps/planted || cat ~/planted; } && exit 0; echo x | tee deps/planted ~/planted; exit 1'
    expect(await attempt(check, [finish, finish])).toMatchObject({ result: { kind: 'failed' } })
  })
})

describe('what one check runs may be the agent’s own code, and', () => {
  const SEES =
    'cat a deps/tool; ls out new ~/left; grep -q forged a deps/tool || test -e out/built -o -e new -o -e ~/left'

  const checked = async (verify: string[], verifyCommand?: string) => {
    const place = await openContext(FILES, [finish, giveUp])
    writeFiles(place.root, LEFT)
    const settings = { ...place.ctx.settings, verifyCommand }
    return execute(executeOrder(place.head, planOf([subtask(1, { files: ['**'], verify })])), {
      ...place.ctx,
      settings,
    })
  }

  test('what a check does to tracked files is undone before the next check, but build output stays', async () => {
    expect(await checked(['echo forged > a', 'grep -q forged a'])).toMatchObject({ kind: 'failed' })
    expect(await checked(['rm a', 'test ! -e a'])).toMatchObject({ kind: 'failed' })
    expect(await checked(['mkdir out && echo x > out/built', 'test -e out/built'])).toMatchObject({ kind: 'executed' })
  })

  test('verify-command sees no files that the checks of the subtask wrote', async () => {
    const forge = 'mkdir out; echo forged | tee a deps/tool out/built new ~/left'
    expect(await checked([forge], SEES)).toMatchObject({
      kind: 'failed',
      checks: [
        { command: forge, passed: true },
        { command: SEES, passed: false },
      ],
    })
    expect(await checked([forge], `! { ${SEES}; }`)).toMatchObject({ kind: 'executed', outcome: 'It is there.' })
  })
})

test('a folder of the checkout is last on the PATH of checks, unless set-up put it there', async () => {
  const place = await openContext({ ...FILES, 'tools/tool': '' }, [
    run('printf "#!/bin/sh\\nexit 1\\n" | tee tools/true > deps/false; chmod +x tools/true deps/false'),
    finish,
    giveUp,
  ])
  writeFiles(place.root, LEFT)
  chmodSync(join(place.root, 'deps/tool'), 0o755)
  const path = ['tools', 'deps', ''].map((name) => join(place.root, name)).join(':')
  const env = { ...process.env, PATH: `${path}::.:${process.env['PATH']}` }
  const opened = { workspace: place.root, scratch: join(place.top, 'scratch'), network: false, env }
  const freshSandbox: AgentContext['freshSandbox'] = (use) => openFreshSandbox('none', opened, use)
  const verify = ['env true && ! env false', 'test "$(command -v tool)" = "$PWD/deps/tool"']
  const plan = planOf([subtask(1, { files: ['**'], verify })])
  expect(await execute(executeOrder(place.head, plan), { ...place.ctx, freshSandbox })).toMatchObject({
    kind: 'executed',
  })
})

test('ignored files that the agent changed are removed before checks, and untouched ones stay', async () => {
  const { result, root } = await attempt('grep -q other deps/other && ! test -e deps/tool', [
    run('echo forged > deps/tool; mkdir out; echo x > out/x'),
    finish,
  ])
  expect(result).toMatchObject({ kind: 'executed', outcome: 'It is there.' })
  expect(existsSync(join(root, 'out'))).toBe(false)
})

test('submodules are restored before every check, whatever the agent did in them', async () => {
  const modules = { '.gitmodules': '[submodule "lib"]\n\tpath = lib\n\turl = https://example.com/lib\n' }
  const attack = 'echo forged > lib/judge; rm lib/other; mkdir lib/more; echo x > lib/more/x'
  const place = await openContext({ ...FILES, ...modules }, [run(attack), finish, giveUp])
  const { repository: repo, root } = place
  await git(repo, ['update-index', '--add', '--cacheinfo', `160000,${place.head},lib`])
  const tree = await git(repo, ['write-tree'])
  const author = { name: 'A', email: 'a@b' }
  const head = await commitTree(repo, { tree, parents: [place.head], message: 'Add lib', author })
  writeFiles(root, { 'lib/judge': 'real\n', 'lib/other': 'other\n' })
  const check = 'grep -q real lib/judge && test -e lib/other && ! test -e lib/more && echo forged > lib/judge'
  const plan = planOf([subtask(1, { verify: [check] })])
  expect(await execute(executeOrder(head, plan), place.ctx)).toMatchObject({
    kind: 'executed',
    // On the tree before the change, too, after the check itself wrote there.
    checks: [{ before: 'passed' }],
  })
})

test('ignored files that the agent changed are set up again before the checks', async () => {
  const setUpAgain = async () => writeFiles(root, LEFT)
  let root = ''
  const place = await openContext(FILES, [run('echo forged > deps/tool; echo b > b'), finish, giveUp], { setUpAgain })
  root = place.root
  writeFiles(root, LEFT)
  const plan = planOf([subtask(1, { files: ['**'], verify: ['grep -q original deps/tool && test -e b'] })])
  expect(await execute(executeOrder(place.head, plan), place.ctx)).toMatchObject({ kind: 'executed' })
})

test('ignored files that the agent added are set up again if a check misses them', async () => {
  const setUpAgain = async () => writeFiles(root, { 'deps/added': 'by set-up\n' })
  let root = ''
  const place = await openContext(FILES, [run('echo "by the agent" > deps/added'), finish, giveUp], { setUpAgain })
  root = place.root
  writeFiles(root, LEFT)
  const plan = planOf([subtask(1, { files: ['**'], verify: ['grep -q set-up deps/added'] })])
  expect(await execute(executeOrder(place.head, plan), place.ctx)).toMatchObject({ kind: 'executed' })
})

test('without changed ignored files the set-up does not run again', async () => {
  const setUpAgain = () => Promise.reject(new Error('It was untouched.'))
  const { result } = await attempt('grep -q original deps/tool', [run('cat deps/*; echo b > b'), finish], {
    setUpAgain,
  })
  expect(result).toMatchObject({ kind: 'executed', outcome: 'It is there.' })
})

test('files that one attempt left in home, temp or ignored folders do not reach the next attempt', async () => {
  const { ctx, root, head, plan, requests } = await attempt('true', [
    run('echo x | tee ~/.planted deps/planted $TMPDIR/planted'),
    giveUp,
    run('ls -A ~ deps $TMPDIR'),
  ])
  expect(existsSync(join(root, 'deps/planted'))).toBe(true)
  await execute(executeOrder(head, plan), ctx)
  const seen = requests.flatMap(resultsIn).at(-1)
  expect(seen).toContain('tool')
  expect(seen).not.toContain('planted')
})

describe('what is committed is what was checked', () => {
  const encode = `printf 'b working-tree-encoding=UTF-16\\n' > .gitattributes`

  test('an ignored .gitattributes is refused, and its effect on other files is undone', async () => {
    const lines = [run(`${encode}; printf '\\376\\377\\0b' > b`), finish, run('rm .gitattributes'), finish]
    const { result, told, repository, head } = await attempt('test -e b', lines)
    expect(told).toContain('`.gitattributes` is ignored, and git would change other files by it. Remove it.')
    if (result.kind !== 'executed') throw new Error(result.kind)
    const tree = await applyPatch(repository, head, result.patch)
    expect(await git(repository, ['show', `${tree}:b`], { encoding: 'base64' })).toBe(
      Buffer.from('\xfe\xff\0b', 'latin1').toString('base64'),
    )
  })

  test('with line-end conversion by .gitattributes, checks see what a fresh clone has', async () => {
    const lines = [run("printf 'one\\r\\n' > b"), finish]
    const place = await openContext({ ...FILES, '.gitignore': '', '.gitattributes': '* text=auto eol=lf\n' }, [
      ...lines,
      giveUp,
    ])
    const plan = planOf([subtask(1, { files: ['**'], verify: ["! grep -q $'\\r' b"] })])
    expect(await execute(executeOrder(place.head, plan), place.ctx)).toMatchObject({ kind: 'executed' })
  })

  test('a reverted change of .gitattributes leaves no trace in the commit', async () => {
    const place = await openContext({ ...FILES, '.gitignore': '', '.gitattributes': '# none\n' }, [
      run(`${encode}; printf '\\376\\377\\0b' > b; touch -d 2001-01-01 b`),
      finish,
      run("echo '# none' > .gitattributes"),
      finish,
      giveUp,
    ])
    const result = await execute(
      executeOrder(place.head, planOf([subtask(1, { files: ['**'], verify: [] })])),
      place.ctx,
    )
    if (result.kind !== 'executed') throw new Error(result.kind)
    const tree = await applyPatch(place.repository, place.head, result.patch)
    expect(await git(place.repository, ['cat-file', '-s', `${tree}:b`])).toBe('4')
  })
})
