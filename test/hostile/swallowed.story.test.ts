import { afterAll, expect, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { redactor } from '../../src/guard/redact.ts'
import { executedResult, follow, github, openDesk, plannedIssue, type Work } from '../site.ts'

// Redaction meets what we write ourselves: trailers and markers must survive it, or the same is done without end.

afterAll(() => github.close())

/** A desk whose secrets are these, as the run takes them from its environment. */
async function deskThatHides(...secrets: string[]) {
  const desk = await openDesk()
  const redact = redactor(secrets)
  return { ...desk, redact, outward: redact }
}

const KEY = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n${'B'.repeat(40)}`
const writesKey: Work = async (_step, look, desk) =>
  executedResult(desk, look, { path: `${look.thread.branch?.commits.length}.js`, text: 'x\n', outcome: KEY, body: KEY })

test('a key without an end in the words of a commit leaves its trailers as they are', async () => {
  const desk = await deskThatHides()
  const { pull, branch } = await plannedIssue(desk)
  await github.comment('bob', pull, 'approve')
  const { steps, look } = await follow(desk, pull, { work: writesKey })
  expect([steps.filter((step) => step === 'execute').length, look.state.phase]).toEqual([2, 'done'])
  const messages = (await github.commits(branch)).map(({ message }) => message)
  expect(messages.filter((message) => parseMessage(message)?.trailers.subtask !== undefined)).toHaveLength(2)
  expect(messages.join('\n')).not.toContain('AAAA')
})

test.each([['measure-twice'], ['Plan-Issue'], ['measure-twice:note'], ['<!-- measure-twice:begin -->']])(
  'a secret with the value "%s" takes no trailer and no marker along',
  async (secret) => {
    const desk = await deskThatHides(secret)
    const { pull, branch } = await plannedIssue(desk)
    await github.comment('bob', pull, 'approve')
    const { steps, look } = await follow(desk, pull)
    expect([steps.filter((step) => step === 'execute').length, look.state.phase]).toEqual([2, 'done'])
    expect((await github.commits(branch)).every(({ message }) => parseMessage(message))).toBe(true)
    const said = (await github.commentsOf(pull)).filter(({ user }) => user?.type === 'Bot')
    expect(said.map(({ body }) => body?.match(/<!-- measure-twice:\w+/)?.[0])).toEqual([
      '<!-- measure-twice:version',
      '<!-- measure-twice:note',
    ])
    expect((await github.pull(pull)).body).toContain('<!-- measure-twice:begin -->')
  },
)

test('what could not be read back is not written', async () => {
  const desk = await deskThatHides()
  const { pull, branch } = await plannedIssue(desk)
  const before = (await github.commits(branch)).length
  await github.comment('bob', pull, 'approve')
  const forged: Work = (step, look, at) => {
    for (const approval of look.state.approvals) approval.login = 'b o b'
    return writesKey(step, look, at)
  }
  await expect(follow(desk, pull, { work: forged })).rejects.toThrow(/cannot be read back, so it was not made/)
  expect(await github.commits(branch)).toHaveLength(before)
})
