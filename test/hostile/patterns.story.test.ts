import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test, vi } from 'vitest'
import { explodes, HEADS, KB, PUMPS, textOf } from './patterns.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FILES = globSync('src/**/*.ts', { cwd: ROOT }).toSorted()
const sourceOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8')

type Found = { where: string; pattern: RegExp }

/** Every regular expression that is written in `src/` as one. */
function literals(): Found[] {
  return FILES.flatMap((file) => {
    const tree = ts.createSourceFile(file, sourceOf(file), ts.ScriptTarget.Latest, true)
    const found: Found[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
        found.push({ where: `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`, pattern })
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

/** Every regular expression that `src/` puts together, seen when the modules are loaded and their makers called. */
async function built(): Promise<Found[]> {
  const found: Found[] = []
  const Real = globalThis.RegExp
  // Other files of this process have loaded them already.
  vi.resetModules()
  globalThis.RegExp = new Proxy(Real, {
    construct: (target, given: [string, string]) => {
      const frame = new Error().stack?.split('\n').find((line) => line.includes('/src/')) ?? ''
      const pattern = new target(...given)
      const file = FILES.find((one) => frame.includes(`/${one}:`))
      if (file && !frame.includes('node_modules')) found.push({ where: file, pattern })
      return pattern
    },
  })
  try {
    const files = FILES.filter((file) => sourceOf(file).includes('new RegExp'))
    for (const file of files) await import(resolve(ROOT, file))
    const { needsPlan } = await import('../../src/decide/words/needs-plan.ts')
    for (const request of [
      'Could you please read a.ts?',
      'first add it, then test it',
      'Implement a limiter and test it',
    ])
      needsPlan(request)
    const { pathRemover, redactor } = await import('../../src/guard/redact.ts')
    redactor(['ghs_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'])
    pathRemover([['/home/runner/work', 'the work tree']])
    expect(
      files.filter((file) => !found.some(({ where }) => where === file)).filter((file) => !ASKED_LATER.has(file)),
    ).toEqual([])
  } finally {
    globalThis.RegExp = Real
  }
  return found
}

/** What they put together when asked has no repetition in it, or is a rule of the repository's owners on our own texts. */
const ASKED_LATER = new Set([
  'src/model/endpoint/optional-fields.ts',
  'src/tasks/execute/prompt.ts',
  'src/observe/may-push.ts',
])

/** Without an unbounded repetition, or with one alone that nothing can fail behind, no text takes long. */
function isPlainlyLinear({ source, flags }: RegExp): boolean {
  const bare = source.replace(/\\[pPu]\{[^}]*\}|\\./g, 'x').replace(/\[\^?[^\]]*\]/g, 'x')
  const repetitions = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  const isAnchored = bare.startsWith('^') && !flags.includes('m') && !bare.includes('|')
  return repetitions === 0 || (repetitions === 1 && (isAnchored || /^.[*+]$/.test(bare)))
}

/** The letters of a pattern, alone and with what it writes out, and what all patterns get. */
function attacksOn({ source }: RegExp): { head: string; pump: string }[] {
  const plain = source.replace(/\\[pPu](?:\{[^}]*\}|[0-9a-f]{4})?|\\[bBdDsSwWnrtx0]|\(\?<?[=!:]|\(\?<\w+>/g, ' ')
  const words = plain.match(/[A-Za-z<!"'`:/ .@-]{2,30}/g) ?? []
  const heads = [...new Set([...HEADS, ...words.slice(0, 3)])]
  const pumps = [...new Set([...PUMPS, ...words.slice(0, 5), ...new Set(plain.replace(/[A-Za-z0-9\s]/g, ''))])]
  return [
    ...pumps.map((pump) => ({ head: '', pump })),
    ...heads.slice(1).flatMap((head) => [' ', '\n', 'a', '\\"', '"', '('].map((pump) => ({ head, pump }))),
  ]
}

const lookFor = (pattern: RegExp) => {
  const everywhere = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '') + 'g')
  return (text: string) => text.replace(everywhere, '')
}

const all = [...literals(), ...(await built())]
const tried = [
  ...new Map(all.filter(({ pattern }) => !isPlainlyLinear(pattern)).map((one) => [String(one.pattern), one])).values(),
]

describe('four times the text takes about four times as long to', () => {
  test.each(tried.map(({ where, pattern }) => [where, pattern] as const))(
    'the regular expression in %s takes linear time: %s',
    (_, pattern) => {
      const look = lookFor(pattern)
      look(textOf({ head: '', pump: 'a' }, KB))
      expect(attacksOn(pattern).filter((attack) => explodes(look, attack))).toEqual([])
    },
  )
})

test('regular expressions exempt from the timing test are linear by form, and a slow one is detected', () => {
  expect(all.length).toBeGreaterThan(200)
  for (const pattern of [/\s+$/, /^(\s*):(?=:)/m, /!+(?=\[)/, /^\s*`{3}\s*\n([^]*?)\n?\s*`{3}$/, /(a|a)*b/, /^a*a*$/])
    expect(isPlainlyLinear(pattern)).toBe(false)
  // Some steps for each sign, so that it shows in a text that does not take long.
  const slow = /(?:\s|\t)+$/
  expect([isPlainlyLinear(slow), explodes(lookFor(slow), { head: '', pump: ' ' })]).toEqual([false, true])
  for (const pattern of [/[\r\n]+/, /^\d*$/, /a{1,9}b/, /\u200b|\p{L}/u]) expect(isPlainlyLinear(pattern)).toBe(true)
})
