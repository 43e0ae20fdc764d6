import { expect, test } from 'vitest'
import { planned } from './here.ts'
import { GOOD, saidByBot, planned as plannedByBundle, reactions } from './stage.ts'

const graphqlIn = (run: { journal: readonly { kind: string; body: unknown }[] }) =>
  run.journal.filter(({ kind, body }) => kind === 'graphql' && JSON.stringify(body).includes('pullRequests(states'))

test('/plans lists every open plan with what it waits for, and the schedule does so in its summary', async () => {
  const { world, pull: first } = await plannedByBundle()
  await using _ = world
  const { github } = world
  world.model.script = GOOD
  const { pull: second } = await world.plan()
  await github.push('bob', 'feature', { files: { 'x.md': 'x\n' } })
  const { number: theirs } = await github.openPull('bob', { branch: 'feature', title: 'Theirs' })
  const { number } = await github.openIssue('bob')
  const run = await world.say('bob', number, '/plans')
  expect([run.code, run.requests.length, reactions(world, run.comment)]).toEqual([0, 0, ['eyes', 'rocket']])
  // One tells states and since when, one the files of everybody.
  expect(graphqlIn(run)).toHaveLength(2)
  const page = (await saidByBot(world, number)).at(-1)
  for (const [plan, other] of [
    [first, second],
    [second, first],
  ])
    expect(page).toMatch(
      new RegExp(`\\| #${plan} .* \\| Waiting for approval from anybody.* \\| \\w+ \\d+, .* UTC \\| #${other} \\(src/`),
    )
  expect(page).toMatch(/Spent in \d{4}-\d\d \(UTC\): .* tokens, for 2 plans\./)
  expect(page).not.toContain(`#${theirs} `)

  const schedule = await world.run(github.scheduleEvent())
  expect(schedule.summary).toContain('**2 open plans**')
  expect(schedule.summary).toMatch(/Spent in .*, for 2 plans\./)
  expect(graphqlIn(schedule)).toHaveLength(2)
})

test('/plans of somebody without the right to write is refused', async () => {
  const { world } = await planned()
  await using _ = world
  const { number } = await world.github.openIssue('reader')
  const refused = await world.say('reader', number, '/plans')
  expect([refused.code, reactions(world, refused.comment)]).toEqual([0, ['confused']])
})
