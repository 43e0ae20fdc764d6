import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { marked } from 'marked'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, openChromium } from '../../../scripts/chromium.ts'
import { announcement } from '../../../src/publish/view/comments/announcement.ts'
import { closingReport } from '../../../src/publish/view/comments/closing.ts'
import { SWAPS, swapped } from './comments/swaps.ts'
import { textOf } from './posted.ts'
import { BLOB, done, plan, status, subtask, view } from './sample.ts'

// What has to be read to approve, in a browser, in the widths and with the style of GitHub's comments.

const executablePath = chromiumPath()
const STYLE = readFileSync(createRequire(import.meta.url).resolve('github-markdown-css/github-markdown.css'), 'utf8')
const HEIGHT = "document.querySelector('article').offsetHeight"

const TWELVE = plan(
  Array.from({ length: 12 }, (_, i) =>
    subtask(i + 1, {
      name: `Move the invoices of part ${i + 1} to the new store`,
      description: 'Write through the store, and read from it where the flag says so.\n'.repeat(3),
      files: [`src/invoices/part-${i + 1}.ts`, `src/store/part-${i + 1}.ts`, `test/invoices/part-${i + 1}.test.ts`],
      verify: ['npx tsc --noEmit', `npx vitest run test/invoices/part-${i + 1}.test.ts`],
      depends_on: i === 0 ? [] : [i],
      asked_for: 'move the invoices',
    }),
  ),
  {
    title: 'Move the invoices to the new store',
    description:
      'Each part moves by itself, behind a flag, so that it can be taken back. The old store stays until the last part has moved.',
    expected_outcome: 'All invoices are read from the new store, and the old one is gone.',
    questions: [
      { question: 'For how long does the old store stay?', default: 'four weeks' },
      { question: 'May both stores be read meanwhile?', default: 'yes' },
    ],
    risks: ['Reports that read the old store by night see nothing new.', 'A person has to change `deploy/store.yml`.'],
  },
)

const MONEY = { prices: { input: 2, cached: 0.2, output: 10 }, allowance: { tokens: 3_000_000 } }

/** A quote that begins with `[!WARNING]` or its kin, with the elements that GitHub makes of it. */
const asAlert = (html: string): string =>
  html.replace(
    /<blockquote>\s*<p>\[!(\w+)\]<br>([^]*?)<\/blockquote>/g,
    '<div class="markdown-alert"><p class="markdown-alert-title">$1</p><p>$2</div>',
  )

describe.skipIf(!executablePath && !process.env['CI'])('without opening anything', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openChromium()
    page = await browser.newPage({ viewport: { width: 880, height: 400 } })
  })
  afterAll(() => browser.close())

  const show = async (text: string): Promise<void> => {
    const html = asAlert(await marked.parse(text, { gfm: true, breaks: true }))
    await page.setContent(
      `<!doctype html><style>${STYLE} body { margin: 0 } .markdown-body { font-size: 14px }</style><article class="markdown-body">${html}</article>`,
    )
  }

  test.each([
    [12, 600],
    [6, 400],
  ])('a closing comment of %i subtasks fits %i pixels, and 1.2 phone screens', async (count, most) => {
    const statuses = TWELVE.subtasks
      .slice(0, count)
      .map((one, i) => done(one.number, { subtask: one, proof: { proving: i % 4, guarding: 1 } }))
    const changed = new Map(TWELVE.subtasks.map((one) => [one.number, one.number === 2 ? ['src/extra.ts'] : one.files]))
    const tests = [{ path: 'test/a.test.ts', subtasks: [1], kind: 'test', isDeleted: false, broken: 'alone' }] as const
    const reading = { kind: 'parsed' as const, plan: TWELVE, blob: BLOB }
    await page.setViewportSize({ width: 880, height: 400 })
    await show(
      textOf(
        closingReport(view(statuses, { reading }), { changedPaths: changed, tests, runs: { waiting: 2, begun: 0 } }),
      ),
    )
    expect(await page.evaluate(HEIGHT)).toBeLessThanOrEqual(most)
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await page.evaluate(HEIGHT)).toBeLessThanOrEqual(1.2 * 780)
    await page.setViewportSize({ width: 880, height: 400 })
  })

  test('a plan comment of twelve subtasks fits 800 pixels, and nothing is cut off on a phone', async () => {
    const statuses = TWELVE.subtasks.map((one) => status(one.number, { subtask: one }))
    const reading = { kind: 'parsed' as const, plan: TWELVE, blob: BLOB }
    const today = { command: 'npm test', passed: true, exit: '', tail: '' }
    const text = textOf(
      announcement(view(statuses, { reading }, MONEY), { version: 1, blob: BLOB, answers: [], baseline: today }),
    )
    expect(text).toContain('Requested by @alice')
    await show(text)
    expect(await page.evaluate(HEIGHT)).toBeLessThanOrEqual(800)
    for (const shown of ['For how long does', 'Costs at most', 'Today:', 'Run it:'])
      expect(await page.getByText(shown).isVisible()).toBe(true)
    expect(await page.getByText('Reports that read the old store').isVisible()).toBe(true)
    expect(await page.getByText('12. Move the invoices of part 12').isVisible()).toBe(true)
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.setViewportSize({ width: 880, height: 400 })
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true })')
    expect(await page.evaluate(HEIGHT)).toBeGreaterThan(800)
  })

  const readIn = (text: string): string => text.replace(/[*~`]/g, '').replace(/\s+/g, ' ')

  test.each([
    [880, 800],
    [390, 844],
  ])('every change of a plan is visible on one screen of %i × %i pixels', async (width, height) => {
    await page.setViewportSize({ width, height })
    const wrong: string[] = []
    for (const [name, edit, expected] of SWAPS) {
      const text = swapped(edit)
      await show(text)
      const visible = `(document.querySelectorAll('details > :not(summary)').forEach((one) => one.remove()), document.querySelector('article').innerText)`
      const seen = readIn(String(await page.evaluate(visible)))
      for (const one of expected)
        if (!seen.includes(readIn(one))) wrong.push(`${name}: no "${one}" in ${seen.slice(0, 900)}`)
      await show(text.slice(text.indexOf('**Changed'), text.indexOf('Requests are limited')))
      const taken = Number(await page.evaluate(HEIGHT))
      if (taken > height) wrong.push(`${name}: ${taken} pixels`)
    }
    expect(wrong).toEqual([])
  })
})
