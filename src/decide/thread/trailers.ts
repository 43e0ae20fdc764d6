import type { HaltReason, PassedThere, ProofAnswers, ProofCounts, Answer } from '../../plan/plan.ts'
import { PERMISSIONS, type Permission } from '../../github/forge.ts'
import { noUsage, parseUsage, renderUsage, type Usage } from '../../plan/usage.ts'

/** What a commit without changes records: the values of the trailer `Plan-State`. */
type RecordedState = 'abandoned' | 'failed' | 'in_progress' | 'halted' | 'updated' | 'done'

/** Who approved a subtask, in which comment, and what GitHub said before it began that this person may do. */
export type ApprovedBy = { login: string; comment: number; permission?: Permission | undefined }

/**
 * The trailers of one commit of the bot. The branch is the journal: nothing is remembered but these and `PLAN.md`.
 * `seen` is the highest comment id that was considered for this commit.
 */
export type Trailers = {
  issue: number
  seen: number
  subtask?: number
  version?: string
  approvedBy?: ApprovedBy[]
  request?: string
  feedback?: number[]
  state?: RecordedState
  command?: number
  /** The subtask of a plan that resolves a merge, and the commit of the base that it merges. */
  merge?: { subtask: number; base: string }
  attempts?: number
  reason?: HaltReason
  usage?: Usage
  /** The run of the workflow that paid what `usage` says. */
  run?: number
  /** Digests of the changes that were handed to another job to be verified. */
  verify?: string[]
  /** For which checks a version was made: the newest commit of the code, and what the failures are known by. */
  fix?: { code: string; digest: string }
  /** The commit that a second look at the result is about. */
  look?: string
  /** How many checks of the subtask fail without its change, and how many pass without it, too. */
  proof?: ProofCounts
  /** What each check of the subtask said on the other trees, in their order. */
  checks?: ProofAnswers[]
  /** The checks that passed on the very tree of the commit. */
  passed?: PassedThere[]
  /** Test files that the subtask changed, and whose earlier versions fail on the new code. */
  brokenTests?: string[]
  coAuthor?: { login: string; id: number }
}

/** A commit message in its parts: subject and body are for people, trailers for the program. */
export type JournalEntry = { subject: string; body: string; trailers: Trailers }

/** The whole message of a commit. The trailers are the last block, so nothing above them can be taken for one. */
export function renderMessage({ subject, body, trailers }: JournalEntry): string {
  return [subject, body.trim(), renderTrailers(trailers)].filter(Boolean).join('\n\n') + '\n'
}

function renderTrailers(t: Trailers): string {
  const lines: [string, string | number | undefined][] = [
    ['Plan-Issue', t.issue],
    ['Plan-Subtask', t.subtask],
    ['Plan-State', t.state],
    ['Plan-Reason', t.reason],
    ['Plan-Attempts', t.attempts],
    ['Plan-Request', t.request],
    ['Plan-Feedback', t.feedback?.length ? t.feedback.join(', ') : undefined],
    ['Plan-Fix', t.fix && `${t.fix.code} ${t.fix.digest}`],
    ['Plan-Command', t.command],
    ['Plan-Merge', t.merge && `${t.merge.subtask} ${t.merge.base}`],
    ['Plan-Look', t.look],
    ['Plan-Version', t.version],
    ...(t.approvedBy ?? []).map((by): [string, string] => ['Plan-Approved-By', `${by.login} (${by.comment})`]),
    ...permissionsOf(t.approvedBy ?? []).map((one): [string, string] => ['Plan-Permission', one]),
    ['Plan-Usage', t.usage && renderUsage(t.usage)],
    ['Plan-Run', t.run],
    ['Plan-Proof', t.proof && `proving=${t.proof.proving} guarding=${t.proof.guarding}`],
    ['Plan-Checks', t.checks?.length ? renderAnswersOfChecks(t.checks) : undefined],
    ['Plan-Passed', t.passed?.length ? t.passed.map(renderPassed).join(' ') : undefined],
    ...(t.brokenTests ?? []).map((path): [string, string] => ['Plan-Broken-Test', path]),
    ['Plan-Verify', t.verify?.length ? t.verify.join(' ') : undefined],
    ['Plan-Seen', t.seen],
    ['Co-authored-by', t.coAuthor && `${t.coAuthor.login} <${mailOf(t.coAuthor)}>`],
  ]
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])).join('\n')
}

/** The address by which GitHub ties a commit to an account. */
export const mailOf = (account: { login: string; id: number }): string =>
  `${account.id}+${account.login}@users.noreply.github.com`

/** An account as the author of a commit. */
export const authorOf = (account: { login: string; id: number }): { name: string; email: string } => ({
  name: account.login,
  email: mailOf(account),
})

/**
 * Reads a commit message of the bot. Undefined when its last paragraph holds no `Plan-Issue`, so that text further up
 * that looks like a trailer is never taken for one.
 */
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
export function keepsTrailers(message: string, trailers: Trailers): boolean {
  const read = parseMessage(message)?.trailers
  // No usage reads back as a usage of 0.
  return read !== undefined && renderTrailers(read) === renderTrailers({ usage: noUsage, ...trailers })
}

type TrailerFields = (name: string) => string[]

function fieldsOf(block: string): TrailerFields {
  const pairs = block.split('\n').flatMap((line) => {
    const match = /^([A-Za-z][A-Za-z-]*): (.*)$/.exec(line)
    return match ? [[match[1] ?? '', (match[2] ?? '').trim()] as const] : []
  })
  return (name) => pairs.filter(([key]) => key === name).map(([, value]) => value)
}

function readTrailers(issue: number, fields: TrailerFields): Trailers {
  const one = (name: string) => fields(name)[0]
  const state = RECORDED_STATES.find((name) => name === one('Plan-State'))
  const reason = REASONS.find((name) => name === one('Plan-Reason'))
  return definedOnly({
    issue,
    seen: numberIn(one('Plan-Seen')) ?? 0,
    // An unknown state comes from a later release. It must not look like an executed subtask.
    subtask: state === undefined && one('Plan-State') !== undefined ? undefined : numberIn(one('Plan-Subtask')),
    version: one('Plan-Version'),
    approvedBy: readApprovers(fields),
    request: one('Plan-Request'),
    feedback: (one('Plan-Feedback') ?? '').split(',').flatMap((id) => numberIn(id.trim()) ?? []),
    state,
    command: numberIn(one('Plan-Command')),
    merge: readMerge(one('Plan-Merge') ?? ''),
    attempts: numberIn(one('Plan-Attempts')),
    reason,
    run: numberIn(one('Plan-Run')),
    verify: one('Plan-Verify')?.split(' '),
    fix: readFix(one('Plan-Fix') ?? ''),
    look: /^[0-9a-f]{40}$/.exec(one('Plan-Look') ?? '')?.[0],
    proof: readProof(one('Plan-Proof') ?? ''),
    checks: one('Plan-Checks') === undefined ? undefined : readAnswersOfChecks(one('Plan-Checks') ?? ''),
    passed: readPassed(one('Plan-Passed')),
    brokenTests: fields('Plan-Broken-Test').length > 0 ? fields('Plan-Broken-Test') : undefined,
    usage: one('Plan-Usage') === undefined ? noUsage : parseUsage(one('Plan-Usage') ?? ''),
    coAuthor: readCoAuthor(one('Co-authored-by') ?? ''),
  })
}

const RECORDED_STATES: readonly RecordedState[] = ['abandoned', 'failed', 'in_progress', 'halted', 'updated', 'done']
const REASONS: readonly HaltReason[] = ['budget', 'change', 'continuation', 'environment', 'acceptance']

type Optional<T> = { [K in keyof T]: T[K] | undefined }

function definedOnly(trailers: { issue: number; seen: number } & Optional<Omit<Trailers, 'issue' | 'seen'>>): Trailers {
  const entries = Object.entries(trailers).filter(([, value]) => value !== undefined)
  return { issue: trailers.issue, seen: trailers.seen, ...Object.fromEntries(entries) }
}

export const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** `bob write`: one for each login. */
const permissionsOf = (approvers: readonly ApprovedBy[]): string[] => [
  ...new Set(approvers.flatMap(({ login, permission }) => (permission ? [`${login} ${permission}`] : []))),
]

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

function readMerge(text: string): Trailers['merge'] {
  const match = /^(\d{1,4}) ([0-9a-f]{40})$/.exec(text)
  return match ? { subtask: Number(match[1]), base: match[2] ?? '' } : undefined
}

function readFix(text: string): { code: string; digest: string } | undefined {
  const [, code, digest] = /^([0-9a-f]{40}) ([0-9a-f]{16})$/.exec(text) ?? []
  return code && digest ? { code, digest } : undefined
}

function readProof(text: string): ProofCounts | undefined {
  const [, proving, guarding] = /^proving=(\d{1,4}) guarding=(\d{1,4})$/.exec(text) ?? []
  return proving === undefined ? undefined : { proving: Number(proving), guarding: Number(guarding) }
}

const LETTERS: Readonly<Record<ProofAnswers['before'], string>> = { passed: 'p', failed: 'f', 'not run': 'n' }

/** `nfp:9f86…`: for each check a letter for before, without and earlier, and the digest of what it printed. */
const renderAnswersOfChecks = (checks: readonly ProofAnswers[]): string =>
  checks
    .map(({ before, without, earlier, digest }) =>
      [LETTERS[before] + LETTERS[without] + LETTERS[earlier], digest].filter(Boolean).join(':'),
    )
    .join(' ')

function readAnswersOfChecks(text: string): ProofAnswers[] | undefined {
  if (!/^[pfn]{3}(?::[0-9a-f]{64})?(?: [pfn]{3}(?::[0-9a-f]{64})?){0,199}$/.test(text)) return undefined
  const answerOf = (letter: string | undefined): ProofAnswers['before'] =>
    letter === 'p' ? 'passed' : letter === 'f' ? 'failed' : 'not run'
  return text.split(' ').map((one) => {
    const [[before, without, earlier] = '', digest] = one.split(':')
    const answers = { before: answerOf(before), without: answerOf(without), earlier: answerOf(earlier) }
    return digest === undefined ? answers : { ...answers, digest }
  })
}

/** `9f86…:12/1`: the digest of a command, and how many tests it ran and left out. */
const renderPassed = ({ command, counts }: PassedThere): string =>
  counts ? `${command}:${counts.ran}/${counts.skipped}` : command

function readPassed(text = ''): PassedThere[] | undefined {
  const read = text.split(' ').map((one) => /^([0-9a-f]{32})(?::(\d{1,9})\/(\d{1,9}))?$/.exec(one))
  if (read.length > 200 || read.includes(null)) return undefined
  return read.flatMap((match) => {
    const [, command = '', ran, skipped] = match ?? []
    return [{ command, ...(ran === undefined ? {} : { counts: { ran: Number(ran), skipped: Number(skipped) } }) }]
  })
}

function readCoAuthor(text: string): { login: string; id: number } | undefined {
  const match = /^(\S+) <(\d{1,15})\+\S+@users\.noreply\.github\.com>$/.exec(text)
  return match ? { login: match[1] ?? '', id: Number(match[2]) } : undefined
}

/** The answers to feedback, as the body of the commit that revises the plan. The announcement is rendered from it. */
export const renderAnswers = (answers: readonly Answer[]): string =>
  answers
    .map(
      ({ comment, applied, note }) =>
        `Comment ${comment}: ${applied ? 'applied' : 'not applied'}. ${note.replace(/\s+/g, ' ').trim()}`,
    )
    .join('\n')

export const parseAnswers = (body: string): Answer[] =>
  body.split('\n').flatMap((line) => {
    const match = /^Comment (\d{1,15}): (applied|not applied)\. (.*)$/.exec(line)
    return match ? [{ comment: Number(match[1]), applied: match[2] === 'applied', note: match[3] ?? '' }] : []
  })
