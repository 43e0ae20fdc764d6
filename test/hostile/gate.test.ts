import { afterAll, describe, expect, test } from 'vitest'
import { lookUpApprovers } from '../../src/observe/approver-lookup.ts'
import type { PublishRoom } from '../../src/publish/room.ts'
import type { Files } from '../../fakes/github/types.ts'
import { proposalFor } from '../../src/publish/real-owners.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { doWell, executedResult, follow, github, openDesk, plannedIssue, plannedResult, type Work } from '../site.ts'
import { RULES } from '../thread.ts'

// Ways past the gate: each is played whole, on an embedded GitHub.

afterAll(() => github.close())

const subjectsOn = async (branch: string): Promise<string[]> =>
  (await github.commits(branch)).map(({ message }) => message.split('\n')[0] ?? '')

/** A desk where code owners approve. */
async function ownersDesk(base: Files): Promise<PublishRoom> {
  await github.push('alice', 'main', { files: base })
  const desk = await openDesk()
  const approvers = { kind: 'codeowners' } as const
  const rules = { ...RULES, approvers }
  const mayApprove = lookUpApprovers(approvers, desk.sources.forge)
  return { ...desk, sources: { ...desk.sources, rules, byOwners: true, mayApprove } }
}

describe('work that touches more than was approved', () => {
  const OWNED = { '.github/CODEOWNERS': '/src/ @bob\n/keys/ @carol\n' }
  const sly =
    (path: string): Work =>
    (step, look, desk) => {
      if (step.kind === 'draft') return plannedResult(planOf([subtask(1, { files: ['src/a.js'] })]))
      return step.kind === 'execute' ? executedResult(desk, look, { path, text: 'x\n' }) : doWell(step, look, desk)
    }

  test.each([
    ['a file of another owner', 'keys/a.pem', 'src/a.js, keys/a.pem'],
    ['a file with an odd name', 'keys/a b, c.pem', 'src/a.js, keys/a b, c.pem'],
  ])('with %s halts before the push, as a plan that names it', async (_, path, files) => {
    const desk = await ownersDesk(OWNED)
    const { issue, pull, branch } = await plannedIssue(desk, 'add it', sly(path))
    await github.comment('bob', pull, 'approve')
    const { look } = await follow(desk, issue, { work: sly(path) })
    expect(await subjectsOn(branch)).not.toContain('Add it')
    expect([look.state.phase, look.state.asked]).toEqual(['halted', [{ numbers: [1], of: '@bob, and of @carol' }]])
    expect(look.state.statuses[0]?.subtask.files.join(', ')).toBe(files)
    await github.comment('bob', pull, 'approve')
    await github.comment('carol', pull, 'approve')
    expect((await follow(desk, issue, { work: sly(path) })).look.state.phase).toBe('done')
  })

  test('goes on when the owner approved as well, and when nobody owns it', async () => {
    const desk = await ownersDesk({ '.github/CODEOWNERS': '/src/ @bob\n/keys/ @bob\n' })
    for (const path of ['keys/b.pem', 'free/b.txt']) {
      const { issue, pull } = await plannedIssue(desk, 'add it', sly(path))
      await github.comment('bob', pull, 'approve')
      expect((await follow(desk, issue, { work: sly(path) })).look.state.phase).toBe('done')
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

describe('where nobody may approve what they asked for', () => {
  const strict = async (): Promise<PublishRoom> => {
    const desk = await openDesk()
    return { ...desk, sources: { ...desk.sources, rules: { ...RULES, allowSelfApproval: false } } }
  }

  test('who wrote the present plan by hand cannot approve it, nor can who asked for it', async () => {
    const desk = await strict()
    const { issue, pull, branch } = await plannedIssue(desk)
    const text = renderPlan(planOf([subtask(1, { name: 'Open the back door' })]))
    await github.push('bob', branch, { files: { 'PLAN.md': text } })
    await follow(desk, issue)
    for (const login of ['bob', 'alice']) {
      await github.comment(login, pull, 'approve')
      expect((await follow(desk, issue)).look.state.phase).toBe('todo')
    }
    await github.comment('carol', pull, 'approve')
    expect((await follow(desk, issue)).look.state.phase).toBe('done')
  })
})
