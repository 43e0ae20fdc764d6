import { marked } from 'marked'
import { describe, expect, test } from 'vitest'
import { keepTurns } from '../../src/runner/log.ts'

/** The summary of groups, each with its lines. */
function summaryOf(groups: Record<string, readonly string[]>): string {
  const turns = keepTurns()
  for (const [name, lines] of Object.entries(groups)) {
    turns.begin(name, `#12: ${name}`)
    for (const line of lines) turns.add(name, line)
  }
  return turns.summary()
}

const lines = (count: number, text = 'x'): string[] => Array.from({ length: count }, (_, i) => `Turn ${i + 1}: ${text}`)

test('the run summary has a collapsed section per agent, with one line for each turn', () => {
  expect(summaryOf({ draft: ['Turn 1: read_file a (2 ms)', 'Turn 2: ended (finished)'] })).toBe(
    '\n### What the agents did\n\n<details><summary>#12: draft · 2 lines</summary>\n\n```text\nTurn 1: read_file a (2 ms)\nTurn 2: ended (finished)\n```\n\n</details>\n',
  )
})

test('the summary of a run without agents has no section of turns', () => {
  expect(summaryOf({ verify: [] })).toBe('')
})

test('lines of concurrent agents do not mix in the summary; a repeated agent name gets a new section', () => {
  const turns = keepTurns()
  for (const name of ['a', 'b', 'a']) {
    turns.begin(name, name)
    turns.add('a', 'of a')
  }
  turns.add('nobody', 'lost')
  turns.add('b', 'of b')
  expect(turns.summary()).toMatch(/>a · 2 lines<[^]*of a\nof a[^]*>b · 1 line<[^]*of b[^]*>a · 1 line<[^]*of a\n/)
  expect(turns.summary()).not.toContain('lost')
})

describe('a log of turns that is too long', () => {
  test('the log of turns in the summary keeps the newest lines, and says how many are missing', () => {
    const text = summaryOf({ draft: lines(250) })
    expect(text).toContain('draft · 250 lines')
    expect(text).toContain('… 50 lines before these are in the log of this run.\nTurn 51: x')
    expect(text).toContain('Turn 250: x')
  })

  test('the log of turns in the summary drops the oldest groups, far below GitHub’s size limit', () => {
    const groups = Object.fromEntries(lines(40, 'g').map((name) => [name, lines(200, 'y'.repeat(450))]))
    const text = summaryOf(groups)
    expect(text.length).toBeLessThan(110_000)
    expect(text).toContain('The first 39 of 40 are in the log of this run alone.')
    expect(text).toContain('#12: Turn 40: g')
  })
})

test.each([
  '``````',
  '```\n</details>\n# Big',
  '</details><img src=x onerror=alert(1)>',
  'a | b\n| --- |\n@octo #1 fixes #2',
  '<!-- measure-twice:begin -->',
  '~~~',
  '\u202e\u200bhidden',
  '\u001b[31mred',
  '\ud800',
])('turn text has no effect as Markdown, HTML or control characters: %j', (text) => {
  const summary = summaryOf({ draft: [text, 'the last'] })
  const blocks = marked.lexer(summary, { gfm: true })
  expect(blocks.map(({ type }) => type).filter((type) => type !== 'space')).toEqual(['heading', 'html', 'code', 'html'])
  expect(summary.split('\n').filter((line) => line === 'the last')).toHaveLength(1)
  expect(summary).not.toMatch(/[\u202e\u200b\u001b]/)
  expect(summary.isWellFormed()).toBe(true)
})
