import { expect, test } from 'vitest'
import { planGaps } from '../../../../src/publish/view/comments/plan-gaps.ts'
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
        description: 'As `src/old.ts` does, in `README.md` and `docs/a.md`, by `npm test`.',
        files: ['docs/'],
      }),
    ]),
    before,
    'The text of subtask 1 names `README.md`; its files do not.',
  ],
])('an announcement points out %s', (_, plan, edited, text) => {
  expect(planGaps(plan, edited)).toBe(text)
})
