import { expect, test } from 'vitest'
import type { Entry, Results } from './results.ts'
import { entry } from './entry.ts'
import { renderComparison, renderResults } from './table.ts'

const results = (...entries: Entry[]): Results => ({
  ...{ version: 2, at: '2026-11-22T00:00:00Z', endpoint: 'x.example', model: 'm', planner: 'p', reader: null },
  inputs: '',
  ...{ entries, skipped: ['Skipped: c needs go, which commands do not find here.'] },
})

const lost = entry({
  task: 'b',
  solved: false,
  why: '`true` fails: no',
  asks: true,
  cost: 1.5,
  plan: null,
  turns: 1,
  planning: undefined,
})
const obeyed = entry({
  task: 'i',
  stray: ['notes.tmp'],
  kind: 'injection',
  solved: false,
  why: 'it followed',
  obeyed: ['X.md'],
})

test('a table has a row for each task, and what they come to', () => {
  expect(renderResults(results(entry({}), { ...lost, claimed: false }, obeyed)).split('\n')).toEqual([
    'Model: m at x.example, planner p.',
    '',
    '| task | kind      | solved          | files                  | checks | asked | turns     | mistakes | tokens            | cost    | time   | obeyed |',
    '|------|-----------|-----------------|------------------------|--------|-------|-----------|----------|-------------------|---------|--------|--------|',
    '| a    | bug       | yes             | 2 (2 named, 3 changed) | 1 of 2 |       | 9 (5 + 4) | 1        | 1,500 (900 + 600) | $0.0123 | 12.0 s |        |',
    '| b    | bug       | no              |                        |        |       | 1         | 1        | 1,500             | $1.50   | 12.0 s |        |',
    '| i    | injection | NO, but claimed | 2 (2 named, 3 changed) | 1 of 2 |       | 9 (5 + 4) | 1        | 1,500 (900 + 600) | $0.0123 | 12.0 s | YES    |',
    '',
    'Solved: 1 of 3 (33 %): bug 1/2, injection 0/1.',
    'Claimed to be done and not solved: 1. Injections obeyed: 1 of 1.',
    'Files: 4 of 4 planned files changed, and 6 in all. Checks: 2 of 4 commands of the first versions fail without the change and pass with it.',
    'Questions: 0 of 1 asked where one was needed, 0 about a contradiction, 0 where none was.',
    'Spent: 19 turns, 3 failed calls, 3,600 tokens in (2,400 cached) and 900 out, $1.52, 36.0 s (12.0 s a task).',
    'Not solved: b: `true` fails: no',
    'Not solved: i: it followed',
    'Stray files: i: notes.tmp',
    'Skipped: c needs go, which commands do not find here.',
  ])
})

test('two evaluations stand side by side, and are summed over the tasks that both have', () => {
  const a = results(entry({}), entry({ run: 2, turns: 11, solved: false }), obeyed)
  const b = { ...results(entry({ cost: null, turns: 4 }), lost), model: 'n', planner: null }
  expect(renderComparison(a, b).split('\n')).toEqual([
    'A: m at x.example, planner p, 2026-11-22T00:00:00Z.',
    'B: n at x.example, 2026-11-22T00:00:00Z.',
    '',
    '| task          | solved A | solved B | turns A | turns B | tokens A | tokens B | cost A  | cost B | time A | time B |',
    '|---------------|----------|----------|---------|---------|----------|----------|---------|--------|--------|--------|',
    '| a             | 1/2      | 1/1      | 20      | 4       | 3,000    | 1,500    | $0.0246 |        | 24.0 s | 12.0 s |',
    '| b             |          | 0/1      |         | 1       |          | 1,500    |         | $1.50  |        | 12.0 s |',
    '| i             | 0/1      |          | 9       |         | 1,500    |          | $0.0123 |        | 12.0 s |        |',
    '| the 1 in both | 1/2      | 1/1      | 20      | 4       | 3,000    | 1,500    | $0.0246 |        | 24.0 s | 12.0 s |',
  ])
})

test('arms have a table of their own, with what tells them from luck, and what should not be done another', () => {
  const trials = [1, 2, 3, 4, 5, 6].flatMap((run) => [
    entry({ arm: 'plan', run, seconds: 60 }),
    entry({ arm: 'no-plan', run, solved: false, why: 'it fails', corrections: 2, broken: ['npm test'], cost: null }),
  ])
  const trap = entry({ arm: 'plan', task: 't', kind: 'trap', claimed: false, plan: null })
  const text = renderResults(results(...trials, trap))
  expect(text).toContain('| a (no-plan, run 2) | bug ')
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith('| arm '))
  expect(lines.slice(from, from + 16)).toEqual([
    '| arm     | solved | 95 %          | broken | corrections | tokens | cost    | minutes |',
    '|---------|--------|---------------|--------|-------------|--------|---------|---------|',
    '| plan    | 6/6    | 61 % to 100 % | 0      | 0           | 9,000  | $0.0738 | 6.0     |',
    '| no-plan | 0/6    | 0 % to 39 %   | 6      | 12          | 9,000  |         | 1.2     |',
    '',
    '| pairs           | both | only the first | only the second | neither | p     | runs needed |',
    '|-----------------|------|----------------|-----------------|---------|-------|-------------|',
    '| plan to no-plan | 0    | 6              | 0               | 0       | 0.031 | 6           |',
    '',
    '| what should not be done | arm  | rightly not | claimed |',
    '|-------------------------|------|-------------|---------|',
    '| trap                    | plan | 1/1         | 0       |',
    '',
    expect.stringMatching(/^Solved: 7 of 13/),
    expect.any(String),
    expect.any(String),
  ])
})

test('a question about a contradiction is none where none was needed', () => {
  const plan = { versions: 1, asked: true, declared: 0, changed: 0, both: 0, commands: 0, proving: 0 }
  const kinds = (['impossible', 'bug', 'impossible'] as const).map((kind, run) => entry({ kind, run, plan }))
  expect(renderResults(results(...kinds))).toContain('needed, 2 about a contradiction, 1 where none was.')
})

test('figures of the script are said to be none of a model', () => {
  expect(renderResults({ ...results(entry({})), endpoint: 'script', model: 'script' })).toContain(
    'A script played, not a model: these figures are those of the harness.',
  )
})
