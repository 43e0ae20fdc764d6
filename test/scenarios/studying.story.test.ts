import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundled, offer, saidByBot, stage, TWO } from './stage.ts'

const STUDYING = /^Studying the repository to write a plan\. \[Watch the run\]\(\S+\/actions\/runs\/\d+\)\./

test('a progress comment appears on the issue at once and becomes the plan’s link, even after a kill', async () => {
  const killer = new AbortController()
  const seen: string[][] = []
  await using world = await bundled.stage({
    script: {
      plan: async () => {
        seen.push(await saidByBot(world, issue))
        if (seen.length === 1) killer.abort()
        return offer(TWO)
      },
    },
  })
  const { number: issue } = await world.github.openIssue('alice')
  await world.say('alice', issue, '/plan it', { signal: killer.signal })
  expect(await saidByBot(world, issue)).toEqual([expect.stringMatching(STUDYING)])
  const [first] = await saidByBot(world, issue)
  await world.dispatch(issue)
  const [, later = []] = seen
  // The second run names itself in the comment of the first.
  expect([later, later[0] === first]).toEqual([[expect.stringMatching(STUDYING)], false])
  const [pull] = await world.github.pulls()
  expect(await saidByBot(world, issue)).toEqual([expect.stringMatching(new RegExp(`^Plan.*#${pull?.number}`))])
})

test('a plan with one revision posts four comments, so that people get four emails', async () => {
  await using world = await stage({ script: { plan: [offer(TWO)] } })
  const { github } = world
  const { number: issue } = await github.openIssue('alice')
  /** New comments: GitHub mails nobody about an edit. */
  const mailsOf = async (number: number, body: string): Promise<number> => {
    const { journal } = await world.say('alice', number, body)
    return journal.filter(({ write, path }) => write && /\/issues\/\d+\/comments$/.test(path)).length
  }
  const began = await mailsOf(issue, '/plan it')
  const [pull] = await github.pulls()
  const number = pull?.number ?? 0
  expect([began, await mailsOf(number, 'Please name the risks.'), await mailsOf(number, 'approve')]).toEqual([2, 1, 1])
  expect((await github.pull(number)).draft).toBe(false)
  expect((await saidByBot(world, number))[0]).toContain('Requested by @alice.')
  const page = await readFile(join(import.meta.dirname, '../../docs/questions.md'), 'utf8')
  expect(page).toContain('One when the planner begins, one for each version, and one at the end;')
})
