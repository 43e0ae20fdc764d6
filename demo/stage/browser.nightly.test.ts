import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtemp, mkdtempDisposable, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { startModel } from '../../fakes/model/model.ts'
import { chromiumPath, openChromium } from '../../scripts/chromium.ts'
import { seriousOn } from '../../test/axe.ts'

// The page in a real browser, played from the issue to the finished plan. The tests go on where the one before ended.

const ROOT = resolve(import.meta.dirname, '../..')
const executablePath = chromiumPath()

type Demo = { child: ChildProcessByStdio<null, Readable, null>; address: string; folder: string }

async function startDemo(more: readonly string[] = [], variables: object = {}): Promise<Demo> {
  const folder = await mkdtemp(join(tmpdir(), 'stage-test-'))
  const args = ['demo/main.ts', '--serve', '--no-open', '--pace', '40', '--keep', join(folder, 'kept'), ...more]
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, NO_COLOR: '1', ...variables }
  const options = { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'] }
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), args, options)
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Open (http:\S+)/.exec(line) ?? []
    if (!address) continue
    child.stdout.resume()
    return { child, address, folder }
  }
  throw new Error('The demonstration gave no address.')
}

let demo: Demo
let browser: Browser
let page: Page
const asked = new Set<string>()
const complaints: string[] = []

/** A window of its own, which looks at the page. */
async function open(options: BrowserContextOptions = {}, script = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  if (script) await context.addInitScript(script)
  const opened = await context.newPage()
  opened.on('request', (one) => asked.add(new URL(one.url()).origin))
  opened.on('pageerror', (error) => complaints.push(error.message))
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/net::ERR_INTERNET_DISCONNECTED|status of 409/.test(message.text()))
      complaints.push(message.text())
  })
  await opened.goto(demo.address)
  await opened.locator('.card:visible').first().waitFor()
  return opened
}

const tab = (name: RegExp, of = page) => of.getByRole('tab', { name })
const card = (words: RegExp | string, of = page) => of.getByRole('article').filter({ hasText: words })
const run = (words: RegExp, of = page) => of.locator('.now').filter({ hasText: words })
const promises = () => page.locator('.promises summary')

/** Says something, and waits for what the stage does then: `until` stands beside the conversation. */
async function say(login: string, words: string, until?: RegExp): Promise<void> {
  const runs = await page.locator('.run').count()
  await page.getByRole('textbox').fill(words)
  await page.getByRole('combobox', { name: 'as' }).selectOption(login)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  if (until) await afterRun(runs, until)
}

async function afterRun(runs: number, until: RegExp): Promise<void> {
  await page.locator('.run').nth(runs).waitFor({ state: 'attached' })
  await run(until).waitFor()
}

async function cheat(title: string): Promise<void> {
  const tried = await page.locator('.attempt').count()
  await page.getByText('Try to cheat', { exact: true }).click()
  await page.getByRole('button', { name: title }).click()
  await page.locator('.attempt').nth(tried).waitFor()
}

async function happens(title: string): Promise<void> {
  await page.getByText('Meanwhile', { exact: true }).click()
  await page.getByRole('button', { name: title }).click()
}

const held = (title: string) => page.locator('.attempt.held').filter({ hasText: title }).waitFor()
const WAITS = /The plan waits for you/

const HOSTILE = `Look: <img src=x onerror="window.hurt = 1"><script>window.hurt = 2</script>
<svg onload="window.hurt = 3"><style>body { display: none }</style></svg> <iframe src="https://evil.example"></iframe>
![a spy](https://evil.example/spy.png) [click](javascript:window.hurt=4) <a href="data:text/html,x" style="position:fixed;inset:0">x</a>
<form action="https://evil.example"><input name="attributes"><button>Comment</button></form>
<div class="attempt held" id="words" onclick="window.hurt=5">fake</div> <base href="https://evil.example/"> <math><mtext><img src onerror="window.hurt = 6"></mtext></math>

\`\`\`mermaid
graph TD
  a["<img src=x onerror=window.parent.hurt=7>"] --> b
  click a "javascript:window.parent.hurt=8"
\`\`\`

- [ ] a box
- [x] a ticked one`

describe.skipIf(!executablePath && !process.env['CI'])('the page of the demonstration, in a browser', () => {
  beforeAll(async () => {
    demo = await startDemo()
    browser = await openChromium()
    page = await open()
    page.setDefaultTimeout(60_000)
  })

  afterAll(async () => {
    await browser.close()
    demo.child.kill('SIGKILL')
    await rm(demo.folder, { recursive: true, force: true })
  })

  test('has names and roles for those who cannot see it', async () => {
    const outline = await page.locator('body').ariaSnapshot()
    for (const part of [
      'heading "One client can block everyone else octo/pinboard" [level=1]',
      'tablist "Views"',
      'textbox "Comment on issue #1"',
      'combobox "as"',
    ])
      expect(outline).toContain(part)
    const nameless = await page.getByRole('button', { name: /^$/ }).count()
    const roles = ['banner', 'main', 'complementary', 'form', 'status', 'tablist', 'textbox', 'combobox'] as const
    const counts = await Promise.all(roles.map((role) => page.getByRole(role).count()))
    expect({ nameless, counts }).toEqual({ nameless: 0, counts: roles.map(() => 1) })
    expect(await page.locator('[aria-current=step]').textContent()).toBe('Ask for a plan')
    expect(await page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe('tab-issue')
  })

  test('takes a plan from the issue to the pull request, by keyboard alone', async () => {
    await page.keyboard.press('Tab')
    for (let n = 0; n < 20 && !(await page.evaluate('document.activeElement.matches(".chip")')); n++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox').inputValue()).toMatch(/^\/plan /)
    // What comes next is said right after it.
    await page.evaluate(`
      const status = document.querySelector('[role=status]')
      globalThis.said = []
      new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true, subtree: true, characterData: true })
    `)
    await page.keyboard.press('Control+Enter')
    await run(WAITS).waitFor()
    expect(await tab(/Pull request #2/).getAttribute('aria-selected')).toBe('true')
    // It arrives at its beginning, and who cannot see that hears it.
    expect(await page.evaluate('scrollY')).toBe(0)
    expect(await page.evaluate('said')).toContainEqual(
      expect.stringMatching(/^The tab “Pull request #2” is shown now\./),
    )
    expect(await page.locator('.pushed time').first().textContent()).toMatch(/\d\d:\d\d/)
    await card(/version 1/)
      .first()
      .waitFor()
    await tab(/Pull request #2/).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.id')).toBe('tab-plan')
    await expect(promises().textContent()).resolves.toMatch(/^✔ \d+ promises kept$/)
    await expect(page.locator('.promises').textContent()).resolves.toContain('checks what the action promises')
  })

  test('takes a remark on a line of the plan as feedback, and says that the script knows one revision', async () => {
    await tab(/PLAN/).click()
    await page.getByRole('button', { name: 'Comment on line 3', exact: true }).click()
    expect(await page.getByRole('textbox', { name: 'Comment on line 3 of PLAN.md' }).count()).toBe(1)
    const runs = await page.locator('.run').count()
    await page.getByRole('combobox', { name: 'as' }).selectOption('bob')
    await page.getByRole('textbox').fill('Paint it blue.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await afterRun(runs, WAITS)
    await tab(/Pull request/).click()
    await card(/bob commented on line 3 of PLAN\.md/).waitFor()
    await card(/A script plays the model here, and it knows one revision[\s\S]*The plan stays as it is/).waitFor()
  })

  test('has the plan edited by hand, as a version that waits for its own approval', async () => {
    await tab(/PLAN/).click()
    await page.getByText('Edit by hand', { exact: true }).click()
    const area = page.getByRole('textbox', { name: 'PLAN.md' })
    await area.fill((await area.inputValue()).replace('Document the limit', 'Document the limit well'))
    const runs = await page.locator('.run').count()
    const by = page.getByRole('combobox', { name: 'Commit as' })
    await by.selectOption('reader')
    await page.getByRole('button', { name: 'Commit to the branch' }).click()
    await page.getByText('reader may not push to this repository.').waitFor()
    await by.selectOption('bob')
    await page.getByRole('button', { name: 'Commit to the branch' }).click()
    await afterRun(runs, WAITS)
    await card(/version 2[\s\S]*bob edited the plan by hand/)
      .first()
      .waitFor()
  })

  test('merges what a teammate pushed to the base', async () => {
    await happens('carol pushes to main')
    await say('alice', '/update', WAITS)
    await page
      .locator('.pushed')
      .filter({ hasText: /github-actions pushed: [0-9a-f]{7} Merge/ })
      .waitFor()
  })

  test.each(['Swap the plan', 'Edit an approval', 'Approve without the right'])(
    'cheats for real, and it does not work: %s',
    async (title) => {
      await cheat(title)
      await held(title)
      expect(await page.locator('.pushed.work').count()).toBe(0)
    },
  )

  test('has the check catch a model that lies, and goes on with `/retry`', async () => {
    await cheat('Make a check fail')
    await held('Make a check fail')
    await run(/The plan is paused/).waitFor()
    expect(await page.locator('.caught .call').count()).toBeGreaterThanOrEqual(3)
    expect(await page.locator('.pushed.work').count()).toBe(0)
  })

  test('puts back a test that people approved with the plan, which the model edits', async () => {
    await say('bob', '/revise Tests first, please.', WAITS)
    await card(/Acceptance tests/).waitFor()
    await cheat('The model edits the test')
    await held('The model edits the test')
    await run(/The plan is paused/).waitFor()
    expect(await page.locator('.pushed.work').count()).toBe(0)
  })

  test('loses nothing when the runner is killed, in one tab while another looks on', async () => {
    const other = await open()
    const offline = await open()
    const polling = await open({}, 'delete window.EventSource')
    await offline.context().setOffline(true)
    await say('alice', '/retry')
    await page.locator('.pushed.work').first().waitFor()
    await cheat('Kill the runner')
    await run(/The run was killed/, other).waitFor()
    await other.getByRole('button', { name: 'Run again' }).click()
    await held('Kill the runner')
    await run(/^The runDone/).waitFor()
    await offline.context().setOffline(false)
    for (const one of [page, other, offline, polling]) {
      await card(/Plan finished/, one).waitFor()
      expect(await one.locator('.pushed.work').count()).toBe(3)
      const boxes = one.locator('#pane-pull .card').nth(0).getByRole('checkbox', { name: 'Done', exact: true })
      expect(await boxes.and(one.locator(':checked')).count()).toBe(3)
    }
    await expect(promises().textContent()).resolves.toMatch(/^✔ 1\d promises kept$/)
    expect(await page.getByRole('status').textContent()).not.toBe('')
    for (const one of [other, offline, polling]) await one.context().close()
  })

  test('plans how to mend a check of CI and what a review asks for, and carries both out', async () => {
    await happens('CI runs on the branch')
    await page
      .locator('.check.failure')
      .filter({ hasText: /clock\.ts:\d+ retry-after: 3660/ })
      .waitFor()
    await page.getByRole('button', { name: '/fix' }).click()
    await say('alice', '/fix', WAITS)
    await card(/version \d+[\s\S]*Checks failed on this branch[\s\S]*subtask 4/).waitFor()
    await tab(/Files/).click()
    await page.getByRole('button', { name: 'Comment on line 13 of src/limiter.ts' }).click()
    const runs = await page.locator('.run').count()
    await page.getByRole('textbox', { name: 'Comment on line 13 of src/limiter.ts' }).fill('This map only grows.')
    await page.getByRole('button', { name: 'Request changes', exact: true }).click()
    await afterRun(runs, WAITS)
    await tab(/Pull request/).click()
    await card(/alice commented on line 13 of src\/limiter\.ts/).waitFor()
    await say('alice', 'approve', /^The runDone/)
    expect(await page.locator('.pushed.work').count()).toBe(5)
    await happens('CI runs on the branch')
    await page.locator('.check.success').waitFor()
    await say('alice', '/undo 5', /^The runDone/)
    await card(/4 of 5 subtasks done, 1 taken back/).waitFor()
    await expect(promises().textContent()).resolves.toMatch(/^✔ 1\d promises kept$/)
  })

  test('shows commits with trailers and diffs, and saves patch, transcript and workflow', async () => {
    await tab(/Commits/).click()
    const work = page.locator('.commit.work')
    expect(await work.count()).toBe(5)
    expect(await work.first().textContent()).toMatch(/Plan-Approved-By.*alice.*\+export function createLimiter/s)
    const saved: string[] = []
    for (const name of ['Patch', 'Transcript', 'Workflow for your repository']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
      saved.push(await readFile(await download.path(), 'utf8'))
    }
    expect(saved[0]).toMatch(/^From [0-9a-f]{40} [\s\S]*Subject: \[PATCH/)
    expect(saved[1]?.split('\n').filter((line) => line.includes('"kind":"reply"')).length).toBeGreaterThan(10)
    expect(saved[2]).toBe(await readFile(join(ROOT, 'examples/one-job.yml'), 'utf8'))
  })

  test('has a time line, of which an address opens a moment, and keeps a comment that was begun', async () => {
    await tab(/Pull request/).click()
    await page.getByRole('textbox').fill('half a word')
    await page.getByRole('slider', { name: 'Time line' }).focus()
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Back to now' }).waitFor()
    expect(await page.getByRole('button', { name: 'Comment', exact: true }).isDisabled()).toBe(true)
    const other = await open()
    await other.goto(page.url())
    await other.reload()
    await other.getByRole('button', { name: 'Back to now' }).waitFor()
    const words = (of: Page) => of.locator('#moment-words').textContent()
    expect([await words(other), new URL(page.url()).hash]).toEqual([
      await words(page),
      expect.stringMatching(/^#moment-\d+$/),
    ])
    await other.context().close()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await page.reload()
    await card(/opened this pull request|opened this issue/)
      .first()
      .waitFor()
    expect(await page.getByRole('textbox').inputValue()).toBe('half a word')
    await page.getByRole('textbox').fill('')
  })

  test('ends with a merge, and leaves the issue open because a subtask was taken back', async () => {
    await happens('alice merges')
    await page.locator('.badge.merged').waitFor()
    expect(await page.locator('.steps .past').count()).toBe(5)
    expect(await page.locator('#pane-issue .badge').textContent()).toBe('Open')
    expect(await page.locator('.commit.work').count()).toBe(5)
  })

  test('needs no scrolling sideways on a phone, and is dark where people want that', async () => {
    const phone = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    for (const name of [/Issue/, /Pull request/, /PLAN/, /Files/, /Commits/, /Runs/]) {
      await tab(name, phone).click()
      await phone.evaluate('for (const one of document.querySelectorAll("details:not(.menu)")) one.open = true')
      expect(await phone.evaluate('document.documentElement.scrollWidth'), String(name)).toBe(390)
    }
    expect(await phone.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(13, 17, 23)')
    expect(await phone.locator('.promises').isVisible()).toBe(true)
  })

  test.each<[string, BrowserContextOptions, RegExp[]]>([
    ['in the light', {}, [/Issue/, /Pull request/, /PLAN/, /Files/, /Commits/]],
    ['in the dark', { colorScheme: 'dark' }, [/Pull request/, /PLAN/, /Commits/]],
    [
      'on a phone',
      { viewport: { width: 390, height: 780 } },
      [/Issue/, /Pull request/, /PLAN/, /Files/, /Commits/, /Runs/],
    ],
    ['at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, [/Pull request/, /PLAN/, /Runs/]],
  ])('axe finds nothing serious %s', async (_, options, tabs) => {
    const opened = await open({ reducedMotion: 'reduce', ...options })
    for (const name of tabs) {
      await tab(name, opened).click()
      await opened.evaluate('for (const one of document.querySelectorAll("details:not(.menu)")) one.open = true')
      expect(await seriousOn(opened), String(name)).toEqual([])
    }
    await opened.context().close()
  })

  test('is served to nobody else', async () => {
    const { port, pathname, origin } = new URL(demo.address)
    const post = { method: 'POST', headers: { 'content-type': 'application/json', origin } }
    const status = (path: string, options: object = {}): Promise<number | undefined> =>
      new Promise((settle, reject) =>
        request({ host: '127.0.0.1', port, path, ...options }, (reply) => settle(reply.resume().statusCode))
          .on('error', reject)
          .end('method' in options ? '{"kind":"spend"}' : ''),
      )
    expect(await status(`${pathname}state`)).toBe(200)
    expect(await status(`${pathname}act`, post)).toBe(200)
    expect(await status('/state')).toBe(404)
    expect(await status(`${pathname}state`, { headers: { host: 'evil.example' } })).toBe(403)
    expect(
      await status(`${pathname}act`, { ...post, headers: { ...post.headers, origin: 'http://evil.example' } }),
    ).toBe(403)
    for (const path of [
      'page/../package.json',
      'page/%2e%2e/index.html',
      'lib/../../../package.json',
      'save/../view.ts',
      'save/constructor',
      'page/tsconfig.json',
    ])
      expect(await status(pathname + path), path).toBe(404)
  })

  test('breaks no rule of its own', () => {
    expect(complaints).toEqual([])
  })

  test('renders hostile Markdown harmless', async () => {
    await tab(/Issue/).click()
    const runs = await page.locator('.run').count()
    await say('mallory', HOSTILE)
    await card(/a ticked one/).waitFor()
    const body = card(/a ticked one/).locator('.markdown-body')
    const bad =
      'script, style, iframe, form, button, base, svg, math, input:not([type=checkbox]), [onerror], [onclick], [style], .attempt'
    expect(await body.locator(bad).count()).toBe(0)
    expect(
      await body.locator('a[href^="javascript:"], a[href^="data:"], img:not([src^="data:image/svg+xml"])').count(),
    ).toBe(0)
    expect(await body.getByRole('checkbox').count()).toBe(2)
    expect(await body.textContent()).toContain('[picture: a spy]')
    await body.locator('.graph img').waitFor()
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    expect(await page.locator('.run').count()).toBe(runs)
    const link = page.getByRole('link', { name: /Replay/ })
    const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(await readFile(await saved.path(), 'utf8')).toContain('a ticked one')
    expect([...asked]).toEqual([new URL(demo.address).origin])
  })

  test('ends with Ctrl-C, keeps what it was told to keep, and leaves nothing else', async () => {
    const ended = new Promise((settle) => demo.child.on('close', settle))
    demo.child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(await readdir(demo.folder)).toEqual(['kept'])
    const kept = join(demo.folder, 'kept')
    expect(await readdir(kept)).toEqual(['plan-issue-1.patch', 'repository.git', 'transcripts'])
    expect((await readdir(join(kept, 'transcripts'))).length).toBeGreaterThan(4)
    expect(await readFile(join(kept, 'repository.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
  })
})

test.skipIf(!executablePath)(
  'commands that are changed on the page of one’s own repository count from the next run on',
  async () => {
    const subtask = {
      number: 1,
      name: 'Greet',
      description: 'A file.',
      expected_outcome: 'It is there.',
      depends_on: [],
    }
    const plan = {
      ...{
        title: 'Greet',
        description: 'A file.',
        expected_outcome: 'It is there.',
        questions: [],
        risks: [],
        answers: [],
      },
      subtasks: [{ ...subtask, files: ['hello.txt'], verify: ['test -s hello.txt'] }],
    }
    await using model = await startModel({ plan: [call('create_plan', plan)] })
    await using own = await mkdtempDisposable(join(tmpdir(), 'stage-own-'))
    const git = ['-C', own.path, '-c', 'user.name=me', '-c', 'user.email=me@x.y']
    execFileSync('git', ['init', '-q', own.path])
    execFileSync('git', [...git, 'commit', '-q', '--allow-empty', '-m', 'Begin'])
    const { child, address, folder } = await startDemo(
      ['--repo', own.path, '--request', 'Greet', '--verify', 'false'],
      { OPENAI_BASE_URL: model.url, MODEL: 'mine' },
    )
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })
    await using window = await openChromium()
    const opened = await window.newPage()
    await opened.goto(address)
    await opened.getByRole('button', { name: 'Allow' }).click()
    await opened.getByRole('textbox', { name: 'verify-command' }).fill('echo changed')
    await opened.getByRole('button', { name: 'Use from the next run' }).click()
    await opened.getByText('The next run uses them.').waitFor()
    await opened.locator('#words').fill('/plan Greet')
    await opened.getByRole('button', { name: 'Comment', exact: true }).click()
    await run(WAITS, opened).waitFor()
    expect(JSON.stringify(model.requests.map(({ raw }) => raw))).toContain('echo changed')
  },
)
