import { call } from '../../fakes/model/script.ts'
import { tellKilled } from './killed.ts'
import { offer, planOf, revised, TWO } from './stage.ts'

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
