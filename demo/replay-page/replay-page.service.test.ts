import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { recordedPlan } from './recorded.ts'
import { renderReplay } from './page.ts'
import { chromiumPath, openChromium } from '../../scripts/chromium.ts'
import { renderRecord } from '../../src/plan/record.ts'
import { seriousOn } from '../../test/axe.ts'
import { temporaryDirectory } from '../../test/places.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const AT = '2026-01-01T00:00:0'

const program = (...args: string[]) =>
  spawnSync(join(ROOT, 'node_modules/.bin/node'), [join(ROOT, 'demo/replay-page/main.ts'), ...args], {
    encoding: 'utf8',
  })

/** A clone with the record of plan 7 in its ref, upon the commits of the plan. */
function clone(): string {
  const repo = temporaryDirectory()
  const git = (args: readonly string[], env: NodeJS.ProcessEnv = {}): string =>
    execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', env: { ...process.env, ...env } }).trim()
  const commit = (n: number, files: Record<string, string>, message: string): string => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(repo, name), text)
    git(['add', '.'])
    const by = { NAME: 'octo[bot]', EMAIL: 'bot@example.com', DATE: `${AT}${n}Z` }
    const env = Object.entries(by).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ])
    git(['commit', '-q', '-m', message], Object.fromEntries(env) as NodeJS.ProcessEnv)
    return git(['rev-parse', 'HEAD'])
  }
  git(['init', '-q', '-b', 'main'])
  const base = commit(0, { 'a.js': 'old\n' }, 'Begin')
  commit(1, { 'PLAN.md': '# Limit the rate\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n' }, 'Plan: Limit\n\nPlan-Issue: 7')
  const blob = git(['rev-parse', 'HEAD:PLAN.md'])
  const message = 'Add a limiter\n\nIt limits.\n\nPlan-Issue: 7\nPlan-Subtask: 1\nPlan-Approved-By: alice (33)'
  const head = commit(3, { 'a.js': 'new\n' }, message)
  const tree = git(['rev-parse', 'HEAD^{tree}'])
  const usage = { input: 20, cached: 5, output: 4 }
  const record = renderRecord({
    ...{ format: 1, issue: 7, pull_request: 8, state: 'done', base, journal: head, head, tree, usage },
    request: { comment: 31, login: 'alice', id: 1, text: '/plan a limiter' },
    versions: [{ number: 1, blob, comment: 32 }],
    approvals: [{ comment: 33, login: 'alice', id: 1, permission: 'write', at: `${AT}2Z`, version: 1, subtasks: [1] }],
    subtasks: [
      {
        ...{ number: 1, state: 'done', subject: 'Add a limiter', outcome: 'It limits.', version: 1 },
        ...{ commit: head, tree, usage, checks: [] },
      },
    ],
    ...{ runs: [], models: ['m'], action: null },
  })
  git(['remote', 'add', 'origin', 'git@github.com:octo/board.git'])
  commit(4, { 'record.json': record }, 'Record of the plan for #7')
  git(['update-ref', 'refs/measure-twice/7-record', 'HEAD'])
  git(['reset', '-q', '--hard', base])
  return repo
}

test('a replay is made from the record in a clone and transcripts of runs, without anything else', () => {
  const repo = clone()
  const transcript = join(repo, '7-subtask-1-attempt-1.jsonl')
  const reply = { kind: 'reply', at: `${AT}2.5Z`, message: { text: 'I look.', calls: [] } }
  writeFileSync(transcript, `${JSON.stringify(reply)}\n{"kind":"re`)
  const out = join(repo, 'page.html')
  expect(program('--plan', '7', '--repo', repo, '--out', out, transcript)).toMatchObject({ status: 0, stderr: '' })
  const page = readFileSync(out, 'utf8')
  const heads = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, head = '']) => head.replace(/<[^>]*>/g, ''))
  expect(heads).toEqual([
    'alice asked for a plan',
    'Version 1 of the plan',
    expect.stringMatching(/^Plan: Limit \([0-9a-f]{7}\)$/),
    'alice approved version 1 this approval counted',
    'Agent: Subtask 1',
    expect.stringMatching(/^Subtask 1 done: Add a limiter \([0-9a-f]{7}\)$/),
  ])
  const [head, pull] = [
    'Done: 1 of 1 subtasks · Approved by alice · 20 tokens',
    '"https://github.com/octo/board/pull/8"',
  ]
  for (const words of ['#7 Limit the rate', head, pull, '+new</span>']) expect(page).toContain(words)
})

test('a replay of a plan without a record says where the record is', () => {
  const { status, stderr } = program('--plan', '9', '--repo', clone())
  expect([status, stderr]).toEqual([
    2,
    expect.stringContaining('refs/measure-twice/9-record:refs/measure-twice/9-record'),
  ])
  expect(program()).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run replay-page') })
})

const HOSTILE = `Look: <img src=x onerror="window.hurt = 1"><script>window.hurt = 2</script>
<svg onload="window.hurt = 3"><style>body { display: none }</style></svg> <iframe src="https://evil.example"></iframe>
![a spy](https://evil.example/spy.png) [click](javascript:window.hurt=4) [jump](#m1) [web](https://good.example)
<form action="https://evil.example"><input name="attributes"><button>Comment</button></form>
</div></article></main><div class="columns" id="all" onclick="window.hurt=5" style="position:fixed">fake</div>

| a | b |
| --- | --- |
| 1 | 2 |

> [!WARNING]
> **Risks**

- [x] a ticked one
`

const executablePath = chromiumPath()

test.skipIf(!executablePath)(
  'axe finds nothing serious in a replay, in the light on a phone and in the dark at 200 %',
  async () => {
    const repo = clone()
    const words = '[a link](https://good.example) in words\n\n```diff\n+a\n```'
    const call = {
      name: 'run_command',
      target: 'a',
      arguments: 'a',
      result: 'a\n'.repeat(90),
      failed: false,
      done: true,
    }
    const turns = [{ text: 'I look.', calls: [call], input: 1, cached: 0, output: 1 }]
    const { said, ...source } = await recordedPlan(repo, { plan: 7, transcripts: [] })
    const sessions = [{ id: 'x', title: 'Subtask 1', at: `${AT}3Z`, turns, ended: true }]
    const file = join(repo, 'plan.html')
    const first = { id: 1, author: 'bob', body: words, at: `${AT}1Z` }
    writeFileSync(file, renderReplay({ ...source, said: [first, ...said], sessions }))
    await using browser = await openChromium()
    for (const [width, height, scale, colorScheme] of WINDOWS) {
      const options = { viewport: { width, height }, deviceScaleFactor: scale, colorScheme, bypassCSP: true }
      const page = await (await browser.newContext(options)).newPage()
      await page.goto(`file://${file}#m2`)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      expect([await seriousOn(page), await page.evaluate('document.documentElement.scrollWidth')]).toEqual([[], width])
    }
  },
)

const WINDOWS = [
  [390, 780, 1, 'light'],
  [640, 400, 2, 'dark'],
] as const

test.skipIf(!executablePath)(
  'a replay shows Markdown as GitHub does, runs nothing of it, and hides what came later',
  async () => {
    const file = join(temporaryDirectory(), 'plan.html')
    const said = ['first', HOSTILE, 'last'].map((body, i) => ({ id: i, author: 'mallory', body, at: `${AT}${i}Z` }))
    writeFileSync(file, renderReplay({ title: 'Plan', facts: [], said, commits: [], sessions: [] }))
    await using browser = await openChromium()
    const page = await browser.newPage()
    const loaded: string[] = []
    const complaints: string[] = []
    page.on('request', (one) => loaded.push(one.url()))
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`file://${file}#m2`)
    const body = page.locator('#m2 .markdown-body')
    expect(await body.locator('td').allTextContents()).toEqual(['1', '2'])
    expect(await body.locator('.markdown-alert-warning').count()).toBe(1)
    expect(await body.getByRole('checkbox', { checked: true }).count()).toBe(1)
    expect(
      await body.locator('a[href]').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://good.example'])
    const bad =
      'main :is(script, style, img, iframe, svg, form, button, input:not([type=checkbox]), [onclick], [style])'
    expect(await page.locator(bad).count()).toBe(0)
    expect(await page.locator('#all, .columns').count()).toBe(2)
    expect(await page.locator('article:visible').evaluateAll((all) => all.map(({ id }) => id))).toEqual(['m1', 'm2'])
    expect(loaded.filter((url) => !url.startsWith(`file://${file}`))).toEqual([])
  },
)
