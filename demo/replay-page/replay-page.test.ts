import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AgentSession } from './agent-turns.ts'
import type { ReplaySource } from './moments.ts'
import { renderReplay } from './page.ts'

const AT = '2026-01-01T00:00:0'
const call = { name: 'edit_file', target: 'a.ts', arguments: 'path: a.ts', result: 'Done.', failed: false, done: true }
const session = (more: Partial<AgentSession> = {}): AgentSession => ({
  ...{ id: '1-subtask-1-attempt-1', title: 'Subtask 1', at: `${AT}4Z`, ended: true },
  turns: [{ text: 'I look.', calls: [call], input: 10, cached: 4, output: 2 }],
  ...more,
})
const source = (more: Partial<ReplaySource> = {}): ReplaySource => ({
  title: '#1 Limit the rate',
  facts: ['Done', 'Approved by alice'],
  said: [
    { id: 0, author: 'alice', body: 'Please.', at: `${AT}0Z`, name: 'alice opened issue #1' },
    { id: 31, author: 'alice', body: '/plan', at: `${AT}1Z` },
    { id: 32, author: 'octo[bot]', body: '<!-- a -->\n### Plan, version 1: **Limit** `it`\n\nText', at: `${AT}2Z` },
    { id: 33, author: 'alice', body: 'approve', at: `${AT}3Z` },
    { id: 34, author: 'bob', body: 'approve', at: `${AT}3Z` },
  ],
  commits: [
    {
      ...{ sha: 'abcdef0123456789', author: 'octo[bot]', at: `${AT}5Z` },
      message:
        'Add a limiter\n\nIt limits.\n\nPlan-Issue: 1\nPlan-Subtask: 1\nPlan-Approved-By: alice (33)\nPlan-Checks: pfn 0123456789abcdef',
      patch: 'diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-old\n+new\n',
    },
    {
      sha: '1234567890',
      isOwn: false,
      author: 'bob',
      at: `${AT}6Z`,
      message: 'Add words\n\nPlan-Approved-By: bob (34)',
      patch: '',
    },
  ],
  sessions: [session()],
  ...more,
})
/** The page without its style and its script, which are the same for every plan. */
const bodyOf = (page: string): string => page.replace(/<(style|script)>[^]*?<\/\1>/g, '')

test('moments of a replay are named by what happened, in the order of time, and the approval that counted is marked', () => {
  const page = renderReplay(source())
  const heads = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head = '']) => head.replace(/<[^>]*>/g, ''))
  expect(heads).toEqual([
    'alice opened issue #1',
    'alice: /plan',
    'Plan, version 1: Limit it',
    'alice approved version 1 this approval counted',
    'bob: approve',
    'Agent: Subtask 1',
    'Subtask 1 done: Add a limiter (abcdef0)',
    'bob pushed: Add words (1234567)',
  ])
  for (const words of ['Done · Approved by alice', 'I look.', 'It limits.', '<li>Plan-Checks: pfn', '+new</span>'])
    expect(page).toContain(words)
})

test('the policy of a replay allows its own style and its own script by their digests, and nothing else', () => {
  const page = renderReplay(source())
  const digests = ['style', 'script'].map((tag) => {
    const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? []
    return `${tag}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
  expect(page).toContain(`content="default-src 'none'; ${digests.join('; ')}; base-uri 'none'; form-action 'none'"`)
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
  '```\n<script>hurt()</script>\n```\n~~~',
  '&lt;script&gt;',
  'a\u202ecod\u202c',
]
const TAG =
  /<(?:\/?(?:html|head|title|body|header|h1|h2|h3|p|div|nav|ol|ul|li|main|article|time|b|code|pre|span|details|summary|a)|!doctype html|html lang="en"|meta [^<>]*|header id="all"|div class="columns"|nav aria-label="Moments"|li class="counts"|a href="#(?:all|m\d+)"|article id="m\d+" class="(?:said|pushed|worked)"|(?:p|b|span|ul|div) class="[a-z ]+"|pre tabindex="0"|details open)>/g

test.each(HOSTILE)('nothing in the file of a replay is more than text: %s', (text) => {
  const page = renderReplay({
    title: text,
    facts: [text],
    said: [
      { id: 1, author: text, body: text, at: text },
      { id: 2, author: text, body: text, at: text, name: text, isFile: true },
    ],
    commits: [
      {
        ...{ sha: text, author: text, at: text, message: `${text}\n\n${text}\n\nPlan-Issue: ${text}` },
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
  expect(page.match(/<(?:style|script)[\s>]/g)).toHaveLength(2)
  expect(bodyOf(page).replace(TAG, '')).not.toMatch(/[<>"]|\u202e/)
})
