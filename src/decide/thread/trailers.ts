import type { HaltReason, PassedCheck, ProofAnswers, ProofCounts } from '../../plan/plan.ts'
import { PERMISSIONS, type Permission } from '../../github/forge.ts'
import { noUsage, parseUsage, renderUsage } from '../../plan/usage.ts'

/** What a commit without changes records: the values of the trailer `Plan-State`. */
const RECORDED_STATES = ['abandoned', 'failed', 'in_progress', 'halted', 'updated', 'done'] as const

/** Who approved a subtask, in which comment, and what GitHub said before it began that this person may do. */
type ApprovedBy = { login: string; comment: number; permission?: Permission | undefined }

/** A commit message in its parts: subject and body are for people, trailers for the program. */
export type JournalEntry = { subject: string; body: string; trailers: Trailers }

/** The whole message of a commit. The trailers are the last block, so nothing above them can be taken for one. */
export function renderMessage({ subject, body, trailers }: JournalEntry): string {
  return [subject, body.trim(), renderTrailers(trailers)].filter(Boolean).join('\n\n') + '\n'
}

/** The address by which GitHub ties a commit to an account. */
export const mailOf = (account: { login: string; id: number }): string =>
  `${account.id}+${account.login}@users.noreply.github.com`

export const authorOf = (account: { login: string; id: number }): { name: string; email: string } => ({
  name: account.login,
  email: mailOf(account),
})

/** Reads a commit message of the bot. Only the last paragraph holds trailers: text further up may look like them. */
export function parseMessage(message: string): JournalEntry | undefined {
  const paragraphs = message
    .replaceAll('\r\n', '\n')
    .trimEnd()
    .split(/\n[ \t]*\n/)
  const fields = fieldsOf(paragraphs.at(-1) ?? '')
  const issue = numberIn(fields('Plan-Issue')[0])
  if (issue === undefined) return undefined
  return {
    subject: paragraphs[0]?.split('\n')[0] ?? '',
    body: paragraphs.slice(1, -1).join('\n\n'),
    trailers: readTrailers(issue, fields),
  }
}

/** Whether the message of a commit says what these trailers say, and nothing else. */
export function hasSameTrailers(message: string, trailers: Trailers): boolean {
  const read = parseMessage(message)?.trailers
  // No usage reads back as a usage of 0.
  return read !== undefined && renderTrailers(read) === renderTrailers({ usage: noUsage, ...trailers })
}

function fieldsOf(block: string): TrailerFields {
  const pairs = block.split('\n').flatMap((line) => {
    const match = /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line)
    return match ? [[match[1] ?? '', (match[2] ?? '').trim()] as const] : []
  })
  return (name) => pairs.filter(([key]) => key === name).map(([, value]) => value)
}

type TrailerFields = (name: string) => string[]

/** One field of the trailers: the lines that it is written as, and how it is read. */
type Row<T> = {
  lines: (value: T) => [name: string, value: string | number][]
  read: (fields: TrailerFields) => T | undefined
}

/** A field that is one line. Of several lines with its name only the first is read. */
const single = <T>(
  name: string,
  read: (text: string) => T | undefined,
  render: (value: T) => string | number = String,
): Row<T> => ({
  lines: (value) => [[name, render(value)]],
  read: (fields) => {
    const [text] = fields(name)
    return text === undefined ? undefined : read(text)
  },
})

const pathLines = (name: string): Row<string[]> => ({
  lines: (paths) => paths.map((path) => [name, path]),
  read: (fields) => {
    const paths = fields(name)
    return paths.length > 0 ? paths : undefined
  },
})

const listed = <T>(name: string, read: (text: string) => T[] | undefined, render: (list: T[]) => string): Row<T[]> => ({
  ...single(name, read, render),
  lines: (list) => (list.length === 0 ? [] : [[name, render(list)]]),
})

const oneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T | undefined =>
    known.find((one) => one === text)

const groupsOf =
  <T>(pattern: RegExp, read: (...groups: string[]) => T) =>
  (text: string): T | undefined => {
    const match = pattern.exec(text)
    return match ? read(...match.slice(1)) : undefined
  }

export const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** `Plan-Approved-By: bob (12)` for each approval, then `Plan-Permission: bob write` once for each login. */
function linesOfApprovers(approvers: ApprovedBy[]): [string, string][] {
  const permissions = approvers.flatMap(({ login, permission }) => (permission ? [`${login} ${permission}`] : []))
  return [
    ...approvers.map((by): [string, string] => ['Plan-Approved-By', `${by.login} (${by.comment})`]),
    ...[...new Set(permissions)].map((one): [string, string] => ['Plan-Permission', one]),
  ]
}

function readApprovers(fields: TrailerFields): ApprovedBy[] {
  const permissions = new Map(
    fields('Plan-Permission').flatMap((text): [string, Permission][] => {
      const [login = '', role] = text.split(' ')
      const permission = PERMISSIONS.find((one) => one === role)
      return permission ? [[login, permission]] : []
    }),
  )
  return fields('Plan-Approved-By').flatMap((text) => {
    const [, login = '', comment] = /^(\S+) \((\d{1,15})\)$/.exec(text) ?? []
    const permission = permissions.get(login)
    return comment ? [{ login, comment: Number(comment), ...(permission ? { permission } : {}) }] : []
  })
}

function readProof(text: string): ProofCounts | undefined {
  const [, proving, guarding, unplanned] =
    /^proving=(\d{1,4}) guarding=(\d{1,4})(?: unplanned=(\d{1,4}))?$/.exec(text) ?? []
  if (proving === undefined) return undefined
  const counts = { proving: Number(proving), guarding: Number(guarding) }
  return unplanned === undefined ? counts : { ...counts, unplanned: Number(unplanned) }
}

const renderProof = ({ proving, guarding, unplanned }: ProofCounts): string =>
  `proving=${proving} guarding=${guarding}${unplanned === undefined ? '' : ` unplanned=${unplanned}`}`

const LETTERS: Readonly<Record<ProofAnswers['before'], string>> = { passed: 'p', failed: 'f', 'not run': 'n' }

/** `nfnp:9f86…`: letters for before, without, earlier (of older releases) and planned, and the output's digest. */
const renderAnswersOfChecks = (checks: readonly ProofAnswers[]): string =>
  checks
    .map(({ before, without, earlier, planned, digest }) => {
      const letters = LETTERS[before] + LETTERS[without] + LETTERS[earlier ?? 'not run'] + LETTERS[planned]
      return digest === undefined ? letters : `${letters}:${digest}`
    })
    .join(' ')

function readAnswersOfChecks(text: string): ProofAnswers[] | undefined {
  if (!/^[pfn]{3,4}(?::[0-9a-f]{64})?(?: [pfn]{3,4}(?::[0-9a-f]{64})?){0,199}$/.test(text)) return undefined
  return text.split(' ').map((one) => {
    const [letters = '', digest] = one.split(':')
    const answerAt = (i: number) => (letters[i] === 'p' ? 'passed' : letters[i] === 'f' ? 'failed' : 'not run')
    const earlier = answerAt(2)
    return {
      ...{ before: answerAt(0), without: answerAt(1), planned: answerAt(3) },
      ...(earlier === 'not run' ? {} : { earlier }),
      ...(digest === undefined ? {} : { digest }),
    }
  })
}

/** `9f86…:12/1`: the digest of a command, and how many tests it ran and left out. */
const renderPassed = ({ command, counts }: PassedCheck): string =>
  counts ? `${command}:${counts.ran}/${counts.skipped}` : command

function readPassed(text = ''): PassedCheck[] | undefined {
  const read = text.split(' ').map((one) => /^([0-9a-f]{32})(?::(\d{1,9})\/(\d{1,9}))?$/.exec(one))
  if (read.length > 200 || read.includes(null)) return undefined
  return read.flatMap((match) => {
    const [, command = '', ran, skipped] = match ?? []
    return [{ command, ...(ran === undefined ? {} : { counts: { ran: Number(ran), skipped: Number(skipped) } }) }]
  })
}

/**
 * The trailers of one commit of the bot, in the order in which they are written. The branch is the journal: nothing is
 * remembered but these and `PLAN.md`. What an older version wrote reads as it did then, and unknown trailers are skipped.
 */
const ROWS = {
  issue: single('Plan-Issue', numberIn),
  subtask: {
    ...single<number>('Plan-Subtask', numberIn),
    // An unknown state comes from a later release. It must not look like an executed subtask.
    read: (fields: TrailerFields) => {
      const [state] = fields('Plan-State')
      return state !== undefined && oneOf(RECORDED_STATES)(state) === undefined
        ? undefined
        : numberIn(fields('Plan-Subtask')[0])
    },
  },
  state: single('Plan-State', oneOf(RECORDED_STATES)),
  reason: single('Plan-Reason', oneOf<HaltReason>(['budget', 'change', 'continuation', 'environment', 'acceptance'])),
  attempts: single('Plan-Attempts', numberIn),
  request: single('Plan-Request', String),
  feedback: listed(
    'Plan-Feedback',
    (text) => text.split(',').flatMap((id) => numberIn(id.trim()) ?? []),
    (ids) => ids.join(', '),
  ),
  /** For which checks a version was made: the newest commit of the code, and what the failures are known by. */
  fix: single(
    'Plan-Fix',
    groupsOf(/^([0-9a-f]{40}) ([0-9a-f]{16})$/, (code = '', digest = '') => ({ code, digest })),
    ({ code, digest }) => `${code} ${digest}`,
  ),
  command: single('Plan-Command', numberIn),
  /** The subtask of a plan that resolves a merge, and the commit of the base that it merges. */
  merge: single(
    'Plan-Merge',
    groupsOf(/^(\d{1,4}) ([0-9a-f]{40})$/, (subtask, base = '') => ({ subtask: Number(subtask), base })),
    ({ subtask, base }) => `${subtask} ${base}`,
  ),
  /** The commit that a second look at the result is about. */
  look: single('Plan-Look', (text) => /^[0-9a-f]{40}$/.exec(text)?.[0]),
  version: single('Plan-Version', String),
  approvedBy: { lines: linesOfApprovers, read: readApprovers },
  usage: single('Plan-Usage', parseUsage, renderUsage),
  /** The run of the workflow that paid what `usage` says. */
  run: single('Plan-Run', numberIn),
  /** How many checks of the subtask fail without its change, and how many pass without it, too. */
  proof: single('Plan-Proof', readProof, renderProof),
  /** What each check of the subtask said on the other trees, in their order. */
  checks: listed('Plan-Checks', readAnswersOfChecks, renderAnswersOfChecks),
  /** The checks that passed on the very tree of the commit. */
  passed: listed('Plan-Passed', readPassed, (passed) => passed.map(renderPassed).join(' ')),
  /** Test files that the plan changed, and whose earlier versions fail on the new code: each, or only together. */
  brokenTests: pathLines('Plan-Broken-Test'),
  brokenSet: pathLines('Plan-Broken-Set'),
  /** Digests of the changes that were handed to another job to be verified. */
  verify: listed(
    'Plan-Verify',
    (text) => text.split(' '),
    (digests) => digests.join(' '),
  ),
  /** The highest comment id that was considered for this commit. */
  seen: single('Plan-Seen', numberIn),
  coAuthor: single(
    'Co-authored-by',
    groupsOf(/^(\S+) <(\d{1,15})\+\S+@users\.noreply\.github\.com>$/, (login = '', id) => ({ login, id: Number(id) })),
    (account) => `${account.login} <${mailOf(account)}>`,
  ),
}

type Values = { [K in keyof typeof ROWS]: (typeof ROWS)[K] extends { lines: (value: infer T) => unknown } ? T : never }
export type Trailers = Partial<Values> & Pick<Values, 'issue' | 'seen'>

const FIELDS = Object.keys(ROWS) as (keyof Values)[]

const trailerLinesOf = <K extends keyof Values>(field: K, value: Values[K] | undefined): [string, string | number][] =>
  value === undefined ? [] : (ROWS[field] as unknown as Row<Values[K]>).lines(value)

const renderTrailers = (trailers: Trailers): string =>
  FIELDS.flatMap((field) => trailerLinesOf(field, trailers[field]))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** What is missing reads as nothing: no feedback, no approval, no usage, no comment that was seen. */
function readTrailers(issue: number, fields: TrailerFields): Trailers {
  const found = FIELDS.flatMap((field) => {
    const value = ROWS[field].read(fields)
    return value === undefined ? [] : [[field, value]]
  })
  return { seen: 0, feedback: [], usage: noUsage, ...Object.fromEntries(found), issue }
}
