import { afterAll, afterEach, expect, test } from 'vitest'
import { commitSide, LEDGER, pushRefs, refName, sideCommit } from '../../../src/git/side-ref.ts'
import { git } from '../../../src/git/git.ts'
import { fetchLedger } from '../../../src/git/plan-refs.ts'
import { lookAtDay, readLedger } from '../../../src/observe/spent-of-day.ts'
import { parseLedger, renderLedger, spentIn, type LedgerLine } from '../../../src/plan/ledger.ts'
import type { Usage } from '../../../src/plan/usage.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { openLedger, type Ledger } from '../../../src/publish/write/pay.ts'
import type { PublishRoom } from '../../../src/publish/write/publish-room.ts'
import { doWell, follow, github, lookAt, openPublishRoom, planned, plannedIssue } from '../../without-model.ts'

// The ledger on a real remote: many writers, writers that are cut off, and what others have made of it.

afterEach(async () => {
  github.fault = undefined
  await github.git(['update-ref', '-d', refName(LEDGER)])
})
afterAll(() => github.close())

const bot = { login: 'github-actions[bot]', id: 41_898_282, type: 'Bot' }
const of = (input: number): Usage => ({ input, cached: 0, output: 0 })
/** The thread of an issue on which nothing was asked for. */
const threadOf = async (room: PublishRoom, issue: number): Promise<Thread> => (await lookAt(room, issue)).thread

type Writer = { room: PublishRoom; ledger: Ledger; said: string[] }
async function writer(run: number, attempt = 1, room?: PublishRoom): Promise<Writer> {
  const said: string[] = []
  const own = room ?? (await openPublishRoom())
  return {
    room: own,
    said,
    ledger: openLedger(own, { me: { run: String(run), attempt }, note: (what) => said.push(what) }),
  }
}

const text = (): Promise<string> => github.git(['show', `${refName(LEDGER)}:ledger.jsonl`]).catch(() => '')
const written = async (): Promise<LedgerLine[]> => parseLedger(await text())

/** Writes the ledger as anybody may who can push. */
async function writeAs(room: PublishRoom, content: string): Promise<void> {
  const { repo } = room.sources
  await fetchLedger(repo)
  const from = await sideCommit(repo, LEDGER)
  const author = { name: 'mallory', email: 'mallory@example.org' }
  const update = await commitSide(repo, LEDGER, { from, text: content, message: 'mine\n', author })
  expect(await pushRefs(repo, [update])).toEqual({ kind: 'pushed' })
}

const dayOf = (room: PublishRoom, tokens: number) => lookAtDay(room.sources, { bot }, { tokens })
const line = (more: Partial<LedgerLine>): LedgerLine => ({
  run: 1,
  plan: 1,
  person: 'mallory',
  at: '2026-01-01T00:00:00Z',
  usage: of(1_000),
  cost: null,
  ...more,
})

test('twenty runs that write at once lose no line and write none twice', async () => {
  const first = await openPublishRoom()
  const { number } = await github.openIssue('alice', { title: 'Limit' })
  const thread = await threadOf(first, number)
  const writers = await Promise.all(Array.from({ length: 20 }, (_, i) => writer(i + 1)))
  await Promise.all(writers.map(({ ledger }, i) => ledger.pay(thread, { person: 'alice', usage: of(100 + i) })))
  expect(writers.flatMap(({ said }) => said)).toEqual([])
  const lines = await written()
  expect(lines.map(({ run, usage }) => [run, usage.input])).toEqual(
    Array.from({ length: 20 }, (_, i) => [i + 1, 100 + i]),
  )
  const commits = await github.git(['rev-list', '--count', refName(LEDGER)])
  expect(Number(commits)).toBe(20)
}, 120_000)

test('a result that is brought again counts once, also by another attempt of the run', async () => {
  const first = await writer(7)
  const { number } = await github.openIssue('alice', { title: 'Limit' })
  const thread = await threadOf(first.room, number)
  const payment = { person: 'alice', usage: of(500), key: `${number}-subtask-1-attempt-1-abc` }
  await first.ledger.pay(thread, payment)
  await first.ledger.pay(thread, payment)
  const second = await writer(7, 2)
  await fetchLedger(second.room.sources.repo)
  await second.ledger.pay(thread, payment)
  await second.ledger.pay(thread, { ...payment, key: `${number}-subtask-2-attempt-1-abc` })
  expect((await written()).map(({ usage }) => usage.input)).toEqual([1_000])
})

test('a push that GitHub refuses holds nothing up, and the next one brings it along', async () => {
  const { ledger, room, said } = await writer(3)
  const { number } = await github.openIssue('alice', { title: 'Limit' })
  const thread = await threadOf(room, number)
  github.fault = ({ path, method }) =>
    method === 'POST' && path.endsWith('git-receive-pack') ? { kind: 'status', status: 403 } : undefined
  await ledger.pay(thread, { person: 'alice', usage: of(40) })
  expect([said.length, await text()]).toEqual([1, ''])
  expect(said[0]).toMatch(/^The ledger was not written: /)
  github.fault = undefined
  await ledger.pay(thread, { person: 'alice', usage: of(2) })
  await ledger.settle()
  expect((await written()).map(({ usage }) => usage.input)).toEqual([42])
}, 60_000)

test('a ledger that is lost, or cannot be read, is made again from the journals', async () => {
  const { issue, pull } = await planned()
  await github.comment('bob', pull, 'Make it blue.')
  // No version comes of it, so only the ref beside the branch says that it was paid for.
  const failing: typeof doWell = (step, snapshot, room) =>
    step.kind === 'revise'
      ? { kind: 'failed', reason: 'No.', checks: [], usage: of(7), turns: 1 }
      : doWell(step, snapshot, room)
  await follow(await openPublishRoom(), pull, { work: failing })
  for (const found of ['', 'rubbish\n']) {
    const reader = await openPublishRoom()
    if (found !== '') await writeAs(reader, found)
    await fetchLedger(reader.sources.repo)
    const { lines } = await readLedger(reader.sources, bot, { prices: undefined })
    expect(spentIn(lines.filter(({ plan }) => plan === issue)).tokens).toBe(117)
    const { ledger } = await writer(9, 1, reader)
    const thread = (await follow(reader, pull, { stopAt: 'execute' })).snapshot.thread
    await ledger.pay(thread, { person: 'alice', usage: of(3) })
    expect(spentIn((await written()).filter(({ plan }) => plan === issue)).tokens).toBe(120)
    await github.git(['update-ref', '-d', refName(LEDGER)])
  }
}, 60_000)

test('what a rebase copied counts once', async () => {
  const { room, issue, branch } = await planned()
  await lookAt(room, issue)
  const { repo } = room.sources
  const format = '--format=%T%x00%P%x00%an%x00%ae%x00%aI%x00%B'
  const made = await github.git(['log', '-1', format, branch])
  const [tree = '', parent = '', name = '', mail = '', date = '', message = ''] = made.split('\0')
  const env = {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: mail, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: 'GitHub', GIT_COMMITTER_EMAIL: 'noreply@github.com' },
  }
  const copy = (await git(repo, ['commit-tree', tree, '-p', parent, '-m', message.trim()], { env })).trim()
  expect(await pushRefs(repo, [{ ref: 'refs/heads/plan/issue-9999', from: '', to: copy }])).toEqual({ kind: 'pushed' })
  const { lines } = await readLedger((await openPublishRoom()).sources, bot, { prices: undefined })
  expect(spentIn(lines.filter(({ plan }) => plan === issue)).tokens).toBe(110)
  await github.git(['update-ref', '-d', 'refs/heads/plan/issue-9999'])
})

test('a ledger of somebody else stops nobody, and cannot give back what the journals say was spent', async () => {
  const room = await openPublishRoom()
  room.sources.own.run = '4712'
  const now = new Date().toISOString()
  const { issue } = await plannedIssue(room)
  const reader = await openPublishRoom()
  github.workflowRuns.set(4_000, { attempt: 1, ended: false })
  github.workflowRuns.set(4_712, { attempt: 1, ended: true })
  reader.sources.own.run = '4000'
  const already = (await dayOf(reader, 1e9))?.spent.tokens ?? 0
  expect(already).toBeGreaterThanOrEqual(110)
  const invented = [
    line({ run: 4_711, plan: 99_999, at: now, usage: of(900_000_000) }),
    line({ run: 4_712, plan: issue, at: now, usage: of(900_000_000) }),
    line({ run: 4_713, plan: 99_998, usage: of(900_000_000), at: '2999-01-01T00:00:00Z' }),
  ]
  await writeAs(reader, renderLedger(invented))
  expect((await dayOf(reader, already + 1))?.left.tokens).toBe(1)
  await writeAs(reader, renderLedger([line({ plan: issue, usage: of(1) })]))
  expect((await dayOf(reader, already))?.left.tokens).toBe(0)
}, 60_000)
