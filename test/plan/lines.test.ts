import { describe, expect, test } from 'vitest'
import * as lines from '../../src/plan/syntax.ts'

describe('a heading', () => {
  test.each([
    ['# x', { level: 1, text: 'x' }],
    ['   ##\t  x y  ', { level: 2, text: 'x y' }],
    ['### ', { level: 3, text: '' }],
    ['##', { level: 2, text: '' }],
    ['# a\u2028b', { level: 1, text: 'a\u2028b' }],
    ['##tag', undefined],
    ['#### x', undefined],
    ['    # x', undefined],
    ['x # y', undefined],
  ])('%j is %j', (line, heading) => {
    expect(lines.readHeading(line)).toEqual(heading)
  })

  test.each([
    [2, 'Questions', 'questions'],
    [2, 'SUBTASKS:', 'subtasks'],
    [2, 'Risks :', 'risks'],
    [2, 'Ri:sks', undefined],
    [2, 'Other', undefined],
    [1, 'Risks', undefined],
    [3, 'Risks', undefined],
  ])('a heading of level %i, %j, opens %s', (level, text, section) => {
    expect(lines.readSection({ level, text })).toBe(section)
  })
})

describe('a field', () => {
  test.each([
    ['- **Files:** a', { name: 'files', value: 'a' }],
    ['**Files**: a', { name: 'files', value: 'a' }],
    ['  * [x] __Depends \t on:__  1', { name: 'depends on', value: '1' }],
    ['- verify: a: b', { name: 'verify', value: 'a: b' }],
    ['- Files: a\u2028b', { name: 'files', value: 'a\u2028b' }],
    ['Expected   outcome: x', { name: 'expected outcome', value: 'x' }],
    ['Files: a', undefined],
    ['Verify: a', undefined],
    ['- Filesystem: a', undefined],
    ['- Files a', undefined],
    ['see - Files: a', undefined],
    ['', undefined],
  ])('%j is %j', (line, field) => {
    expect(lines.readField(line)).toEqual(field)
  })
})

test.each([
  ['- a', 'a'],
  ['  12)\t[X] a', 'a'],
  ['+ a\u2028b', 'a\u2028b'],
  ['-a', undefined],
  ['a - b', undefined],
])('the item %j holds %j', (line, text) => {
  expect(lines.readItem(line)).toBe(text)
})

test.each([
  ['', '```', '```'],
  ['', '  ````js', '````'],
  ['', '~~~ `a`\u2028b', '~~~'],
  ['', '- 1. ```', '```'],
  ['', '``` a`b', ''],
  ['', '``', ''],
  ['', 'x ```', ''],
  ['```', '```', ''],
  ['```', '  `````  ', ''],
  ['````', '```', '````'],
  ['```', '~~~', '```'],
  ['```', '``` x', '```'],
  ['```', '', '```'],
])('after the fence %j and the line %j, %j is open', (fence, line, after) => {
  expect(lines.fenceAfter(fence, line)).toBe(after)
})

test.each([
  ['[ ] x', '\\[ ] x'],
  ['```x', '\\```x'],
  ['- ~~~', '\\- ~~~'],
  ['\\[x] y', '\\\\[x] y'],
  ['x', 'x'],
  ['\\x', '\\x'],
  ['x [ ] y', 'x [ ] y'],
])('the text %j of an item is written as %j, and read back', (text, written) => {
  expect(lines.escapeItem(text)).toBe(written)
  expect(lines.unescapeItem(written)).toBe(text)
})

test('an item that a person wrote without a backslash is read as it is', () => {
  expect(lines.unescapeItem('[ ] x')).toBe('[ ] x')
})

test.each([
  ['## Risks', 'plan', '\\## Risks'],
  ['  \\### 1. x', 'subtask', '  \\\\### 1. x'],
  ['### 1. x', 'plan', '### 1. x'],
  ['- Files: a', 'subtask', '\\- Files: a'],
  ['- Files: a', 'plan', '- Files: a'],
  ['Expected outcome: a', 'plan', '\\Expected outcome: a'],
] as const)('the line %j of the text of a %s is written as %j, and read back', (line, place, written) => {
  expect(lines.escapeText(line, place)).toBe(written)
  expect(lines.unescapeLine(written, place)).toBe(line)
})

test.each([
  ['a', '`a`'],
  ['`a', '`` `a ``'],
  ['a`', '`` a` ``'],
  ['a``b', '```a``b```'],
])('%j as code is %j', (text, code) => {
  expect(lines.renderCode(text)).toBe(code)
  expect(lines.readCode(code)).toEqual([text])
})

test.each([
  ['` a `', ['a']],
  ['`  a  `', [' a ']],
  ['` a`', [' a']],
  ['`a `', ['a ']],
  ['` `', [' ']],
  ['`  `', ['  ']],
  ['x `a` and ``b`c``, `d`', ['a', 'b`c', 'd']],
  ['``a` b`', [' b']],
  ['`a', []],
  ['', []],
])('the code in %j is %j', (line, code) => {
  expect(lines.readCode(line)).toEqual(code)
})
