import { expect, test } from 'vitest'
import { sinceText, workText } from '../../../../src/publish/view/parts/checklist.ts'
import { parseComments } from '../../../../src/decide/thread/people.ts'
import { historyOf } from '../../../../src/decide/thread/read-history.ts'
import type { Live } from '../../../../src/publish/view/text/view.ts'
import { comment, done, status, view } from '../sample.ts'

test.each([
  ['2026-11-21T19:46:12Z', 'Nov 21, 19:46 UTC'],
  ['2026-01-02T03:04:05Z', 'Jan 2, 03:04 UTC'],
  ['whenever', undefined],
  [undefined, undefined],
])('the time %s is formatted for people', (since, text) => {
  const live: Live = { subtasks: [], ...(since === undefined ? {} : { since }) }
  expect(sinceText(view([], {}, { live }))).toBe(text)
})

test.each([
  [400, '1 s'],
  [12_000, '12 s'],
  [61_000, '1 min'],
  [59 * 60_000, '59 min'],
  [125 * 60_000, '2 h 5 min'],
])('a duration of %i ms is formatted for people', (length, text) => {
  const end = new Date(Date.parse(at(0)) + length).toISOString()
  expect(workText(carriedOut([commitAt('a', 0), { ...commitAt('b', 0, 1), date: end }]))).toBe(`${text} of work so far`)
})

const at = (minute: number): string => `2026-11-21T19:${String(minute).padStart(2, '0')}:00Z`
const commitAt = (sha: string, minute: number, subtask?: number) => ({
  ...{ sha, parents: [], message: '', date: at(minute), author: { name: '', email: '' } },
  entry: { subject: '', body: '', trailers: { issue: 12, seen: 3, ...(subtask === undefined ? {} : { subtask }) } },
})

/** A plan with these commits on its branch, and these comments on its pull request. */
function carriedOut(commits: ReturnType<typeof commitAt>[], said: ReturnType<typeof comment>[] = []) {
  const { thread, state, ...rest } = view([done(1, { sha: 'b' }), done(2, { sha: 'c' }), status(3)], {
    phase: 'in_progress',
  })
  const comments = { issue: [], pull: parseComments('pull', said, thread.bot) }
  const branch = { ...NO_BRANCH, commits }
  return { ...rest, thread: { ...thread, branch }, state: { ...state, history: historyOf(commits), comments } }
}

test('a subtask’s duration is from its approval or the previous commit until its own commit', () => {
  const commits = [commitAt('a', 0), commitAt('b', 33, 1), commitAt('c', 37, 2)]
  // The clock of a comment may be late: what no commit had seen is of later, whatever its time.
  const late = { ...comment(9, 'approve'), createdAt: at(32) }
  const seen = carriedOut(commits, [{ ...comment(3, 'approve'), createdAt: at(30) }, late])
  expect(workText(seen)).toBe('7 min of work so far')
  expect(sinceText(seen)).toBe('Nov 21, 19:37 UTC')
  expect(sinceText({ ...seen, live: { subtasks: [], since: at(40) } })).toBe('Nov 21, 19:40 UTC')
})

const NO_BRANCH = {
  name: 'plan/issue-12',
  head: '',
  commits: [],
  planFile: undefined,
  texts: new Map(),
  commitOfPlanBlob: new Map(),
}
