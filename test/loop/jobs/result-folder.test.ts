import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readResults, writeResult } from '../../../src/loop/jobs/result-folder.ts'
import type { Result, TaskInput } from '../../../src/tasks/tasks.ts'
import { noUsage } from '../../../src/plan/usage.ts'
import { planOf, subtask } from '../../plan/samples.ts'

const topic = { number: 1, title: 'T', body: '', comments: [] }
const shared = { number: 1, head: 'a'.repeat(40), allowance: {} }
const ask = (id: string): TaskInput => ({ ...shared, kind: 'ask', id, topic, question: 'Why?', comment: 7 })
const resultOf = (id: string): Result => ({
  input: ask(id),
  attempts: [],
  result: { kind: 'answered', text: 'So.', usage: noUsage, turns: 1 },
})

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'results-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const NOTHING = { results: [], unable: [], damaged: [] }

describe('results', () => {
  test('job results are found in the folder itself, in a folder per artifact, and one level deeper', async () => {
    for (const path of ['', '1-ask-7', 'result-1-ask-7', 'result-1-ask-7/1-ask-7']) {
      const root = await folder()
      await writeResult(join(root, path), resultOf('1-ask-7'))
      expect([path, await readResults(root)]).toEqual([path, { ...NOTHING, results: [resultOf('1-ask-7')] }])
    }
  })

  test('job results are read in the order of their folder names', async () => {
    const root = await folder()
    for (const name of ['c', 'a', 'b']) await writeResult(join(root, name), resultOf(name))
    const { results } = await readResults(root)
    expect(results.map(({ input }) => input.id)).toEqual(['a', 'b', 'c'])
  })

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['no JSON', (path) => writeFile(join(path, 'result.json'), '{')],
    ['no result', (path) => writeFile(join(path, 'result.json'), '{"attempts":[],"result":{"kind":"executed"}}')],
    ['an order without a name', (path) => writeFile(join(path, 'order.json'), JSON.stringify(ask('../up')))],
    ['a link', (path) => rm(join(path, 'result.json')).then(() => symlink('/dev/zero', join(path, 'result.json')))],
    ['a folder', (path) => rm(join(path, 'result.json')).then(() => mkdir(join(path, 'result.json')))],
    ['too large', (path) => truncate(join(path, 'result.json'), 65 << 20)],
    ['missing', (path) => rm(join(path, 'result.json'))],
  ])('damaged results (%s) are named, and others still read', async (_, damage) => {
    const root = await folder()
    for (const name of ['a', 'b']) await writeResult(join(root, name), resultOf(name))
    await damage(join(root, 'a'))
    const { results, damaged } = await readResults(root)
    expect(damaged.map((one) => one.folder)).toEqual([join(root, 'a')])
    expect(results).toEqual([resultOf('b')])
  })

  test.each([
    ['in the folder of another', 'result-1-ask-8', 'result-1-ask-8'],
    ['in the artifact of another machine', 'result-1-ask-8/1-ask-7', 'result-1-ask-8'],
    ['in a folder of another in the right artifact', 'result-1-ask-7/1-ask-8', '1-ask-8'],
    ['in a folder whose name ends like it', 'result-11-ask-7', 'result-11-ask-7'],
  ])('job results that lie %s are rejected', async (_, path, named) => {
    const root = await folder()
    await writeResult(join(root, path), resultOf('1-ask-7'))
    const why = `"${named}" is not named after 1-ask-7`
    expect(await readResults(root)).toEqual({ ...NOTHING, damaged: [{ folder: join(root, path), why }] })
  })

  test('of more than 256 job results the remaining ones are not read', async () => {
    const root = await folder()
    for (let n = 100; n < 400; n++) await writeResult(join(root, `${n}`), resultOf(`${n}`))
    const { results, damaged } = await readResults(root)
    expect(results.length).toBe(256)
    expect(damaged).toEqual([{ folder: join(root, '356'), why: 'there are more than 256 results' }])
  })

  test('job results are read up to a limit of their total size', async () => {
    const root = await folder()
    const text = JSON.stringify({ attempts: [], result: resultOf('x').result })
    const large = Buffer.alloc(63 << 20, ' ')
    large.write(text)
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await writeResult(join(root, name), resultOf(name))
      await writeFile(join(root, name, 'result.json'), large)
    }
    const { results, damaged } = await readResults(root)
    expect(results.map(({ input }) => input.id)).toEqual(['a', 'b', 'c', 'd'])
    expect(damaged).toMatchObject([{ why: 'all results together have more than 256 MiB' }])
  })

  test('a job result with a conversation over the size limit is read without the conversation', async () => {
    const root = await folder()
    const planned = { kind: 'planned' as const, plan: planOf([subtask(1)]), answers: [], usage: noUsage, turns: 1 }
    for (const [name, length] of [['a', 8 << 20] as const, ['b', (8 << 20) + 1] as const])
      await writeResult(join(root, name), {
        ...resultOf(name),
        result: { ...planned, conversation: 'z'.repeat(length) },
      })
    const { results } = await readResults(root)
    const kept = results.map(({ result }) => result.kind === 'planned' && result.conversation.length)
    expect(kept).toEqual([8 << 20, 0])
  })

  test('job results in symlinked folders are ignored', async () => {
    const [root, other] = [await folder(), await folder()]
    await writeResult(join(other, 'a'), resultOf('a'))
    await symlink(join(other, 'a'), join(root, 'a'))
    expect(await readResults(root)).toEqual(NOTHING)
  })
})
