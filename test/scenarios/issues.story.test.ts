import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { BRANCH, planned, saidByBot, stage, subjects } from './stage.ts'

test('a plan is made, approved and executed although its issue is locked for comments', async () => {
  await using world = await stage()
  const { number } = await world.github.openIssue('alice')
  await world.github.lockIssue('alice', number)
  // Who may write may still comment there; the token of a workflow may not.
  const locked = new Set([number])
  world.github.fault = ({ method, path }) =>
    method === 'POST' && locked.has(Number(/\/issues\/(\d+)\/comments$/.exec(path)?.[1]))
      ? { kind: 'status', status: 403, body: { message: 'Unable to create comment because issue is locked.' } }
      : undefined
  const run = await world.say('alice', number, '/plan it')
  const [plan] = await world.github.pulls()
  const pull = plan?.number ?? 0
  expect([run.code, plan?.state]).toEqual([0, 'open'])
  locked.add(pull)
  const end = await world.say('alice', pull, 'approve')
  expect([end.code, end.outputs['plan-state'], (await world.github.pull(pull)).draft]).toEqual([1, 'done', false])
  expect(end.log).toContain(`::error::#${pull} is locked, so the bot cannot comment`)
  expect(end.summary).toMatch(/Not posted.*Plan finished/s)
})

test('a plan continues although its issue was deleted, or transferred to another repository', async () => {
  await using world = await planned()
  const { number: elsewhere } = await world.github.openIssue('mallory', { title: 'Something else' })
  const location = `${world.github.url}/repos/octo/demo/issues/${elsewhere}`
  const shown = { data: { repository: { issue: { repository: { nameWithOwner: 'octo/other' } } } } }
  world.github.fault = ({ path, body }) => {
    if (JSON.stringify(body ?? '').includes(`issue(number: ${world.issue})`))
      return { kind: 'status', status: 200, body: shown }
    return new RegExp(`/issues/${world.issue}(/comments)?$`).test(path)
      ? { kind: 'status', status: 301, headers: { location } }
      : undefined
  }
  await world.say('bob', world.pull, 'Please name the risks.')
  const run = await world.say('alice', world.pull, 'approve')
  expect([run.code, run.outputs['plan-state'], await saidByBot(world, elsewhere)]).toEqual([0, 'done', []])
  const commits = await world.github.commits(BRANCH)
  expect(new Set(commits.flatMap(({ trailers }) => trailers.filter(([name]) => name === 'Plan-Issue')).join())).toEqual(
    new Set('Plan-Issue,1'),
  )
  const later = await world.dispatch(world.issue)
  expect([later.code, later.requests]).toEqual([0, []])
})

test('a new issue whose text begins with /plan is planned once, as if that were a comment', async () => {
  await using world = await stage()
  const { number, event } = await world.github.openIssue('alice', { body: '/plan add a limiter\n\nwith tokens' })
  const run = await world.run(event)
  const [pull] = await world.github.pulls()
  expect([run.code, pull?.state, await subjects(world, BRANCH)]).toEqual([
    0,
    'open',
    ['Plan: Limit the rate of requests'],
  ])
  const [first] = run.requests
  expect(first?.raw).toContain('add a limiter\\n\\nwith tokens')
  expect((await world.github.commits(BRANCH))[0]?.message).toMatch(/^Plan-Request: issue$/m)
  expect(world.github.reactionsOf(number).map(({ content }) => content)).toEqual(['eyes', 'rocket'])
  expect((await saidByBot(world, number)).at(-1)).toContain(`Plan ready in #${pull?.number}`)
  const again = await world.run(event)
  expect([again.code, again.requests, (await world.github.pulls()).length]).toEqual([0, [], 1])
  await world.say('bob', pull?.number ?? 0, 'cancel')
  expect((await world.run(event)).requests).toEqual([])
})

test('a new issue whose text begins with /ask is answered once', async () => {
  await using world = await stage({ script: { ask: [call('answer', { text: 'Because of the tests.' })] } })
  const { number, event } = await world.github.openIssue('alice', { body: '/ask why is it so?' })
  const run = await world.run(event)
  expect([run.code, await saidByBot(world, number)]).toEqual([0, [expect.stringContaining('Because of the tests.')]])
  expect([(await world.run(event)).requests, (await saidByBot(world, number)).length]).toEqual([[], 1])
})

test.each([
  { what: 'by somebody who may not', by: 'mallory', edit: undefined, says: 'commands need write access' },
  { what: 'that was edited since', by: 'alice', edit: '/plan do evil', says: 'The text of this issue was edited' },
  { what: 'that was edited to say something else', by: 'alice', edit: 'Never mind.', says: undefined },
])('a new issue $what starts no plan', async ({ by, edit, says }) => {
  await using world = await stage()
  const { number, event } = await world.github.openIssue(by, { body: '/plan add a limiter' })
  if (edit !== undefined) await world.github.editIssue('alice', number, edit)
  for (const round of [1, 2]) {
    const run = await world.run(event)
    expect([round, run.code, run.requests]).toEqual([round, 0, []])
    expect(await saidByBot(world, number)).toEqual(says === undefined ? [] : [expect.stringContaining(says)])
    expect(world.github.reactionsOf(number).length).toBe(says === undefined ? 0 : 1)
  }
})
