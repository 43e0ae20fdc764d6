import { execFileSync } from 'node:child_process'
import { renderMessage, type Trailers } from '../../src/decide/thread/trailers.ts'
import { renderRecord, type PlanRecord } from '../../src/plan/record.ts'

// A history of a thousand plans, written by `git fast-import`: a third is merged with a merge commit, a third squashed,
// a third rebased. Every tenth was paused, of every twentieth something was taken back, and the first is reverted.

export const PLANS = 1_000
const FIRST = Date.UTC(2026, 0, 1) / 1000
/** Seconds between two plans: a thousand of them are asked for in nine months. */
const APART = 6.5 * 3_600

type Written = { mark: number; at: number }
/** What `git fast-import` reads. Marks stand for commits that have no id yet. */
const stream: string[] = []
let marks = 0

type NewCommit = {
  ref: string
  message: string
  at: number
  /** When it was written, where that is another time, as after a rebase. */
  written?: number
  from?: number | undefined
  merge?: number
  record?: string
}

function commit({ ref, message, at, written = at, from, merge, record }: NewCommit): Written {
  const mark = ++marks
  const bot = 'github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>'
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  stream.push(
    `commit ${ref}\nmark :${mark}\nauthor ${bot} ${written} +0000\ncommitter ${bot} ${at} +0000\n${data(message)}`,
    ...(from === undefined ? [] : [`from :${from}\n`]),
    ...(merge === undefined ? [] : [`merge :${merge}\n`]),
    ...(record === undefined ? [] : [`M 100644 inline record.json\n${data(record)}`]),
    '\n',
  )
  return { mark, at }
}

const USAGE = { input: 100_000, cached: 0, output: 10_000 }
const NONE = '0'.repeat(40)

const recordOf = (issue: number): PlanRecord => ({
  ...{ format: 1, issue, pull_request: issue + 5_000, state: 'done' },
  request: { comment: 1, login: 'alice', id: 1, text: 'Do it.' },
  versions: [{ number: 1, blob: NONE, comment: 2 }],
  approvals: [
    { comment: 3, login: 'bob', id: 2, permission: 'write', at: null, version: 1 + (issue % 5), subtasks: [1] },
  ],
  subtasks: [],
  ...{ base: NONE, journal: NONE, head: NONE, tree: NONE },
  usage: USAGE,
  ...{ runs: [issue], models: ['m'], action: null },
})

const message = (issue: number, subject: string, trailers: Partial<Trailers>): string =>
  renderMessage({ subject, body: '', trailers: { issue, seen: 9, ...trailers } })

/** The steps of a plan on its branch. */
const stepsOf = (issue: number): string[] => [
  message(issue, 'Plan: Do it', { request: '7', usage: USAGE }),
  ...(issue % 10 === 0 ? [message(issue, 'Halt', { state: 'halted', reason: 'budget' })] : []),
  message(issue, 'Do part 1', { subtask: 1 }),
  ...(issue % 20 === 0 ? [message(issue, 'Take back subtask 1', { subtask: 1, state: 'abandoned', command: 8 })] : []),
  message(issue, 'Finish the plan', { state: 'done' }),
]

/** Writes the history into a repository that is empty. */
export function writeThousandPlans(repo: string): void {
  let base = commit({ ref: 'refs/heads/main', message: 'First commit', at: FIRST })
  for (let issue = 1; issue <= PLANS; issue++) base = writePlan(issue, base)
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', input }).trim()
  git(['fast-import', '--quiet'], stream.join(''))
  // As after the merge, where branches go.
  git(['update-ref', '--stdin'], `${git(['for-each-ref', '--format=delete %(refname)', 'refs/heads/plan'])}\n`)
  const squash = git(['log', '--format=%H', '--grep=^Do it (#5001)$', 'main'])
  const text = `Revert "Do it (#5001)"\n\nThis reverts commit ${squash}.`
  const by = ['-c', 'user.name=alice', '-c', 'user.email=alice@example.org']
  git(['update-ref', 'refs/heads/main', git([...by, 'commit-tree', '-p', 'main', '-m', text, 'main^{tree}'])])
}

/** Writes one plan, its record, and how it came to the base. Returns the tip of the base then. */
function writePlan(issue: number, base: Written): Written {
  const start = Math.round(FIRST + issue * APART)
  const steps = stepsOf(issue)
  let head = base
  for (const [i, text] of steps.entries())
    head = commit({ ref: `refs/heads/plan/issue-${issue}`, message: text, at: start + i * 60, from: head.mark })
  commit({
    ref: `refs/measure-twice/${issue}-record`,
    message: `Record of the plan for #${issue}\n`,
    at: start + 600,
    from: head.mark,
    record: renderRecord(recordOf(issue)),
  })
  const onBase = { ref: 'refs/heads/main', at: start + 3_600 }
  if (issue % 3 === 0) return commit({ ...onBase, message: `Merge #${issue}`, from: base.mark, merge: head.mark })
  if (issue % 3 === 1)
    return commit({ ...onBase, message: `Do it (#${issue + 5_000})\n\nPlan-Issue: ${issue}\n`, from: base.mark })
  let copy = base
  for (const [i, text] of steps.entries())
    copy = commit({ ...onBase, message: text, written: start + i * 60, from: copy.mark })
  return copy
}
