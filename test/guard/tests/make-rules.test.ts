import { expect, test } from 'vitest'
import { rulesOf } from '../../../src/guard/tests/make-rules.ts'

const MANY = Array.from({ length: 25 }, (_, n) => `t${n}`)

test.each<[why: string, text: string, checks: string[], rules: [string, string][]]>([
  ['no call, no rules', 'all:\n\tx', ['npm test', 'cmake all', 'makefile all', 'xmake all'], []],
  ['a target, what it needs, and what is outside of rules', 'A = 1  \n# c\n\nall: b  c\n\tx\n\t  y \nb:\n\tz\nd:\n\tw', ['make all'], [['', 'A = 1'], ['all', 'b c\nx\ny'], ['b', 'z']]],
  ['what a needed one needs', 'a: b\nb: c\nc:\n\tx\nd:', ['gmake a'], [['', ''], ['a', 'b'], ['b', 'c'], ['c', 'x']]],
  ['the first target that is none of its own', '.PHONY: lint\nall: b\nb:\n\tx\nlint:', ['make'], [['', ''], ['all', 'b'], ['b', 'x']]],
  ['several calls in a check', 'a:\nb:\nc:', ['cd x && make a; (just b) || true'], [['', ''], ['a', ''], ['b', '']]],
  ['words that are none of targets', 'a-b:\nC=1:\nc:', ['make  -j4   V=1  a-b'], [['', 'C=1:'], ['a-b', '']]],
  ['a line that goes on', 'all: a \\\n b\na:\n\tx\nb:\n\ty', ['make all'], [['', ''], ['all', 'a b'], ['a', 'x'], ['b', 'y']]],
  ['targets that share a rule', 'a  b: c\n\tx\nc:', ['make b'], [['', ''], ['b', 'c\nx'], ['c', '']]],
  ['a rule in two parts', 'a:: b\n\tx\nb:\na:: c\n\ty\nc:', ['make a'], [['', ''], ['a', 'b\nx\nc\ny'], ['b', ''], ['c', '']]],
  ['what is no rule', 'A := 1\nB ::= 2\nC ?= 3\nall: D=4\ninclude x\nall:', ['make all'], [['', 'A := 1\nB ::= 2\nC ?= 3\nall: D=4\ninclude x'], ['all', '']]],
  ['lines below no rule', '\tindented\n  more\nall:\n\tx\nA = 1\n\ty', ['make other'], [['', 'A = 1'], ['all', 'x']]],
  ['lines of a carriage return', 'all:\r\n\tx\r\n', ['make all'], [['', ''], ['all', 'x']]],
  ['every rule, where the target is not there', 'a:\n\tx\nb:', ['make -C other c'], [['', ''], ['a', 'x'], ['b', '']]],
  ['of more than twenty targets the first', `${MANY.join(' ')}:\n\tx`, ['make none'], [['', ''], ...MANY.slice(0, 20).map((name): [string, string] => [name, 'x'])]],
])('of a makefile: %s', (_, text, checks, rules) => {
  expect(rulesOf(text, checks)).toEqual(rules)
}) // prettier-ignore
