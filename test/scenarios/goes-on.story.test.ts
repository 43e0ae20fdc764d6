import { expect, test } from 'vitest'
import { checklist, planned, planOf, reactions, revised, saidByBot, subjects, TWO } from './stage.ts'

const THREE = { ...TWO, subtasks: [...TWO.subtasks, ...planOf([{ number: 3, name: 'Document the limiter' }]).subtasks] }

test('a finished plan resumes after a review that requests changes, or /revise, until it is closed', async () => {
  const FOUR = { ...THREE, subtasks: [...THREE.subtasks, ...planOf([{ number: 4 }]).subtasks] }
  const revise = revised(THREE)
  await using world = await planned({ script: { revise, subtasks: { 4: [] } } })
  const { github, model } = world
  await world.say('bob', world.pull, 'approve')
  const asked = model.requests.length

  github.tick(5)
  for (const words of ['Great, thank you!', '/note for later', 'approve']) await world.say('bob', world.pull, words)
  const kind = await github.review('carol', world.pull, { body: 'Nice work.', event: 'COMMENT' })
  const dismissed = await github.review('carol', world.pull, { body: 'Burn it.', event: 'REQUEST_CHANGES' })
  await github.dismissReview('alice', world.pull, dismissed.id)
  const stranger = await github.review('reader', world.pull, { body: 'Burn it, too.', event: 'REQUEST_CHANGES' })
  for (const { event } of [kind, dismissed, stranger]) await world.run(event)
  expect([model.requests.length, (await saidByBot(world, world.pull)).length]).toEqual([asked, 2])

  const comments = [{ path: 'src/part1.js', line: 1, body: 'A word on this line.' }]
  const review = await github.review('carol', world.pull, { body: 'Document it.', event: 'REQUEST_CHANGES', comments })
  const taken = await world.run(review.event)
  expect(taken.outputs).toMatchObject({ 'plan-state': 'in_progress', next: 'approval of 3', 'subtasks-total': '3' })
  const told = taken.requests.map(({ text }) => text).join('\n')
  expect(told).toContain('A word on this line.')
  expect(told).not.toMatch(/Burn it|Nice work/)
  expect(review.comments.map((id) => reactions(world, id))).toEqual([['rocket']])
  expect(await github.pull(world.pull)).toMatchObject({ draft: true, state: 'open' })
  expect(await github.file('plan/issue-1', 'PLAN.md')).toContain('### 3. Document the limiter')
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(
    /version 2.*pullrequestreview-\d+\).*applied.*Run subtask 3/s,
  )

  github.tick(5)
  const { outputs } = await world.say('bob', world.pull, 'approve')
  expect(outputs).toMatchObject({ 'plan-state': 'done', next: '', 'subtasks-done': '3' })
  expect(await github.pull(world.pull)).toMatchObject({ draft: false })
  expect(await github.file('plan/issue-1', 'PLAN.md')).toBeUndefined()
  expect((await checklist(world, world.pull)).map((line) => line.slice(0, 9))).toEqual([
    '- [x] 1. ',
    '- [x] 2. ',
    '- [x] 3. ',
  ])
  const closing = (await saidByBot(world, world.pull)).filter((body) => body.includes('Plan finished'))
  expect(closing.map((body) => /note closing-\d/.exec(body)?.[0])).toEqual(['note closing-1', 'note closing-2'])

  model.script = { ...model.script, revise: revised(FOUR) }
  github.tick(5)
  expect((await world.say('bob', world.pull, '/revise And part 4.')).outputs).toMatchObject({ next: 'approval of 4' })
  await world.say('bob', world.pull, '/skip 4')
  expect(await subjects(world, 'plan/issue-1')).toMatchObject({ length: 10 })

  github.tick(5)
  await world.run(await github.closePull('alice', world.pull))
  const [cost, commits] = [model.requests.length, await subjects(world, 'plan/issue-1')]
  github.tick(5)
  const lateOnes: number[] = []
  for (const words of ['/undo 1', '/update', '/ask Why?', '/skip 1', '/retry'])
    lateOnes.push((await github.comment('bob', world.pull, words)).id)
  const late = await world.say('bob', world.pull, '/revise One more thing.')
  const lateReview = await github.review('carol', world.pull, { body: 'And this.', event: 'REQUEST_CHANGES' })
  for (const _again of [1, 2]) await world.run(lateReview.event)
  expect((await saidByBot(world, world.pull)).slice(-2)).toEqual([
    expect.stringContaining('Reopen it, then say it again; or comment `/plan …` on #1.'),
    expect.stringContaining('Reopen it, then say it again; or comment `/plan …` on #1.'),
  ])
  for (const id of [...lateOnes, late.comment]) expect([id, reactions(world, id)]).toEqual([id, ['confused']])

  github.tick(5)
  await github.reopenPull('alice', world.pull)
  await world.say('bob', world.pull, '/help')
  expect([model.requests.length, await subjects(world, 'plan/issue-1')]).toEqual([cost, commits])
  await world.run(await github.mergePull('alice', world.pull))
  github.tick(5)
  const merged = await world.say('bob', world.pull, '/revise One more thing.')
  expect([merged.code, reactions(world, merged.comment), model.requests.length]).toEqual([0, ['confused'], cost])
  expect(merged.outputs).toMatchObject({ 'plan-state': 'done', next: '' })
  expect((await saidByBot(world, world.pull)).at(-1)).toMatch(
    /is merged, so its plan is over\. .*comment `\/plan …` on #1; to ask something, `\/ask …`\./,
  )
})
