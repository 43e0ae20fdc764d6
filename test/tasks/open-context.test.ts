import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { readInputs, type Inputs } from '../../src/runner/inputs.ts'
import { keepTurns } from '../../src/runner/log.ts'
import { contextOpener, type OpenContext } from '../../src/tasks/open-context.ts'
import { runCommand } from '../../src/agent/sandbox/run-command.ts'
import { UserError } from '../../src/lib/errors.ts'
import { completion, json, request, startPeer } from '../model/endpoint/peer.ts'
import { git } from '../../src/git/git.ts'
import { objectsOf } from '../../src/git/objects.ts'
import { checkout } from '../../src/git/work-tree.ts'
import { prepareTemplate, setUpWorktree } from '../../src/checks/worktree-set-up.ts'
import { readingToolContext } from '../../src/agent/context/agent-context.ts'
import { repositoryWith, writeFiles } from '../places.ts'

async function opener(given: Partial<Record<keyof Inputs, string>>, ending = new AbortController().signal) {
  const { repository, root, top } = await repositoryWith({ a: 'a\n' })
  const inputs = readInputs((name) => ({ 'github-token': 'ghs_1', sandbox: 'none', ...given })[name] ?? '')
  const open = contextOpener({
    inputs,
    git: repository,
    env: process.env,
    secrets: { redact: (text) => text, learn: () => undefined },
    home: top,
    transcripts: join(top, 'transcripts'),
    turns: keepTurns(),
    left: () => 100_000,
    ending,
  })
  const occasion = { signal: new AbortController().signal }
  return { open: (more: Partial<Parameters<OpenContext>[0]> = {}) => open({ ...occasion, ...more }), root, top }
}

test('the set-up command runs once in the work tree, however many tasks need it', async () => {
  const { open, root } = await opener({ 'setup-command': 'echo ran >> set-up.txt' })
  const rooms = [open(), open()]
  expect(existsSync(join(root, 'set-up.txt'))).toBe(false)
  for (const ctx of [...rooms, ...rooms]) await ctx.setUp()
  expect(readFileSync(join(root, 'set-up.txt'), 'utf8')).toBe('ran\n')
})

test('the set-up can run again, and a fresh sandbox keeps its home folder but no temp files', async () => {
  const { open, root, top } = await opener({
    'setup-command': 'echo ran >> set-up.txt; echo x | tee ~/.made $TMPDIR/made',
  })
  const ctx = open()
  await ctx.setUp()
  for (const use of ['agent', 'checks', 'checks'] as const) {
    const sandbox = await ctx.freshSandbox(use)
    const look = { command: 'ls -A ~ $TMPDIR; echo x > ~/.planted', cwd: root, timeoutMs: 20_000, sandbox }
    const result = await runCommand(look)
    expect(result.output.replaceAll(top, '')).toMatch(/home:\n\.made\n\n.*tmp:\n$/)
    if (use === 'agent') await ctx.setUpAgain?.(sandbox)
  }
  expect(readFileSync(join(root, 'set-up.txt'), 'utf8')).toBe('ran\nran\n')
})

test('without a set-up command there is no set-up to repeat', async () => {
  expect((await opener({})).open().setUpAgain).toBeUndefined()
})

test('a failed set-up is an error with its reason and an excerpt, and the transcript has its output', async () => {
  const command =
    'seq 1 40; echo "error: no such package"; seq 41 80; echo "npm error A complete log of this run can be found in: /x"; exit 3'
  const { open, top } = await opener({ 'setup-command': command })
  const error = await open()
    .setUp()
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect(error).toMatchObject({
    message: expect.stringMatching(/setup-command.*exit code 3.*\): error: no such package\.$/),
  })
  expect((error as UserError).output).toMatch(/^1\n[\s\S]*\n40\nerror: no such package\n41\n[\s\S]*\n80\n?$/)
  const recorded = readFileSync(join(top, 'transcripts/setup-command.jsonl'), 'utf8')
  expect(JSON.parse(recorded)).toMatchObject({
    kind: 'check',
    output: expect.stringMatching(/^1\n2\n[\s\S]*\n79\n80\n?$/),
  })
})

test('a set-up that is stopped because the run ends is not an error', async () => {
  const ending = new AbortController()
  const { open } = await opener({ 'setup-command': 'sleep 600' }, ending.signal)
  const setUp = open().setUp()
  ending.abort('time')
  expect(await setUp).toBeUndefined()
})

test('planner and executor use the models of their inputs, with the configured reasoning effort', async () => {
  await using peer = await startPeer(json(completion({ content: 'ok' })))
  const { open } = await opener({
    'openai-base-url': peer.baseUrl,
    model: 'small',
    'planner-model': 'large',
    'reasoning-effort': 'low',
  })
  const { model, planner } = open()
  await model(request())
  await planner(request())
  expect(peer.requests.map(({ raw }) => JSON.parse(raw))).toMatchObject([
    { model: 'small', reasoning_effort: 'low' },
    { model: 'large', reasoning_effort: 'low' },
  ])
})

test('waits for the model’s endpoint are logged, counted, and reported to a callback', async () => {
  const slow = json({ error: { message: 'Slow down' } }, 429, { 'retry-after-ms': '2' })
  await using peer = await startPeer(slow, slow, json(completion({ content: 'ok' })))
  const { open } = await opener({ 'openai-base-url': peer.baseUrl })
  const told: unknown[] = []
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  try {
    await open({ onWait: (wait) => told.push(wait?.count) }).model(request())
  } finally {
    write.mockRestore()
  }
  expect(lines.filter((line) => line.includes('at its limit'))).toEqual([
    expect.stringMatching(
      /^The model's endpoint at 127\.0\.0\.1:\d+ is at its limit \(429 Slow down\)\. Waiting 1 s\.\n$/,
    ),
    expect.stringMatching(/ Waiting 1 s: wait 2, 1 s in all\.\n$/),
  ])
  expect(told).toEqual([1, 2, undefined])
})

test('a wait for the endpoint that exceeds the remaining time is not started', async () => {
  await using peer = await startPeer(json({ error: { message: 'Slow down' } }, 429, { 'retry-after': '101' }))
  const { open } = await opener({ 'openai-base-url': peer.baseUrl })
  await expect(open().model(request())).rejects.toMatchObject({ code: 'model-busy' })
})

test('parameters that an endpoint refused are also left out in later tasks', async () => {
  const refusal = json({ error: { message: "Unknown parameter: 'prompt_cache_key'" } }, 400)
  await using peer = await startPeer(refusal, json(completion({ content: 'ok' })))
  const { open } = await opener({ 'openai-base-url': peer.baseUrl })
  await open().model(request())
  await open().model(request())
  expect(peer.requests.map(({ raw }) => raw.includes('prompt_cache_key'))).toEqual([true, false, false])
})

describe('a place beside the first', () => {
  const SET_UP = 'mkdir -p deps/a && pwd > deps/where && ln -s a deps/link && echo kept > ~/kept'

  async function beside(given: Partial<Record<keyof Inputs, string>>) {
    const opened = await opener({ 'setup-command': SET_UP, ...given })
    const { open, root } = opened
    writeFiles(root, { '.gitignore': 'deps/\ncache\n', cache: 'from an earlier step\n' })
    const [main, ctx] = [open(), open({ worktree: 1 })]
    const head = await git(main.repo, ['rev-parse', 'HEAD'])
    await prepareTemplate(main, head)
    await checkout(ctx.repo, head)
    await ctx.setUp()
    const sandbox = await ctx.freshSandbox('agent')
    const run = async (command: string): Promise<string> => {
      const result = await runCommand({ command, cwd: ctx.repo.workTree, timeoutMs: 20_000, sandbox })
      return result.output.trim()
    }
    return { ...opened, main, ctx, head, run }
  }

  test('a second worktree in a sandbox has the first one’s files and history, at the same path', async () => {
    const { ctx, root, head, run } = await beside({ sandbox: 'auto' })
    expect(await run('cat deps/where cache ~/kept; readlink deps/link; pwd')).toBe(
      [root, 'from an earlier step', 'kept', 'a', root].join('\n'),
    )
    expect(await run('git rev-parse HEAD; git status --short --untracked-files=no')).toBe(head)
    const { workspace } = await readingToolContext(ctx)
    expect((await workspace.read(`${root}/a`)).toString()).toBe('a\n')
    await expect(workspace.read('/etc/hostname')).rejects.toThrow('outside the repository')
    // Their git directory is a copy, and the objects that it shares with ours are read-only.
    expect(await run('touch .git/x; touch .git/shared/x 2>&1 || echo no')).toMatch(/no$/)
    const ours = [ctx.repo.gitDir, objectsOf(ctx.repo)]
    expect(ours.filter((folder) => existsSync(join(folder, 'x')))).toEqual([])
  })

  test('a second worktree without a sandbox is set up again at its own path', async () => {
    const { ctx, head, run } = await beside({ sandbox: 'none' })
    expect(await run('cat deps/where cache ~/kept')).toBe(
      [ctx.repo.workTree, 'from an earlier step', 'kept'].join('\n'),
    )
    expect(await run('git rev-parse HEAD; git status --short --untracked-files=no')).toBe(head)
  })

  test('a reused worktree without a sandbox has the history, but nothing that commands left in it', async () => {
    const { ctx, run } = await beside({ sandbox: 'none' })
    const us = '-c user.name=x -c user.email=x@x'
    await run(`echo mine > a; git ${us} stash; git config alias.x '!echo left'; echo b > b; git add b`)
    await run(`git ${us} commit -qm unaccepted; git tag left; touch .git/hooks-left`)
    await setUpWorktree(ctx, 'HEAD')
    expect(await run('git log --all --reflog --format=%s; git stash list; git tag; git x 2>&1; ls .git')).not.toMatch(
      /unaccepted|WIP|left/,
    )
    expect(await run('git log --format=%s; git status --short --untracked-files=no')).toBe('First commit')
  })

  test.each(['auto', 'none'])('a second worktree shares no files (sandbox: %s)', async (sandbox) => {
    const { root, run } = await beside({ sandbox })
    await run('echo mine > a; echo mine > deps/where; echo mine > cache; echo mine > ~/kept')
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('a\n')
    expect(readFileSync(join(root, 'deps/where'), 'utf8')).toBe(`${root}\n`)
    expect(readFileSync(join(root, 'cache'), 'utf8')).toBe('from an earlier step\n')
  })
})
