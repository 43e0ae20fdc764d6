import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Runs the demonstration in a temporary folder of its own, and interrupts it once a text was printed. */
export async function demo(
  args: readonly string[],
  { env = {}, until, answer }: { env?: Record<string, string>; until?: string; answer?: string } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-test-'))
  const command = [join(ROOT, 'node_modules/.bin/node'), 'demo/main.ts', ...args]
  // With an answer, somebody sits at a terminal.
  const [program = '', ...rest] = answer === undefined ? command : ['script', '-qec', command.join(' '), '/dev/null']
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  if (answer === undefined) child.stdin.end()
  let output = ''
  let stopped = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (text.includes('Go on?')) child.stdin.write(`${answer}\n`)
      // Once: a second one would end it by force.
      if (until && output.includes(until) && !stopped) stopped = child.kill('SIGINT')
    })
  const code = await new Promise((settle) => child.on('close', settle))
  const [left, running] = [await readdir(folder), await runningIn(folder)]
  await rm(folder, { recursive: true })
  return { code, output, left, running }
}

/** The processes whose command line or environment names a folder; none where there is no /proc. */
async function runningIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const texts = pids.map(async (pid) => {
    const read = (file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    return (await read('cmdline')) + (await read('environ'))
  })
  return (await Promise.all(texts)).filter((text) => text.includes(folder))
}
