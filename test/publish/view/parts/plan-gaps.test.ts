import { expect, test } from 'vitest'
import { planGaps } from '../../../../src/publish/view/parts/whole-plan.ts'
import { BOT, person } from '../../../thread.ts'
import { planOf, subtask } from '../../../plan/samples.ts'

const before = planOf([
  subtask(1, { description: 'As `src/old.ts` does.', files: ['docs/'], verify: ['true'] }),
  subtask(2, { verify: [] }),
])

test.each([
  [
    'nothing of a planner’s version that has checks',
    planOf([subtask(1, { description: 'See `a.ts`.' })]),
    undefined,
    '',
  ],
  ['a subtask without checks', before, undefined, 'No checks of its own: subtask 2.'],
  [
    'a file that an edit named in the text alone',
    planOf([
      subtask(1, {
        description:
          'As `src/old.ts` does, in `README.md`, `a`, `b.ts`, `c.ts`, `d.ts`, `e.ts`, `f.ts`, `g.ts` and `docs/a.md`, by `npm test`.',
        files: ['docs/'],
      }),
    ]),
    before,
    'The text of subtask 1 names `README.md`, `b.ts`, `c.ts`, `d.ts`, `e.ts` and 2 more; its files do not.',
  ],
  [
    'workflow files that the token of the job cannot push',
    planOf([subtask(1, { files: ['.github/workflows/ci.yml', '.github/x.yml'] })]),
    undefined,
    'Subtask 1 changes `.github/workflows/ci.yml`, which the workflow’s own token cannot push: give the input `github-token` the token of a GitHub App with the permission “Workflows: write” first, or `/skip 1` and change it by hand.',
  ],
])('a plan comment points out %s', (_, plan, edited, text) => {
  expect(planGaps(plan, edited, BOT)).toBe(text)
  expect(planGaps(plan, edited, person('app'))).toBe(text.includes('token') ? '' : text)
})
