import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromiumPath, openChromium } from './chromium.ts'
import { writeExample } from './example.ts'

// Makes the pictures in README and docs/example, of the page that `npm run demo` opens. The words in them are
// the bot's own, of real runs over dist/. Needs Debian's chromium and fonts-noto-color-emoji: `npm run gallery`.

const ROOT = resolve(import.meta.dirname, '..')
const TO = join(ROOT, 'docs/gallery')
/** GitHub's own pages are slow to load with more. */
const MOST_BYTES = 150_000

const WIDE = { viewport: { width: 1280, height: 880 }, deviceScaleFactor: 1 }
const COLUMN = { viewport: { width: 980, height: 900 }, deviceScaleFactor: 1.4 }
/** Four of these stand beside each other in README. */
const STEP = { viewport: { width: 390, height: 560 }, deviceScaleFactor: 1.5 }
const NARROW = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 }
const DARK = { colorScheme: 'dark' as const }

type Demo = { address: string; end: () => Promise<void> }

/** Starts the demonstration as people do, and waits for its address. */
async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  const args = ['demo/main.ts', '--serve', '--no-open', '--script', '--pace', '120']
  const env = { ...process.env, TMPDIR: folder, NO_COLOR: '1' }
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((settle) => child.on('close', () => settle()))
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Open (http:\S+)/.exec(line) ?? []
    if (!address) continue
    child.stdout.resume()
    const end = async (): Promise<void> => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
    return { address, end }
  }
  throw new Error('The demonstration gave no address.')
}

async function look(browser: Browser, address: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' })).newPage()
  await page.goto(address)
  await page.locator('.card:visible').first().waitFor()
  return page
}

async function say(page: Page, login: string, words: string): Promise<void> {
  await page.locator('#words').fill(words)
  await page.locator('#as').selectOption(login)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.now.running').waitFor()
}

/** Chooses what is in a menu. */
async function choose(page: Page, menu: 'Try to cheat' | 'Meanwhile', title: string): Promise<void> {
  await page.getByText(menu, { exact: true }).click()
  await page.getByRole('button', { name: title }).click()
}

async function cheat(page: Page, title: string): Promise<void> {
  await choose(page, 'Try to cheat', title)
  await page.locator('.now.running').waitFor()
}

/** Waits until the page says that. */
const heard = (page: Page, words: RegExp): Promise<void> =>
  page.locator('.now').filter({ hasText: words }).waitFor({ timeout: 90_000 })

/** What is to be seen: the window, or the part of it that these elements take. */
async function draw(page: Page, name: string, ...parts: readonly string[]): Promise<void> {
  const found = await Promise.all(parts.map((part) => page.locator(part).last().boundingBox()))
  const boxes = found.filter((box) => box !== null)
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))]
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left + 24
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top + 24
  const clip = boxes.length > 0 ? { x: left - 12, y: top - 12, width, height, scale: 1 } : undefined
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    captureBeyondViewport: clip !== undefined,
    ...(clip ? { clip } : {}),
  })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > MOST_BYTES) throw new Error(`${name} has ${bytes.length} bytes.`)
  writeFileSync(join(TO, `${name}.webp`), bytes)
  if (process.env['PNG'])
    await page.screenshot({ path: join(process.env['PNG'], `${name}.png`), ...(clip ? { clip, fullPage: true } : {}) })
  console.log(`${name}.webp: ${bytes.length} bytes`)
}

/** Hides what a picture is not about. */
const hide = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).evaluateAll((elements) => elements.forEach((element) => element.setAttribute('hidden', '')))

type OneStep = { name: string; tab: 'issue' | 'pull'; from: string }

/** One step of the story as GitHub shows it on a phone, from this element down. */
async function drawStep(browser: Browser, address: string, { name, tab, from }: OneStep): Promise<void> {
  const phone = await look(browser, address, STEP)
  await phone.locator(`#tab-${tab}`).click()
  await phone.locator(from).evaluate((element) => element.classList.add('first'))
  await hide(phone, '.top, .progress, .bar, .box, .attempt, .pushed')
  await phone.locator('.first').evaluate((element) => element.scrollIntoView())
  await draw(phone, name)
}

async function tellStory(browser: Browser, address: string): Promise<void> {
  const page = await look(browser, address, WIDE)
  await page.locator('.chip').first().click()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.now.running').waitFor()
  await heard(page, /waits for you/)
  await drawStep(browser, address, { name: 'step-issue', tab: 'issue', from: '#pane-issue .head' })
  await drawStep(browser, address, { name: 'step-plan', tab: 'pull', from: '#pane-pull .card:last-child' })
  await say(
    page,
    'bob',
    'Twenty a minute is right for us, but others run this too. Make the limit an option of `createBoard`.',
  )
  await heard(page, /waits for you/)
  const phone = await look(browser, address, { ...NARROW, ...DARK })
  await draw(phone, 'announcement-narrow-dark', '#pane-pull .card')
  await say(page, 'alice', 'approve')
  await page.locator('.caught .call').waitFor({ timeout: 90_000 })
  await page.mouse.move(300, 300)
  await page.mouse.wheel(0, -20_000)
  // The page's own rules forbid what Playwright waits for functions with.
  while ((await page.evaluate('scrollY')) !== 0) await sleep(50)
  await draw(page, 'stage')
  await heard(page, /^The runDone/)
  await drawStep(browser, address, { name: 'step-done', tab: 'pull', from: '#pane-pull .head' })
  const column = await look(browser, address, COLUMN)
  await column.locator('#tab-pull').click()
  await hide(column, '.box, .pushed, .card:not(:nth-child(2)):not(:last-child)')
  await draw(column, 'finished', '#pane-pull .head', '#pane-pull .card')
  const dark = await look(browser, address, { ...COLUMN, ...DARK })
  await dark.locator('#tab-commits').click()
  await draw(dark, 'commit-dark', '.commit.work:nth-child(4)')
  await drawSquare(browser, await dark.locator('.commit.work').allInnerTexts())
  console.log(`docs/example: ${(await writeExample(address, join(ROOT, 'docs/example'))).join(', ')}`)
  const replay = await (await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'en-GB' })).newPage()
  await replay.goto(`file://${join(ROOT, 'docs/example/plan.html')}`)
  await replay.getByRole('link', { name: /Plan, version 2/ }).click()
  await draw(replay, 'replay')
  await tellOfRounds(browser, address, page)
}

const CORNERS = [
  ['', 'the tests as they were', 'the tests as they are now'],
  ['the code as it was', 'before', 'without'],
  ['the code as it is', 'planned', 'after'],
] as const
const WORDS: Record<string, string> = { p: 'passes', f: 'fails' }

/** The square of a check of these commits that proves: what it said in the run, from the trailers of its commit. */
async function drawSquare(browser: Browser, commits: readonly string[]): Promise<void> {
  const CHECKS = /^(?:[0-9a-f]{7,} )?([^\n]*)[^]*?\nPlan-Checks:?\s(?:[pfn]{4}:\w+ )*?([pfn]f[pfn]{2}):/
  const found = commits.flatMap((text) => CHECKS.exec(text) ?? [])
  const [, subject = '', letters = ''] = found
  if (!letters) throw new Error(`No check proves anything:\n${commits.join('\n')}`)
  const [before = '', without = '', , planned = ''] = letters
  const answers: Record<string, string> = { before, without, planned, after: 'p' }
  const cell = (word: string): string => {
    const answer = answers[word]
    const said = answer === undefined ? '' : `<b class="${answer}">${WORDS[answer] ?? 'not needed'}</b>`
    return `<td class="${answer === undefined ? 'head' : 'corner'}">${word}${said}</td>`
  }
  const page = await (
    await browser.newContext({ viewport: { width: 760, height: 400 }, deviceScaleFactor: 1.4 })
  ).newPage()
  const rows = CORNERS.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')
  await page.setContent(
    `<style>${SQUARE}</style><main><p>One check of “<i></i>”</p><table>${rows}</table><p>It fails without the change, and passes with it: <b>proving</b>.</p></main>`,
  )
  await page.locator('i').evaluate((element, text) => (element.textContent = text), subject)
  await draw(page, 'square', 'main')
}

const SQUARE = `
  body { margin: 24px; background: #fff; color: #1f2328; font: 15px/1.5 'Noto Sans', 'DejaVu Sans', sans-serif }
  main { width: 660px }
  td { border: 1px solid #d1d9e0; padding: 14px 16px; width: 33% }
  table { border-collapse: collapse; width: 100%; margin: 12px 0 }
  .head { color: #59636e; background: #f6f8fa }
  .corner b { display: block; font-size: 20px }
  .p { color: #1a7f37 } .f { color: #cf222e } .n { color: #59636e }
`

/** What comes after the work: a check of CI that fails, and a review. */
async function tellOfRounds(browser: Browser, address: string, page: Page): Promise<void> {
  await choose(page, 'Meanwhile', 'CI runs on the branch')
  await page.locator('.check.failure').waitFor()
  await say(page, 'alice', '/fix')
  await heard(page, /waits for you/)
  const column = await look(browser, address, COLUMN)
  await column.locator('#tab-pull').click()
  await draw(column, 'fix', '.check', '#pane-pull .card')
  await say(page, 'alice', 'approve')
  await heard(page, /^The runDone/)
  await choose(page, 'Meanwhile', 'bob requests changes')
  await heard(page, /waits for you/)
  const dark = await look(browser, address, { ...COLUMN, ...DARK })
  await dark.locator('#tab-pull').click()
  await draw(dark, 'review-dark', '.card[aria-label="bob requested changes"]', '#pane-pull .card')
}

async function tellOfCheats(browser: Browser, address: string): Promise<void> {
  const page = await look(browser, address, WIDE)
  await say(page, 'alice', '/plan Limit the requests of each client. `node --test` must pass.')
  await heard(page, /waits for you/)
  await cheat(page, 'Swap the plan')
  await page.locator('.attempt.held').waitFor({ timeout: 90_000 })
  const column = await look(browser, address, COLUMN)
  await column.locator('#tab-pull').click()
  await draw(column, 'cheat', '.card:has(+ .attempt)', '#pane-pull .card')
  await drawStep(browser, address, { name: 'step-approve', tab: 'pull', from: '.card:has(+ .attempt)' })
  await cheat(page, 'Make a check fail')
  await heard(page, /paused/)
  const halted = await look(browser, address, { ...COLUMN, ...DARK })
  await halted.locator('#tab-pull').click()
  await draw(halted, 'paused-dark', '#pane-pull .card')
}

if (!chromiumPath()) throw new Error('There is no Chromium: apt-get install chromium fonts-noto-color-emoji')
mkdirSync(TO, { recursive: true })
const browser = await openChromium()
for (const story of [tellStory, tellOfCheats]) {
  const demo = await startDemo()
  await story(browser, demo.address).finally(demo.end)
}
await browser.close()
