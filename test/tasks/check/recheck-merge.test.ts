import { expect, test } from 'vitest'
import { check } from '../../../src/tasks/check/run.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { openContext } from '../../agent-context.ts'

test('checks of done subtasks run once each, in plan order, and see what earlier checks built', async () => {
  const { ctx, head } = await openContext({ a: 'one\n' }, [])
  const plan = planOf([
    subtask(1, { verify: ['mkdir -p build && echo once >> build/runs', 'echo two > a'] }),
    subtask(2, { verify: ['false', 'mkdir -p build && echo once >> build/runs', 'test "$(cat build/runs)" = once'] }),
    subtask(3, { verify: ['grep -q one a'] }),
    subtask(4, { verify: ['exit 9'] }),
  ])
  const settings = { ...ctx.settings, verifyCommand: 'test ! -e build' }
  const input = { id: 'recheck', number: 1, head, allowance: {}, plan, subtasks: [1, 2, 3] }
  const result = await check({ ...input, kind: 'check', of: 'merge' }, { ...ctx, settings })
  const checks = result.kind === 'checked' ? result.checks : []
  expect(checks.map(({ command, passed }) => [command, passed])).toEqual([
    ['mkdir -p build && echo once >> build/runs', true],
    ['echo two > a', true],
    ['false', false],
    ['test "$(cat build/runs)" = once', true],
    ['grep -q one a', true],
    ['test ! -e build', true],
  ])
})
