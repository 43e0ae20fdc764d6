import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { World } from '../../fakes/runner/world.ts'
import { forge } from '../../tools/consent/forge.ts'
import { BRANCH, bundled, planned, reactions, saidByBot } from './stage.ts'

// What was tried on the bundle once, and got through.

/** Two texts that end differently, and whose blobs begin with the same seven digits. It takes some 20,000 tries. */
function alike(text: string): [string, string] {
  const seen = new Map<string, string>()
  for (let n = 0; ; n++) {
    const other = text.replace('src/index.js', `src/index.js (${n})`)
    const blob = createHash('sha1')
      .update(`blob ${Buffer.byteLength(other)}\0${other}`)
      .digest('hex')
      .slice(0, 7)
    const first = seen.get(blob)
    if (first !== undefined) return [first, other]
    seen.set(blob, other)
  }
}

test('an abbreviated version id that also fits an earlier version approves nothing', async () => {
  await using world = await planned()
  const texts = alike((await world.github.file(BRANCH, 'PLAN.md')) ?? '')
  const blobs: string[] = []
  for (const text of texts) {
    await world.github.push('bob', BRANCH, { files: { 'PLAN.md': text } })
    await world.dispatch(world.pull)
    blobs.push((await world.github.git(['rev-parse', `${BRANCH}:PLAN.md`])).trim())
  }
  const [first = '', second = ''] = blobs
  expect([first === second, first.slice(0, 7)]).toEqual([false, second.slice(0, 7)])
  const short = await world.say('alice', world.pull, `approve ${second.slice(0, 7)}`)
  expect([short.requests.length, reactions(world, short.comment)]).toEqual([0, ['confused']])
  const why = (await saidByBot(world, world.pull)).at(-1)
  expect(why).toContain('fits an earlier version as well')
  expect(why).toContain(second.slice(0, 16))
  expect((await world.say('alice', world.pull, `approve ${second.slice(0, 16)}`)).outputs['plan-state']).toBe('done')
})

/** A commit on main that says, in the bot's name, what subtasks of an earlier plan took. */
const forged = ({ github }: World, subtask: number, usage: string) => {
  const trailers = ['Plan-Issue: 90', `Plan-Subtask: ${subtask}`, 'Plan-Seen: 0', `Plan-Usage: ${usage}`]
  const message = `Add part ${subtask}\n\n${trailers.join('\n')}\n`
  return forge(github, 'refs/heads/main', { files: {}, message, author: 'github-actions[bot]' })
}

const estimateIn = async (world: World): Promise<string | undefined> => {
  const { pull = 0 } = await world.plan()
  return /Estimate: .*$/m.exec((await saidByBot(world, pull)).join('\n'))?.[0]
}

test('forged token usage of 0 in commits gives no estimate', async () => {
  await using world = await bundled.stage()
  for (const subtask of [1, 2, 3]) await forged(world, subtask, 'input=0 cached=0 output=0')
  expect(await estimateIn(world)).toBeUndefined()
})

test('an estimate from huge forged token usage is capped, and states its number of subtasks', async () => {
  await using world = await bundled.stage()
  for (const subtask of [4, 5, 6]) await forged(world, subtask, 'input=999999999999999 cached=0 output=1')
  expect(await estimateIn(world)).toMatch(/^(?!.*999,999,999).*\(from 3 earlier subtasks here\)/)
})
