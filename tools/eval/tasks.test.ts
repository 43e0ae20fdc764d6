import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTasks } from './tasks.ts'

const given = { kind: 'bug', language: 'shell', needs: ['sh'], title: 'a', body: 'b', request: '', feedback: 'c' }
const folders: string[] = []
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasks-'))
  folders.push(folder)
  await put('whole', { ...given, checks: ['true'] })
  await put('without-checks', { ...given, checks: [] })
  await put('of-no-kind', { ...given, kind: 'joke', checks: ['true'] })
  await mkdir(join(folder, 'empty'))
})
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true }))))

async function put(name: string, task: object): Promise<void> {
  await mkdir(join(folder, name, 'repo', 'src'), { recursive: true })
  await writeFile(join(folder, name, 'task.json'), JSON.stringify(task))
  await writeFile(join(folder, name, 'repo', 'src', 'a.sh'), 'true\n')
}

test('a task is read with its files', async () => {
  expect(await readTasks('whole', folder)).toMatchObject([
    { name: 'whole', asks: false, unchanged: [], repo: { 'src/a.sh': 'true\n' }, hidden: {}, solution: {} },
  ])
})

test.each([
  ['without-checks', 'The task without-checks has no checks, so nobody could say whether it is solved.'],
  ['of-no-kind', /^The `task\.json` of of-no-kind cannot be read: .*kind/],
  ['empty', 'The task empty has no `task.json`.'],
  ['nothing-*', 'No task matches `nothing-*`.'],
])('%s is told in a sentence', async (name, message) => {
  await expect(readTasks(name, folder)).rejects.toThrow(message)
})

test('no feedback helps a model to checks that prove something', async () => {
  const coaching = /command|check|\btests?\b|verif|prove|fails?\b/i
  expect((await readTasks()).filter(({ feedback }) => coaching.test(feedback)).map(({ name }) => name)).toEqual([])
})
