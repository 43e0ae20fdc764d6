import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import { start } from '../../fakes/github/clients.ts'
import type { HeadChecks } from '../../src/github/forge.ts'
import { connect } from '../../src/github/transport/client.ts'
import { connectGitHub } from '../../src/github/github.ts'

// What is known of the checks of a commit, from an embedded GitHub.

const github = await start()
const OWN = { run: '', workflow: 'plan.yml', context: 'Measure Twice' }
let branches = 0
const branch = async (): Promise<string> => {
  const name = `checked-${(branches += 1)}`
  await github.push('alice', name, { files: { [name]: 'x' } })
  return name
}
const look = async (name: string, own = OWN): Promise<HeadChecks> => {
  const forge = connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url })
  return forge.checksOf((await github.sha(`refs/heads/${name}`)) ?? '', own)
}
function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('unreachable')
  return address.port
}

const namesIn = ({ failed }: HeadChecks): string[] => failed.map(({ name }) => name)

const USUAL = { ...github.settings.permissions }
afterEach(() => {
  github.fault = undefined
  github.settings.permissions = { ...USUAL }
})
afterAll(() => github.close())

test('a CI log is downloaded from another host without the token, and only its end is read', async () => {
  const seen: (string | undefined)[] = []
  const store = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.setHeader('content-type', 'text/plain')
    response.end(`${'a line of a log\n'.repeat(200_000)}the last line`)
  })
  const api = createServer(({ headers }, response) => {
    seen.push(headers.authorization)
    response.writeHead(302, { location: `http://127.0.0.1:${portOf(store)}/log?sig=x` }).end()
  })
  for (const server of [store, api]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const { rest } = connect({ token: 'ghs_x', address: `http://127.0.0.1:${portOf(api)}` })
  const { data } = await rest.actions.downloadJobLogsForWorkflowRun({ owner: 'octo', repo: 'demo', job_id: 1 })
  for (const server of [store, api]) server.close().closeAllConnections()
  expect(seen).toEqual(['token ghs_x', undefined])
  expect([String(data).endsWith('the last line'), String(data).length < 2_000_000]).toEqual([true, true])
})

test.each([
  ['failure', true],
  ['timed_out', true],
  ['success', false],
  ['skipped', false],
  ['cancelled', false],
  ['action_required', false],
])('a check run that ended as %s has failed: %s', async (conclusion, failed) => {
  const at = await branch()
  await github.check(at, { name: 'build', conclusion })
  expect(namesIn(await look(at))).toEqual(failed ? ['build'] : [])
})

test('only the newest run of a check in its suite counts; the same name in other suites is separate', async () => {
  const at = await branch()
  const { id: suite } = await github.check(at, { name: 'mended' })
  await github.check(at, { name: 'mended', conclusion: 'success', suite })
  await github.check(at, { name: 'other', conclusion: 'success' })
  await github.check(at, { name: 'other' })
  expect(namesIn(await look(at))).toEqual(['other'])
})

test('of each commit status context only the newest counts, and the bot’s own status is ignored', async () => {
  const at = await branch()
  for (const [context, state] of [
    ...[['mended', 'failure'] as const, ['mended', 'success'] as const],
    ...[['broken', 'success'] as const, ['broken', 'error'] as const],
    ...[['red', 'failure'] as const, ['waits', 'pending'] as const, ['Measure Twice', 'failure'] as const],
  ])
    await github.status(at, { context, state })
  const { failed, running, hidden } = await look(at)
  expect(failed.map(({ name, conclusion }) => [name, conclusion]).toSorted()).toEqual([
    ['broken', 'error'],
    ['red', 'failure'],
  ])
  expect([running, hidden]).toEqual([1, []])
})

test('a failed check shows its summary, annotations by path and line, and its log up to the last error', async () => {
  const at = await branch()
  const time = '2026-01-01T00:00:00.0000000Z '
  const log = [...Array.from({ length: 100 }, (_, n) => `line ${n}`), '##[error]It failed.', 'Post job cleanup.']
  await github.check(at, {
    name: 'build',
    summary: 'Two tests failed.',
    annotations: [{ path: 'src/a b.ts', start_line: 7, message: 'is no function' }],
    log: log.map((line) => `${time}${line}\n`).join(''),
  })
  const [one] = (await look(at)).failed
  expect(one).toMatchObject({ conclusion: 'failure', annotations: ['src/a b.ts:7: is no function'] })
  expect(one?.summary).toBe('build\nTwo tests failed.')
  const lines = one?.log?.split('\n') ?? []
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([60, 'line 41', '##[error]It failed.'])
})

test('of a CI log without an error the last lines are shown', async () => {
  const at = await branch()
  await github.check(at, { log: 'one\ntwo\n' })
  expect((await look(at)).failed[0]?.log).toBe('one\ntwo')
})

test.each<[string, Partial<typeof USUAL>, number | undefined, string]>([
  ['the token may not read logs', { actions: 'none' }, undefined, 'The job lacks `permissions: actions: read`.'],
  ['GitHub has none', {}, 404, 'GitHub has none.'],
  ['it has expired', {}, 410, 'GitHub no longer keeps it.'],
  ['GitHub has an outage', {}, 500, 'GitHub did not give it.'],
])('if %s, the report of the failed check says so', async (_, permissions, status, noLog) => {
  const at = await branch()
  await github.check(at, { name: 'build', summary: 'Two tests failed.', log: 'LOG' })
  Object.assign(github.settings.permissions, permissions)
  const answer: Fault | undefined = status === undefined ? undefined : { kind: 'status', status }
  github.fault = ({ path }: JournalEntry) => (path.endsWith('/logs') ? answer : undefined)
  const { failed } = await look(at)
  expect(failed).toMatchObject([{ name: 'build', summary: 'build\nTwo tests failed.', noLog }])
  expect(failed[0]?.log).toBeUndefined()
})

test('texts of failed CI checks are truncated, and at most five checks are shown in full', async () => {
  const at = await branch()
  const long = 'x'.repeat(50_000)
  const annotations = Array.from({ length: 30 }, () => ({ path: 'a', start_line: 1, message: long }))
  await github.check(at, { name: 'job', log: `${long}\n${long}` })
  for (let n = 0; n < 6; n++)
    await github.check(at, { name: long, app: 'shady', summary: long, annotations, log: `${long}\n${long}` })
  const { failed } = await look(at)
  expect(failed).toHaveLength(7)
  expect(failed.map(({ annotations: { length } }) => length)).toEqual([0, 10, 10, 10, 10, 0, 0])
  for (const one of failed) expect(JSON.stringify(one).length).toBeLessThan(10_000)
})

test('checks of the action’s own workflow are ignored; if runs cannot be listed, those of this run', async () => {
  const at = await branch()
  const own = await github.check(at, { name: 'plan', workflow: '.github/workflows/plan.yml' })
  await github.check(at, { name: 'build' })
  expect(namesIn(await look(at))).toEqual(['build'])
  github.settings.permissions.actions = 'none'
  expect(namesIn(await look(at))).toEqual(['plan', 'build'])
  const run = JSON.stringify(own.workflowRun.payload).match(/"workflow_run":{"id":(\d+)/)?.[1] ?? ''
  expect(namesIn(await look(at, { ...OWN, run }))).toEqual(['build'])
})

test('for a check by a third-party app neither a log nor a workflow run is requested', async () => {
  const at = await branch()
  await github.check(at, { name: 'scan', app: 'shady', workflow: '.github/workflows/plan.yml', log: 'LOG' })
  const before = github.journal.length
  const { failed } = await look(at)
  expect(failed).toMatchObject([{ name: 'scan' }])
  expect(Object.keys(failed[0] ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/log/i)]))
  expect(github.journal.slice(before).filter(({ path }) => path.includes('/actions/'))).toEqual([])
})

test.each<[string, Partial<typeof USUAL>, string[], string[]]>([
  ['everything', {}, [], ['build', 'remote']],
  ['no check run', { checks: 'none' }, ['checks'], ['remote']],
  ['no commit status', { statuses: 'none' }, ['statuses'], ['build']],
  ['neither', { checks: 'none', statuses: 'none' }, ['checks', 'statuses'], []],
])('with a token that can read %s, unreadable checks are reported', async (_, permissions, hidden, failed) => {
  const at = await branch()
  await github.check(at, { name: 'build' })
  await github.status(at, { context: 'remote', state: 'failure' })
  Object.assign(github.settings.permissions, permissions)
  const found = await look(at)
  expect([found.hidden, namesIn(found)]).toEqual([hidden, failed])
})

test('a set of failed checks has the same digest in any order, and another set another digest', async () => {
  const digestOf = async (...names: string[]): Promise<string> => {
    const at = await branch()
    for (const name of names) await github.check(at, { name, summary: at })
    await github.check(at, { name: 'fine', conclusion: 'success' })
    return (await look(at)).digest
  }
  const first = await digestOf('a', 'b')
  expect(await digestOf('b', 'a')).toBe(first)
  expect(await digestOf('a')).not.toBe(first)
  expect(await digestOf('a,b')).not.toBe(first)
})
