import { createHmac, scryptSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { authorOf } from '../../src/decide/thread/trailers.ts'
import { rateLimited } from '../../src/errors.ts'
import { commitTree, writeTree } from '../../src/git/objects.ts'
import { readSide, recordSides, refName } from '../../src/git/side-ref.ts'
import { orderFor } from '../../src/observe/brief/brief.ts'
import { keepWork, takeUpWork } from '../../src/publish/steps/saved-result.ts'
import { planOf, subtask } from '../plan/samples.ts'
import {
  doWell,
  executedResult,
  follow,
  github,
  nextStep,
  openPublishRoom,
  plannedIssue,
  plannedResult,
} from '../without-model.ts'
import { BOT } from '../thread.ts'

// Whoever may push can put anything where work is kept that a rate limit kept from being written.

afterAll(() => github.close())

const inputs = { mode: 'all', 'openai-api-key': 'sk-of-ours-5d41402abc4b2a76' }
const ALIKE = planOf([subtask(1), subtask(2)])

/** A plan whose first subtask is due, and its work, kept as a run leaves it. */
async function kept() {
  const room = await openPublishRoom()
  const { issue, pull } = await plannedIssue(room, 'add it', (step, snapshot, room) =>
    step.kind === 'draft' ? plannedResult(ALIKE) : doWell(step, snapshot, room),
  )
  await github.comment('bob', pull, 'approve')
  const { snapshot } = await follow(room, issue, { stopAt: 'execute' })
  const step = nextStep(room, snapshot)
  if (step.kind !== 'execute') throw new Error(step.kind)
  const order = await orderFor(room.sources, snapshot, step)
  const result = await executedResult(room, snapshot, { path: 'src/part-1.js', text: 'x\n' })
  const error = rateLimited(new Date(), undefined)
  const isKept = await keepWork(room, snapshot, { order, result, error, inputs })
  const { repo } = room.sources
  const text = (await readSide(repo, { kind: 'work', issue })) ?? ''
  /** What is taken up where somebody left these files instead. */
  const takeUp = async (files: Record<string, string>, given = { room, snapshot, step }) => {
    const ref = refName({ kind: 'work', issue: given.snapshot.thread.issue.number })
    const tree = await writeTree(given.room.sources.repo, files)
    const commit = { tree, parents: [], message: 'Work\n', author: authorOf(BOT) }
    await recordSides(given.room.sources.repo, [{ ref, to: await commitTree(given.room.sources.repo, commit) }])
    return takeUpWork(given.room, given.snapshot, { step: given.step, inputs })
  }
  return { room, snapshot, step, result, text, isKept, takeUp }
}

test('work that is kept counts as it was kept, for its own order, and nowhere else', async () => {
  const one = await kept()
  const { room, snapshot, step, result, text, takeUp } = one
  expect([one.isKept, await takeUp({ 'work.json': text })]).toMatchObject([true, { result }])

  const { task, text: inner, seal } = JSON.parse(text)
  const sly = await executedResult(room, snapshot, { path: '.github/workflows/x.yml', text: 'run: x\n' })
  const second = snapshot.state.statuses[1] ?? step.status
  const [of, other] = [{ task, text: inner, seal }, await kept()]
  const forged: [string, Record<string, string>, Parameters<typeof takeUp>[1]?][] = [
    ['with another patch', { 'work.json': JSON.stringify({ ...of, text: JSON.stringify(sly) }) }],
    ['without a seal', { 'work.json': JSON.stringify({ task, text: inner }) }],
    ['with an empty seal', { 'work.json': JSON.stringify({ ...of, seal: '' }) }],
    ['with a list as its seal', { 'work.json': JSON.stringify({ ...of, seal: [seal] }) }],
    ['with the seal of other words', { 'work.json': JSON.stringify({ ...of, task: task + inner, text: '' }) }],
    ['cut off', { 'work.json': text.slice(0, -10) }],
    ['under another name', { 'work.json.bak': text }],
    ['of another issue', { 'work.json': other.text }],
    ['in another subtask', { 'work.json': text }, { room, snapshot, step: { ...step, status: second } }],
    [
      'after an attempt that failed since',
      { 'work.json': text },
      { room, snapshot, step: { ...step, status: { ...step.status, attempts: 1 } } },
    ],
    [
      'in another repository',
      { 'work.json': text },
      { room: { ...room, sources: { ...room.sources, repository: 'octo/fork' } }, snapshot, step },
    ],
  ]
  for (const [how, files, given] of forged) expect([how, await takeUp(files, given)]).toEqual([how, undefined])
})

test('a key cannot be tried against a seal at the speed of a hash', async () => {
  const { task, text, seal } = JSON.parse((await kept()).text)
  const [key, context] = [inputs['openai-api-key'], 'measure-twice work octo/demo']
  expect(createHmac('sha256', key).update(`${context}\n${task}${text}`).digest('hex')).not.toBe(seal)
  const derived = scryptSync(key, context, 32, { N: 65_536, maxmem: 2 ** 27 })
  expect(createHmac('sha256', derived).update(`${task}${text}`).digest('hex')).toBe(seal)
})
