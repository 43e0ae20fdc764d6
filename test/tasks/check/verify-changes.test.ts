import { expect, test } from 'vitest'
import { treeOf, treeWith } from '../../../src/git/objects.ts'
import { applyPatch, patchBetween } from '../../../src/git/merge.ts'
import { git } from '../../../src/git/git.ts'
import type { Executed } from '../../../src/tasks/fields.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { check } from '../../../src/tasks/check/run.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { openContext } from '../../agent-context.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'

type Opened = Awaited<ReturnType<typeof openContext>>

/** A change of one file, as it was made on the first commit. */
async function change({ ctx }: Opened, path: string, text: string): Promise<Executed> {
  const head = await git(ctx.repo, ['rev-parse', 'HEAD'])
  const patch = await patchBetween(ctx.repo, head, await treeWith(ctx.repo, head, { path, text }))
  const said = { outcome: `${path} is written.`, subject: `Write ${path}`, body: '', checks: [], steps: [] }
  return { kind: 'executed', patch, ...said, usage: noUsage, turns: 1 }
}

async function orderOf(opened: Opened, checks: Record<number, string>, changes: (readonly [number, Executed])[]) {
  const input: InputOf<'changes'> = {
    kind: 'check',
    of: 'changes',
    id: '1-verify',
    number: 1,
    head: await git(opened.ctx.repo, ['rev-parse', 'HEAD']),
    allowance: {},
    plan: planOf(Object.entries(checks).map(([number, command]) => subtask(Number(number), { verify: [command] }))),
    changes: changes.map(([number, result]) => ({ subtask: number, result })),
  }
  return input
}

test('concurrent changes are verified on top of each other, without those that failed', async () => {
  const opened = await openContext({ a: 'a\n', b: 'b\n' }, [])
  const first = await change(opened, 'a', 'one\n')
  const clash = await change(opened, 'a', 'two\n')
  const second = await change(opened, 'b', 'two\n')
  const third = await change(opened, 'c', 'three\n')
  const input = await orderOf(
    opened,
    { 1: 'grep -q one a', 2: 'true', 3: 'grep -q two b && ! test -e c', 4: 'grep -q one a && ! grep -q two b' },
    [
      [1, first],
      [2, clash],
      [3, second],
      [4, third],
    ],
  )
  const result = await check(input, opened.ctx)
  if (result.kind !== 'verified') throw new Error(result.kind)
  expect(result.results.map((one) => [one.subtask, one.result.kind])).toEqual([
    [1, 'executed'],
    [2, 'failed'],
    [3, 'executed'],
    [4, 'failed'],
  ])
  const reasons = result.results.flatMap((one) => (one.result.kind === 'failed' ? [one.result.reason] : []))
  expect(reasons[0]).toContain('no longer fits')
  expect(reasons[1]).toContain('failed (exit code 1) together with')

  // Applied in order on the head, what passed comes to the tree that was verified.
  let tip: string | undefined = await treeOf(opened.ctx.repo, input.head)
  for (const { result: one } of result.results)
    if (one.kind === 'executed') tip = await applyPatch(opened.ctx.repo, tip ?? '', one.patch)
  expect(await git(opened.ctx.repo, ['show', `${tip}:a`])).toBe('one')
  expect(await git(opened.ctx.repo, ['show', `${tip}:b`])).toBe('two')
})

/** Each number with the change that writes the file `new` of that number. */
async function newFiles(opened: Opened, numbers: readonly number[]): Promise<[number, Executed][]> {
  const changes: [number, Executed][] = []
  for (const number of numbers) changes.push([number, await change(opened, `new${number}`, 'x\n')])
  return changes
}

const kindsOf = (result: Awaited<ReturnType<typeof check>>): [number, string][] =>
  result.kind === 'verified' ? result.results.map((one) => [one.subtask, one.result.kind]) : []

test('a change that was to be verified on top of a failed one is verified without it', async () => {
  const opened = await openContext({ a: 'a\n' }, [])
  const without = (path: string): string => `! test -e ${path}`
  const input = await orderOf(
    opened,
    { 1: 'true', 2: without('new1'), 3: without('new2'), 4: without('new2'), 5: 'test -e new3 && test -e new4' },
    await newFiles(opened, [1, 2, 3, 4, 5]),
  )
  expect(kindsOf(await check(input, opened.ctx))).toEqual([
    [1, 'executed'],
    [2, 'failed'],
    [3, 'executed'],
    [4, 'executed'],
    [5, 'executed'],
  ])
})

test.each(['time', 'cancelled'])('a verification that is stopped (%s) is not a failure of a subtask', async (why) => {
  const opened = await openContext({ a: 'a\n' }, [], { signal: AbortSignal.abort(why) })
  const input = await orderOf(opened, { 1: 'true' }, [[1, await change(opened, 'a', 'b\n')]])
  expect(await check(input, opened.ctx)).toMatchObject({ kind: 'stopped', why })
})

test('check results of concurrent changes that were merged are known to later subtasks', async () => {
  const opened = await openContext({ a: 'a\n' }, [])
  const changes = [await change(opened, 'b', 'b\n'), await change(opened, 'c', 'c\n')] as const
  const input = await orderOf(opened, { 1: 'test -s b', 2: 'test -s b && test -s c' }, [
    [1, changes[0]],
    [2, changes[1]],
  ])
  await check(input, opened.ctx)
  const one = await applyPatch(opened.ctx.repo, input.head, changes[0].patch)
  const two = await applyPatch(opened.ctx.repo, one ?? '', changes[1].patch)
  expect([...opened.ctx.known.checks.keys()]).toEqual([`${one} test -s b`, `${two} test -s b && test -s c`])
})

test.each(['report', 'off'] as const)(
  'the last changes report the base’s tests that they break, with `%s`',
  async (proof) => {
    const opened = await openContext({ a: '1\n', 'test/a.test': '1\n' }, [])
    const codes = new Set<string>()
    const onCheck = ({ code }: { code: string }) => void codes.add(code)
    const ctx = { ...opened.ctx, settings: { ...opened.ctx.settings, proof }, onCheck }
    const changes = [await change(opened, 'a', '2\n'), await change(opened, 'test/a.test', '2\n')] as const
    const input = await orderOf(opened, { 1: 'true', 2: 'cmp a test/a.test' }, [
      [1, changes[0]],
      [2, changes[1]],
    ])
    const verified = await check({ ...input, compared: { base: input.head, passed: [] } }, ctx)
    const broken = proof === 'off' ? [] : ['test/a.test']
    expect([...codes][0]).toBe('with all changes so far')
    expect(verified).toMatchObject({ results: [{ subtask: 1 }, { result: { brokenTests: broken } }] })
  },
)
