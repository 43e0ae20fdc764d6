import { expect, test } from 'vitest'
import { escapeText, unescapeLine } from '../../src/plan/parts.ts'
import { fenceAfter, readCode, renderCode } from '../../src/plan/syntax.ts'
import { parsePlan } from '../../src/plan/markdown.ts'

const read = (line: string) => parsePlan(`# Plan: T\n\n## Subtasks\n\n### 1. A\n\n${line}\n\n- x\n`).plan

test.each([
  ['## Risks', true],
  ['   ##\t  RISKS:  ', true],
  ['## Risks :', true],
  ['## Ri:sks', false],
  ['##', false],
  ['##Risks', false],
  ['# Risks', false],
  ['#### Risks', false],
  ['    ## Risks', false],
  ['x ## Risks', false],
  ['## Risks\u2028b', false],
])('whether the heading %j opens the section of risks: %s', (line, isSection) => {
  expect(read(line)?.risks).toEqual(isSection ? ['x'] : [])
})

test.each([
  ['- **Files:** a', { files: ['a'] }],
  ['**Files**: a', { files: ['a'] }],
  ['  * [x] __Depends \t on:__  1', undefined],
  ['- verify: a: b', { verify: ['a: b'] }],
  ['- Files: a\u2028b', { files: ['a b'] }],
  ['Expected   outcome: x', { expected_outcome: 'x' }],
  ['Files: a', { files: [] }],
  ['Verify: a', { verify: [] }],
  ['- Filesystem: a', { files: [] }],
  ['- Files a', { files: [] }],
  ['see - Files: a', { files: [] }],
])('the field %j is %j', (line, fields) => {
  const [subtask] = read(line)?.subtasks ?? []
  if (fields) expect(subtask).toMatchObject(fields)
  else expect(subtask).toBeUndefined()
})

test.each([
  ['- a', ['a', 'x']],
  ['  12)\t[X] a', ['a', 'x']],
  ['+ a\u2028b', ['a b', 'x']],
  ['-a', ['x']],
  ['a - b', ['x']],
])('the line %j is read as the list item %j', (line, risks) => {
  expect(read(`## Risks\n\n${line}`)?.risks).toEqual(risks)
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
])('with the open fence %j, after the line %j the open fence is %j', (fence, line, after) => {
  expect(fenceAfter(fence, line)).toBe(after)
})

test.each([
  ['## Risks', 'plan', '\\## Risks'],
  ['  \\### 1. x', 'subtask', '  \\\\### 1. x'],
  ['### 1. x', 'plan', '### 1. x'],
  ['- Files: a', 'subtask', '\\- Files: a'],
  ['- Files: a', 'plan', '- Files: a'],
  ['Expected outcome: a', 'plan', '\\Expected outcome: a'],
  ['[ ] x', 'item', '\\[ ] x'],
  ['```x', 'item', '\\```x'],
  ['- ~~~', 'item', '\\- ~~~'],
  ['\\[x] y', 'item', '\\\\[x] y'],
  ['x', 'item', 'x'],
  ['\\x', 'item', '\\x'],
  ['x [ ] y', 'item', 'x [ ] y'],
] as const)('the line %j in the text of a %s is written as %j, and read back', (line, position, written) => {
  expect(escapeText(line, position)).toBe(written)
  expect(unescapeLine(written, position)).toBe(line)
})

test('a hand-written list item `[ ] x` without a backslash is read literally', () => {
  expect(unescapeLine('[ ] x', 'item')).toBe('[ ] x')
})

test.each([
  ['a', '`a`'],
  ['`a', '`` `a ``'],
  ['a`', '`` a` ``'],
  ['a``b', '```a``b```'],
])('the text %j is written as the code span %j', (text, code) => {
  expect(renderCode(text)).toBe(code)
  expect(readCode(code)).toEqual([text])
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
])('the code spans in %j are %j', (line, code) => {
  expect(readCode(line)).toEqual(code)
})
