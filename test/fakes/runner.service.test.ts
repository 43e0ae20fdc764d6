import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { say } from '../../fakes/model/script.ts'
import { inputVariables, parseFileCommands } from '../../fakes/runner/environment.ts'
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
])('the output file %j is read as %j', (text, outputs) => {
  expect(parseFileCommands(text)).toEqual(outputs)
})

test('inputs become variables, with the token of the workflow in its place', () => {
  expect(inputVariables({ 'github-token': '${{ github.token }}', 'dry run': 'x', gone: undefined }, 'ghs_1')).toEqual({
    'INPUT_GITHUB-TOKEN': 'ghs_1',
    INPUT_DRY_RUN: 'x',
  })
})

describe('a run', () => {
  test('has the event, a shallow checkout, the files of the runner and both servers', async () => {
    await using bundle = await bundleOf(`
      import { execFileSync } from 'node:child_process'
      import { appendFileSync, readFileSync } from 'node:fs'
      const { env } = process
      const { issue, comment } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'))
      const headers = { authorization: 'Bearer ' + env.TOKEN, 'content-type': 'application/json' }
      const answer = await fetch(env.GITHUB_API_URL + '/repos/' + env.GITHUB_REPOSITORY + '/issues/' + issue.number + '/comments', { method: 'POST', headers, body: JSON.stringify({ body: 'heard: ' + comment.body }) })
      const tools = [{ type: 'function', function: { name: 'answer' } }]
      const asked = await fetch(env['INPUT_OPENAI-BASE-URL'] + '/chat/completions', { method: 'POST', headers, body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }], tools }) })
      console.log(answer.status, (await asked.json()).choices[0].message.content)
      const depth = execFileSync('git', ['rev-list', '--count', 'HEAD']).toString().trim()
      appendFileSync(env.GITHUB_OUTPUT, 'depth=' + depth + '\\nevent=' + env.GITHUB_EVENT_NAME + '\\n')
      appendFileSync(env.GITHUB_STEP_SUMMARY, '# Done')
      process.exitCode = Number(env.INPUT_CODE)
    `)
    await using world = await createWorld({
      bundle: bundle.path,
      inputs: { code: '3' },
      script: { ask: say('because') },
    })
    await world.github.push('alice', 'main', { files: { a: 'a\n' } })
    const { number } = await world.github.openIssue('alice')
    const lines: string[] = []
    const run = await world.say('bob', number, 'hello', {
      env: { TOKEN: world.github.token },
      onLine: (line) => lines.push(line),
    })
    expect(run.log).toBe('201 because\n')
    expect(run).toMatchObject({
      code: 3,
      signal: null,
      outputs: { depth: '1', event: 'issue_comment' },
      summary: '# Done',
    })
    expect(lines).toEqual(['201 because'])
    expect(run.journal.map(({ method, status, login }) => [method, status, login])).toEqual([
      ['POST', 201, 'github-actions[bot]'],
    ])
    expect(run.requests.map(({ phase }) => phase)).toEqual(['ask'])
    expect((await world.github.commentsOf(number)).map(({ body }) => body)).toEqual(['hello', 'heard: hello'])
    await world.close()
    await expect(access(run.temp)).rejects.toThrow()
  })

  test('is killed by a fault before or after the request took effect, and what it started with it', async () => {
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

  test('ends with its process, and takes along what still runs', async () => {
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

  test('that hangs is ended by its limit or by the caller', async () => {
    await using bundle = await bundleOf('console.log("up"); setInterval(() => {}, 1000)')
    await using world = await createWorld({ bundle: bundle.path })
    expect((await world.dispatch(1, { timeoutMs: 300 })).signal).toBe('SIGKILL')
    const caller = new AbortController()
    expect((await world.dispatch(1, { signal: caller.signal, onLine: () => caller.abort() })).signal).toBe('SIGKILL')
  })

  test('that dispatches another is followed by it', async () => {
    await using bundle = await bundleOf(`
      const { env } = process
      const done = env.GITHUB_ACTOR === 'github-actions[bot]'
      if (!done) await fetch(env.GITHUB_API_URL + '/repos/octo/demo/actions/workflows/plan.yml/dispatches', { method: 'POST', headers: { authorization: 'Bearer ' + env.TOKEN }, body: '{"ref":"main","inputs":{"number":"1"}}' })
      console.log(done ? 'the second' : 'the first')
    `)
    await using world = await createWorld({ bundle: bundle.path })
    const env = { TOKEN: world.github.token }
    const first = await world.dispatch(1, { env })
    const others = await world.settle({ env })
    expect([first, ...others].map(({ log }) => log)).toEqual(['the first\n', 'the second\n'])
  })
})
