import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { normalizePlan } from '../../src/plan/normalize.ts'
import { Plan } from '../../src/plan/plan.ts'
import { hostilePlan, hostileText, planOf, subtask } from './samples.ts'
import { expectLinear } from '../linear.ts'

const example = planOf(
  [
    subtask(1, { files: ['src/a.ts', 'test/a.test.ts'], verify: ['npm test -- a', 'echo `date`'] }),
    subtask(3, { depends_on: [1, 2] }),
    subtask(2, { expected_outcome: '', files: [], verify: [] }),
  ],
  {
    decisions: ['Redis, instead of a file: it is there'],
    questions: [
      { question: 'Which store?', default: 'memory' },
      { question: 'How many?', default: '' },
    ],
  },
)

const rendered = `# Plan: Add a limiter

We found \`src/app.ts\`.

**Expected outcome:** Requests are limited.

## Subtasks

### 1. Part 1

Do part 1.

- **Expected outcome:** Part 1 works.
- **Files:** \`src/a.ts\`, \`test/a.test.ts\`
- **Verify:** \`npm test -- a\`, \`\` echo \`date\` \`\`

### 3. Part 3

Do part 3.

- **Expected outcome:** Part 3 works.
- **Files:** \`src/part-3.ts\`
- **Verify:** \`npm test -- part-3\`
- **Depends on:** 1, 2

### 2. Part 2

Do part 2.

## Decisions

- Redis, instead of a file: it is there

## Questions

1. Which store? (default: memory)
2. How many? (needs an answer)

## Risks

- Bursts may be cut.
`

/** The plan in a text, or a failed test that says what was wrong with it. */
function planIn(text: string): Plan {
  const parsed = parsePlan(text)
  if (parsed.kind === 'problem') throw new Error(`line ${parsed.line}: ${parsed.reason}`)
  return parsed.plan
}

const description = (text: string): string | undefined => planIn(text).subtasks[0]?.description

describe('rendering and reading', () => {
  test('the plan file has the documented format', () => {
    expect(renderPlan(example)).toBe(rendered)
    expect(planIn(rendered)).toEqual(example)
  })

  test('empty sections are left out of the plan file', () => {
    const bare = { number: 1, name: 'X', description: '', expected_outcome: '', files: [], verify: [], depends_on: [] }
    const plan = { title: 'T', description: '', expected_outcome: '', subtasks: [bare], questions: [], risks: [] }
    expect(renderPlan(plan)).toBe('# Plan: T\n\n## Subtasks\n\n### 1. X\n')
    expect(planIn(renderPlan(plan))).toEqual(plan)
  })

  test('a plan without subtasks is valid only while a question without a default is open', () => {
    const asking = planOf([], { questions: [{ question: 'Which store?', default: '' }] })
    expect(renderPlan(asking)).toContain('\n## Subtasks\n\nNone yet.\n')
    expect(parsePlan(renderPlan(asking)).plan).toEqual(asking)
    const decided = planOf([], { questions: [{ question: 'Which store?', default: 'memory' }] })
    expect(parsePlan(renderPlan(decided))).toMatchObject({
      kind: 'problem',
      reason: expect.stringContaining('no subtasks'),
    })
  })

  test('a rendered plan is parsed back unchanged, whatever its texts contain', () => {
    fc.assert(
      fc.property(hostilePlan, (plan) => {
        expect(planIn(renderPlan(plan))).toEqual(normalizePlan(plan))
      }),
      { numRuns: 1000 },
    )
  })

  test('normalizing a plan is idempotent, and the result matches the schema', () => {
    fc.assert(
      fc.property(hostilePlan, (plan) => {
        const once = normalizePlan(plan)
        expect(normalizePlan(once)).toEqual(once)
        expect(Plan.parse(once)).toEqual(once)
      }),
      { numRuns: 500 },
    )
  })

  test('a hand-edited plan file that parses is rendered and parsed again as the same plan', () => {
    const edited = fc
      .tuple(hostilePlan, fc.array(fc.tuple(fc.nat(), hostileText), { maxLength: 4 }))
      .map(([plan, edits]) =>
        edits.reduce((text, [at, more]) => {
          const lines = text.split('\n')
          lines.splice(at % lines.length, 0, more)
          return lines.join('\n')
        }, renderPlan(plan)),
      )
    fc.assert(
      fc.property(edited, (text) => {
        const parsed = parsePlan(text)
        if (parsed.kind === 'parsed') expect(planIn(renderPlan(parsed.plan))).toEqual(Plan.parse(parsed.plan))
        else expect(parsed.line).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })

  test('characters that a text file cannot hold are replaced, so that a plan reads back unchanged', () => {
    const { title, risks } = normalizePlan(planOf([subtask(1)], { title: 'a\ud800b\0', risks: ['\r\n', 'x\r\ny'] }))
    expect({ title, risks }).toEqual({ title: 'a?b', risks: ['x y'] })
  })

  test('text that looks like structure of the plan file is escaped, and only where necessary', () => {
    const text = renderPlan(
      planOf([subtask(1, { description: '### 2. x\n#### Note\n- **Files:** y\n- Other: z\n```\n# code\n```' })], {
        description: '## Approach\n### 1. First\n## Risks\n- **Files:** a',
      }),
    )
    expect(text).toContain('\n## Approach\n### 1. First\n\\## Risks\n- **Files:** a\n')
    expect(text).toContain('\n\\### 2. x\n#### Note\n\\- **Files:** y\n- Other: z\n```\n# code\n```\n')
  })

  test('an unclosed code fence in a plan’s text is closed, so that it does not swallow the rest', () => {
    const plan = planOf([subtask(1, { description: 'See:\n~~~~sh\n# x' }), subtask(2)])
    expect(planIn(renderPlan(plan)).subtasks.map((one) => one.description)).toEqual([
      'See:\n~~~~sh\n# x\n~~~~',
      'Do part 2.',
    ])
  })
})

describe('edits by hand that keep the shape', () => {
  const same: [string, (text: string) => string][] = [
    ['line ends of another system', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text) => `\ufeff${text}`],
    ['other bullets', (text) => text.replace(/^- /gm, '* ')],
    ['plus as bullet', (text) => text.replace(/^- /gm, '+   ')],
    ['checkboxes', (text) => text.replace(/^- /gm, '- [ ] ')],
    ['ticked checkboxes', (text) => text.replace(/^- /gm, '- [x] ')],
    ['indented lists', (text) => text.replace(/^- /gm, '  - ')],
    ['spaces at line ends', (text) => text.replaceAll('\n', '  \n')],
    ['more empty lines', (text) => text.replaceAll('\n\n', '\n\n\n\n')],
    ['no empty lines', (text) => text.replaceAll('\n\n', '\n')],
    ['no line end at the end', (text) => text.trimEnd()],
    ['the colon outside of the bold type', (text) => text.replaceAll(':** ', '**: ')],
    ['underscores for bold type', (text) => text.replaceAll('**', '__')],
    ['no bold type', (text) => text.replaceAll('**', '')],
    ['no bullets', (text) => text.replaceAll('- **', '**')],
    ['other letter case', (text) => text.replace('## Subtasks', '## SUBTASKS').replaceAll('**Files:', '**files:')],
    ['a colon after the section', (text) => text.replace('## Questions', '## Questions:')],
    ['brackets after numbers', (text) => text.replace(/^(### )?(\d)\./gm, '$1$2)')],
    ['bold headings', (text) => text.replace(/^### (.*)$/gm, '### **$1**')],
    ['checkboxes in headings', (text) => text.replace(/^### /gm, '### [x] ')],
    ['indented headings', (text) => text.replace(/^#/gm, '  #')],
    ['bullets for questions', (text) => text.replace(/^\d\. /gm, '- ')],
    ['files as a list', (text) => text.replace(/Files:\*\* (`src\/a.ts`), /, 'Files:**\n  - $1\n\n  - ')],
    ['remarks beside files', (text) => text.replace('`src/a.ts`', '`src/a.ts` (new)')],
    [
      'a command as a code block',
      (text) => text.replace('`npm test -- part-3`', '\n  ```sh\n  npm test -- part-3\n  ```'),
    ],
    ['wrapped lines', (text) => text.replace('Part 3 works', 'Part 3\n  works').replace('Bursts may', 'Bursts\nmay')],
    ['prose before the title', (text) => `A word before.\n\n${text}`],
    ['prose after the last section', (text) => `${text}\nA closing word of a person.\n`],
    [
      'a section of their own',
      (text) => text.replace('## Questions', '## Notes\n\n- **Files:** x\n\n### A\n\n## Questions'),
    ],
    ['prose before the first subtask', (text) => text.replace('### 1.', 'These come next:\n\n### 1.')],
    ['a rule between sections', (text) => text.replace('## Risks', '## Other\n\n---\n\n## Risks')],
    [
      'another order of sections',
      (text) =>
        `${text.replace(/## Risks[^]*/, '')}`.replace('## Subtasks', '## Risks\n\n- Bursts may be cut.\n\n## Subtasks'),
    ],
    ['a second heading for the subtasks', (text) => text.replace('### 3.', '## Subtasks\n\n### 3.')],
    ['a heading over the later subtasks', (text) => text.replace('### 3.', '## Phase two\n\nLater.\n\n### 3.')],
  ]
  test.each(same)('a hand edit of the plan file that %s changes nothing', (_, edit) => {
    expect(edit(rendered), 'the edit does something').not.toBe(rendered)
    expect(planIn(edit(rendered))).toEqual(example)
  })

  test('free text before and after the fields of a subtask belongs to its description', () => {
    const text = rendered.replace(
      '- **Depends on:** 1, 2\n',
      '- **Depends on:** 1, 2\n\nMind the `store`.\n- Note: small.\n',
    )
    expect(planIn(text).subtasks[1]?.description).toBe('Do part 3.\n\nMind the `store`.\n- Note: small.')
  })

  test('headings and fields inside code blocks of a plan file are text', () => {
    const code = '```sh\n# install\n### 9. x\n- **Files:** y\n```'
    expect(description(rendered.replace('Do part 1.', code))).toBe(code)
    expect(description(rendered.replace('Do part 1.', `- ${code.replaceAll('\n', '\n  ')}`))).toContain('### 9. x')
  })

  test('headings below the subtask level are part of the text of a plan file', () => {
    expect(description(rendered.replace('Do part 1.', '#### Why\n\nSo.'))).toBe('#### Why\n\nSo.')
  })

  test('the line range of a subtask is from its heading to its own last line', () => {
    const parsed = parsePlan(rendered)
    const lines = parsed.kind === 'parsed' ? [...parsed.lines] : []
    expect(lines).toEqual([
      [1, { start: 9, end: 15 }],
      [3, { start: 17, end: 24 }],
      [2, { start: 26, end: 28 }],
    ])
  })
})

describe('what cannot be read is named with its line', () => {
  const head = '# Plan: T\n\n## Subtasks\n\n'
  test.each([
    [
      'no number',
      '# Plan: Broken\n\nNo subtasks here.\n\n## Subtasks\n\n### Two. Without a number\n\nx\n',
      7,
      'number',
    ],
    ['an empty heading', `${head}###\n`, 5, 'number'],
    ['the same number twice', `${head}### 1. A\n\n### 1. B\n`, 7, 'exists already (line 5)'],
    ['the number 0', `${head}### 0. A\n`, 5, '1 to 9999'],
    ['a number that is too large', `${head}### 10000. A\n`, 5, '1 to 9999'],
    ['a number beyond all numbers', `${head}### 1${'0'.repeat(400)}. A\n`, 5, '1 to 9999'],
    ['a negative number', `${head}### -1. A\n`, 5, 'needs a number'],
    ['a number with an exponent', `${head}### 1e9. A\n`, 5, 'needs a number'],
    ['a fraction', `${head}### 1.5 A\n\n### 1. B\n`, 7, 'exists already'],
    ['a number of other digits', `${head}### ١. A\n`, 5, 'needs a number'],
    ['the same number written in two ways', `${head}### 1. A\n\n### 01. B\n`, 7, 'exists already (line 5)'],
    ['the same number in two sections', `${head}### 1. A\n\n## Subtasks\n\n### 1. B\n`, 9, 'exists already (line 5)'],
    ['no name', `${head}### 1.\n`, 5, 'no name'],
    ['no title', '## Subtasks\n\n### 1. A\n', 1, 'title'],
    ['an empty title', '# Plan:\n\n## Subtasks\n\n### 1. A\n', 1, 'title'],
    ['another first heading', 'x\n\n# Limiter\n\n## Subtasks\n\n### 1. A\n', 3, 'title'],
    ['an empty file', '', 1, 'title'],
    ['no section of subtasks', '# Plan: T\n\n### 1. A\n', 4, '## Subtasks'],
    ['no subtasks', `${head}x\n`, 3, 'no subtasks'],
    ['an unknown dependency', `${head}### 1. A\n\n- **Depends on:** 2\n`, 7, 'depends on 2'],
    ['a dependency on itself', `${head}### 1. A\n\n- **Depends on:** 1\n`, 7, 'itself'],
    ['a circle', `${head}### 1. A\n- **Depends on:** 2\n### 2. B\n- **Depends on:** 1\n`, 6, '1 → 2 → 1'],
    ['dependencies in prose', `${head}### 1. A\n\n- **Depends on:** the first one\n`, 7, 'list of numbers'],
    ['an open code block', `${head}### 1. A\n\n\`\`\`\n### 2. B\n`, 7, 'never closed'],
  ])('the plan file is invalid, with the line named: %s', (_, text, line, reason) => {
    expect(parsePlan(text)).toEqual({ kind: 'problem', line, reason: expect.stringContaining(reason) })
  })

  test('any text parses either as a plan or as a problem with one of its lines', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const parsed = parsePlan(`# Plan: x\n## Subtasks\n${text}`)
        if (parsed.kind === 'problem') expect(parsed.line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length + 2)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('long hostile text is read in linear time', () => {
  const units = [
    ...[
      '\n',
      ' ',
      '\\',
      '`',
      '` `` ',
      '#',
      '### 1. x\n',
      '- ',
      '1. ',
      '```\n',
      '- **Files:** `\n',
      '- **Verify:** x\n',
    ],
    ...[
      '(default: ',
      '\\(default:',
      '1. x (default: y\n',
      '> ',
      '[ ] ',
      '**',
      ', ',
      '1 ',
      '\t\n',
      '- [ ] ',
      '\u2028',
      '~~~x\n',
    ],
  ]
  const starts = ['', 'x', '- **Files:** ', '- **Depends on:** ', '## Questions\n1. ', '## Risks\n- ']
  test.each(units)('a plan file with repeated %j is parsed in linear time', (unit) => {
    for (const start of starts) {
      const text = `# Plan: x\n## Subtasks\n### 1. x\n${start}`
      expectLinear((size) => parsePlan(`${text}${unit.repeat(size / unit.length)})x`))
    }
  })

  test('a plan file with a long chain of dependencies is parsed in linear time', () => {
    const chain = Array.from({ length: 9998 }, (_, index) => `### ${index + 1}. x\n- **Depends on:** ${index + 2}`)
    const parsed = parsePlan(`# Plan: x\n## Subtasks\n${chain.join('\n')}`)
    expect(parsed).toMatchObject({ kind: 'problem', reason: 'Subtask 9998 depends on 9999, which does not exist.' })
  })
})
