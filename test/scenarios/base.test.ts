import { expect, test } from 'vitest'
import { meanwhile, offer, planned, planOf, reactions, saidByBot, subjects, workOf } from './stage.ts'

const BRANCH = 'plan/issue-1'
const ONE = planOf([{ number: 1, files: ['README.md', 'src/part1.js'] }, { number: 2 }])

test('the base moved: the first approval of a version is refused with files and commits, the second insists', async () => {
  const { world, pull } = await planned({ script: { plan: [offer(ONE)] } })
  await using _ = world
  const { github } = world
  await github.push('alice', 'main', { files: { 'other.md': 'x\n' } })
  const { sha } = await github.push('alice', 'main', { files: { 'README.md': '# New\n' }, message: 'Say more @bob' })
  const { id, event } = await github.comment('alice', pull, 'approve')
  const first = await world.run(event)
  expect([first.code, first.requests.length, reactions(world, id)]).toEqual([0, 0, ['confused']])
  const refusal = (await saidByBot(world, pull)).at(-1)
  expect(refusal).toContain('`main` has changed files that this plan names, since version 1 was written.')
  expect(refusal).toContain(`- \`README.md\`: ${sha.slice(0, 7)} Say more <code>@bob</code>`)
  expect(refusal).not.toContain('other.md')
  const again = await world.run(event)
  expect(again.journal.filter(({ write }) => write)).toEqual([])
  const second = await world.say('alice', pull, 'approve')
  expect([second.code, reactions(world, second.comment)]).toEqual([0, ['eyes', 'rocket']])
  expect((await subjects(world, BRANCH)).slice(1)).toEqual(['Add part 1', 'Add part 2', 'Finish the plan'])
})

test('the base moved while the plan is carried out: what was approved before goes on, and an id insists at once', async () => {
  const { world, pull } = await planned({
    script: {
      plan: [offer(ONE)],
      subtasks: {
        1: [
          meanwhile(
            () => world.github.push('alice', 'main', { files: { 'src/part2.js': 'x\n' } }),
            workOf(1)[0] ?? offer(ONE),
          ),
          ...workOf(1).slice(1),
        ],
      },
    },
  })
  await using _ = world
  await world.github.push('alice', 'main', { files: { 'README.md': '# New\n' } })
  const blob = /blob=([0-9a-f]{40})/.exec((await saidByBot(world, pull)).join('\n'))?.[1] ?? ''
  const run = await world.say('alice', pull, `approve ${blob.slice(0, 10)}`)
  expect([run.code, run.outputs['plan-state']]).toEqual([0, 'done'])
})
