import { call } from '../../fakes/model/script.ts'
import type { World } from '../../fakes/runner/world.ts'
import { inThisProcess, tellKilled } from './killed.ts'
import { BRANCH, finish, offer, planOf, revised, TWO, workOf } from './stage.ts'

// Every moment at which a run may be killed.

const GIVES_UP = [call('give_up', { reason: 'There is no router in this repository.' })]

/** Two subtasks that need none of each other, and one that needs both. */
const APART = planOf([{ number: 1 }, { number: 2 }, { number: 3, depends_on: [1, 2] }])

tellKilled([
  {
    story: 'a plan that is revised, approved and carried out',
    comments: ['/plan add a limiter', 'Please name the risks.', 'approve'],
  },
  {
    story: 'a plan that is done, and goes on with a next version',
    comments: ['/plan add a limiter', 'approve', '/revise Document it, too.', 'approve'],
    options: {
      script: { revise: revised({ ...TWO, subtasks: [...TWO.subtasks, ...planOf([{ number: 3 }]).subtasks] }) },
    },
    kills: [2, 3],
  },
  { story: 'a plan that is cancelled', comments: ['/plan add a limiter', 'cancel'], kills: [1] },
  {
    story: 'a plan that fails, is tried again, and goes on without a part',
    comments: ['/plan add a limiter', 'approve', '/retry', '/skip 2'],
    options: { script: { subtasks: { 2: GIVES_UP } }, inputs: { 'max-attempts': '1' } },
    kills: [2, 3],
  },
  {
    story: 'a plan of which two subtasks are in hand at the same time',
    comments: ['/plan add a limiter', 'approve'],
    options: { script: { plan: [offer(APART)] }, inputs: { parallel: '2' } },
    kills: [1],
  },
  {
    story: 'a plan of which something is taken back, in commits that GitHub makes one by one',
    comments: ['/plan add a limiter', 'approve', '/undo 1'],
    options: { inputs: { 'commit-with': 'api' } },
    kills: [2],
    // Each commit takes two writes, so that such runs get nowhere.
    inPieces: false,
  },
])

// What comes after a plan, and before people see one. Played in this process, which is quicker.

const ONE = planOf([{ number: 1 }])
const moved = (files: Record<string, string>) => (github: World['github']) => github.push('alice', 'main', { files })
const RESOLVED = 'export const part = 1 // and theirs\n'
const MERGE = { number: 2, name: 'Merge main', files: ['src/part1.js'], verify: ['grep -q theirs src/part1.js'] }

tellKilled(
  [
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
