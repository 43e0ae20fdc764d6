import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TranscriptEntry } from '../../src/work/room.ts'
import { withLog } from '../../src/work/turn-log.ts'

const out: string[] = []
beforeEach(() => {
  out.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0)
})
afterEach(() => void vi.restoreAllMocks())

const SECRET = 'sk-0123456789'
const recorded: TranscriptEntry[] = []
const redact = (text: string): string => text.replaceAll(SECRET, '***')
const open = withLog(() => (entry) => void recorded.push(entry), redact)
const call = (name: string, input: object | string, rest: object = {}): TranscriptEntry => ({
  ...{ kind: 'tool', turn: 2, text: 'ok', failed: false, milliseconds: 12 },
  call: { id: 'c', name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  ...rest,
})
const end: TranscriptEntry = { kind: 'end', turn: 3, how: 'finished', text: '' }

test('each call is a line, what went wrong says why, and the end closes the group', () => {
  const tell = open('execute-1')
  tell(call('read_file', { path: 'src/a.ts', start_line: 1 }))
  tell(call('run_command', { command: 'npm test\nnpm run lint' }, { failed: true, text: 'exit code 1\nmore' }))
  tell(call('list_files', 'no JSON'))
  tell(end)
  expect(out.join('')).toBe(
    [
      'Turn 2: read_file src/a.ts (12 ms)',
      'Turn 2: ✗ run_command npm test (12 ms): exit code 1',
      'Turn 2: list_files  (12 ms)',
      'Turn 3: ended (finished)',
      '::endgroup::\n',
    ].join('\n'),
  )
  expect(recorded).toHaveLength(4)
})

test('a sub-agent stays in the group of the agent that called it', () => {
  open('execute-1-delegate-1')(end)
  expect(out.join('')).not.toContain('::endgroup::')
})

test('nothing of a call is a command to the runner or shows a secret, also one that is cut off', () => {
  const tell = open('execute-1')
  tell(call('::set-output name=x::', { path: `\n::error::x` }))
  tell(call('::stop', { command: `${'x'.repeat(155)}${SECRET}` }, { failed: true, text: '::add-mask::x' }))
  expect(out.join('')).not.toMatch(/^\s*::/m)
  expect(out.join('')).not.toContain(SECRET.slice(0, 5))
})
