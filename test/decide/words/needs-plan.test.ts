import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsPlan } from '../../../src/decide/words/needs-plan.ts'
import { expectLinear } from '../../linear.ts'

const LOGIN_REPORT = `The login page hangs

**Describe the bug**
The spinner never stops when the password is wrong.

Why is the error not shown?`

const TASK_LIST = `Dark theme

- [ ] find all hard-coded colours
- [ ] move them to variables
- [ ] add the switch`

const STEPS =
  'First add the column, then fill it from the old table, and finally remove the old one across all services.'

const table: { plan: string[]; simple: string[] } = {
  plan: [
    'Implement a new feature to handle user authentication',
    'Refactor the `main.py` file to improve its structure and add error handling',
    'Design and create a new CI/CD pipeline for the project',
    'Can you implement retries for the uploader?',
    'Find all callers of `parse` and then convert the project to the new signature',
    'Rename the field in src/a.ts, src/b.ts and test/a.test.ts',
    'How does caching work here? Please redesign it so that it survives a restart.',
    TASK_LIST,
    '- [ ] colours\n- [ ] fonts',
    '1. Fix the colour\n2. Fix the font',
    'First remove foo.txt, then rename bar.txt',
    'Why is it slow\n\nRewrite the loader',
    STEPS,
    `It is slow. ${'The import takes longer every week and nobody knows what it does at night. '.repeat(25)}`,
  ],
  simple: [
    'read the file `config.py`',
    'list all the files in the current directory',
    'what is the current time',
    'Fix the spelling of "implement" in the API docs of the login page',
    'Can you explain why we refactor the router?',
    'Thanks!',
    '**Why** did you migrate',
    'Fix `implement()`',
    'Run `npm run migrate` and print the output',
    'See https://example.com/implement/a/new/pipeline',
    '```\nimplement refactor migrate\n```',
    '<!-- implement the template --> hello',
    LOGIN_REPORT,
  ],
}

test.each(table.plan)('a request that is complex enough for a plan: %s', (request) => {
  expect(needsPlan(request)).toMatchObject({ isComplex: true })
})

test.each(table.simple)('a request that is too simple for a plan: %s', (request) => {
  expect(needsPlan(request)).toMatchObject({ isComplex: false })
})

test('an empty request needs no plan, and the reason says so', () => {
  expect(needsPlan(' \n\u200b\t')).toEqual({ isComplex: false, because: 'it is empty' })
})

test('the reason why a request needs a plan names what was found in its text', () => {
  expect(needsPlan('Implement a cache from scratch').because).toBe(
    'it asks to build or rebuild, it is about a whole part of the software, it reaches far',
  )
  expect(needsPlan('What is a cache?').because).toBe('it only asks or reads')
  expect(needsPlan('Thanks!').because).toBe('nothing in it looks like several steps')
})

test('whether a long request needs a plan is judged in linear time, whatever the text is', () => {
  const bombs = [
    'a',
    ' ',
    '\n',
    '`',
    '```',
    '<!--',
    '1. ',
    '- [ ] ',
    'read and then ',
    '请',
    '，',
    '.',
    'a.b ',
    'please ',
  ]
  const more = ['design', '**', 'https:', '? ', '¿', '` \n', ' ,', 'a`', '\n \n', '\ud800']
  for (const bomb of [...bombs, ...more]) {
    for (const [start, end] of [
      ['', ''],
      ['', '!'],
      ['x', 'x'],
      ['implement ', ''],
    ])
      // prettier-ignore
      expectLinear((size) => needsPlan(`${start}${bomb.repeat(size / bomb.length)}${end}`), 25_000)
  }
})

const requests = [...table.plan, ...table.simple]

test('additional white space does not change whether a request needs a plan', () => {
  const spaces = fc.stringMatching(/^[ \t\u00a0]{1,5}$/)
  const blank = fc.stringMatching(/^\s{0,5}$/)
  fc.assert(
    fc.property(fc.constantFrom(...requests), spaces, blank, blank, (request, space, before, after) => {
      const spread = request
        .replaceAll(' ', ` ${space}`)
        .replaceAll('\n\n', `\n${before}\n\n`)
        .replace(/(?<!\s)\n(?!\s)/g, `${space}\r\n${space}`)
      expect(needsPlan(before + spread + after)).toEqual(needsPlan(request))
    }),
  )
})

test('a question about a complex request needs no plan', () => {
  fc.assert(
    fc.property(fc.constantFrom(...table.plan), (request) => {
      const clause = request.split(/[.?!\n]/)[0] ?? ''
      expect(needsPlan(`Why did you ${clause}?`).isComplex).toBe(false)
    }),
  )
})
