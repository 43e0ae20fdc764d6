import { describe, expect, test } from 'vitest'
import type { WebhookEvent } from '../../fakes/github/types.ts'
import type { World } from '../../fakes/runner/world.ts'
import { call } from '../../fakes/model/script.ts'
import { BRANCH, checklist, meanwhile, planned, reactions, saidByBot, stage, subjects, workOf } from './stage.ts'

test('all pages of comments are read, at the start of a run and before every subtask', async () => {
  await using world = await planned({
    script: {
      subtasks: {
        1: [
          meanwhile(() => world.github.comment('bob', world.pull, '/skip 2 later'), call('list_files')),
          ...workOf(1),
        ],
      },
    },
  })
  for (let i = 0; i < 120; i++) await world.github.comment('bob', world.pull, `/note number ${i}`)
  const feedback = await world.github.comment('bob', world.pull, 'Please name the risks.')
  const run = await world.run(feedback.event)
  expect(reactions(world, feedback.id)).toEqual(['eyes', 'rocket'])
  expect(run.requests[0]?.newest).toContain('Please name the risks.')
  expect((await world.say('alice', world.pull, 'approve')).outputs['plan-state']).toBe('done')
  expect(await checklist(world, world.pull)).toEqual([
    expect.stringMatching(/^- \[x\] 1\. /),
    '- [ ] ~~2. Wire the limiter~~ · skipped: later',
  ])
})

/** Says so many things, and gives the ids of what was said, with the event of the last. */
async function crowd({ github }: World, place: number, said: readonly string[]) {
  const comments = []
  for (const body of said) comments.push(await github.comment('bob', place, body))
  const last = comments.at(-1)
  if (!last) throw new Error('Nothing was said.')
  return { ids: comments.map(({ id }) => id), event: last.event }
}

describe('a crowd', () => {
  const COMMANDS = ['/skip 99', '/retry', '/undo 1', 'approve 9', '/help', '/update', '/skip']

  test('120 commands on a plan at once get few replies and reactions, and none is missed', async () => {
    await using world = await planned()
    const before = (await saidByBot(world, world.pull)).length
    const said = Array.from({ length: 120 }, (__, n) => COMMANDS[n % COMMANDS.length] ?? '')
    const { ids, event } = await crowd(world, world.pull, said)
    const run = await world.run(event)
    expect(run.code).toBe(0)
    const words = (await saidByBot(world, world.pull)).slice(before)
    expect(words.length).toBeLessThan(5)
    const about = (id: number) => words.some((body) => new RegExp(`note (?:answer-to|refusal-of)-${id} `).test(body))
    expect(said.filter((body, i) => body !== '/update' && !about(ids[i] ?? 0))).toEqual([])
    expect(run.journal.filter(({ write }) => write).length).toBeLessThan(20)
    const again = await world.dispatch(world.pull)
    expect([again.code, again.journal.filter(({ write }) => write)]).toEqual([0, []])
  })
})

/** Both runs take seconds, so that they overlap. Gives the markers of what was said: each once, as by a single run. */
async function together(world: World, event: WebhookEvent, numbers: readonly number[]): Promise<string[]> {
  await Promise.all([world.run(event), world.run(event)])
  const said = (await Promise.all(numbers.map((number) => saidByBot(world, number)))).flat()
  return said.map((body) => /<!-- measure-twice:(version v=\d+|note \S+)/.exec(body)?.[1] ?? body).toSorted()
}

describe('two runs of one event at the same time', () => {
  test('two runs of the same event at the same time make one plan pull request', async () => {
    await using world = await stage()
    const { number } = await world.github.openIssue('alice')
    const { event } = await world.github.comment('alice', number, '/plan add a limiter')
    expect(await together(world, event, [number, number + 1])).toEqual([`note plan-${number + 1}`, 'version v=1'])
    expect((await world.github.pulls()).map(({ branch }) => branch)).toEqual([BRANCH])
    expect(await subjects(world, BRANCH)).toEqual(['Plan: Limit the rate of requests'])
  })
})
