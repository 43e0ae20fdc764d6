import { call, calls, type Context, type Step } from '../fakes/model/script.ts'

// What the scripted model does after the plan was carried out: about a check of CI that fails, and about a review.

/** One more subtask of a plan that is done: how it is planned, what is answered, and how it is carried out. */
export type Round = {
  isAsked(context: Context): boolean
  note: string
  subtask: {
    name: string
    description: string
    expected_outcome: string
    files: string[]
    verify: string[]
    depends_on: number[]
  }
  steps: readonly Step[]
}

const edit = (path: string, old_text: string, new_text: string) => call('edit_file', { path, old_text, new_text })
const read = (path: string) => call('read_file', { path })
const run = (command: string) => call('run_command', { command })

const CLOCK = 'node --test checks/clock.ts'

const steadyClock: Round = {
  isAsked: ({ request }) => /checks failed on the head/.test(request.newest),
  note: 'the limit gets a clock that cannot be put back',
  subtask: {
    name: 'Time the limit by a clock that cannot be put back',
    description:
      '`src/server.ts` asks `Date.now()`. When the server’s clock is put right, a client may wait for an hour. `performance.now()` only goes forward.',
    expected_outcome: 'The check `clock` of CI passes, and so do all tests.',
    files: ['src/server.ts'],
    verify: [CLOCK, 'node --test'],
    depends_on: [2],
  },
  steps: [
    calls(read('checks/clock.ts'), run(CLOCK)),
    edit('src/server.ts', 'Date.now()', 'performance.now()'),
    call('finish_subtask', {
      outcome: 'No client waits longer when the clock of the server is put back',
      commit_subject: 'Time the limit by a clock that cannot be put back',
    }),
  ],
}

const FORGET_TEST = `
test('a client whose window is over is forgotten', () => {
  const windows = new Map()
  const wait = createLimiter({ requests: 1, seconds: 10 }, windows)
  for (const [client, now] of [['a', 0], ['b', 5_000], ['c', 10_000]] as const) wait(client, now)
  assert.deepEqual([...windows.keys()], ['b', 'c'])
})
`

const LIMIT = 'export type Limit = { requests: number; seconds: number }\n'
const HEAD = 'export function createLimiter({ requests, seconds }: Limit): (client: string, now: number) => number {\n'
const MAP = '  const windows = new Map<string, { since: number; count: number }>()\n'
const ENDS = '    if (!window || now - window.since >= seconds * 1000) {\n'

const NEW_HEAD = `export function createLimiter(
  { requests, seconds }: Limit,
  windows: Windows = new Map(),
): (client: string, now: number) => number {
`

const forget: Round = {
  isAsked: ({ request }) => /\bforg[eo]t|\bgrows\b/i.test(request.newest),
  note: 'clients whose window is over are forgotten',
  subtask: {
    name: 'Forget clients whose window is over',
    description:
      'The map in `src/limiter.ts` keeps every client for ever. It drops those whose window is over whenever a new one begins.',
    expected_outcome: 'All tests pass, and so does a new one that looks into the map.',
    files: ['src/limiter.ts', 'tests/limiter.test.ts'],
    verify: ['node --test'],
    depends_on: [1],
  },
  steps: [
    calls(read('src/limiter.ts'), read('tests/limiter.test.ts')),
    calls(
      edit('src/limiter.ts', LIMIT, `${LIMIT}type Windows = Map<string, { since: number; count: number }>\n`),
      edit('src/limiter.ts', HEAD + MAP, NEW_HEAD),
      edit(
        'src/limiter.ts',
        ENDS,
        `${ENDS}      for (const [one, { since }] of windows) if (now - since >= seconds * 1000) windows.delete(one)\n`,
      ),
    ),
    run(`cat >> tests/limiter.test.ts <<'END'${FORGET_TEST}END`),
    call('finish_subtask', {
      outcome: 'The limiter holds those clients alone whose window is open',
      commit_subject: 'Forget clients whose window is over',
    }),
  ],
}

export const ROUNDS: readonly Round[] = [steadyClock, forget]
