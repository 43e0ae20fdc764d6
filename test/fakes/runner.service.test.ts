import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseFileCommands } from '../../fakes/runner/environment.ts'
import { createWorld } from '../../fakes/runner/world.ts'

/** A script that stands for the built action. */
async function bundleOf(text: string) {
  const dir = await mkdtemp(join(tmpdir(), 'bundle-'))
  const path = join(dir, 'index.mjs')
  await writeFile(path, text)
  return { path, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

/** Whether a process is there and no zombie, which a machine without an init process keeps. */
const isRunning = async (pid: number): Promise<boolean> =>
  !/^$|\) Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))

test.each([
  ['a=1\nb=two=2\n', { a: '1', b: 'two=2' }],
  ['a<<EOF_1\nline 1\nx=2\nEOF_1\nb=3\n', { a: 'line 1\nx=2', b: '3' }],
  ['a<<E\n\nE\na<<E\nlast\nE\n', { a: 'last' }],
  ['a<<E\nE\n', { a: '' }],
])('the fake runner reads the output file %j as %j', (text, outputs) => {
  expect(parseFileCommands(text)).toEqual(outputs)
})

describe('a run', () => {
  test('the fake runner kills a run and its children before or after a request took effect', async () => {
    await using bundle = await bundleOf(`
      import { spawn } from 'node:child_process'
      const { env } = process
      console.log(spawn('sleep', ['600'], { stdio: 'ignore' }).pid)
      await fetch(env.GITHUB_API_URL + '/repos/octo/demo/issues/1/comments', { method: 'POST', headers: { authorization: 'Bearer ' + env.TOKEN }, body: '{"body":"x"}' }).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    `)
    await using world = await createWorld({ bundle: bundle.path })
    await world.github.openIssue('alice')
    for (const [when, comments] of [
      ['before', 0],
      ['after', 1],
    ] as const) {
      world.github.fault = ({ write }) => (write ? { kind: 'kill', when } : undefined)
      const run = await world.dispatch(1, { env: { TOKEN: world.github.token } })
      expect([run.code, run.signal, (await world.github.commentsOf(1)).length]).toEqual([null, 'SIGKILL', comments])
      await expect.poll(() => isRunning(Number(run.log))).toBe(false)
    }
  })

  test('the fake runner ends a run when its process ends, and kills remaining children', async () => {
    await using bundle = await bundleOf(`
      import { spawn } from 'node:child_process'
      const child = spawn('sleep', ['600'], { stdio: 'inherit' })
      child.unref()
      console.log(child.pid)
    `)
    await using world = await createWorld({ bundle: bundle.path })
    const run = await world.dispatch(1)
    expect(run.code).toBe(0)
    await expect.poll(() => isRunning(Number(run.log))).toBe(false)
  })

  test('the fake runner kills a hanging run after its timeout or when the caller aborts', async () => {
    await using bundle = await bundleOf('console.log("up"); setInterval(() => {}, 1000)')
    await using world = await createWorld({ bundle: bundle.path })
    expect((await world.dispatch(1, { timeoutMs: 300 })).signal).toBe('SIGKILL')
    const caller = new AbortController()
    expect((await world.dispatch(1, { signal: caller.signal, onLine: () => caller.abort() })).signal).toBe('SIGKILL')
  })
})
