import { expect, test } from 'vitest'
import { checklist, planned, saidByBot } from './stage.ts'

const BEGIN = '<!-- measure-twice:begin -->'
const END = '<!-- measure-twice:end -->'

test('people’s text around the generated block of the description stays; the issue gets one link', async () => {
  await using world = await planned()
  const { body } = await world.github.pull(world.pull)
  const above = 'Reviewers: look at the **limiter** first.\r\n\r\n* odd   spacing\r\n\r\n'
  const below = '\n\n---\nDeployed on Friday. Thanks, @carol!\n'
  await world.github.editBody('carol', world.pull, above + body + below)
  await world.say('bob', world.pull, 'Please name the risks.')
  await world.say('alice', world.pull, 'approve')
  const after = (await world.github.pull(world.pull)).body
  expect(after.startsWith(above + BEGIN)).toBe(true)
  expect(after).toContain(END + below.trimEnd())
  expect(after.trimEnd().split('\n\n').at(-1)).toMatch(/^\n?Plan-Issue: /)
  expect(after).toContain('**Done**')
  expect(await saidByBot(world, world.issue)).toHaveLength(1)
})

test('a checklist that somebody ticked by hand is restored, and nothing counts as done', async () => {
  await using world = await planned()
  const { body } = await world.github.pull(world.pull)
  await world.github.editBody(
    'mallory',
    world.pull,
    body.replaceAll('- [ ]', '- [x]').replace('0 of 2 done', '2 of 2 done'),
  )
  const run = await world.dispatch(world.pull)
  expect([run.code, run.requests.length, run.outputs['plan-state']]).toEqual([0, 0, 'todo'])
  expect(await checklist(world, world.pull)).toEqual(['- [ ] 1. Add the limiter', '- [ ] 2. Wire the limiter'])
  const withoutRun = (text: string) => text.replace(/runs\/\d+/, '')
  expect(withoutRun((await world.github.pull(world.pull)).body)).toBe(withoutRun(body))
})

test('a pull request title that a person set is kept', async () => {
  await using world = await planned()
  const event = world.github.dispatchEvent(world.pull)
  await fetch(`${world.github.url}/repos/octo/demo/pulls/${world.pull}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.github.tokenOf('alice')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Our limiter' }),
  })
  await world.run(event)
  expect((await world.github.pull(world.pull)).title).toBe('Our limiter')
})
