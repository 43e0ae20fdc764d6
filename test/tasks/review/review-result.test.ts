import { describe, expect, test } from 'vitest'
import { UserError } from '../../../src/lib/errors.ts'
import { commitTree, treeWith } from '../../../src/git/objects.ts'
import type { Model } from '../../../src/model/model.ts'
import { review } from '../../../src/tasks/review/run.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { calls, openContext, resultsIn, says, type Line } from '../../agent-context.ts'
import type { InputOf } from '../../../src/tasks/tasks.ts'

const FOUND = { subtask: 1, kind: 'wrong', path: 'src/app.js', line: 2, text: 'It is two.' }
const reporting = (...findings: object[]): Line => calls(['report', { findings }])

async function looked(reader: readonly Line[] | Model | undefined, more: Partial<InputOf<'result'>> = {}) {
  const second = typeof reader === 'object' ? await openContext({}, reader) : undefined
  const model = typeof reader === 'function' ? reader : second?.ctx.model
  const place = await openContext({ 'src/app.js': 'one\ntwo\n' }, [], { reader: model })
  const { repository: repo, head: base } = place
  const withPlan = await treeWith(repo, base, { path: 'PLAN.md', text: 'The plan.\n' })
  const tree = await treeWith(repo, withPlan, { path: 'src/new.js', text: 'three\n' })
  const author = { name: 'A', email: 'a@b' }
  const head = await commitTree(repo, { tree, parents: [base], message: 'Done', author })
  const input: InputOf<'result'> = {
    ...{ kind: 'review', of: 'result', id: '12-look-1', number: 12, head, base, allowance: {} },
    topic: { number: 12, title: 'Limit it', body: 'We are flooded.', comments: [] },
    ...{ request: 'add a limiter', plan: planOf([subtask(1)]), finished: [{ number: 1, outcome: 'It counts.' }] },
    ...more,
  }
  return { result: await review(input, place.ctx), head, asked: second?.requests ?? [] }
}

describe('a second look at the result', () => {
  test('a result review sees request, plan, outcomes and changes, and has reading tools only', async () => {
    const { result, head, asked } = await looked([reporting(FOUND)])
    const [{ messages = [], tools = [] } = {}] = asked
    const told = JSON.stringify(messages)
    for (const part of ['We are flooded.', 'add a limiter', '# Plan:', '1. It counts.', '+three'])
      expect(told).toContain(part)
    expect(told).not.toContain('The plan.')
    expect(tools.map(({ name }) => name)).toEqual([
      ...['list_files', 'read_file', 'search', 'git_log', 'git_show', 'report'],
    ])
    const usage = { input: 100, cached: 40, output: 10 }
    expect(result).toEqual({ kind: 'reviewed', of: 'result', head, findings: [FOUND], usage, turns: 1 })
  })

  test.each([
    ['a file that is not there', { path: 'src/none.js' }, 'There is no file `src/none.js` in what was done.'],
    ['a folder', { path: 'src' }, 'There is no file `src`'],
    ['a way out', { path: '../../etc/passwd' }, 'There is no file'],
    ['a line behind the last', { line: 3 }, '`src/app.js` has 2 lines, and none with the number 3.'],
    ['a subtask that nobody planned', { subtask: 9 }, 'There is no subtask 9.'],
  ])('a result review that names %s gets an error, and continues', async (_, more, why) => {
    const { result, asked } = await looked([reporting(FOUND, { ...FOUND, ...more }), reporting()])
    expect(asked[1] && resultsIn(asked[1]).join()).toContain(`Finding 2: ${why}`)
    expect(result).toMatchObject({ kind: 'reviewed', findings: [] })
  })

  test('a result review returns at most ten findings, each truncated', async () => {
    const { result } = await looked([reporting(...Array.from({ length: 30 }, () => ({ ...FOUND, text: 'x'.repeat(3_000) })))]) // prettier-ignore
    const { findings = [] } = result.kind === 'reviewed' && result.of === 'result' ? result : {}
    expect(findings.map(({ text }) => text.length)).toEqual(Array.from({ length: 10 }, () => 1_000))
  })

  test('a result review whose base commit is missing shows no changes to the model', async () => {
    const { asked, result } = await looked([reporting()], { base: 'f'.repeat(40) })
    expect(JSON.stringify(asked[0]?.messages)).not.toContain('What changed')
    expect(result).toMatchObject({ kind: 'reviewed', findings: [] })
  })

  const refuses: Model = () => Promise.reject(new UserError('model-unknown', 'There is no model x.', 'Name another.'))
  test.each<[string, readonly Line[] | Model | undefined, string, number]>([
    ['is not there', undefined, 'This job has no `reader-model`.', 0],
    ['is unknown', refuses, 'There is no model x.', 0],
    ['never reports', [says('Fine.')], 'It ended without a report', 100],
  ])('a result review by a model that %s fails, with its usage counted', async (_, reader, reason, input) => {
    const { result } = await looked(reader)
    expect(result).toMatchObject({ kind: 'failed', reason: expect.stringContaining(reason) })
    expect(result.usage.input).toBeGreaterThanOrEqual(input)
  })
})
