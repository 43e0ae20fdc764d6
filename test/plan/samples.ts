import fc from 'fast-check'
import type { AcceptanceTest, Plan, Subtask } from '../../src/plan/plan.ts'

export const subtask = (number: number, more: Partial<Subtask> = {}): Subtask => ({
  number,
  name: `Part ${number}`,
  description: `Do part ${number}.`,
  expected_outcome: `Part ${number} works.`,
  files: [`src/part-${number}.ts`],
  verify: [`npm test -- part-${number}`],
  depends_on: [],
  ...more,
})

export const planOf = (subtasks: Subtask[], more: Partial<Plan> = {}): Plan => ({
  title: 'Add a limiter',
  description: 'We found `src/app.ts`.',
  expected_outcome: 'Requests are limited.',
  subtasks,
  questions: [{ question: 'Which store?', default: 'memory' }],
  risks: ['Bursts may be cut.'],
  ...more,
})

/** Lines that look like the structure of a plan, and what may stand around them. */
const piece = fc.constantFrom(
  ...[
    '# Plan: Other',
    '## Subtasks',
    '## Questions',
    '## Risks:',
    '## Acceptance',
    '## Notes',
    '### 2. x',
    '### 1.',
    '### Two',
    '#tag',
  ],
  ...[
    '**Expected outcome:** x',
    '- **Files:** `a`, `b`',
    '* __Verify__: y',
    '- [ ] **Depends on:** 1',
    'Files: x',
    '- **Asked for:** “y”',
    '“',
  ],
  ...[
    '### `a`',
    'Run: `b`',
    '**Run:** c',
    '- Verify: z',
    'expected outcome: z',
    '**Files**',
    '```',
    '```sh',
    '~~~',
    '~~~~',
    '````',
    '- ```',
    '1. ~~~',
  ],
  ...[
    '- a',
    '* b',
    '1. c',
    '10) d',
    '- [x] e',
    '[ ] f',
    '(default: g)',
    ' (default: ',
    '\\(default: h)',
    ')',
    '`',
    '``',
  ],
  ...[
    '\\',
    '\\\\',
    '\\# i',
    '\\- **Files:** j',
    '\\```',
    '> ```',
    ...[
      '<b>',
      '<',
      '</details>',
      '&lt;',
      '&amp;',
      '&',
      '&#60;',
      '![x](http://y/z.png)',
      '[x](//y)',
      '](a.md)',
      '[x]: http://y',
    ],
    ...['\\](', ']', '](', '[^1]: z', '[x][y]', '`a` <i>', '|', 'https://x', 'a@b', '$$', 'www.'],
    '<!--',
    '-->',
    'none',
    '---',
    '===',
    'plain',
    'ä—🙂',
  ],
  ...['\u00a0', '\u2028', '\u0085', '\ufeff', '\u200b', '\0', '\ud800', '\t', '  ', '    ', ',', ':', '**', '#'],
)
const glue = fc.constantFrom('', ' ', '\n', '\n', '\n\n', '\r\n', '\n  ', '\n    ', '  \n', '\r')
const pieces = fc.array(fc.tuple(piece, glue), { maxLength: 9 }).map((all) => all.flat().join(''))

/** Text that tries to be misread. */
export const hostileText = fc.oneof(
  { weight: 4, arbitrary: pieces },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

const someName = hostileText.map((text) => `x${text}`)
const texts = fc.array(hostileText, { maxLength: 3 })

const test = fc.record<AcceptanceTest>({ path: someName, run: hostileText, content: hostileText })

/** Plans with hostile texts everywhere, whose numbers and dependencies fit. */
export const hostilePlan: fc.Arbitrary<Plan> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 5 })
  .chain((numbers) =>
    fc.record({
      title: someName,
      description: hostileText,
      expected_outcome: hostileText,
      subtasks: fc.tuple(
        ...numbers.map((number, index) =>
          fc.record<Subtask>({
            number: fc.constant(number),
            name: fc.oneof(
              someName,
              hostileText.map((text) => `${text}x`),
            ),
            description: hostileText,
            expected_outcome: hostileText,
            files: texts,
            verify: texts,
            depends_on: fc.subarray(numbers.slice(0, index)),
            asked_for: fc.option(hostileText, { nil: undefined }),
          }),
        ),
      ),
      questions: fc.array(fc.record({ question: hostileText, default: hostileText }), { maxLength: 3 }),
      decisions: texts,
      risks: texts,
      acceptance: fc.option(fc.array(test, { maxLength: 3 }), { nil: undefined }),
    }),
  )
