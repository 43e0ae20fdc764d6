import { expect, test } from 'vitest'
import { stateOf } from '../../../src/decide/next/state.ts'
import type { Trailers } from '../../../src/decide/thread/trailers.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { revisionInput } from '../../../src/tasks/plan/gather.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { announcing, BOT, committing, lastId, planned, reply, RULES, saying } from '../../thread.ts'
import { openGitHubContext } from '../../without-model.ts'
import { answerTo, noteMarker } from '../../../src/decide/thread/people.ts'

const plan = planOf([1, 2, 3, 4].map((number) => subtask(number)))
const recorded = (thread: Thread, trailers: Partial<Trailers>, body: string): Thread =>
  committing(thread, { entry: { subject: 'x', body, trailers: { seen: lastId(thread), ...trailers } } })

/** What a planner is told for a revision of the plan of this thread. */
async function told(thread: Thread): ReturnType<typeof revisionInput> {
  const { sources } = await openGitHubContext()
  const remarks = [{ id: 99, author: 'bob', text: 'Blue.' }]
  const gathering = { sources, thread, state: stateOf(thread, RULES), shared: { number: 1, head: '', allowance: {} } }
  return revisionInput(gathering, { kind: 'revise', comments: [], remarks, fresh: true })
}

test('each done or skipped subtask is described as done, taken back or skipped, with the reason', async () => {
  const done = recorded(recorded(planned(plan), { subtask: 1 }, 'It works.\n\nMore.'), { subtask: 2 }, 'So does this.')
  const undone = recorded(done, { subtask: 2, state: 'abandoned', command: 9 }, 'taken back by bob')
  const skipped = recorded(undone, { subtask: 3, state: 'abandoned', command: 10 }, 'too dear')
  expect((await told(skipped)).settled).toEqual([
    expect.stringMatching(/^1\. done in [0-9a-f]{1,10}: It works\.$/),
    '2. taken back: taken back by bob',
    '3. skipped: too dear',
  ])
})

test('the reason for a proposed change is shown while it waits for approval', async () => {
  const halted = (reason: 'change' | 'budget') => recorded(planned(plan), { state: 'halted', reason }, 'It is gone.')
  const inputs = await Promise.all([planned(plan), halted('budget'), halted('change')].map(told))
  expect(inputs.map(({ proposed }) => proposed)).toEqual([undefined, undefined, 'It is gone.'])
})

test('questions asked since the last version are listed with their answers', async () => {
  const answered = (thread: Thread, question: string, answer?: string): Thread => {
    const asked = reply(thread, 'bob', `/ask ${question}`)
    const body = `${answer}\n${noteMarker(answerTo(lastId(asked)))}`
    return answer === undefined ? asked : saying(asked, { at: 'pull', by: BOT, body })
  }
  const before = announcing(answered(planned(plan), 'Why?', 'Because.'), 2)
  const thread = reply(answered(answered(before, 'How?', 'Like `this`.'), 'And when?'), 'bob', 'Make it blue.')
  expect((await told(thread)).asked).toEqual([{ question: 'How?', answer: 'Like `this`.' }])
})
