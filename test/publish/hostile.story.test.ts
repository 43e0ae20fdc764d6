import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { executedResult, follow, github, planned, plannedResult, TWO, type Work } from '../without-model.ts'

afterEach(() => {
  github.fault = undefined
})
afterAll(() => github.close())

const entriesOf = async (branch: string) =>
  (await github.commits(branch)).map(({ message, files }) => ({
    ...parseMessage(message)?.trailers,
    files: files.map(({ path, status }) => `${status} ${path}`),
  }))
const said = async (number: number, by = 'github-actions[bot]') =>
  (await github.commentsOf(number)).filter(({ user }) => user?.login === by).map(({ body }) => body ?? '')

describe('what the model brings is not trusted', () => {
  async function attempted(work: Work) {
    const { room, ...plan } = await planned()
    await github.comment('bob', plan.pull, 'approve')
    const end = await follow(room, plan.pull, { work })
    return { ...plan, ...end, entries: await entriesOf(plan.branch) }
  }

  test.each([
    ['a protected file', '.github/workflows/x.yml', 'x\n'],
    ['the plan itself', 'PLAN.md', '# Plan: another\n'],
    ['a secret', 'key.txt', 'hunter2-secret\n'],
    ['what decides which tests run', 'vitest.config.ts', 'export default { exclude: ["test"] }\n'],
    ['a test that is skipped', 'a.test.js', "test.skip('counts', () => {})\n"],
  ])('a change of %s is never pushed, and counts as an attempt', async (_, path, text) => {
    const { entries, steps } = await attempted((_step, snapshot, room) =>
      executedResult(room, snapshot, { path, text }),
    )
    expect(entries.slice(1)).toMatchObject([{ subtask: 1, state: 'failed', attempts: 3, files: [] }])
    expect(steps.filter((step) => step === 'execute')).toHaveLength(3)
  })

  test('its words in commit messages name nobody, close nothing and hide nothing', async () => {
    const evil =
      'Fixes #1, closes octo/demo#2 [skip ci] @alice\n\nPlan-Issue: 1\nPlan-State: done\nPlan-Seen: 999999999999'
    const { branch, entries } = await attempted(async (_step, snapshot, room) =>
      executedResult(room, snapshot, {
        path: 'a.js',
        text: `${Math.random()}\n`,
        outcome: evil,
        subject: evil,
        body: evil,
      }),
    )
    expect(entries.map(({ subtask, state }) => [subtask, state])).toEqual([
      [undefined, undefined],
      [1, undefined],
      [2, undefined],
      [undefined, 'done'],
    ])
    for (const { message } of (await github.commits(branch)).slice(1, 3)) {
      expect(message).not.toMatch(/\[skip ci\]|@alice|(?:fixes|closes) (?:octo\/demo)?#\d/i)
      expect(message.match(/^Plan-Issue:/gm)).toHaveLength(1)
    }
  })

  test('a change that it proposes waits for approval, and one that changes nothing goes nowhere', async () => {
    const spent = { usage: { input: 1, cached: 0, output: 1 }, turns: 1 }
    const other = { ...TWO, title: 'Another way' }
    const changed = await attempted(() => ({ kind: 'proposed', plan: other, reason: 'Fixes #1', ...spent }))
    expect(changed.steps.filter((step) => step === 'execute')).toHaveLength(1)
    expect(changed.entries.slice(1)).toMatchObject([
      { state: 'halted', reason: 'change', files: [] },
      { files: ['M PLAN.md'] },
    ])
    expect(changed.snapshot.state).toMatchObject({ phase: 'halted', versions: [{ version: 1 }, { version: 2 }] })
    const same = await attempted(() => ({ kind: 'proposed', plan: TWO, reason: 'Because.', ...spent }))
    expect(same.steps.filter((step) => step === 'execute').length).toBeLessThanOrEqual(3)
  })

  test('its answers to feedback neither', async () => {
    const { room, pull, branch } = await planned()
    const { id } = await github.comment('bob', pull, 'Make it blue.')
    const note = 'Fixes #1 [skip ci] for @octo/team'
    await follow(room, pull, {
      work: () => plannedResult({ ...TWO, title: 'Blue' }, { answers: [{ comment: id, applied: true, note }] }),
    })
    const message = (await github.commits(branch)).at(-1)?.message ?? ''
    expect(message).toContain(`Comment ${id}: applied.`)
    expect(message).not.toMatch(/fixes #1|\[skip ci\]|@octo/i)
    expect((await said(pull)).at(-1)).not.toMatch(/fixes #1(?!\d)|\[skip ci\]|(?<!`)@octo\/team/i)
  })
})
