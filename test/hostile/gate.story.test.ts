import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { lookUpApprovers } from '../../src/observe/approver-lookup.ts'
import type { PublishRoom } from '../../src/publish/write/publish-room.ts'
import { createCommit } from '../../fakes/github/git.ts'
import { updateRef } from '../../fakes/github/refs.ts'
import type { Files } from '../../fakes/github/types.ts'
import { authorOf, renderMessage, type Trailers } from '../../src/decide/thread/trailers.ts'
import { proposalFor } from '../../src/publish/steps/owners-of-change.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import {
  doWell,
  executedResult,
  follow,
  forgeOf,
  github,
  lookAt,
  openPublishRoom,
  planned,
  plannedIssue,
  plannedResult,
  type Work,
} from '../without-model.ts'
import { BOT, RULES } from '../thread.ts'
import { byRules } from '../../src/observe/by-rules.ts'

// Ways past the gate: each is played whole, on an embedded GitHub.

afterAll(() => github.close())

const subjectsOn = async (branch: string): Promise<string[]> =>
  (await github.commits(branch)).map(({ message }) => message.split('\n')[0] ?? '')

/** A room where code owners approve. */
async function roomOfOwners(base: Files): Promise<PublishRoom> {
  await github.push('alice', 'main', { files: base })
  const room = await openPublishRoom()
  const approvers = { kind: 'codeowners' } as const
  const rules = { ...RULES, approvers }
  const mayApprove = lookUpApprovers(approvers, room.sources.forge)
  return { ...room, sources: { ...room.sources, ...byRules(rules), byOwners: true, mayApprove } }
}

describe('work that touches more than was approved', () => {
  const OWNED = { '.github/CODEOWNERS': '/src/ @bob\n/keys/ @carol\n' }
  const sly =
    (path: string): Work =>
    (step, snapshot, room) => {
      if (step.kind === 'draft') return plannedResult(planOf([subtask(1, { files: ['src/a.js'] })]))
      return step.kind === 'execute'
        ? executedResult(room, snapshot, { path, text: 'x\n' })
        : doWell(step, snapshot, room)
    }

  /** The first subtask touches a file of the owner of the second. */
  const apart =
    (path: string): Work =>
    (step, snapshot, room) => {
      if (step.kind === 'draft')
        return plannedResult(planOf([subtask(1, { files: ['src/a.js'] }), subtask(2, { files: ['keys/b.pem'] })]))
      const first = step.kind === 'execute' && step.status.subtask.number === 1
      return first ? executedResult(room, snapshot, { path, text: 'x\n' }) : sly('keys/b.pem')(step, snapshot, room)
    }

  test.each([
    ['a file of another owner', 'keys/a.pem', 'src/a.js, keys/a.pem'],
    ['a file with an odd name', 'keys/a b, c.pem', 'src/a.js, keys/a b, c.pem'],
  ])('with %s halts before the push, as a plan that names it', async (_, path, files) => {
    const room = await roomOfOwners(OWNED)
    const { issue, pull, branch } = await plannedIssue(room, 'add it', sly(path))
    await github.comment('bob', pull, 'approve')
    const { snapshot } = await follow(room, issue, { work: sly(path) })
    expect(await subjectsOn(branch)).not.toContain('Add it')
    expect([snapshot.state.phase, snapshot.state.asked]).toEqual([
      'halted',
      [{ numbers: [1], of: '@bob, and of @carol' }],
    ])
    expect(snapshot.state.statuses[0]?.subtask.files.join(', ')).toBe(files)
    await github.comment('bob', pull, 'approve')
    await github.comment('carol', pull, 'approve')
    expect((await follow(room, issue, { work: sly(path) })).snapshot.state.phase).toBe('done')
  })

  test('goes on when the owner approved all of it, though none of the files that the plan names are theirs', async () => {
    const room = await roomOfOwners(OWNED)
    const { issue, pull } = await plannedIssue(room, 'add it', apart('keys/a.pem'))
    for (const login of ['carol', 'bob']) await github.comment(login, pull, 'approve')
    expect((await follow(room, issue, { work: apart('keys/a.pem') })).snapshot.state.phase).toBe('done')
  })

  test('goes on when the owner approved as well, and when nobody owns it', async () => {
    const room = await roomOfOwners({ '.github/CODEOWNERS': '/src/ @bob\n/keys/ @bob\n' })
    for (const path of ['keys/b.pem', 'free/b.txt']) {
      const { issue, pull } = await plannedIssue(room, 'add it', sly(path))
      await github.comment('bob', pull, 'approve')
      expect((await follow(room, issue, { work: sly(path) })).snapshot.state.phase).toBe('done')
    }
  })

  test.each([
    ['keys/a`b`.pem', 'proposal'],
    ['keys/a\nb.pem', 'unfit'],
    [' keys/a.pem', 'unfit'],
  ])('as %j is a proposal only where a plan can name it: %s', (path, kind) => {
    const plan = planOf([subtask(1, { files: ['src/a.js'] })])
    expect(proposalFor(plan, 1, [{ paths: [path], owners: ['@carol'] }]).kind).toBe(kind)
  })
})

describe('who owns files is said by the base of the repository alone', () => {
  const approve = async (room: PublishRoom, { issue, pull, login }: { issue: number; pull: number; login: string }) => {
    await github.comment(login, pull, 'approve')
    return (await follow(room, issue)).snapshot.state
  }

  test('not by the pull request of a person that the plan is for', async () => {
    const room = await roomOfOwners({ '.github/CODEOWNERS': '* @carol\n' })
    await github.push('bob', 'own', { files: { '.github/CODEOWNERS': '* @bob\n', 'src/a.js': 'a\n' } })
    const { number: issue } = await github.openPull('bob', { branch: 'own', title: 'Mine' })
    await github.comment('bob', issue, '/plan finish it')
    const { snapshot } = await follow(room, issue)
    const pull = snapshot.thread.pull?.pull.number ?? 0
    expect([snapshot.thread.base.branch, snapshot.state.asked.map(({ of }) => of)]).toEqual(['own', ['@carol']])
    expect((await approve(room, { issue, pull, login: 'bob' })).phase).toBe('todo')
    expect((await approve(room, { issue, pull, login: 'carol' })).phase).toBe('done')
  })

  test('as it is before each subtask, not as it was when the run began', async () => {
    const room = await roomOfOwners({ '.github/CODEOWNERS': '* @bob\n' })
    const moving: Work = async (step, snapshot, room) => {
      if (step.kind === 'execute' && step.status.subtask.number === 2)
        await github.push('alice', 'main', { files: { '.github/CODEOWNERS': '* @carol\n' } })
      return doWell(step, snapshot, room)
    }
    const { issue, pull, branch } = await plannedIssue(room)
    await github.comment('bob', pull, 'approve')
    await follow(room, issue, { work: moving })
    expect((await subjectsOn(branch)).filter((subject) => subject === 'Add it')).toHaveLength(1)
    expect((await approve(room, { issue, pull, login: 'carol' })).phase).toBe('done')
  })
})

describe('where nobody may approve what they asked for', () => {
  const strict = async (): Promise<PublishRoom> => {
    const room = await openPublishRoom()
    return { ...room, sources: { ...room.sources, ...byRules({ ...RULES, allowSelfApproval: false }) } }
  }

  test('who wrote the present plan by hand cannot approve it, nor can who asked for it', async () => {
    const room = await strict()
    const { issue, pull, branch } = await plannedIssue(room)
    const text = renderPlan(planOf([subtask(1, { name: 'Open the back door' })]))
    await github.push('bob', branch, { files: { 'PLAN.md': text } })
    await follow(room, issue)
    for (const login of ['bob', 'alice']) {
      await github.comment(login, pull, 'approve')
      expect((await follow(room, issue)).snapshot.state.phase).toBe('todo')
    }
    await github.comment('carol', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })
})

describe('a commit that a person makes under the address of the bot', () => {
  const forge = async (branch: string, message: string): Promise<void> => {
    const old = await github.sha(branch)
    const author = authorOf(BOT)
    const at = Math.floor(Date.now() / 1000)
    const sha = await createCommit(github.bare, { parent: old, files: {}, message, author, committer: author, at })
    await updateRef(github.bare, `refs/heads/${branch}`, { now: sha, old })
  }
  const entry = (trailers: Partial<Trailers>, issue: number): string =>
    renderMessage({ subject: 'Add it', body: 'It is there.', trailers: { issue, seen: 0, ...trailers } })
  const stateAt = async (room: PublishRoom, issue: number) => (await lookAt(room, issue)).state
  const done = async (room: PublishRoom, issue: number) => [...(await stateAt(room, issue)).history.executed.keys()]
  const list = (issue: number): string => `refs/measure-twice/${issue}-commits`

  test('ticks no box, names no approver and finishes nothing', async () => {
    const { room, issue, pull, branch } = await planned()
    await forge(branch, entry({ subtask: 1, approvedBy: [{ login: 'carol', comment: 1 }] }, issue))
    await forge(branch, entry({ subtask: 2 }, issue))
    await forge(branch, entry({ state: 'done' }, issue))
    const { history, phase } = await stateAt(room, issue)
    expect([phase, [...history.executed.keys()], history.finished]).toEqual(['todo', [], false])
    await github.comment('bob', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
    expect(await done(room, issue)).toEqual([1, 2])
  })

  test.each(['with', 'without'])('silences no cancel by what it claims to have seen, %s a list', async (how) => {
    const { room, issue, pull, branch } = await planned()
    if (how === 'without') await updateRef(github.bare, list(issue), { old: await github.sha(list(issue)) })
    await forge(branch, entry({ seen: 900_000_000_000_000, state: 'in_progress' }, issue))
    await github.comment('bob', pull, 'cancel')
    await follow(room, issue)
    expect((await github.pull(pull)).state).toBe('closed')
  })

  test('counts for nothing without a list either, and nor do ours', async () => {
    const { room, issue, pull, branch } = await planned()
    await github.comment('bob', pull, 'approve 1')
    await follow(room, issue)
    await updateRef(github.bare, list(issue), { old: await github.sha(list(issue)) })
    await forge(branch, entry({ subtask: 2 }, issue))
    const { history } = await stateAt(room, issue)
    expect([await done(room, issue), history.request]).toEqual([[], undefined])
  })

  test('counts for nothing when it says again what another commit of ours said', async () => {
    const { room, issue, pull, branch } = await planned()
    await github.comment('bob', pull, 'approve 1')
    await follow(room, issue)
    const said = (await github.commits(branch)).map(({ message }) => message)
    await github.closePull('alice', pull)
    await github.comment('alice', issue, '/plan again')
    const { snapshot } = await follow(room, issue)
    const next = snapshot.thread.branch?.name ?? ''
    expect(next).not.toBe(branch)
    for (const message of [...said, ...said]) await forge(next, message)
    expect(await done(room, issue)).toEqual([])
    expect((await stateAt(room, issue)).history.request).toBe(snapshot.state.history.request)
  })

  test('does not keep our own from counting after a rebase', async () => {
    const { room, issue, pull, branch } = await planned()
    await github.comment('bob', pull, 'approve 1')
    await follow(room, issue)
    const ours = await github.commits(branch)
    const old = await github.sha(branch)
    const { sha } = await github.push('alice', 'main', { files: { 'moved.txt': String(issue) } })
    await updateRef(github.bare, `refs/heads/${branch}`, { now: sha, old })
    for (const { message } of ours) await forge(branch, message)
    expect(await done(room, issue)).toEqual([1])
  })
})

describe('what was said once', () => {
  const saidByBot = async (number: number) =>
    (await github.commentsOf(number)).filter(({ user }) => user?.login === BOT.login)
  afterEach(() => github.setRole('tess', 'triage'))

  test('without the right stays without effect, when the refusal is deleted and the right comes later', async () => {
    const { room, issue, pull } = await planned()
    await github.comment('tess', pull, 'approve')
    await follow(room, issue)
    const [refusal] = (await saidByBot(pull)).filter(({ body }) => body?.includes('refusal-of-'))
    await github.deleteComment('alice', pull, refusal?.id ?? 0)
    github.setRole('tess', 'write')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('todo')
    await github.comment('tess', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })

  test('with the right is not made void by the reaction of anybody', async () => {
    const { room, issue, pull } = await planned()
    const { id } = await github.comment('bob', pull, 'approve')
    await forgeOf(github.tokenOf('mallory')).react(id, 'confused')
    expect(github.reactionsOf(id)).toHaveLength(1)
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })

  test('as a flood gets ten answers, and then reactions alone', async () => {
    const { room, issue, pull } = await planned()
    const ids: number[] = []
    const flood = Array.from({ length: 3 }, () => ['approve', 'cancel', '/skip 1', '/retry']).flat()
    for (const body of flood) ids.push((await github.comment('reader', pull, body)).id)
    await follow(room, issue)
    expect((await saidByBot(pull)).filter(({ body }) => body?.includes('refusal-of-'))).toHaveLength(10)
    expect(ids.map((id) => github.reactionsOf(id).map(({ content }) => content))).toEqual(ids.map(() => ['confused']))
    expect((await follow(room, issue)).steps).toEqual([])
  })

  test('as an approval of a closed pull request does not fire when somebody reopens it', async () => {
    const { room, issue, pull } = await planned()
    await github.closePull('alice', pull)
    const { id } = await github.comment('bob', pull, 'approve')
    await follow(room, pull)
    expect(github.reactionsOf(id).map(({ content }) => content)).toEqual(['confused'])
    await github.reopenPull('alice', pull)
    expect((await follow(room, issue)).snapshot.state.phase).toBe('todo')
    await github.comment('bob', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })

  test('as an approval of a closed pull request whose run was lost does not fire either, and is told so', async () => {
    const { room, issue, pull } = await planned()
    const inTurn = async (act: Promise<unknown>): Promise<void> => {
      await act
      github.tick(2)
    }
    github.tick(2)
    await inTurn(github.closePull('alice', pull))
    await inTurn(github.comment('bob', pull, 'approve'))
    await inTurn(github.reopenPull('alice', pull))
    const { snapshot } = await follow(room, issue)
    expect([snapshot.state.phase, snapshot.state.approvals]).toEqual(['todo', []])
    expect((await saidByBot(pull)).at(-1)?.body).toContain('This pull request was closed when you approved')
    await github.comment('bob', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })

  test('as a cancel does not close again what somebody reopens, nor does an older approval go on there', async () => {
    const { room, issue, pull } = await planned()
    for (const body of ['approve 1', 'cancel']) {
      await github.comment('bob', pull, body)
      await follow(room, pull)
    }
    await github.comment('bob', pull, 'approve 2')
    await follow(room, pull)
    await github.reopenPull('alice', pull)
    const { snapshot } = await follow(room, issue)
    expect([snapshot.thread.pull?.pull.state, snapshot.state.statuses.map(({ state }) => state)]).toEqual([
      'open',
      ['done', 'todo'],
    ])
    await github.comment('bob', pull, 'approve')
    expect((await follow(room, issue)).snapshot.state.phase).toBe('done')
  })
})
