import { execFileSync } from 'node:child_process'
import { parseMessage, type JournalEntry } from '../../src/decide/thread/trailers.ts'
import { parseRecord, type PlanRecord } from '../../src/plan/record.ts'
import { addUsage, noUsage, type Usage } from '../../src/plan/usage.ts'

// What a clone tells of plans: their records, their commits, and what became of these on the base.

/** How a plan came to the base. */
export type Merging = { how: 'merge' | 'squash' | 'rebase'; at: string }

/** A plan, as records and commits tell it. Times are ISO 8601. */
export type PlanFacts = {
  issue: number
  /** Undefined where no record names it. */
  pull: number | undefined
  asked: string
  state: 'done' | 'abandoned' | 'open'
  /** The last version that subtasks were carried out with. */
  approvedVersion: number | undefined
  pauses: { reason: string; at: string }[]
  /** Subtasks that were done, and were taken back before the merge. */
  takenBack: number
  merged: Merging | undefined
  /** A later commit of the base reverts what was merged. */
  reverted: boolean
  usage: Usage
}

type Commit = { sha: string; parents: string[]; written: string; made: string; message: string }
type Journal = Commit & { entry: JournalEntry }
type Kept = { commit: Commit; record: PlanRecord }
type Where = { repo: string; base: string; prefix: string }

/** Bytes of what git may say: the history of a large repository. */
const MOST = 2 ** 30

const git = ({ repo }: Pick<Where, 'repo'>, args: readonly string[], input = ''): string =>
  execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', maxBuffer: MOST, input })

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean)

const FORMAT = '--format=%H%x00%P%x00%aI%x00%cI%x00%B%x00'

/** The commits that can be reached from these, and whose messages have one of these lines. */
function commitsFrom(where: Where, tips: readonly string[], patterns: readonly string[]): Commit[] {
  const greps = patterns.map((pattern) => `--grep=${pattern}`)
  const fields = git(where, ['log', '--stdin', '--extended-regexp', ...greps, FORMAT], `${tips.join('\n')}\n`).split(
    '\0',
  )
  return Array.from({ length: Math.floor(fields.length / 5) }, (_, i) => {
    const [sha = '', parents = '', written = '', made = '', message = ''] = fields.slice(i * 5)
    return { sha: sha.trim(), parents: parents.split(' ').filter(Boolean), written, made, message: message.trim() }
  })
}

/** Every plan that left a record or has a branch, the first that was asked for first. */
export function plansIn(where: Where): PlanFacts[] {
  const patterns = [
    'refs/measure-twice/*-record',
    `refs/heads/${where.prefix}issue-*`,
    `refs/remotes/*/${where.prefix}issue-*`,
  ]
  const tips = linesOf(git(where, ['for-each-ref', '--format=%(objectname)', ...patterns]))
  const found = commitsFrom(where, [...tips, where.base], ['^Plan-Issue: ', '^Record of the plan for #'])
  const onBase = new Set(linesOf(git(where, ['rev-list', where.base])))
  const records = keptRecords(
    where,
    found.filter(({ message }) => message.startsWith('Record of the plan for #')),
  )
  const journals = journalsIn(found, onBase)
  const merges = mergesOf(where, { found, onBase, journals })
  return plansOf(records, journals.own)
    .map((plan) => factsOf(plan, merges))
    .toSorted((one, other) => one.asked.localeCompare(other.asked))
}

/** What the records say, the oldest first. One of a plan that went on and ended again takes the place of the one before. */
function keptRecords(where: Where, commits: readonly Commit[]): Kept[] {
  const names = commits.map(({ sha }) => `${sha}:record.json`).join('\n')
  if (names === '') return []
  const answer = execFileSync('git', ['-C', where.repo, 'cat-file', '--batch'], {
    input: `${names}\n`,
    maxBuffer: MOST,
  })
  let at = 0
  const kept = commits.toSorted((one, other) => one.made.localeCompare(other.made)).map((commit) => ({ commit }))
  const texts = new Map(
    commits.map(({ sha }) => {
      const end = answer.indexOf(10, at)
      const size = Number(/ blob (\d+)$/.exec(answer.toString('utf8', at, end))?.[1] ?? -1)
      const text = size < 0 ? '' : answer.toString('utf8', end + 1, end + 1 + size)
      at = size < 0 ? end + 1 : end + size + 2
      return [sha, text] as const
    }),
  )
  const read = kept.flatMap(({ commit }) => {
    const record = parseRecord(texts.get(commit.sha) ?? '')
    return record ? [{ commit, record }] : []
  })
  return [...new Map(read.map((one) => [`${one.record.issue} ${one.record.pull_request}`, one])).values()]
}

const copyKey = ({ written, message }: Commit): string => `${written} ${message}`

/** A squash has the messages of all commits in one, under the title and number of the pull request. */
const isSquash = ({ message }: Commit): boolean =>
  /^[^\n]*\(#\d+\)(\n|$)/.test(message) || /^Plan-Subtasks: /m.test(message)

/** The commits of journals, each once, and the copies of them that a rebase left on the base. */
function journalsIn(found: readonly Commit[], onBase: ReadonlySet<string>) {
  const all = found.flatMap((commit): Journal[] => {
    const entry = isSquash(commit) || !/^Plan-Seen: /m.test(commit.message) ? undefined : parseMessage(commit.message)
    return entry ? [{ ...commit, entry }] : []
  })
  const groups = [...Map.groupBy(all, copyKey).values()]
  const own = groups.flatMap((same) => same.find(({ sha }) => !onBase.has(sha)) ?? same.slice(0, 1))
  const copies = new Map(
    groups.flatMap((same) => {
      const copy = same.length > 1 ? same.find(({ sha }) => onBase.has(sha)) : undefined
      return copy ? [[copyKey(copy), copy] as const] : []
    }),
  )
  return { own, copies }
}

type OnBase = {
  onBase: ReadonlySet<string>
  copies: ReadonlyMap<string, Commit>
  /** When a commit was merged, by its own id: that of the merge commit. */
  mergedAt: ReadonlyMap<string, string>
  /** Squashes by the record that they name, and by the number of their pull request. */
  squashes: ReadonlyMap<string, Commit>
  /** The commits that a later one reverts. */
  reverted: ReadonlySet<string>
}

type Found = { found: readonly Commit[]; onBase: ReadonlySet<string>; journals: ReturnType<typeof journalsIn> }

function mergesOf(where: Where, { found, onBase, journals }: Found): OnBase {
  const merges = linesOf(git(where, ['log', '--merges', '--format=%cI %P', where.base])).flatMap((line) => {
    const [at = '', ...parents] = line.split(' ')
    return parents.slice(1).map((parent): [string, string] => [parent, at])
  })
  const numbered = commitsFrom(where, [where.base], ['\\(#[0-9]+\\)$', '^This reverts commit '])
  const squashes = [...numbered, ...found.filter(({ sha }) => onBase.has(sha))].flatMap(
    (commit): [string, Commit][] => {
      const record = /^Plan-Record: ([0-9a-f]{40})$/m.exec(commit.message)?.[1]
      const pull = /^[^\n]*\(#(\d+)\)(?:\n|$)/.exec(commit.message)?.[1]
      return [record, pull].flatMap((key) => (key === undefined ? [] : [[key, commit]]))
    },
  )
  const reverted = numbered.flatMap(({ message }) =>
    [...message.matchAll(/^This reverts commit ([0-9a-f]{40})/gm)].flatMap(([, sha]) => sha ?? []),
  )
  return {
    onBase,
    copies: journals.copies,
    mergedAt: new Map(merges.toReversed()),
    squashes: new Map(squashes.toReversed()),
    reverted: new Set(reverted),
  }
}

type Plan = { issue: number; kept: Kept | undefined; journal: Journal[] }

/** The plans of each issue: those that left a record, with the commits up to it, and the one that is open. */
function plansOf(records: readonly Kept[], journals: readonly Journal[]): Plan[] {
  const byIssue = Map.groupBy(journals, ({ entry }) => entry.trailers.issue)
  const recordsOf = Map.groupBy(records, ({ record }) => record.issue)
  return [...new Set([...byIssue.keys(), ...recordsOf.keys()])].flatMap((issue) => {
    const ended = recordsOf.get(issue) ?? []
    const isOf = ({ made }: Journal): Kept | undefined => ended.find(({ commit }) => commit.made >= made)
    const groups = Map.groupBy(byIssue.get(issue) ?? [], isOf)
    const open = groups.get(undefined)
    return [
      ...ended.map((kept) => ({ issue, kept, journal: groups.get(kept) ?? [] })),
      ...(open ? [{ issue, kept: undefined, journal: open }] : []),
    ]
  })
}

function factsOf({ issue, kept, journal }: Plan, base: OnBase): PlanFacts {
  const record = kept?.record
  const steps = journal.toSorted((one, other) => one.made.localeCompare(other.made))
  const versions = record?.approvals.flatMap(({ version }) => version ?? []) ?? []
  const pauses = steps.flatMap(({ entry: { trailers }, made }) =>
    trailers.state === 'halted' || trailers.state === 'failed'
      ? [{ reason: trailers.reason ?? (trailers.state === 'failed' ? 'failed' : 'other'), at: made }]
      : [],
  )
  const done = steps.filter(({ entry }) => entry.trailers.subtask !== undefined && entry.trailers.state === undefined)
  const doneAt = new Map(done.map((commit) => [commit.entry.trailers.subtask, commit.made]))
  const takenBack = steps.filter(
    ({ entry: { trailers }, made }) => trailers.state === 'abandoned' && (doneAt.get(trailers.subtask) ?? made) < made,
  )
  const merged = mergingOf({ kept, journal: steps }, base)
  return {
    issue,
    pull: record?.pull_request,
    asked: steps.at(0)?.made ?? kept?.commit.made ?? '',
    state: record?.state ?? (steps.some(({ entry }) => entry.trailers.state === 'done') ? 'done' : 'open'),
    approvedVersion: versions.length > 0 ? Math.max(...versions) : undefined,
    pauses,
    takenBack: takenBack.length,
    merged: merged && { how: merged.how, at: merged.at },
    reverted: merged?.shas.some((sha) => base.reverted.has(sha)) ?? false,
    usage: record?.usage ?? addUsage(...steps.map(({ entry }) => entry.trailers.usage ?? noUsage)),
  }
}

/** How the plan came to the base, and the commits there that it is. */
function mergingOf(
  { kept, journal }: Pick<Plan, 'kept' | 'journal'>,
  base: OnBase,
): (Merging & { shas: string[] }) | undefined {
  const same = journal.filter(({ sha }) => base.onBase.has(sha))
  const head = kept?.record.head ?? journal.at(-1)?.sha ?? ''
  const last = same.at(-1)
  if (last) {
    const at = base.mergedAt.get(head) ?? base.mergedAt.get(last.sha) ?? last.made
    return { how: 'merge', at, shas: same.map(({ sha }) => sha) }
  }
  const copies = journal.flatMap((commit) => base.copies.get(copyKey(commit)) ?? [])
  const lastCopy = copies.at(-1)
  if (lastCopy) return { how: 'rebase', at: lastCopy.made, shas: copies.map(({ sha }) => sha) }
  const squash = kept && (base.squashes.get(kept.commit.sha) ?? base.squashes.get(String(kept.record.pull_request)))
  return squash && { how: 'squash', at: squash.made, shas: [squash.sha] }
}
