import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { redactor } from '../../../src/guard/redact.ts'
import type { AgentSession } from '../../../src/publish/view/replay/agent-turns.ts'
import { renderReplay } from '../../../src/publish/view/replay/replay.ts'
import { REPLAY_STYLE, REPLAY_STYLE_HASH } from '../../../src/publish/view/replay/replay-style.ts'
import type { ReplaySource } from '../../../src/publish/view/replay/replay-moments.ts'

const AT = '2026-01-01T00:00:0'
const call = { name: 'edit_file', target: 'a.ts', arguments: 'path: a.ts', result: 'Done.', failed: false, done: true }
const session = (more: Partial<AgentSession> = {}): AgentSession => ({
  ...{ id: '1-subtask-1-attempt-1', title: 'Subtask 1', at: `${AT}4Z`, ended: true },
  turns: [{ text: 'I look.', calls: [call], input: 10, cached: 4, output: 2 }],
  ...more,
})
const source = (more: Partial<ReplaySource> = {}): ReplaySource => ({
  issue: { number: 1, title: 'Limit the rate', author: 'alice', body: 'Please.', at: `${AT}0Z` },
  said: [
    { id: 31, author: 'alice', body: '/plan', at: `${AT}1Z`, place: '#1' },
    { id: 33, author: 'alice', body: 'approve', at: `${AT}3Z`, place: '#2' },
    { id: 34, author: 'bob', body: 'approve', at: `${AT}3Z`, place: '#2' },
  ],
  commits: [
    {
      ...{ sha: 'abcdef0123456789', author: 'github-actions[bot]', at: `${AT}5Z` },
      message:
        'Add a limiter\n\nIt limits.\n\nPlan-Issue: 1\nPlan-Approved-By: alice (33)\nPlan-Checks: pfn 0123456789abcdef',
      patch: 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new\n',
    },
  ],
  sessions: [session()],
  ...more,
})
const page = (more: Partial<ReplaySource> = {}, limit?: number): string =>
  renderReplay(source(more), { redact: (text) => text, ...(limit === undefined ? {} : { limit }) })

test('a replay tells who did what, in the order of time, and which approval counted', () => {
  const heads = [...page().matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head = '']) => head.replace(/<[^>]*>/g, ''))
  expect(heads).toEqual([
    'alice opened issue #1',
    'alice commented on #1',
    'alice approved on #2 this approval counted',
    'bob commented on #2',
    'The agent Subtask 1',
    'github-actions[bot] pushed abcdef0: Add a limiter',
  ])
  for (const words of ['I look.', 'edit_file', 'It limits.', '<li>Plan-Checks: pfn', '<span class="added">+new</span>'])
    expect(page()).toContain(words)
})

test('the policy of a replay allows its own style by its digest, and no script', () => {
  expect(createHash('sha256').update(REPLAY_STYLE).digest('base64')).toBe(REPLAY_STYLE_HASH)
  expect(page()).toContain(`<style>${REPLAY_STYLE}</style>`)
  expect(page()).toContain(`content="default-src 'none'; style-src 'sha256-${REPLAY_STYLE_HASH}'; base-uri`)
})

const HOSTILE = [
  '<script>hurt()</script>',
  '</style><script>hurt()</script>',
  '"><img src=x onerror=hurt()>',
  "' onclick='hurt()",
  '</pre></details></article><iframe src=//evil.example>',
  '[click](javascript:hurt()) ![spy](https://evil.example/x.png)',
  '**<b onmouseover=hurt()>** `<svg onload=hurt()>`',
  '<!-- --><script>hurt()</script>',
  '<scr<b>ipt>hurt()</scr</b>ipt>',
  '```\n<script>hurt()</script>\n```\n~~~',
  '- [x] <a href=x>x</a>',
  '&lt;script&gt;',
  'a\u202ecod\u202c',
]
const TAG =
  /<(?:\/?(?:html|head|title|style|body|header|h1|h2|h3|p|div|nav|ol|ul|li|main|article|time|b|code|pre|span|details|summary|a)|!doctype html|html lang="en"|meta [^<>]*|header id="all"|div class="columns"|nav aria-label="Moments"|li class="counts"|a href="#(?:all|m\d+)"|article id="m\d+" class="(?:said|pushed|worked)"|(?:p|b|span|ul) class="[a-z ]+"|details open)>/g

test.each(HOSTILE)('nothing in a replay is more than text: %s', (text) => {
  const hurt = page({
    issue: { number: 1, title: text, author: text, body: text, at: text },
    said: [{ id: 1, author: text, body: text, at: text, place: text }],
    commits: [
      {
        sha: text,
        author: text,
        at: text,
        message: `${text}\n\n${text}\n\nPlan-Issue: ${text}`,
        patch: `diff --git ${text}\n+${text}`,
      },
    ],
    sessions: [
      session({
        ...{ title: text, at: text },
        turns: [
          {
            ...{ text, input: 0, cached: 0, output: 0 },
            calls: [{ ...call, name: text, target: text, arguments: text, result: text, caught: text }],
          },
        ],
      }),
    ],
  })
  const rest = hurt.replace(REPLAY_STYLE, '').replace(TAG, '')
  expect(rest).not.toMatch(/[<>"]|\u202e/)
  expect(hurt).not.toMatch(/<[a-z][^<>]* (?:src|on\w+|href="[^#])/)
})

describe('a replay that would be too large', () => {
  const long = 'x'.repeat(1_000) + '\n'
  const said = (count: number, body: string) =>
    Array.from({ length: count }, (_, i) => ({ id: i, author: 'alice', body, at: `${AT}1Z`, place: `#${i}` }))

  test('has shorter texts', () => {
    const cut = page({ said: said(10, long.repeat(40)) }, 60_000)
    expect(cut.length).toBeLessThanOrEqual(60_000)
    expect(cut).toContain('… (cut here)')
    expect(cut).toContain('on #9')
  })

  test('leaves the earliest moments out, in the end', () => {
    const cut = page({ said: said(300, 'é'.repeat(300)) }, 60_000)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(60_000)
    expect(cut).not.toContain('on #9<')
    expect(cut).toContain('pushed abcdef0')
  })

  test('has at most 5 MB', () => {
    const whole = page({ said: said(60, '<'.repeat(40_000)) })
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(5_000_000)
  })
})

test.each([
  ['as it is', 'hunter2-hunter2'],
  ['split by marks that are taken out', 'hunter2<b></b>-hunter2'],
  ['where its text is cut', `${'x'.repeat(59_995)}hunter2-hunter2`],
])('a replay holds no secret: %s', (_, body) => {
  const said = [{ id: 1, author: 'alice', body, at: '', place: '#1' }]
  const shown = renderReplay(source({ said }), { redact: redactor(['hunter2-hunter2']) })
  expect(shown).not.toMatch(/hunter|nter2/)
})
