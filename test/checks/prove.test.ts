import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { commandDigest } from '../../src/guard/command-digest.ts'
import { verdictOf, type PassedCheck, type TestCounts } from '../../src/plan/plan.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import type { AgentContext } from '../../src/agent/context/agent-context.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { calls, executeOrder, openContext, type Line } from '../agent-context.ts'

// The checks are small shell programs in the place of a runner: a test is a line `NAME VALUE`, which passes when the file
// `src/NAME` holds VALUE.

const RUN =
  'set -e; n=0; for t in test/*.test; do while read -r name value; do grep -qx "$value" "src/$name" 2>/dev/null || { echo "in $t: $name is not $value"; exit 1; }; n=$((n+1)); done < $t; done; echo "ℹ pass $n"'
const FILES = { 'src/one': '1\n', 'test/old.test': 'one 1\n', '.gitignore': 'out/\n' }

const write = (path: string, content: string): [string, object] => ['write_file', { path, content }]
const remove = (path: string): [string, object] => ['run_command', { command: `rm ${path}` }]
const finish = calls(['finish_subtask', { outcome: 'It is there.', commit_subject: 'Add it' }])
const giveUp = calls(['give_up', { reason: 'No way.' }])

type Given = { files?: string[]; verify?: string[]; description?: string; settings?: Partial<AgentContext['settings']>; repo?: Record<string, string>; passed?: PassedCheck[]; isLast?: boolean } // prettier-ignore

/** An attempt of an agent that makes these calls, then ends the subtask, and gives up when that is refused. */
async function attempt(
  { files = [], verify = [RUN], description = '', settings, repo = {}, passed, isLast }: Given,
  ...made: [string, object][]
) {
  const told: string[] = []
  const refused: Line = (request) => {
    const last = request.messages.flatMap((one) => (one.kind === 'result' ? [one.text] : [])).at(-1) ?? ''
    if (last.includes('call finish_subtask again to keep them')) return finish
    told.push(last)
    return giveUp
  }
  const place = await openContext({ ...FILES, ...repo }, [calls(...made), finish, refused])
  const ctx = { ...place.ctx, settings: { ...place.ctx.settings, ...settings } }
  const plan = planOf([subtask(1, { files, verify, description })])
  const result = await execute(executeOrder(place.head, plan, { passed, ...(isLast && { base: place.head }) }), ctx)
  return { ...place, ctx, result, told: told.join('\n') }
}

const NEW: [string, object][] = [write('src/two', '2\n'), write('test/new.test', 'two 2\n')]

/** The answers of each check, and its verdict. */
const answers = ({ result }: Awaited<ReturnType<typeof attempt>>): string[] =>
  result.kind === 'executed'
    ? result.checks.map((one) => [one.before, one.without, one.planned, verdictOf(one)].join(' '))
    : [JSON.stringify(result)]

/** What the plan names, where `NEW` is done. */
const named = ['src/two', 'test/*.test']

describe('a change', () => {
  test('a change is proven if its new test fails without it, and the check also passes without the test', async () => {
    const proven = await attempt({ files: named, verify: [`echo run >> ../runs; ${RUN}`] }, ...NEW)
    expect(answers(proven)).toEqual(['not run failed passed proving'])
    expect(readFileSync(join(proven.top, 'runs'), 'utf8').match(/run/g)).toHaveLength(3)
  })

  test('a new case in a planned test file is proven by also running the file’s old version', async () => {
    const verify = [`echo run >> ../runs; ${RUN}`]
    const more = await attempt({ files: named, verify }, write('src/two', '2\n'), write('test/old.test', 'one 1\ntwo 2\n')) // prettier-ignore
    expect(answers(more)).toEqual(['passed failed passed proving'])
    expect(readFileSync(join(more.top, 'runs'), 'utf8').match(/run/g)).toHaveLength(3)
  })

  test('with `proof: off` checks run only on the changed code, not also on the code without the change', async () => {
    const made = [write('src/one', '0\n'), write('test/old.test', 'one 0\n')]
    expect(answers(await attempt({ settings: { proof: 'off' } }, ...made))).toEqual(['   '])
  })
})

describe('tests that the plan does not name', () => {
  const weaken: [string, object][] = [write('src/one', '0\n'), write('test/old.test', 'one 0\n')]
  const files = ['src/*']

  test.each<[string, Given, [string, object][], RegExp]>([
    ['weakened', { files }, weaken, /^Not done: `test\/old\.test` was changed, and its earlier version fails on the new code: put it back, or propose_plan_change .*one is not 1/s], // prettier-ignore
    ['deleted', { files }, [write('src/one', '0\n'), remove('test/old.test'), write('test/new.test', 'one 0\n')], /`test\/old\.test` was deleted, and its earlier version fails/], // prettier-ignore
    ['edited where they failed before', { files, repo: { 'test/old.test': 'one 2\n' } }, weaken, /`test\/old\.test` was changed, and its earlier version fails on the new code/], // prettier-ignore
    ['weakened beside one that the plan names', { files: [...files, 'test/old.test'], repo: { 'test/other.test': 'one 1\n' } }, [...weaken, write('test/other.test', 'one 0\n')], /`test\/other\.test` was changed/], // prettier-ignore
    ['added so that a check finds them', { files, verify: ['ls test/wanted.*'] }, [write('src/two', '2\n'), write('test/wanted.test', '')], /`test\/wanted\.test` was added, and `ls test\/wanted\.\*` fails without it/], // prettier-ignore
  ])('tests that the plan does not name may not be %s', async (_, given, made, refused) => {
    const { told, result } = await attempt(given, ...made)
    expect([result.kind, told]).toEqual(['failed', expect.stringMatching(refused)])
  })

  test('unplanned test changes are allowed if no check depends on them, and planned ones always', async () => {
    const more = [write('src/two', '2\n'), write('test/old.test', 'one 1\ntwo 2\n')]
    expect(answers(await attempt({ files }, ...more))).toEqual(['not run failed passed proving'])
    expect(answers(await attempt({ files: [...files, 'test/old.test'] }, ...weaken))).toEqual(['passed failed passed proving']) // prettier-ignore
    const called = await attempt({ files, verify: ['sh test/new.test'] }, write('src/two', '2\n'), write('test/new.test', 'true\n')) // prettier-ignore
    expect(answers(called)).toEqual(['failed passed passed guarding'])
  })

  test('an unplanned test that is flaky does not block the subtask', async () => {
    const flaky = `echo >> ../ran; [ $(wc -l < ../ran) != 3 ] && { ${RUN}; }`
    const { result, told } = await attempt({ files, verify: [flaky] }, write('src/two', '2\n'), write('test/old.test', 'one 1\ntwo 2\n')) // prettier-ignore
    expect([told, result.kind]).toEqual(['', 'executed'])
  })
})

describe('a new test file that the plan names', () => {
  // As a file in the same process that patches what the old tests call: where it is there, nothing fails.
  const silenced = `[ -e test/new.test ] && echo "ℹ pass 1" && exit 0; ${RUN}`
  const broken: [string, object][] = [write('src/one', '0\n'), write('test/new.test', 'one 0\n')]
  const files = ['src/*', 'test/new.test']

  test('a planned new test file must not make failing old tests pass', async () => {
    const { told, result } = await attempt({ files, verify: [silenced] }, ...broken)
    expect(result.kind).toBe('failed')
    expect(told).toMatch(/passed before, and passes now only with `test\/new\.test`: let the tests .*one is not 1/s)
  })

  test('a planned new test file stays in place for runs without the change if the check needs it', async () => {
    const own = await attempt({ files: named, verify: ['test -e test/new.test'] }, ...NEW)
    expect(answers(own)).toEqual(['failed passed passed guarding'])
    const listed = 'for t in $(cat tests); do [ -e test/$t.test ] || { echo "no test/$t.test"; exit 1; }; done'
    const repo = { tests: 'old\n' }
    const build = await attempt({ files: [...named, 'tests'], verify: [listed], repo }, ...NEW, write('tests', 'old\nnew\n')) // prettier-ignore
    expect(answers(build)).toEqual(['passed passed passed guarding'])
  })

  test.each(['.test', '.c', '.go'])(
    'a check that only mentions a new test file runs without it: new%s',
    async (end) => {
      const [path, old] = [`test/new${end}`, RUN.replace('test/*', 'test/old')]
      // A build that wants what it lists, and code that prints the path of the new test where the old ones fail.
      const build = `[ ! -e list ] || grep -q ${{ '.c': 'main', '.go': 'package' }[end] ?? '^'} ${path} || exit 1`
      const verify = [`grep -q one ${path} && echo "ℹ pass 1" && exit 0; echo ${path}; ${build}; ${old}`]
      const more = [write(path, 'package a\none 0\n'), write('list', path)]
      const given = { files: ['src/*', 'list', path], verify }
      const { told } = await attempt(given, write('src/one', '0\n'), ...more)
      expect(told).toMatch(/passed before, and passes now only with `test\/new\./)
      // One that silences nothing.
      expect(answers(await attempt(given, write('src/two', '2\n'), ...more))).toEqual(['passed passed passed guarding'])
    },
  )

  test('a planned new test file must not keep the old tests from running', async () => {
    const counting = 'n=$(cat test/*.test | wc -l); [ -e test/new.test ] && n=9; [ $(cat src/one) = 0 ] && [ $n != 9 ] && n=0; echo "ℹ pass $n"' // prettier-ignore
    const { told } = await attempt({ files, verify: [counting] }, ...broken)
    expect(told).toMatch(/exits with 0 but ran no test/)
  })
})

describe('code that the plan does not name', () => {
  const both: [string, object][] = [write('src/two', '2\n'), write('src/three', '3\n')]
  const verify = ['test -e src/three']

  test('unplanned code that a check depends on is committed, and counted as such with the check', async () => {
    const rests = await attempt({ files: ['src/two'], verify }, ...both)
    expect(answers(rests)).toEqual(['failed failed failed proving'])
    expect(answers(await attempt({ files: ['src/two'] }, ...both))).toEqual(['passed passed passed guarding'])
  })

  test('an unplanned test is not blamed if a check depends on unplanned code', async () => {
    const rests = await attempt({ files: ['src/two'], verify }, ...both, write('test/new.test', 'two 2\n'))
    expect(answers(rests)).toEqual(['failed failed failed proving'])
  })

  test('with `proof: require` unplanned code that a check depends on is refused', async () => {
    const { told } = await attempt({ files: ['src/two'], verify, settings: { proof: 'require' } }, ...both)
    expect(told).toMatch(/^Not done: `test -e src\/three` passes only with `src\/three`, which the plan does not name/)
  })
})

describe('runs', () => {
  test('check results of the previous subtask are reused, and no run is repeated needlessly', async () => {
    const verify = [`echo run >> ../runs; ${RUN}`]
    const first = await attempt({ verify }, write('src/two', '2\n'))
    const runs = () => readFileSync(join(first.top, 'runs'), 'utf8').match(/run/g)
    expect(runs()).toHaveLength(2)
    // The same attempt again: what was said of its base is known.
    const again = [calls(write('src/three', '3\n')), finish, finish]
    const model: AgentContext['model'] = async () => again.shift() ?? giveUp
    const plan = planOf([subtask(1, { verify })])
    const second = await execute(executeOrder(first.head, plan), { ...first.ctx, model })
    expect(second).toMatchObject({ kind: 'executed', checks: [{ before: 'passed', without: 'passed' }] })
    expect(runs()).toHaveLength(3)
  })

  test('a check run that two agents request at the same time runs once', async () => {
    const { ctx, head, top } = await openContext(FILES, [])
    const beside = await openContext(FILES, [])
    const verify = [`echo run >> ${top}/runs; ${RUN}`]
    const ran = [ctx, beside.ctx].map(async (one, i) => {
      const made = [calls(write('src/two', `${i}\n`)), finish, finish]
      const model: AgentContext['model'] = async () => made.shift() ?? giveUp
      await git(one.repo, ['fetch', '-q', ctx.repo.gitDir, head])
      return execute(executeOrder(head, planOf([subtask(1, { verify })])), { ...one, model, known: ctx.known })
    })
    const said = { kind: 'executed', checks: [{ before: 'passed', without: 'passed' }] }
    expect(await Promise.all(ran)).toMatchObject([said, said])
    // Each on what it wrote, and one of them on what both start from.
    expect(readFileSync(join(top, 'runs'), 'utf8').match(/run/g)).toHaveLength(3)
  })
})

describe('a suite of S seconds and a narrow check, when nothing fails', () => {
  // The narrow check takes a twentieth of the suite.
  const suite = `r() { echo $1 >> ../runs; shift; ${RUN.replace('test/*.test', '${*:-test/*.test}')}; }; r`
  const repo = { 'suite.sh': `${suite} ${'${1:-S}'} $2\n` }
  const [within, apart, old] = ['sh suite.sh n test/new.test', 'cd . && sh suite.sh n test/new.test', 'sh suite.sh n test/old.test'] // prettier-ignore
  const changed: [string, object][] = [write('src/two', '2\n'), write('test/old.test', 'one 1\ntwo 2\n')]
  const counted = { counts: { ran: 1, skipped: 0 } }
  type Cost = { made: [string, object][]; narrow?: string; all?: string; told?: object; proof?: 'off' }
  const cost = async ({ made, narrow = within, all = 'sh suite.sh', told, proof }: Cost) => {
    const passed = told && [{ command: commandDigest(all), ...told }]
    const settings = { proof: proof ?? ('report' as const), verifyCommand: all }
    const given = { repo: { ...repo, ...(made.length === 1 && { 'test/new.test': 'two 2\n' }) }, settings }
    const ended = await attempt({ ...given, verify: [narrow], files: named, isLast: true, ...(passed && { passed }) }, ...made) // prettier-ignore
    expect(ended.result.kind).toBe('executed')
    const runs = readFileSync(join(ended.top, 'runs'), 'utf8').split('\n')
    return runs.filter((one) => one === 'S').length + runs.filter((one) => one === 'n').length / 20
  }

  test.each<[string, Cost, number]>([
    ['a new test', { made: NEW, told: {} }, 2.2],
    ['a new test and a narrow check of another form', { made: NEW, told: counted, narrow: apart }, 2.2],
    ['a new test and a suite that counts none', { made: NEW, told: {}, all: 'sh suite.sh >/dev/null' }, 2.2],
    ['a test that changes, also as the base has it', { made: changed, told: counted, narrow: old }, 2.2],
    ['a new test and one that changes', { made: [...changed, ...NEW.slice(1)], told: counted }, 2.2],
    ['no test, on a base that is not known', { made: NEW.slice(0, 1) }, 2.2],
    ['a new test and `proof: off`', { made: NEW, told: {}, proof: 'off' }, 1.1],
  ])('the checks of %s take at most 2.2 times as long as the test suite', async (_, given, most) => {
    expect(await cost(given)).toBeLessThanOrEqual(most)
  })
})

describe('what the journal says of the tree before', () => {
  const verify = [`echo run >> ../runs; ${RUN}`]
  const told = (counts?: TestCounts) => [{ command: commandDigest(verify[0] ?? ''), ...(counts && { counts }) }]
  const after = async (given: Given, ...made: [string, object][]) => {
    const ended = await attempt({ verify, files: ['**'], ...given }, ...made)
    return [...answers(ended), readFileSync(join(ended.top, 'runs'), 'utf8').match(/run/g)?.length]
  }

  test('recorded check results of the code before a change are reused instead of running checks again', async () => {
    expect(await after({ passed: told({ ran: 1, skipped: 0 }) }, write('src/two', '2\n'))).toEqual([
      'passed passed passed guarding',
      1,
    ])
    const other = [{ command: commandDigest('another') }]
    expect(await after({ passed: other }, write('src/two', '2\n'))).toEqual(['passed passed passed guarding', 2])
  })

  test('wrong recorded check results of the code before a change cannot prove the change', async () => {
    const lie = { repo: { 'src/one': '0\n' }, passed: told() }
    expect(await after(lie, write('src/one', '1\n'))).toEqual(['passed passed passed guarding', 1])
    const required = { ...lie, settings: { proof: 'require' as const } }
    expect(await after(required, write('src/one', '1\n'))).toEqual(['failed failed passed proving', 2])
  })

  test('wrong recorded check results of the code before a change cannot cause a refusal', async () => {
    const passed = told({ ran: 9, skipped: 0 })
    expect(await after({ passed }, write('src/two', '2\n'))).toEqual(['passed passed passed guarding', 2])
    const repo = { 'test/old.test': 'one 0\n' }
    const mended = await after({ repo, passed }, write('src/two', '2\n'), write('test/old.test', 'one 1\n'))
    expect(mended[0]).toBe('failed passed passed guarding')
  })
})

describe('a check that exits with 0', () => {
  test('a check that exits with 0 is refused if it skipped more tests than before, unless planned', async () => {
    const verify = ['echo "ℹ pass 1"; echo "ℹ skipped $(cat src/* | wc -l)"']
    const { told } = await attempt({ verify }, write('src/two', '2\n'))
    expect(told).toMatch(/skipped 2 tests, and 1 before/)
    const said = await attempt(
      { verify, description: 'Skip the slow tests of test/old.test.' },
      write('src/two', '2\n'),
    )
    expect(said.result.kind).toBe('executed')
  })
})

describe('bad checks', () => {
  test('files that checks leave behind are neither committed nor present in other check runs', async () => {
    const verify = [`test ! -e left && echo 1 > left && echo 0 > src/one && mkdir -p out && echo 1 > out/left`]
    const left = await attempt({ verify, repo: { 'src/two': '1\n' } }, write('src/two', '2\n'), write('test/old.test', 'one 1\ntwo 2\n')) // prettier-ignore
    expect(answers(left)).toEqual(['passed passed passed guarding'])
    const patch = left.result.kind === 'executed' ? Buffer.from(left.result.patch, 'base64').toString() : ''
    expect(patch.match(/^\+\+\+ .*$/gm)).toEqual(['+++ b/src/two', '+++ b/test/old.test'])
  })
})

describe('what decides which tests run', () => {
  const scripts = (text: string, more = ''): string => `{"scripts":{"test":"${text}"}${more}}`
  const repo = { 'package.json': scripts('node --test') }

  test('configuration that decides which tests run may change only if the subtask names the file', async () => {
    const change = write('package.json', scripts('true'))
    expect((await attempt({ repo }, change)).told).toMatch(/^Not done:\n- `package\.json` decides .* \(`scripts\.test`\): put it back/) // prettier-ignore
    expect((await attempt({ repo, files: ['package.json'] }, change)).result.kind).toBe('executed')
  })
})

describe('a test that is skipped', () => {
  const repo = { 'test/a.test.js': "test('a')\n" }
  const skip = write('test/a.test.js', "test.skip('a')\n")

  test('a change that marks a test as skipped is refused, also in a file that the subtask names', async () => {
    const { told } = await attempt({ repo, files: ['test/a.test.js'], verify: ['true'] }, skip)
    expect(told).toMatch(/^Not done:\n- `test\/a\.test\.js` has 1 more test that is skipped.* \(`test\.skip`\)/)
  })

  test('skipping a test is allowed if the approved text says so, or if the test only moved', async () => {
    const description = 'Skip the flaky test.'
    for (const given of [
      { description: 'Skip the flaky test of `a.test.js`.' },
      { description, files: ['test/a.test.js'] },
    ])
      expect((await attempt({ repo, verify: ['true'], ...given }, skip)).result.kind).toBe('executed')
    expect((await attempt({ repo, verify: ['true'], description }, skip)).told).toMatch(/1 more test that is skipped/)
    const moved = [remove('test/a.test.js'), write('test/b.test.js', "test.skip('a')\n")]
    expect(
      (await attempt({ repo: { 'test/a.test.js': "test.skip('a')\n" }, verify: ['true'] }, ...moved)).result.kind,
    ).toBe('executed')
  })
})

describe('with `require`', () => {
  const settings = { proof: 'require' as const }

  test.each(['src/two', 'docs/two.js', 'lib/fixtures/two.js', 'LICENSE.js'])(
    'with `proof: require` a change of %s that no check notices is refused',
    async (path) => {
      const { told } = await attempt({ settings, files: [path] }, write(path, '2\n'))
      expect(told).toMatch(/^Not done: Every check passes without your change, too: add a test/)
    },
  )

  test.each<[string, [string, object][]]>([
    ['documentation', [write('docs/a.md', 'a\n')]],
    ['tests alone', [write('test/new.test', 'one 1\n'), write('test/fixtures/a', 'a\n')]],
    ['nothing', [['run_command', { command: 'true' }]]],
  ])('with `proof: require` a change of %s is accepted', async (_, made) => {
    expect((await attempt({ settings }, ...made)).result.kind).toBe('executed')
  })
})

describe('the program of a check', () => {
  test('a missing program of a check pauses the plan before the model is called', async () => {
    const { result, requests } = await attempt({ verify: ['true', 'flurb-tester --all'] }, ...NEW)
    expect(result).toMatchObject({ kind: 'halted', reason: 'environment', text: expect.stringMatching(/`flurb-tester` .*`flurb-tester --all` of subtask 1 .*`setup-command`/) }) // prettier-ignore
    expect(requests).toEqual([])
  })

  test('with `proof: off` the programs of checks are not looked up before the model is called', async () => {
    const { result } = await attempt({ verify: ['flurb-tester'], settings: { proof: 'off' } }, ...NEW)
    expect(result.kind).toBe('failed')
  })
})
