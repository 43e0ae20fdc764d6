import { test } from 'vitest'
import { planned } from './stage.ts'

test('try', async () => {
  const { world, issue, pull } = await planned()
  await using _ = world
  const show = async (label: string, run: { log: string; ms: number; journal: { method: string; path: string; status: number; kind: string; write: boolean; query: string }[]; summary: string; outputs: unknown; code: number | null }) => {
    console.log('=====', label, run.code, Math.round(run.ms), '\n', run.log, run.outputs, '\n', run.journal.map((e) => `${e.kind} ${e.method} ${e.path}${e.query} ${e.status}${e.write ? ' W' : ''}`).join('\n'))
  }
  await show('plan', world.runs[0]!)
  await show('feedback', await world.say('bob', pull, 'Please mention the risks.'))
  await show('approve', await world.say('bob', pull, 'approve'))
  for (const n of [issue, pull]) for (const c of await world.github.commentsOf(n)) console.log(`--- ${n} ${c.user?.login} ${c.id}\n${c.body}`, world.github.reactionsOf(c.id))
  console.log((await world.github.pull(pull)).body)
  for (const c of await world.github.commits('plan/issue-1')) console.log(c.sha, c.author.name, '\n', c.message)
  console.log(world.runs.at(-1)!.summary)
  console.log(world.github.refUpdates)
})
