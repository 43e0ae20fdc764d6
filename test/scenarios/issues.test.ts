import { expect, test } from 'vitest'
import { planned, saidByBot, stage } from './stage.ts'

const BRANCH = 'plan/issue-1'

test('a plan is made, approved and carried out though its issue is locked, so that nothing can be said there', async () => {
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

test('a plan goes on though its issue is deleted, or transferred to another repository', async () => {
  const { world, issue, pull } = await planned()
  await using _ = world
  const { number: elsewhere } = await world.github.openIssue('mallory', { title: 'Something else' })
  const location = `${world.github.url}/repos/octo/demo/issues/${elsewhere}`
  world.github.fault = ({ path }) =>
    new RegExp(`/issues/${issue}(/comments)?$`).test(path)
      ? { kind: 'status', status: 301, headers: { location } }
      : undefined
  await world.say('bob', pull, 'Please name the risks.')
  const run = await world.say('alice', pull, 'approve')
  expect([run.code, run.outputs['plan-state'], await saidByBot(world, elsewhere)]).toEqual([0, 'done', []])
  const commits = await world.github.commits(BRANCH)
  expect(new Set(commits.flatMap(({ trailers }) => trailers.filter(([name]) => name === 'Plan-Issue')).join())).toEqual(
    new Set('Plan-Issue,1'),
  )
  const later = await world.dispatch(issue)
  expect([later.code, later.requests]).toEqual([0, []])
})
