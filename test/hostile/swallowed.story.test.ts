import { expect, test } from 'vitest'
import { parseMessage } from '../../src/decide/thread/trailers.ts'
import { redactor } from '../../src/guard/redact.ts'
import { executedResult, follow, github, openGitHubContext, plannedIssue, type Work } from '../without-model.ts'

// Redaction meets what we write ourselves: trailers and markers must survive it, or the same is done without end.

/** A room whose secrets are these, as the run takes them from its environment. */
async function roomThatHides(...secrets: string[]) {
  const ctx = await openGitHubContext()
  const redact = redactor(secrets)
  return { ...ctx, redact, outward: redact }
}

const KEY = `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n${'B'.repeat(40)}`
const writesKey: Work = async (_step, snapshot, ctx) =>
  executedResult(ctx, snapshot, {
    path: `${snapshot.thread.branch?.commits.length}.js`,
    text: 'x\n',
    outcome: KEY,
    body: KEY,
  })

test('redacting an unterminated private key in a commit message leaves its trailers intact', async () => {
  const ctx = await roomThatHides()
  const { pull, branch } = await plannedIssue(ctx)
  await github.comment('bob', pull, 'approve')
  const { steps, snapshot } = await follow(ctx, pull, { work: writesKey })
  expect([steps.filter((step) => step === 'execute').length, snapshot.state.phase]).toEqual([2, 'done'])
  const messages = (await github.commits(branch)).map(({ message }) => message)
  expect(messages.filter((message) => parseMessage(message)?.trailers.subtask !== undefined)).toHaveLength(2)
  expect(messages.join('\n')).not.toContain('AAAA')
})

test.each(['measure-twice', 'Plan-Issue'])(
  'a secret with the value "%s" is not redacted in trailers and markers',
  async (secret) => {
    const ctx = await roomThatHides(secret)
    const { pull, branch } = await plannedIssue(ctx)
    await github.comment('bob', pull, 'approve')
    const { steps, snapshot } = await follow(ctx, pull)
    expect([steps.filter((step) => step === 'execute').length, snapshot.state.phase]).toEqual([2, 'done'])
    expect((await github.commits(branch)).every(({ message }) => parseMessage(message))).toBe(true)
    const said = (await github.commentsOf(pull)).filter(({ user }) => user?.type === 'Bot')
    expect(said.map(({ body }) => body?.match(/<!-- measure-twice:\w+/)?.[0])).toEqual([
      '<!-- measure-twice:version',
      '<!-- measure-twice:note',
    ])
    expect((await github.pull(pull)).body).toContain('<!-- measure-twice:begin -->')
  },
)

test('a commit message that cannot be parsed back into its trailers is not committed', async () => {
  const ctx = await roomThatHides()
  const { pull, branch } = await plannedIssue(ctx)
  const before = (await github.commits(branch)).length
  await github.comment('bob', pull, 'approve')
  const { sources } = ctx
  const snapshotAt: typeof sources.snapshotAt = (thread) => {
    const snapshot = sources.snapshotAt(thread)
    for (const approval of snapshot.state.approvals) approval.login = 'b o b'
    return snapshot
  }
  const forged = { ...ctx, sources: { ...sources, snapshotAt } }
  await expect(follow(forged, pull, { work: writesKey })).rejects.toThrow(/cannot be read back, so it was not made/)
  expect(await github.commits(branch)).toHaveLength(before)
})
