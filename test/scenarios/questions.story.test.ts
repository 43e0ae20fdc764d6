import { expect, test } from 'vitest'
import { call } from '../../fakes/model/script.ts'
import { offer, planned, planOf, reactions, saidByBot } from './stage.ts'

test('questions, and replies that repeat the defaults at no cost, leave the plan unchanged', async () => {
  const questions = [{ question: 'Which store?', default: 'Redis, as today' }]
  const ask = [call('answer', { text: 'Two parts can be tested one by one.' })]
  await using world = await planned({ script: { plan: [offer(planOf([{ number: 1 }], { questions }))], ask } })
  const said = async (login: string, body: string) => {
    const before = (await saidByBot(world, world.pull)).length
    const run = await world.say(login, world.pull, body)
    const told = (await saidByBot(world, world.pull)).slice(before)
    return { run, told, asked: run.requests.map(({ text }) => text), signs: reactions(world, run.comment) }
  }
  const why = await said('bob', '/ask Why this way?')
  expect(why).toMatchObject({ told: [expect.stringContaining('tested one by one')], signs: ['eyes', 'rocket'] })
  expect(why.asked.join()).toMatch(/The plan that it is about:.*Do part 1.*The question:.*Why this way\?/s)
  // Whoever answers may say that it takes a plan, and how to ask for one.
  expect(why.run.requests[0]?.raw).toMatch(/asks for work that deserves a plan, say so: \/plan on the issue/)
  expect(await said('bob', 'redis, as today.')).toMatchObject({
    told: [expect.stringContaining('The plan goes by these defaults already')],
    asked: [],
    signs: ['eyes', 'confused'],
  })
  expect(await said('bob', 'Looks good, go ahead!')).toMatchObject({
    told: [expect.stringContaining('That does not approve the plan. To approve version 1, comment `approve`.')],
    asked: [],
    signs: ['eyes', 'confused'],
  })
  expect(await said('reader', '/ask Why?')).toMatchObject({ asked: [], signs: ['confused'] })
  expect(await said('bob', '/ask')).toMatchObject({ told: [expect.stringMatching(/What is your question/)], asked: [] })
  expect((await saidByBot(world, world.pull)).filter((body) => body.includes('measure-twice:version'))).toHaveLength(1)

  expect((await said('bob', 'approve')).run.outputs).toMatchObject({ 'plan-state': 'done' })
  expect((await said('bob', '/ask Who did it?')).told).toEqual([expect.stringContaining('tested one by one')])
  expect(await world.github.pull(world.pull)).toMatchObject({ draft: false })
})
