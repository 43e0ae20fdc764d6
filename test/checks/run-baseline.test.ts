import { existsSync } from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git } from '../../src/git/git.ts'
import { UserError } from '../../src/lib/errors.ts'
import { beginBaseline, missingProgram } from '../../src/checks/background-checks.ts'
import { plan as makePlan } from '../../src/tasks/plan/run.ts'
import { planOf } from '../../bench/scripts.ts'
import { subtask } from '../plan/samples.ts'
import { calls, draftOrder, openContext, reviseOrder, says } from '../agent-context.ts'
import type { InputOf } from '../../src/tasks/tasks.ts'

/** A room whose base has a place of its own, and what the commands of the environment say there. */
async function begun(
  verifyCommand: string | undefined,
  { setupCommand, ...more }: { setUp?: () => Promise<void>; setupCommand?: string } = {},
) {
  const other = await openContext({ 'a.txt': 'a\n' }, [says('')])
  const { repo, sandbox, freshSandbox, setUp, setUpAgain } = other.ctx
  const place = { repo, sandbox, freshSandbox, setUp, setUpAgain, ...more }
  const { ctx, root } = await openContext({ 'a.txt': 'a\n' }, [says('')], { openBaseWorktree: async () => place })
  const printed = Promise.withResolvers<void>()
  /** What it says passes through here when it has ended. */
  const redact = (text: string): string => {
    if (text === 'a') printed.resolve()
    return text
  }
  const baseline = beginBaseline(
    { ...ctx, redact, settings: { ...ctx.settings, setupCommand, verifyCommand } },
    other.head,
  )
  return { baseline, printed: printed.promise, root, there: other.root }
}

test('verify-command runs on the base branch in its own worktree, and its result is reported', async () => {
  const { baseline, printed, root, there } = await begun('cat a.txt; touch done; exit 3')
  await printed
  await setImmediate()
  expect(await baseline.end()).toMatchObject({ today: { passed: false, exit: 'exit code 3', tail: 'a' } })
  expect([root, there].map((place) => existsSync(join(place, 'done')))).toEqual([false, true])
})

test('verify-command on the base branch is stopped when planning is done, with that as its result', async () => {
  const { baseline, there } = await begun('touch begun; sleep 600')
  await expect.poll(() => existsSync(join(there, 'begun'))).toBe(true)
  expect(await baseline.end()).toMatchObject({ today: { passed: false, exit: expect.stringMatching(/^stopped, the plan was ready after \d+ s$/) } }) // prettier-ignore
})

const broken = { command: 'npm ci', passed: false, exit: 'exit code 1', tail: 'no lock' }
const setUpFailed = new UserError('setup-failed', 'It failed.', 'Mend it.', { cause: broken })

const missing = [{ program: 'flurb', subtask: 1 }]

test.each<[string, Parameters<typeof begun>, object]>([
  [
    'is told where it fails',
    ['true', { setupCommand: 'npm ci', setUp: () => Promise.reject(setUpFailed) }],
    { today: broken },
  ],
  [
    'is told alone where it works',
    [undefined, { setupCommand: 'npm ci', setUp: async () => undefined }],
    { today: { command: 'npm ci', passed: true, exit: 'exit code 0', tail: '' }, missing },
  ],
  [
    'is left out where something else is wrong',
    ['true', { setUp: () => Promise.reject(new Error('no')) }],
    { today: undefined },
  ],
  ['is not run where there is none', [undefined, {}], { today: undefined, missing }],
])('on the base, setup-command %s', async (_, given, wanted) => {
  const { subtasks, ...rest } = planOf(2)
  const checks = [
    ['true', 'flurb --all'],
    ['flurb', './flurb'],
  ]
  const plan = { ...rest, subtasks: subtasks.map((one, i) => ({ ...one, verify: checks[i] ?? [] })) }
  // How long a planner takes is not known here, and `end` waits for nothing: each try gives it twice the time.
  let time = 50
  const ended = async (): Promise<object> => {
    const { baseline } = await begun(...given)
    await setTimeout((time *= 2))
    return baseline.end(plan)
  }
  await expect.poll(ended).toEqual(wanted)
})

/** A plan that is drafted, or revised, where this is `verify-command`, and ends when that has. */
async function drafted(verifyCommand: string | undefined, revision?: Partial<InputOf<'revision'>>) {
  const { subtasks, ...plan } = planOf(1)
  const hostile = subtasks.map((subtask) => ({ ...subtask, verify: ['touch ../evil'] }))
  const offer = calls(['create_plan', { ...plan, subtasks: hostile, answers: [] }])
  const other = await openContext({}, [says('')])
  const { repo, sandbox, freshSandbox, setUp, setUpAgain } = other.ctx
  const openBaseWorktree = async () => ({ repo, sandbox, freshSandbox, setUp, setUpAgain })
  const { ctx, head, requests, repository, top } = await openContext({ 'a.txt': 'a\n' }, [offer], { openBaseWorktree })
  await git(other.repository, ['fetch', '-q', repository.gitDir, head])
  const printed = Promise.withResolvers<void>()
  if (verifyCommand === undefined || (revision && revision.known !== '')) printed.resolve()
  const order = revision ? reviseOrder(head, { ...plan, subtasks }, { feedback: [], ...revision }) : draftOrder(head)
  const result = await makePlan(order, {
    ...ctx,
    settings: { ...ctx.settings, verifyCommand },
    planner: async (request) => {
      await printed.promise
      return ctx.planner(request)
    },
    redact: (text) => {
      if (text === 'a') printed.resolve()
      return text
    },
  })
  expect([top, other.top].filter((folder) => existsSync(join(folder, 'evil')))).toEqual([])
  const sent = requests.map(({ system, messages, tools }) => JSON.stringify([system, messages, tools]))
  // The marks around what others wrote are drawn by lot.
  return { result, sent: sent.map((one) => one.replaceAll(/data-[0-9a-f]{12}/g, 'data')) }
}

test('running `verify-command` on the base costs no model request, and runs no commands of the plan', async () => {
  const [without, withIt] = [await drafted(undefined), await drafted('cat a.txt')]
  expect(without.result).not.toHaveProperty('today')
  expect(withIt.result).toMatchObject({ kind: 'planned', today: { passed: true, tail: 'a' } })
  expect(withIt.sent).toHaveLength(1)
  const named = String.raw`After every subtask this runs, besides its verify commands; do not repeat it:\n  cat a.txt\n\n`
  expect(withIt.sent.map((one) => one.replace(named, ''))).toEqual(without.sent)
})

test.each<[string, Partial<InputOf<'revision'>>, boolean]>([
  ['where nothing is known of it', { known: '' }, true],
  ['not where it is known', { known: 'cat a.txt' }, false],
  ['not on what a subtask changed', {}, false],
])('a revision runs verify-command on the base %s', async (_, revision, runs) => {
  const { result } = await drafted('cat a.txt', revision)
  expect('today' in result ? result.today?.passed : undefined).toBe(runs ? true : undefined)
})

test.each<[string, string | undefined]>([
  ['  flurb --test', 'flurb'],
  ['flurb-3 -q', 'flurb-3'],
  ['flurb\tx; true', 'flurb'],
  ['! flurb x y', undefined],
  ['./flurb.sh', undefined],
  ['CI=1 flurb', undefined],
  ['"my flurb" x', undefined],
  ['$FLURB test', undefined],
  ['', undefined],
])('the missing program of “%s” is %s', async (command, name) => {
  const { ctx } = await openContext({}, [])
  const missing = await missingProgram(ctx, await ctx.sandbox(), subtask(1, { verify: [command] }))
  expect(missing?.match(/^The program `(.*)` is not on the runner/)?.[1]).toBe(name)
})
