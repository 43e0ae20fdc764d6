import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, type Script } from '../fakes/model/script.ts'
import type { Comment, Forge } from '../src/github/forge.ts'
import { connectGitHub } from '../src/github/github.ts'
import { runInProcess } from './in-process.ts'
import { planned } from './scenarios/stage.ts'

// Old defects, put back at the edge to GitHub: what the run writes is not recognized when it is read again. Each of
// them once kept a run going without end. The guard has to end it, red, whatever the next defect of this kind is.

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const PART = [
  ({ request }: { request: unknown }) =>
    call('write_file', { path: 'src/part1.js', content: `export const part = ${JSON.stringify(request).length}\n` }),
  call('finish_subtask', { outcome: 'It works.', commit_subject: 'Add it' }),
]
const SCRIPT: Script = { subtasks: { 1: PART } }

const mapped =
  (change: (comment: Comment) => Comment) =>
  (real: Forge): Forge => ({
    ...real,
    // What GitHub does not tell in one question is read one by one.
    readIssueBatch: async () => undefined,
    comments: async (number) => (await real.comments(number)).map(change),
    createComment: async (number, body) => {
      const said = await real.createComment(number, body)
      return said && change(said)
    },
  })
const isOurs = ({ author }: Comment): boolean => author.type === 'Bot'

const swallowedTrailers = (real: Forge): Forge => ({
  ...real,
  commit: (spec) => real.commit({ ...spec, message: spec.message.replace(/\n\nPlan-Issue: [\s\S]*$/, '\n') }),
})
// The author alone no longer keeps a note from being recognized.
const foreignAccount = mapped((comment) => {
  if (!isOurs(comment)) return comment
  const body = comment.body.replace(/<!-- measure-twice:[^>]*-->/g, '')
  return { ...comment, body, author: { login: 'another-app[bot]', id: 77, type: 'Bot' } }
})
const editedForEver = mapped((comment) =>
  isOurs(comment) ? { ...comment, updatedAt: new Date(Date.parse(comment.createdAt) + 5_000).toISOString() } : comment,
)

const INPUTS = { sandbox: 'none', 'commit-with': 'api' }

/** A plan that is approved. The approval is still to be looked at. */
async function approved(script: Script = {}) {
  const world = await planned({ script })
  const { event } = await world.github.comment('bob', world.pull, 'approve')
  return { ...world, event }
}

const CIRCLE = /The step "\w[\w-]*" came again although nothing had changed\. So the run was ended/

test.each([
  // The commit that was pushed is not found again, which is seen before the step comes again.
  ['whose trailers are swallowed', swallowedTrailers, /Commits of this plan are no longer on the branch/],
  ['whose notes are those of a foreign account', foreignAccount, CIRCLE],
])('a run %s ends red after a few writes', async (_, defect, problem) => {
  await using place = await approved(SCRIPT)
  const { github, model, issue, pull, event } = place
  const forge = defect(connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url }))
  const ended = await runInProcess({ github, model, event, inputs: INPUTS, forge })
  expect(ended?.problems.map(({ text }) => text).join()).toMatch(problem)
  expect((await github.commits(`plan/issue-${issue}`)).length).toBeLessThan(8)
  expect((await github.commentsOf(pull)).length + (await github.commentsOf(issue)).length).toBeLessThan(12)
  expect(github.takeDispatch()).toBeUndefined()
})

test('a plan comment that always counts as edited is not posted again, and an approval needs the id', async () => {
  await using place = await approved(SCRIPT)
  const { github, model, pull, event } = place
  const access = { token: github.token, address: github.url }
  const edited = editedForEver(connectGitHub({ owner: 'octo', repo: 'demo' }, access))
  const forge: Forge = { ...edited, editsAndClosings: async (ids) => ({ edited: new Set(ids), closings: [] }) }
  const ended = await runInProcess({ github, model, event, inputs: INPUTS, forge })
  const bodies = (await github.commentsOf(pull)).map(({ body }) => body ?? '')
  expect([ended?.problems, bodies.filter((body) => body.includes('measure-twice:version')).length]).toEqual([[], 1])
})
