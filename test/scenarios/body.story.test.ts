import { expect, test } from 'vitest'
import { checklist, planned, saidByBot } from './stage.ts'

const BEGIN = '<!-- measure-twice:begin -->'
const END = '<!-- measure-twice:end -->'

test('what people write around the block stays there for ever, and the issue hears of its plan once', async () => {
  const { world, issue, pull } = await planned()
  await using _ = world
  const { body } = await world.github.pull(pull)
  const above = 'Reviewers: look at the **limiter** first.\r\n\r\n* odd   spacing\r\n\r\n'
  const below = '\n\n---\nDeployed on Friday. Thanks, @carol!\n'
  await world.github.editBody('carol', pull, above + body + below)
  await world.say('bob', pull, 'Please name the risks.')
  await world.say('alice', pull, 'approve')
  const after = (await world.github.pull(pull)).body
  expect(after.startsWith(above + BEGIN)).toBe(true)
  expect(after).toContain(END + below.trimEnd())
  expect(after.trimEnd().split('\n\n').at(-1)).toMatch(/^\n?Plan-Issue: /)
  expect(after).toContain('**Done**')
  expect(await saidByBot(world, issue)).toHaveLength(1)
})

test('a checklist that somebody ticked by hand is shown as it is, and changes nothing', async () => {
  const { world, pull } = await planned()
  await using _ = world
  const { body } = await world.github.pull(pull)
  await world.github.editBody('mallory', pull, body.replaceAll('- [ ]', '- [x]').replace('0 %', '100 %'))
  const run = await world.dispatch(pull)
  expect([run.code, run.requests.length, run.outputs['plan-state']]).toEqual([0, 0, 'todo'])
  expect(await checklist(world, pull)).toEqual(['- [ ] 1. Add the limiter', '- [ ] 2. Wire the limiter'])
  const withoutRun = (text: string) => text.replace(/runs\/\d+/, '')
  expect(withoutRun((await world.github.pull(pull)).body)).toBe(withoutRun(body))
})

test('a title that a person gave stays', async () => {
  const { world, pull } = await planned()
  await using _ = world
  const event = world.github.dispatchEvent(pull)
  await fetch(`${world.github.url}/repos/octo/demo/pulls/${pull}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.github.tokenOf('alice')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Our limiter' }),
  })
  await world.run(event)
  expect((await world.github.pull(pull)).title).toBe('Our limiter')
})
