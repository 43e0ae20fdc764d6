import { call, calls } from '../fakes/model/script.ts'
import type { Reply, Step } from '../fakes/model/script.ts'

// What the scripted model does in the sample project: it reads, plans, revises, edits, and makes one mistake, which
// the project's own tests find.

const LIMITER = `/** How many requests one client may make, and within how many seconds. */
export type Limit = { requests: number; seconds: number }

/**
 * A function that counts the requests of each client. It returns the seconds that the client has to wait, 0 when it
 * may go on; \`now\` is in milliseconds.
 */
export function createLimiter({ requests, seconds }: Limit): (client: string, now: number) => number {
  const windows = new Map<string, { since: number; count: number }>()
  return (client, now) => {
    const window = windows.get(client)
    if (!window || now - window.since >= seconds * 1000) {
      windows.set(client, { since: now, count: 1 })
      return 0
    }
    window.count++
    return window.count <= requests ? 0 : Math.ceil((window.since + seconds * 1000 - now) / 1000)
  }
}
`

const LIMITER_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from '../src/limiter.ts'

test('a client over the limit waits for the rest of its window', () => {
  const wait = createLimiter({ requests: 2, seconds: 10 })
  assert.deepEqual([wait('a', 0), wait('a', 1_000), wait('a', 4_000)], [0, 0, 6])
})

test('clients are counted apart, and a new window begins from nothing', () => {
  const wait = createLimiter({ requests: 1, seconds: 10 })
  assert.deepEqual([wait('a', 0), wait('b', 0), wait('a', 9_999), wait('a', 10_000)], [0, 0, 1, 0])
})
`

/** What people approve with the plan where they want a test first. */
export const APPROVED_TEST = {
  path: 'tests/approved.test.ts',
  run: 'node --test tests/approved.test.ts',
  content: `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimiter } from '../src/limiter.ts'

test('a client over the limit waits, and no other does', () => {
  const wait = createLimiter({ requests: 2, seconds: 10 })
  assert.deepEqual([wait('a', 0), wait('a', 0), wait('a', 0), wait('b', 0)], [0, 0, 10, 0])
})
`,
}

const NEXT_TEST = "test('there is nothing but notes'"
const LIMIT_TEST = `test('the limit can be set', async () => {
  using board = await open(createBoard({ limit: { requests: 1, seconds: 60 } }))
  assert.equal((await fetch(board.url)).status, 200)
  assert.equal((await fetch(board.url)).status, 429)
})

`

const README = `
## Limit

Each client may make 20 requests a minute. Over the limit, the answer is 429, with the seconds to wait in
\`retry-after\`. \`createBoard({ limit: { requests, seconds } })\` sets another limit.
`

/** The one plan that the script knows. */
export const FIRST_PLAN = {
  title: 'Limit the requests of each client',
  description:
    '`createBoard` in `src/server.ts` answers every request. A limiter in a file of its own counts the requests of each address, and the server asks it first. `tests/flood.test.ts` already describes the result.',
  expected_outcome: '`node --test` passes, `tests/flood.test.ts` included.',
  subtasks: [
    {
      number: 1,
      name: 'Add a limiter that counts per client',
      description: 'A pure function of client and time, without a clock of its own, so that tests need not wait.',
      expected_outcome: 'Its own tests pass.',
      files: ['src/limiter.ts', 'tests/limiter.test.ts'],
      verify: ['node --test tests/limiter.test.ts'],
      depends_on: [],
      asked_for: 'no one else got through',
    },
    {
      number: 2,
      name: 'Return 429 to clients over the limit',
      description: 'The server asks the limiter before anything else: 20 requests a minute for each address.',
      expected_outcome: 'All tests pass.',
      files: ['src/server.ts'],
      verify: ['node --test'],
      depends_on: [1],
      asked_for: 'describes what we want',
    },
    {
      number: 3,
      name: 'Document the limit',
      description: 'A section of `README.md` with the limit and the answer.',
      expected_outcome: '`README.md` names the status 429.',
      files: ['README.md'],
      verify: ['grep -q 429 README.md'],
      depends_on: [2],
    },
  ],
  questions: [{ question: 'Which limit is right?', default: '20 requests a minute, as the test says' }],
  risks: ['Clients behind one proxy share an address, and therefore a limit.'],
}

/** What people say moves the limit out of the code: the second subtask grows, the others stay as they are. */
export const WITH_OPTION = {
  description:
    'The server asks the limiter before anything else: 20 requests a minute for each address. The limit is the option `limit` of `createBoard`, with that default.',
  expected_outcome: 'All tests pass, and so does a new one that sets another limit.',
  files: ['src/server.ts', 'tests/server.test.ts'],
}

const read = (path: string) => call('read_file', { path })
const run = (command: string) => call('run_command', { command })
const edit = (path: string, old_text: string, new_text: string) => call('edit_file', { path, old_text, new_text })
const steps = (...list: [title: string, state: 'todo' | 'in_progress' | 'done'][]) =>
  call('update_steps', { steps: list.map(([title, state]) => ({ title, state })) })

const LOOK = '  return createServer((request, response) => {\n'
const ASK_LIMITER = `${LOOK}    const seconds = wait(request.socket.remoteAddress ?? '', Date.now())
    if (seconds > 0) return send(response, 429, { error: 'Too many requests.' })
`
const WAIT_LINE = "    if (seconds > 0) return send(response, 429, { error: 'Too many requests.' })\n"
const WAIT_LINES = `    if (seconds > 0) {
      response.setHeader('retry-after', seconds)
      return send(response, 429, { error: \`Wait \${seconds} seconds.\` })
    }
`

const addLimiter: Step[] = [
  read('src/server.ts'),
  calls(
    call('write_file', { path: 'src/limiter.ts', content: LIMITER }),
    call('write_file', { path: 'tests/limiter.test.ts', content: LIMITER_TEST }),
  ),
  run('node --test tests/limiter.test.ts'),
  call('finish_subtask', {
    outcome: '`createLimiter` counts the requests of each client in windows of its own',
    commit_subject: 'Add a limiter that counts per client',
  }),
]

const answer429: Step[] = [
  calls(
    steps(
      ['ask the limiter first', 'in_progress'],
      ['set the limit by an option', 'todo'],
      ['test the option', 'todo'],
    ),
    read('src/server.ts'),
    read('tests/flood.test.ts'),
  ),
  calls(
    edit(
      'src/server.ts',
      "from 'node:http'\n",
      "from 'node:http'\nimport { createLimiter, type Limit } from './limiter.ts'\n",
    ),
    edit('src/server.ts', LOOK, ASK_LIMITER),
    edit(
      'src/server.ts',
      'export function createBoard(): Server {\n',
      'export function createBoard({ limit = LIMIT }: { limit?: Limit } = {}): Server {\n  const wait = createLimiter(limit)\n',
    ),
    edit('src/server.ts', '/** A board of', 'const LIMIT: Limit = { requests: 20, seconds: 60 }\n\n/** A board of'),
  ),
  calls(
    edit('tests/server.test.ts', NEXT_TEST, LIMIT_TEST + NEXT_TEST),
    steps(['ask the limiter first', 'done'], ['set the limit by an option', 'done'], ['test the option', 'done']),
  ),
  call('finish_subtask', { outcome: 'Clients over the limit get 429', commit_subject: 'Return 429' }),
  edit('src/server.ts', WAIT_LINE, WAIT_LINES),
  run('node --test'),
  call('finish_subtask', {
    outcome: 'Clients over `limit` get 429, with the seconds to wait',
    commit_subject: 'Return 429 to clients over the limit',
    commit_body: 'The limit is an option of createBoard: 20 requests a minute unless told otherwise.',
  }),
]

const documentLimit: Step[] = [
  read('README.md'),
  run(`cat >> README.md <<'END'\n${README}END`),
  call('finish_subtask', {
    outcome: '`README.md` names the limit and how to set it',
    commit_subject: 'Document the limit',
  }),
]

/** How each subtask of the plan is carried out, in their order. */
export const WORK: readonly (readonly Step[])[] = [addLimiter, answer429, documentLimit]

/** What the planner reads before it plans. */
export const READING: readonly Reply[] = [
  calls(call('list_files'), read('src/server.ts')),
  calls(read('tests/flood.test.ts'), call('search', { pattern: 'createBoard' })),
]
