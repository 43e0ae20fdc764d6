import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { planOf, subtask } from '../../plan/samples.ts'
import type { TranscriptEntry } from '../../../src/agent/context/agent-context.ts'
import { keepTurns } from '../../../src/runner/log.ts'
import { withLog } from '../../../src/agent/context/transcript.ts'

const out: string[] = []
beforeEach(() => {
  out.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0)
})
afterEach(() => void vi.restoreAllMocks())

const SECRET = 'sk-0123456789'
const recorded: TranscriptEntry[] = []
const redact = (text: string): string => text.replaceAll(SECRET, '***')
const turns = keepTurns()
const open = withLog(() => (entry) => void recorded.push(entry), { redact, turns })
const call = (name: string, input: object | string, rest: object = {}): TranscriptEntry => ({
  ...{ kind: 'tool', turn: 2, text: 'ok', failed: false, milliseconds: 12 },
  call: { id: 'c', name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  ...rest,
})
const ORDER = {
  ...{ id: 'a', head: '0'.repeat(40), allowance: {}, plan: planOf([subtask(3)]) },
  ...{ used: [], frozen: [], failures: [], finished: [] },
}
const SETTINGS = {
  planFile: 'PLAN.md',
  protectedPaths: [],
  maxTurns: 9,
  maxSubtasks: 9,
  verifyCommand: undefined,
  setupCommand: undefined,
  proof: 'report' as const,
  testFiles: [],
  newPackages: 'ask' as const,
}
const end: TranscriptEntry = { kind: 'end', turn: 3, how: 'finished', text: '' }

test('the log has one line per tool call, with the reason of a failure, in a group that ends with the agent', () => {
  const tell = open('execute-1')
  tell(call('read_file', { path: 'src/a.ts', start_line: 1 }))
  tell(
    call(
      'run_command',
      { command: 'npm test\nnpm run lint' },
      { failed: true, text: `exit code 1\nmore${'\nline'.repeat(120)}` },
    ),
  )
  tell({ kind: 'waiting', turn: 3, milliseconds: 45_012 })
  tell({ ...call('run_command', { command: 'npm test' }), kind: 'waiting', turn: 3, milliseconds: 90_000 })
  tell(call('list_files', 'no JSON'))
  tell(call('list_files', '"{}"'))
  tell(call('create_plan', { subtasks: [{ number: 1 }], answers: [] }))
  tell(end)
  expect(out.join('')).toBe(
    [
      'Turn 2: read_file src/a.ts (0.0 s)',
      'Turn 2: ✗ run_command npm test (0.0 s): exit code 1',
      '    more',
      ...Array(48).fill('    line'),
      '    [… 22 lines (110 bytes) left out …]',
      ...Array(50).fill('    line'),
      "Turn 3: waits for the model's reply, 45 s so far",
      'Turn 3: run_command npm test, 90 s so far',
      'Turn 2: list_files  (0.0 s)',
      'Turn 2: list_files  (0.0 s)',
      'Turn 2: create_plan changes subtasks, answers (0.0 s)',
      'Turn 3: ended (finished)',
      '::endgroup::\n',
    ].join('\n'),
  )
  expect(recorded).toHaveLength(6)
})

test('the run summary holds the log lines of each task, also those of its sub-agents', () => {
  const input = { kind: 'execute' as const, ...ORDER, number: 12, subtask: 3, attempt: 2 }
  open('a')({ kind: 'order', order: input, settings: SETTINGS, root: '/' })
  expect(out.join('')).toBe('::group::#12: subtask 3, attempt 2\n')
  for (const name of ['a-delegate-1', 'a']) open(name)(call('read_file', { path: `${name}${SECRET}` }))
  expect(turns.summary()).toContain('<summary>#12: subtask 3, attempt 2 · 2 lines</summary>')
  expect(turns.summary()).toContain('\nTurn 2: read_file a-delegate-1*** (0.0 s)\nTurn 2: read_file a*** (0.0 s)\n')
})

test('a sub-agent’s log lines stay in the group of the agent that called it', () => {
  open('execute-1-delegate-1')(end)
  expect(out.join('')).not.toContain('::endgroup::')
})

test('logged tool calls contain no runner commands and no secrets, not even a truncated secret', () => {
  const tell = open('execute-1')
  tell(call('::set-output name=x::', { path: `\n::error::x` }))
  tell(call('::stop', { command: `${'x'.repeat(155)}${SECRET}` }, { failed: true, text: '::add-mask::x' }))
  expect(out.join('')).not.toMatch(/^\s*::/m)
  expect(out.join('')).not.toContain(SECRET.slice(0, 5))
})
