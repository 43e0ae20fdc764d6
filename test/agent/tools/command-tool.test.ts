import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentStep } from '../../../src/plan/plan.ts'
import { redactor } from '../../../src/guard/redact.ts'
import { openSandbox } from '../../../src/agent/sandbox/sandbox.ts'
import { commandTool, stepsTool } from '../../../src/agent/tools/executing.ts'
import { temporaryDirectory } from '../../places.ts'
import { callIn } from './call.ts'

async function commands() {
  const cwd = temporaryDirectory()
  const scratch = join(temporaryDirectory(), 'scratch')
  const sandbox = await openSandbox('none', { workspace: cwd, scratch, network: true, env: { PATH: process.env.PATH } })
  return callIn([commandTool({ sandbox, cwd, redact: redactor(['the-secret']) })])
}

test.each([
  ['echo hi; exit 2', 'hi\n[exit code 2]'],
  ['true', '[exit code 0]'],
  ['kill -9 $$', '[ended by SIGKILL]'],
  ["printf '\\033[31mred\\033[0m\\n'", 'red\n[exit code 0]'],
  ["printf '10%%\\r50%%\\r100%%\\n'", '100%\n[exit code 0]'],
  ["printf 'a\\r\\nb\\007\\n'", 'a\nb\n[exit code 0]'],
  ["printf '%s%s\\n' the- secret", '[redacted]\n[exit code 0]'],
])('run_command with `%s` returns %j', async (command, answer) => {
  const call = await commands()
  expect(await call('run_command', { command })).toBe(answer)
})

test.each([
  ['a NUL', 'true; echo \0', 'has a NUL character'],
  ['more than a shell takes', `printf %s ${'x'.repeat(140_000)}`, 'has more than 120000 bytes'],
])('run_command rejects a command that contains %s', async (_, command, why) => {
  const call = await commands()
  await expect(call('run_command', { command })).rejects.toThrow(`The command ${why}; write a script`)
  await expect(call('run_command', { command: `: ${'x'.repeat(119_000)}` })).resolves.toBe('[exit code 0]')
})

test('run_command keeps the head and the tail of long output', async () => {
  const call = await commands()
  const text = await call('run_command', { command: 'seq 1000000' })
  expect(text).toMatch(/^1\n2\n/)
  expect(text).toMatch(/999999\n1000000\n\[exit code 0\]$/)
  expect(text.length).toBeLessThan(40_000)
})

test('run_command reports that a command was stopped by its timeout', async () => {
  const call = await commands()
  expect(await call('run_command', { command: 'echo a; sleep 60', timeout_seconds: 1 })).toMatch(
    /^a\n\[stopped after 1 s/,
  )
})

test('update_steps replaces the whole list of steps', async () => {
  const seen: AgentStep[][] = []
  const call = callIn([stepsTool({ onSteps: (steps) => void seen.push(steps) })])
  const steps = [
    { title: 'a', state: 'done' },
    { title: 'b', state: 'in_progress' },
  ]
  expect(await call('update_steps', { steps })).toBe('2 steps: 1 done, 1 in progress, 0 to do.')
  expect(await call('update_steps', { steps: [] })).toContain('0 steps')
  expect(seen).toEqual([steps, []])
  await expect(call('update_steps', { steps: [{ title: '', state: 'done' }] })).rejects.toThrow('do not fit')
})
