import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BODY_BEGIN, BODY_END } from '../../../../src/decide/thread/people.ts'
import { historyOf } from '../../../../src/decide/thread/read-history.ts'
import { bodyWithBlock, renderSummary } from '../../../../src/publish/view/body/body.ts'
import { renderChecklist } from '../../../../src/publish/view/parts/checklist.ts'
import { ranges, type View } from '../../../../src/publish/view/text/view.ts'
import { longWait } from '../../../../src/publish/view/parts/status-line.ts'
import { done, plan, RUN, status, subtask, view } from '../sample.ts'
import { MAX_BODY_LENGTH } from '../../../../src/publish/view/text/text.ts'

const renderBlock = (shown: View): string => bodyWithBlock('', shown)
const named = (number: number, name: string) => status(number, { subtask: subtask(number, { name }) })

describe('the checklist', () => {
  test('the checklist shows all subtasks in progress, each with its steps', () => {
    const step = (title: string) => [{ title, state: 'todo' as const }]
    const first = { number: 1, attempt: 1, steps: step('first') }
    const live = { subtasks: [first, { number: 3, attempt: 2, steps: step('second') }] }
    const shown = view([status(1, { ready: true }), status(2), status(3)], { phase: 'in_progress' }, { live })
    expect(renderChecklist(shown).split('\n')).toEqual([
      '- [ ] **1. Add part 1** · in progress (attempt 1 of 3)',
      '  - [ ] first',
      '- [ ] 2. Add part 2',
      '- [ ] **3. Add part 3** · in progress (attempt 2 of 3)',
      '  - [ ] second',
    ])
    expect(renderBlock(shown)).toContain('In progress: subtasks 1 and 3')
    expect(renderBlock(shown)).toContain('class s1,s3 in_progress')
  })

  test('the checklist has one line per subtask, formatted according to its state', () => {
    const statuses = [
      done(1, { run: 77 }),
      status(2, { state: 'abandoned', text: 'not needed\n\nat all' }),
      status(3),
      status(4, { state: 'failed', attempts: 3, text: 'npm test failed\nmore' }),
      status(5),
    ]
    const steps = [
      { title: 'add the import', state: 'done' as const },
      { title: 'register', state: 'in_progress' as const },
    ]
    expect(renderChecklist(view(statuses, {}, { live: { subtasks: [{ number: 3, attempt: 2, steps }] } }))).toBe(
      [
        '- [x] 1. Add part 1 · abc1234 · part 1 is there · [run](https://github.com/o/r/actions/runs/77)',
        '- [ ] ~~2. Add part 2~~ · skipped: not needed',
        '- [ ] **3. Add part 3** · in progress (attempt 2 of 3)',
        '  - [x] add the import',
        '  - [ ] register',
        '- [ ] 4. Add part 4 · failed after 3 attempts: npm test failed',
        '- [ ] 5. Add part 5',
      ].join('\n'),
    )
  })

  test('a subtask’s name cannot break its line of the checklist, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        expect(renderChecklist(view([named(3, name)]))).toMatch(/^- \[ \] 3\. [^\n·]+$/u)
      }),
    )
  })

  test('a subtask’s name cannot imitate a state in the checklist', () => {
    expect(renderChecklist(view([named(3, 'x · abandoned: y')]))).toBe('- [ ] 3. x - abandoned: y')
  })

  test('the checklist indents the steps of a sub-agent below its name', () => {
    const inner = [{ title: 'read', state: 'done' as const }]
    const steps = [
      { title: 'mine', state: 'todo' as const },
      { title: 'look', state: 'failed' as const, steps: inner },
    ]
    const lines = renderChecklist(
      view([status(1)], {}, { live: { subtasks: [{ number: 1, attempt: 1, steps }] } }),
    ).split('\n')
    expect(lines.slice(1)).toEqual(['  - [ ] mine', '  - [ ] look · failed', '    - [x] read'])
  })

  test('the checklist shows a subtask’s steps only while it is in progress', () => {
    const live = { subtasks: [{ number: 1, attempt: 1, steps: [{ title: 'x', state: 'todo' as const }] }] }
    expect(renderChecklist(view([done(1)], {}, { live }))).toBe('- [x] 1. Add part 1 · abc1234 · part 1 is there')
  })

  test('the checklist names a subtask’s unplanned new files', () => {
    expect(renderChecklist(view([done(1, { unplanned: '`notes.tmp`' })]))).toMatch(/ · not in the plan: `notes\.tmp`$/)
  })

  test.each([
    [{ proving: 0, guarding: 2 }, ' · not proven'],
    [{ proving: 0, guarding: 0 }, ' · not proven'],
    [{ proving: 1, guarding: 2 }, ''],
    [undefined, ''],
  ])('the checklist line with the proof %j ends in %j', (proof, end) => {
    const line = renderChecklist(view([done(1, { proof })]))
    expect(line).toBe(`- [x] 1. Add part 1 · abc1234 · part 1 is there${end}`)
  })
})

describe('a wait for the model’s endpoint', () => {
  const noon = Date.UTC(2026, 10, 21, 12, 0, 0)

  test('a wait for the model’s endpoint is shown with its end and total time, even without a subtask', () => {
    const waiting = longWait({ length: 90_000, total: 150_000 }, noon)
    const line = 'Waiting for the model’s endpoint, which is at its limit, until 12:01 UTC (3 minutes in all).'
    expect(renderBlock(view([status(1)], {}, { live: { subtasks: [], waiting } }))).toContain(`\n\n${line}\n\n`)
    expect(
      renderBlock(view([status(1)], {}, { live: { subtasks: [{ number: 1, attempt: 1, steps: [] }], waiting } })),
    ).toContain(line)
    expect(
      renderBlock(view([status(1)], {}, { live: { subtasks: [{ number: 1, attempt: 1, steps: [] }] } })),
    ).not.toContain('Waiting for the model')
  })

  test.each([
    [{ length: 60_000, total: 60_000 }, false],
    [{ length: 60_001, total: 60_001 }, true],
    [{ length: 40_000, total: 75_000 }, true],
  ])('a wait for the model’s endpoint is shown if its total exceeds a minute: %j, %s', (wait, expected) => {
    expect(longWait(wait, 0) !== undefined).toBe(expected)
  })
})

test.each([
  [[done(1), status(2, { state: 'abandoned' }), status(3), status(4)], '▓▓░░░░░░░░ 1 of 4 done · 1 taken back'],
  [[done(1), done(2), status(3, { state: 'abandoned' })], '▓▓▓▓▓▓░░░░ 2 of 3 done · 1 skipped'],
  [[done(1)], '▓▓▓▓▓▓▓▓▓▓ 1 of 1 done'],
])('the progress bar counts done subtasks only: case %#', (statuses, expected) => {
  const undone = new Map([[2, { sha: '', outcome: '', approvedBy: [], command: 7 }]])
  expect(renderBlock(view(statuses, { history: { ...historyOf([]), undone } }))).toContain(`\n\n${expected}\n\n`)
})

test('consecutive subtask numbers are written as ranges', () => expect(ranges([5, 1, 2, 3])).toBe('1-3, 5'))

describe('the graph', () => {
  const renderGraph = (statuses: Parameters<typeof view>[0]): string =>
    /```mermaid[^]*?\n```/.exec(renderSummary(view(statuses), []))?.[0] ?? ''
  test('the dependency graph has an edge per dependency, and the subtasks’ states as classes', () => {
    const graph = renderGraph([done(1), status(2, { subtask: subtask(2, { depends_on: [1, 9] }) })])
    expect(graph).toContain('  s1 --> s2\n')
    expect(graph).not.toContain('s9')
    expect(graph).toContain('  class s1 done\n')
    expect(graph).toContain('  class s2 todo\n')
  })

  test('a subtask’s name cannot break out of its label in the dependency graph', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const line = renderGraph([named(1, `x"] ${name}\n\`\`\`<b>`), status(2)]).split('\n')[2]
        expect(line).toMatch(/^ {2}s1\["1\. x#34;#93;[^"<>`[\]]*"\]$/u)
      }),
    )
  })

  test('the dependency graph is left out for a very large plan', () => {
    const many = Array.from({ length: 2000 }, (_, i) => status(i + 1))
    expect(renderGraph(many)).toBe('')
  })
})

describe('the block', () => {
  test('one subtask gets no dependency diagram', () =>
    expect(renderBlock(view([status(1)]))).not.toContain('Dependencies'))

  test.each([
    [{ plan: 'gpt-x', work: 'gpt-x' }, ' · planned and written by `gpt-x`\n'],
    [{ plan: 'o`1', work: 'gpt-x' }, ' · planned by ``o`1``, written by `gpt-x`\n'],
  ])('the description names the models that planned and wrote: %j', (models, text) => {
    expect(renderBlock({ ...view([status(1)]), models })).toContain(text)
  })

  test('the description shows everything about a plan that waits for approval', () => {
    const block = renderBlock(view([status(1), status(2, { subtask: subtask(2, { depends_on: [1] }) })]))
    expect(block.replace(/```mermaid[\s\S]*?```/, 'GRAPH')).toMatchInlineSnapshot(`
      "<!-- measure-twice:begin -->
      🔵 **Waiting for approval** · version 1

      ░░░░░░░░░░ 0 of 2 done

      - [ ] 1. Add part 1
      - [ ] 2. Add part 2

      **Run it:** \`approve\` · a part: \`approve 1\` · change it: just reply · end it: \`cancel\`

      Plan, version 1 \`a1b2c3d4e5f60718\` · requested by alice

      <details><summary>The plan</summary>

      **1. Add part 1**

      - **Files:** \`src/part-1.js\`

      **2. Add part 2**

      - **Files:** \`src/part-2.js\`
      - **Depends on:** 1

      </details>

      <details><summary>Dependencies</summary>

      GRAPH

      </details>

      <sub>12,345 tokens in (8,000 cached), 678 out · [latest run](https://github.com/o/r/actions/runs/9)</sub>

      Closes #12
      <!-- measure-twice:end -->"
    `)
  })

  test.each([
    ['todo', {}, 'Waiting for approval'],
    ['in_progress', {}, 'Waiting for approval of subtasks 1-2'],
    ['halted', { halt: { reason: 'budget' as const, since: 1 } }, 'Paused: this plan has used up its budget'],
    [
      'halted',
      { halt: { reason: 'change' as const, since: 1, revised: true as const } },
      'Paused: the revised plan waits',
    ],
    ['done', {}, 'Done'],
    ['abandoned', {}, 'Closed'],
    ['todo', { reading: { kind: 'problem' as const, blob: 'b', line: 12, reason: 'No title.' } }, 'line 12: No title.'],
  ] as const)('the description states the state of the plan: %s', (phase, more, words) =>
    expect(renderBlock(view([status(1), status(2)], { phase, ...more }))).toContain(words),
  )

  test('the description says that a run was stopped from outside, and how to continue', () => {
    const going = view([status(1, { ready: true, approved: true })], { phase: 'in_progress' })
    expect(renderBlock(going)).toContain('**In progress**')
    const block = renderBlock({ ...going, live: { subtasks: [], stopped: 'outside' } })
    expect(block).toContain('**Stopped: the run was ended from outside**')
    expect(block).toContain(`\n\nTo continue, [run the job again](${RUN}).`)
    expect(block).not.toMatch(/in progress/i)
  })

  test('the description says who approved what, and how many approvals are missing', () => {
    const approvals = [{ login: 'bob', comment: 9, numbers: [1] }]
    const two = view([status(1, { approvals }), status(2)], {}, { approvalsRequired: 2 })
    expect(renderBlock(two)).toContain('Approved by bob (1) · 1 of 2 approvals for 1, 0 of 2 approvals for 2')
  })

  const whole = plan([subtask(1, { description: 'Count.', expected_outcome: 'It counts.', verify: ['npm test'] })], {
    description: 'First the counter.',
    expected_outcome: 'The 101st is refused.',
  })
  const reading = { kind: 'parsed' as const, plan: whole, blob: 'b' }

  test.each(['todo', 'done'] as const)('the description keeps the plan’s texts in state %s', (phase) => {
    const block = renderBlock(view([status(1)], { phase, reading }))
    for (const words of [
      'First the counter.',
      '**Expected outcome:** The 101st is refused.',
      '**1. Add part 1**\n\nCount.\n\n- **Expected outcome:** It counts.\n- **Files:** `src/part-1.js`\n- **Checks:** `npm test`\n',
    ])
      expect(block).toContain(words)
  })

  test('redacting a secret across two parts of the description keeps its HTML elements closed', () => {
    const secret = { ...whole, description: 'BEGIN KEY', expected_outcome: 'x' }
    const block = bodyWithBlock('', view([status(1)], { reading: { ...reading, plan: secret } }), (text) =>
      text.replace(/BEGIN KEY[^]*/, '[redacted]'),
    )
    expect(block).toContain('<details><summary>The plan</summary>\n\n[redacted]\n\n</details>')
  })

  test('the description shows the cost if prices are known', () => {
    const prices = { input: 1, cached: 0, output: 10 }
    expect(renderBlock(view([status(1)], {}, { prices }))).toContain('<sub>$0.0111 · 12,345 tokens in')
  })
})

describe('the block in the body', () => {
  const shown = view([status(1)])
  const block = renderBlock(shown)
  const mergeBody = (body: string): string => bodyWithBlock(body, shown)
  const old = `${BODY_BEGIN}\r\nold\r\n${BODY_END}`

  test.each([
    ['appends where there is none', 'Mine\r\n', `Mine\r\n\n\n${block}`],
    ['is alone in an empty body', '', block],
    ['keeps what is around, byte for byte', `a\r\n\r\n${old}\r\nb `, `a\r\n\r\n${block}\r\nb `],
    ['makes one of two', `a${old}b${old}c`, `a${block}bc`],
    ['survives a lost end', `a${BODY_BEGIN}b`, `a${block}b`],
    ['survives a lost beginning', `a${BODY_END}b`, `a${block}b`],
    ['survives markers the wrong way round', `a${BODY_END}b${BODY_BEGIN}c`, `a${block}bc`],
    ['finds the pair among strays', `a${BODY_BEGIN}b${old}c${BODY_END}d`, `ab${block}cd`],
    ['does not let pieces become a marker', `<!-- measure-twice:be${BODY_BEGIN}gin -->${old}`, block],
  ])('mergeBody %s', (_, body, expected) => expect(mergeBody(body)).toBe(expected))

  test('a body keeps exactly one generated block, and the next write changes nothing', () => {
    const piece = fc.oneof(
      fc.constantFrom(BODY_BEGIN, BODY_END, '\r\n', '<!-- measure-twice:', 'begin -->'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const merged = mergeBody(pieces.join(''))
        expect(merged.split(BODY_BEGIN)).toHaveLength(2)
        expect(merged.split(BODY_END)).toHaveLength(2)
        expect(mergeBody(merged)).toBe(merged)
      }),
    )
  })

  test('people’s text around the generated block of the description is never lost', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(mergeBody(before + old + after)).toBe(before + block + after)
      }),
    )
  })
})

describe('bodyWithBlock', () => {
  const long = view(
    Array.from({ length: 60 }, (_, i) => done(i + 1, { run: 10 ** 14, text: 'outcome '.repeat(40) })),
    {},
  )

  test('the block leaves out detail, the checklist last, and people’s text never', () => {
    for (const length of [0, 50_000, 55_000, 60_000, 63_000, 65_000]) {
      const people = 'x'.repeat(length)
      const body = bodyWithBlock(people, long)
      expect(body.length).toBeLessThanOrEqual(MAX_BODY_LENGTH)
      expect(body.startsWith(people)).toBe(true)
      expect(body).toContain('Closes #12')
    }
    expect(bodyWithBlock('x'.repeat(60_000), long)).toContain('- [x] 60. Add part 60')
    expect(bodyWithBlock('x'.repeat(60_000), long)).not.toContain('mermaid')
  })

  test('a description that people filled to the limit stays unchanged', () => {
    const full = 'x'.repeat(MAX_BODY_LENGTH)
    expect(bodyWithBlock(full, long)).toBe(full)
  })

  test('the description is not rewritten if only the link to the run would change', () => {
    const before = bodyWithBlock('Mine', view([status(1)]))
    const links = { repository: 'https://github.com/o/r', run: `${RUN}9` }
    expect(bodyWithBlock(before, view([status(1)], {}, { links }))).toBe(before)
    expect(bodyWithBlock(before, view([done(1)], {}, { links }))).toContain(`${RUN}9`)
  })
})

test('the summary of a run shows the plan and what the run did', () => {
  const summary = renderSummary(view([status(1)]), [{ at: '2026-01-01T10:11:12Z', what: 'Announced @alice' }])
  expect(summary).toContain('- [ ] 1. Add part 1')
  expect(summary).toContain('- 10:11:12 Announced <code>@alice</code>')
  expect(summary).not.toContain(BODY_BEGIN)
  const proved = renderSummary(view([done(1, { proof: { proving: 1, guarding: 1 } }), status(2)]), [])
  expect(proved).toContain(
    '| ✅ | 1. Add part 1 | abc1234 | part 1 is there | 1 of 2 checks fails without the change |  |\n|  | 2. Add part 2 |',
  )
  expect([proved.split('\n| --- |').length, proved.includes('- [')]).toEqual([2, false])
})

describe('the last paragraph', () => {
  const approvedBy = [{ login: 'bob', comment: 31 }]
  const history = {
    ...historyOf([]),
    finished: true,
    executed: new Map([1, 2].map((number) => [number, { sha: 'abc', outcome: '', approvedBy }])),
  }
  const finished = view([done(1), done(2), status(3, { state: 'abandoned' })], {
    history,
    phase: 'done',
    usage: { input: 9, cached: 1, output: 2 },
  })
  const TRAILERS = [
    'Plan-Issue: 12',
    'Plan-Subtasks: 2 of 3',
    'Plan-Approved-By: bob (31)',
    'Plan-Usage: input=9 cached=1 output=2',
  ].join('\n')

  test('the description ends with a trailer block only while the plan is done', () => {
    expect(bodyWithBlock('', finished)).toMatch(new RegExp(`${BODY_END}\n\n${TRAILERS.replace(/[()]/g, '\\$&')}$`))
    expect(bodyWithBlock(bodyWithBlock('', finished), view([done(1)]))).toMatch(new RegExp(`${BODY_END}$`))
  })

  test.each(['\n\nCloses #99, too.', '\n', '\nright below', '\n\n\n', '\r\n\r\nmore\r\n'])(
    'the trailer block stays last when people write %j below it, and their text is kept',
    (below) => {
      const body = bodyWithBlock(bodyWithBlock('Above.', finished) + below, finished)
      expect(body.endsWith(`\n\n${TRAILERS}`)).toBe(true)
      expect(body).toContain(BODY_END + below)
      expect(body.match(/Plan-Issue/g)).toHaveLength(1)
      expect(bodyWithBlock(body, finished)).toBe(body)
    },
  )

  test('trailers that people wrote above the generated block of the description are kept', () => {
    expect(bodyWithBlock('Plan-Issue: 3\n\nAbove.', finished)).toMatch(/^Plan-Issue: 3\n\nAbove\./)
  })

  test('the trailer block of the description names this plan’s record, not an earlier plan’s', () => {
    const withRecord = (pull: number) => {
      const branch = {
        name: '',
        head: '',
        commits: [],
        planFile: undefined,
        texts: new Map(),
        commitOfPlanBlob: new Map(),
      }
      const record = { commit: 'c'.repeat(40), journal: 'd'.repeat(40), pull }
      const shown = { ...finished, thread: { ...finished.thread, branch: { ...branch, record } } }
      return bodyWithBlock('', shown).split(`${BODY_END}\n\n`)[1]
    }
    expect([withRecord(7), withRecord(6)]).toEqual([`${TRAILERS}\nPlan-Record: ${'c'.repeat(40)}`, TRAILERS])
  })
})
