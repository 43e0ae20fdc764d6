import { expect, test } from 'vitest'
import { baseWarningOf, noteMarker } from '../../../src/decide/thread/people.ts'
import type { Thread } from '../../../src/decide/thread/thread.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { BOT, committing, lastId, planned, reply, saying, stateIn } from '../../thread.ts'

const PLAN = planOf([subtask(1, { files: ['src/a.ts'] }), subtask(2, { files: ['src/b/'] })])
const approvedBy = (thread: Thread): Thread => reply(thread, 'bob', 'approve')

/** The thread after the base changed a file, which its first approval is to be refused for. */
const moved = (path: string, thread = planned(PLAN)): Thread => ({
  ...thread,
  branch: thread.branch && { ...thread.branch, baseChanges: [{ path, commits: [] }] },
})
const told = (thread: Thread): Thread =>
  saying(thread, { at: 'pull', by: BOT, body: noteMarker(baseWarningOf(lastId(thread))) })
const firstDone = committing(approvedBy(planned(PLAN)), {
  entry: { subject: 'x', body: '', trailers: { seen: 100, subtask: 1 } },
})

test.each<[string, Thread, string[]]>([
  ['a file that a subtask names', approvedBy(moved('src/a.ts')), ['base-moved']],
  ['a file in a folder that a subtask names', approvedBy(moved('src/b/c.ts')), ['base-moved']],
  ['a file that none names', approvedBy(moved('docs/x.md')), []],
  ['a file that only a subtask names which is done', approvedBy(moved('src/a.ts', firstDone)), []],
  ['a file, and people were told', approvedBy(told(approvedBy(moved('src/a.ts')))), []],
])('when the base changed %s, an approval gets the refusals %j', (_, thread, codes) => {
  const { refusals, approvals } = stateIn(thread)
  expect(refusals.map(({ code }) => code)).toEqual(codes)
  expect(approvals.at(-1)?.comment === lastId(thread)).toBe(codes.length === 0)
})
