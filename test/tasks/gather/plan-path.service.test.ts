import { expect, test } from 'vitest'
import { errorText } from '../../../src/lib/errors.ts'
import { draftInput } from '../../../src/tasks/plan/gather.ts'
import { isKind } from '../../../src/decide/words/command.ts'
import { renderPlan } from '../../../src/plan/markdown.ts'
import { github, lookAt, openGitHubContext, TWO } from '../../without-model.ts'

test.each([
  ['nothing there', {}, undefined],
  ['a plan that is kept', { 'PLAN.md': renderPlan(TWO) }, undefined],
  ['somebody’s own file', { 'PLAN.md': '# Plan\n\nShip it in spring.\n' }, /`PLAN.md` on `main` is a file of yours/],
  ['a file in other letters', { 'plan.md': 'Ship it.\n', 'PLAN.md': null }, /would differ from `plan.md` by the case/],
  ['a file above it', { 'plan.md': null, PLAN: 'x\n' }, /would lie below `PLAN`, which is a file/, 'PLAN/a.md'],
  ['a folder', { 'PLAN.md': null, 'PLAN.md/spring.md': 'Ship it.\n' }, /`PLAN.md` on `main` is a file of yours/],
])('whether a plan can be written, with on the base: %s', async (_, files, problem, planFile = 'PLAN.md') => {
  await github.push('alice', 'main', { files })
  const ctx = await openGitHubContext()
  const { number } = await github.openIssue('alice')
  await github.comment('alice', number, '/plan it')
  const { thread, state } = await lookAt(ctx, number)
  const [step] = state.pending.filter(isKind('draft'))
  if (!step) throw new Error('The plan was not asked for.')
  const gathering = {
    sources: { ...ctx.sources, planFile },
    thread,
    state,
    shared: { number, head: '', allowance: {} },
  }
  const found = await draftInput(gathering, step).then(() => undefined, errorText)
  if (problem === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(problem)
})
