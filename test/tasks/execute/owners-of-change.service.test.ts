import { expect, test } from 'vitest'
import { stateOf } from '../../../src/decide/next/state.ts'
import { git } from '../../../src/git/git.ts'
import { ownersProposal } from '../../../src/tasks/execute/owners-of-change.ts'
import { repositoryWith, writeFiles } from '../../places.ts'
import { planOf, subtask } from '../../plan/samples.ts'
import { planned, RULES } from '../../thread.ts'
import { openGitHubContext } from '../../without-model.ts'

test.each([
  ['keys/a`b`.pem', 'proposal'],
  ['keys/a\nb.pem', 'unfit'],
  [' keys/a.pem', 'unfit'],
])('a change of another owner’s file %j becomes a proposal or is unfit: %s', async (path, kind) => {
  const { repository: repo, root } = await repositoryWith({ CODEOWNERS: '* @carol\n' })
  const base = await git(repo, ['rev-parse', 'HEAD'])
  writeFiles(root, { [path]: 'x\n' })
  await git(repo, ['add', '--all'])
  const ctx = await openGitHubContext()
  const sources = { ...ctx.sources, repo, approvers: { kind: 'codeowners' } as const }
  const thread = { ...planned(planOf([subtask(1)])), base: { branch: 'main', sha: base } }
  const state = stateOf(thread, RULES)
  const change = { number: 1, start: { tree: base }, tree: await git(repo, ['write-tree']) }
  const proposal = await ownersProposal({ ...ctx, sources }, { thread, state }, change)
  expect(proposal?.kind).toBe(kind)
})
