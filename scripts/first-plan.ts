import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromiumPath, openChromium } from './chromium.ts'

// `npm run first-plan`: does what README says under “Try it on your machine”, and nothing else, and prints how long it
// took from the command to a plan that is approved and done.

const ROOT = resolve(import.meta.dirname, '..')
const [, section = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split(/^## Try it on your machine$/m)
const [, command = ''] = /^```sh\nnpm ci && (npm run \S+)\n```$/m.exec(section) ?? []
const [, plan, , approve] = /Comment `(\/plan) …`, (reply), `(approve)`/.exec(section) ?? []
if (!command || !plan || !approve) throw new Error('README says something else under “Try it on your machine”.')
if (!chromiumPath()) throw new Error('There is no Chromium: apt-get install chromium')

const started = performance.now()
const seconds = (): string => ((performance.now() - started) / 1000).toFixed(1)
const [program = '', ...args] = command.split(' ')
const demo = spawn(program, [...args, '--', '--serve', '--no-open', '--script'], {
  ...{ cwd: ROOT, detached: true },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await openChromium()
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(300_000)
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, address] = /^Open (http:\S+)/.exec(line) ?? []
    if (!address) continue
    await page.goto(address)
    break
  }
  const say = async (words: string, until: RegExp): Promise<void> => {
    await page.locator('#words').fill(words)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.locator('.now').filter({ hasText: until }).waitFor()
    console.log(`${seconds()} s: ${words}`)
  }
  await say(plan, /waits for you/)
  await say(approve, /^The runDone/)
} finally {
  await browser.close()
  if (demo.pid) process.kill(-demo.pid, 'SIGINT')
}
