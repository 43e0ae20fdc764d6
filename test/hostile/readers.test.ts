import { test } from 'vitest'
import { countsIn } from '../../src/checks/proof/summary-lines.ts'
import { gainedPackages, problemsOfPackages } from '../../src/guard/packages/new-packages.ts'
import { expectLinear } from '../linear.ts'
import { MANIFESTS } from './patterns.ts'

/** Readers of whole texts, where what repeats is in a loop or in a library. */
const READERS: [string, (text: string) => unknown, readonly string[]][] = [
  ...MANIFESTS.map(([path, ...attacks]): (typeof READERS)[number] => [
    path,
    (text) => gainedPackages([{ path, before: text.slice(0, text.length / 2), after: text }]),
    attacks,
  ]),
  ['the output of a check', countsIn, ['# Subtest: |/', '# Subtest: a.js\nok 1 - |a', '|# Subtest: /#.js\n']],
  [
    'approved words',
    (words) =>
      problemsOfPackages([{ path: 'go.mod', packages: [{ ecosystem: 'go', name: words }] }], [], { words, files: [] }),
    ['|`', '`|``a', '|`a@1` ', '|@', 'a|@1', '|-_.'],
  ],
]
const PLAYED = READERS.flatMap(([name, read, attacks]) => attacks.map((attack) => [name, attack, read] as const))

test.each(PLAYED)('four times the text takes about four times as long to read as %s: %j', (_, attack, read) => {
  const [head = '', pump = ''] = attack.split('|')
  const text = (length: number) =>
    head + Array.from({ length: length / pump.length }, (_each, at) => pump.replaceAll('#', String(at))).join('')
  expectLinear((length) => read(text(length)), 60_000)
})
