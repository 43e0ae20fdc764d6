import { afterEach, expect, test, vi } from 'vitest'
import { openJob } from '../../src/jobs/job.ts'
import { readInputs } from '../../src/runner/inputs.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['1', []],
  ['2', ['The input `parallel` is above 1, but one job works on one subtask at a time.']],
])('with `parallel` %s the log says once what that means for one job: %j', async (parallel, expected) => {
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const texts: Record<string, string> = { 'github-token': 'ghs_1', parallel }
  await openJob({ inputs: readInputs((name) => texts[name] ?? ''), redact: String }, () => undefined)
  expect(log.mock.calls.map(([line]) => String(line).split('. ')[0] + '.')).toEqual(expected)
})
