import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { marked } from 'marked'
import { parseOptions } from '../demo/options.ts'
import { play } from '../demo/play.ts'
import { promptFor } from '../demo/prompt.ts'
import { openStage } from '../demo/stage.ts'
import { detectSandbox } from '../src/work/sandbox/sandbox.ts'

// Makes docs/finished.png, the picture in the README: the end of the demonstration as GitHub would show it. The words
// are the bot's own, of a real run over dist/. Needs Debian's chromium: `npm run picture`.

const ROOT = resolve(import.meta.dirname, '..')
const WIDTH = 920
/** The demonstration has a folder of its own for temporary files, and takes it away. */
const TEMP = tmpdir()

type Shown = { title: string; number: number; body: string; closing: string }

async function finishedPlan(): Promise<Shown> {
  const options = parseOptions(['--auto', '--script'], {})
  const { signal: stop } = new AbortController()
  const sandbox = await detectSandbox('auto', process.env)
  await using stage = await openStage({ options, sandbox, stop })
  const number = await play(stage, options, promptFor(options, stop))
  const [pull, comments] = [await stage.github.pull(number), await stage.github.commentsOf(number)]
  const closing = comments.at(-1)
  if (!closing) throw new Error('The plan was not closed.')
  return { title: pull.title, number, body: pull.body, closing: closing.body }
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** What GitHub makes of Markdown besides: alerts, and links to commits and issues. */
const rendered = async (markdown: string): Promise<string> =>
  (await marked(markdown.replace(/<!--[\s\S]*?-->/g, ''), { gfm: true }))
    .replace(
      /<blockquote>\s*<p>\[!(\w+)\]\s*(.*?)<\/blockquote>/gs,
      (_, kind: string, text: string) =>
        `<div class="markdown-alert markdown-alert-${kind.toLowerCase()}"><p class="markdown-alert-title">${kind.charAt(0)}${kind.slice(1).toLowerCase()}</p><p>${text}</div>`,
    )
    .replace(/(?<![\w/#])#(\d+)\b(?![^<]*>)/g, '<a>#$1</a>')
    .replace(/(?<=· )([0-9a-f]{7,40})(?= ·)/g, (sha) => `<a><code>${sha.slice(0, 7)}</code></a>`)

const box = (who: string, what: string, html: string): string =>
  `<section><i>M</i><article><header><b>${who}</b> <span>bot</span> ${what}</header>` +
  `<div class="markdown-body">${html}</div></article></section>`

async function pageOf({ title, number, body, closing }: Shown): Promise<string> {
  const styles = readFileSync(join(ROOT, 'node_modules/github-markdown-css/github-markdown-light.css'), 'utf8')
  return `<!doctype html><meta charset="utf-8"><title>A finished pull request</title><style>${styles}
    body { margin: 0; padding: 20px; width: ${WIDTH - 40}px; background: #fff; color: #1f2328; font: 14px/1.5 'Noto Sans', 'DejaVu Sans', sans-serif }
    h1 { margin: 0 0 8px; font-size: 24px; font-weight: 500 } h1 span, header, .sub { color: #59636e }
    .open { padding: 3px 12px; border-radius: 14px; background: #1a7f37; color: #fff }
    .sub { margin-bottom: 16px } section { display: flex; gap: 12px; margin-bottom: 16px }
    i { flex: none; width: 36px; height: 36px; border-radius: 8px; background: #59636e; color: #fff; font: 600 16px/36px 'Noto Sans', sans-serif; text-align: center }
    article { flex: 1; min-width: 0; border: 1px solid #d1d9e0; border-radius: 6px } article > div { padding: 14px 16px }
    header { padding: 7px 16px; border-bottom: 1px solid #d1d9e0; background: #f6f8fa } header span { border: 1px solid #d1d9e0; border-radius: 10px; padding: 0 6px; font-size: 12px }
    .markdown-body { font-size: 14px } .markdown-body input { margin: 0 6px 0 -22px } .markdown-body li:has(> input), .markdown-body li:has(> p > input) { list-style: none }
  </style><h1>${escaped(title)} <span>#${number}</span></h1>
  <div class="sub"><span class="open">Open</span> &nbsp; <b>github-actions</b> wants to merge into <code>main</code></div>
  ${box('github-actions', 'opened this pull request', await rendered(body))}
  ${box('github-actions', 'commented', await rendered(closing))}`
}

/** Draws twice: the first time tells how high the page is. */
function draw(html: string, to: string): void {
  const folder = mkdtempSync(join(TEMP, 'picture-'))
  const page = join(folder, 'page.html')
  const measure = '<script>document.title = String(document.documentElement.scrollHeight)</script>'
  const chromium = (...args: string[]): string =>
    execFileSync('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', ...args, page], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  writeFileSync(page, html + measure)
  const height = /<title>(\d+)<\/title>/.exec(chromium(`--window-size=${WIDTH},100`, '--dump-dom'))?.[1] ?? '1600'
  chromium(`--window-size=${WIDTH},${height}`, '--force-device-scale-factor=1.5', `--screenshot=${to}`)
  rmSync(folder, { recursive: true })
}

draw(await pageOf(await finishedPlan()), join(ROOT, 'docs/finished.png'))
