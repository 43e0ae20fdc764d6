import type { World } from '../../fakes/runner/world.ts'
import { call, type Context } from '../../fakes/model/script.ts'
import { inThisProcess, tellKilled } from './killed.ts'
import { earlierPlan } from '../earlier-plan.ts'
import { finish, offer, planOf, revised, workOf } from './stage.ts'

// What comes after a plan, and before people see one, killed at any moment. Played in this process, which is quicker.

const ONE = planOf([{ number: 1 }])
const BRANCH = 'plan/issue-1'
const moved = (files: Record<string, string>) => (github: World['github']) => github.push('alice', 'main', { files })
const RESOLVED = 'export const part = 1 // and theirs\n'
const MERGE = { number: 2, name: 'Merge main', files: ['src/part1.js'], verify: ['grep -q theirs src/part1.js'] }

const asked = async (github: World['github']): Promise<void> => {
  for (const issue of [901, 902, 903]) await earlierPlan(github, { issue, words: 'Run the linter.' })
}
const LINE = 'Run the linter before you finish.'

tellKilled(
  [
    {
      story: 'a lesson that is offered at the end of a plan',
      // Nothing is left to build when the look is due, so that what is killed is about the lesson alone.
      comments: ['/plan add a limiter', 'approve 1', { after: asked, body: '/skip 2' }, 'approve'],
      options: {
        script: {
          plan: [offer(planOf([{ number: 1 }, { number: 2 }]))],
          report: ({ feedback }: Context) => call('report', { line: LINE, comments: [...feedback] }),
        },
      },
      kills: [2, 3],
      runner: inThisProcess({ lessons: 'true' }),
    },
    {
      story: 'a base that moved, which is merged, and then conflicts',
      comments: [
        ...['/plan add a limiter', 'approve'],
        { after: moved({ 'new.md': 'new\n' }), body: '/update' },
        { after: moved({ 'src/part1.js': 'theirs\n' }), body: '/update' },
        'approve',
      ],
      options: {
        script: {
          plan: [offer(ONE)],
          revise: revised(planOf([{ number: 1 }, MERGE])),
          subtasks: { 2: [call('write_file', { path: 'src/part1.js', content: RESOLVED }), finish(2)] },
        },
      },
      kills: [2, 3, 4],
      runner: inThisProcess(),
    },
    {
      story: 'checks that failed on a plan that is done',
      comments: [
        ...['/plan add a limiter', 'approve'],
        {
          after: (github: World['github']) => github.check(BRANCH, { name: 'build', log: '##[error]It failed.\n' }),
          body: '/fix',
        },
      ],
      options: { script: { plan: [offer(ONE)], revise: revised(planOf([{ number: 1 }, { number: 2 }])) } },
      kills: [2],
      runner: inThisProcess(),
    },
    {
      story: 'a plan that a second model reads over',
      comments: ['/plan add a limiter'],
      options: {
        script: {
          plan: [offer(ONE)],
          reader: [call('report', { objections: ['No test.'] })],
          revise: revised(planOf([{ number: 1 }, { number: 2, name: 'Test it' }])),
          subtasks: { 2: workOf(2) },
        },
      },
      runner: inThisProcess({ 'reader-model': 'second-pair-of-eyes' }),
    },
  ].map((story) => ({ ...story, inPieces: false })),
)
