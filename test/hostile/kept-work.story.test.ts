import { createHmac, scryptSync } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { authorOf } from '../../src/decide/thread/trailers.ts'
import { rateLimited } from '../../src/errors.ts'
import { commitTree, writeTree } from '../../src/git/objects.ts'
import { readSide, recordSides, refName } from '../../src/git/side-ref.ts'
import { orderFor } from '../../src/observe/brief/brief.ts'
import { keepWork, takeUpWork } from '../../src/publish/steps/saved-result.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { doWell, executedResult, follow, github, nextStep, openDesk, plannedIssue, plannedResult } from '../site.ts'
import { BOT } from '../thread.ts'

// Whoever may push can put anything where work is kept that a rate limit kept from being written.

afterAll(() => github.close())

const inputs = { mode: 'all', 'openai-api-key': 'sk-of-ours-5d41402abc4b2a76' }
const ALIKE = planOf([subtask(1), subtask(2)])

/** A plan whose first subtask is due, and its work, kept as a run leaves it. */
async function kept() {
  const desk = await openDesk()
  const { issue, pull } = await plannedIssue(desk, 'add it', (step, look, room) =>
    step.kind === 'draft' ? plannedResult(ALIKE) : doWell(step, look, room),
  )
  await github.comment('bob', pull, 'approve')
  const { look } = await follow(desk, issue, { stopAt: 'execute' })
  const step = nextStep(desk, look)
  if (step.kind !== 'execute') throw new Error(step.kind)
  const order = await orderFor(desk.sources, look, step)
  const result = await executedResult(desk, look, { path: 'src/part-1.js', text: 'x\n' })
  const error = rateLimited(new Date(), undefined)
  const isKept = await keepWork(desk, look, { order, result, error, inputs })
  const { repo } = desk.sources
  const text = (await readSide(repo, { kind: 'work', issue })) ?? ''
  /** What is taken up where somebody left these files instead. */
  const takeUp = async (files: Record<string, string>, given = { desk, look, step }) => {
    const ref = refName({ kind: 'work', issue: given.look.thread.issue.number })
    const tree = await writeTree(given.desk.sources.repo, files)
    const commit = { tree, parents: [], message: 'Work\n', author: authorOf(BOT) }
    await recordSides(given.desk.sources.repo, [{ ref, to: await commitTree(given.desk.sources.repo, commit) }])
    return takeUpWork(given.desk, given.look, { step: given.step, inputs })
  }
  return { desk, look, step, result, text, isKept, takeUp }
}

test('work that is kept counts as it was kept, for its own order, and nowhere else', async () => {
  const one = await kept()
  const { desk, look, step, result, text, takeUp } = one
  expect([one.isKept, await takeUp({ 'work.json': text })]).toMatchObject([true, { result }])

  const { task, text: inner, seal } = JSON.parse(text)
  const sly = await executedResult(desk, look, { path: '.github/workflows/x.yml', text: 'run: x\n' })
  const second = look.state.statuses[1] ?? step.status
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
    ['in another subtask', { 'work.json': text }, { desk, look, step: { ...step, status: second } }],
    [
      'after an attempt that failed since',
      { 'work.json': text },
      { desk, look, step: { ...step, status: { ...step.status, attempts: 1 } } },
    ],
    [
      'in another repository',
      { 'work.json': text },
      { desk: { ...desk, sources: { ...desk.sources, repository: 'octo/fork' } }, look, step },
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
