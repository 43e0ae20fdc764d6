import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInputs, type InputName } from '../../src/runner/inputs.ts'
import { roomOpener } from '../../src/work/open.ts'
import { UserError } from '../../src/errors.ts'
import { completion, json, request, startPeer } from './endpoint/peer.ts'
import { repositoryWith } from './place.ts'

async function opener(given: Partial<Record<InputName, string>>) {
  const { repository, root, top } = await repositoryWith({ a: 'a\n' })
  const inputs = readInputs((name) => ({ 'github-token': 'ghs_1', sandbox: 'none', ...given })[name] ?? '')
  const open = roomOpener({
    inputs,
    git: repository,
    env: process.env,
    redact: (text) => text,
    home: top,
    transcripts: join(top, 'transcripts'),
  })
  const occasion = { signal: new AbortController().signal, beforeTurn: async () => undefined, onSteps: () => undefined }
  return { open: () => open(occasion), root, top }
}

test('the set-up runs once in the work tree, however many rooms are opened', async () => {
  const { open, root } = await opener({ 'setup-command': 'echo ran >> set-up.txt' })
  const rooms = [open(), open()]
  expect(existsSync(join(root, 'set-up.txt'))).toBe(false)
  for (const room of [...rooms, ...rooms]) await room.setUp()
  expect(readFileSync(join(root, 'set-up.txt'), 'utf8')).toBe('ran\n')
})

test('a set-up that fails is for people to mend', async () => {
  const { open } = await opener({ 'setup-command': 'echo no such package; exit 3' })
  const error = await open()
    .setUp()
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UserError)
  expect(error).toMatchObject({ message: expect.stringMatching(/setup-command.*exit code 3.*no such package/) })
})

test('planning and executing are done by the models of the inputs, with the effort that is asked for', async () => {
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
