import { BLANK, withoutHidden } from '../../guard/hidden.ts'
import { consents, nearSlash } from './near-command.ts'

/** What an approval covers: the current plan, some subtasks of it (ascending), or the version with that blob id. */
type ApprovalScope = { kind: 'all' } | { kind: 'numbers'; numbers: number[] } | { kind: 'blob'; blob: string }

/** A command that was meant but cannot be carried out as written: one sentence why, one what to do. */
type Malformed = { kind: 'malformed'; command: CommandName; code: string; reason: string; remedy: string }

export type CommandName = Exclude<Command['kind'], 'feedback' | 'malformed' | 'misplaced' | 'unknown' | 'nothing'>

export type Command =
  /** When the request or question is empty, the issue itself is meant. */
  | { kind: 'plan'; request: string }
  | { kind: 'ask'; question: string }
  | { kind: 'help' }
  | { kind: 'doctor' }
  | { kind: 'approve'; scope: ApprovalScope }
  | { kind: 'cancel' }
  /** `reason` is one line, empty when none was given. */
  | { kind: 'skip'; number: number; reason: string }
  | { kind: 'undo'; number: number; reason: string }
  | { kind: 'update' }
  | { kind: 'retry' }
  | { kind: 'replan'; request: string }
  | { kind: 'revise'; text: string }
  | { kind: 'fix'; what: string }
  | { kind: 'note' }
  | { kind: 'verify' }
  /** With `meant`, the writer may have meant an approval. */
  | { kind: 'feedback'; text: string; meant?: 'approve' }
  | Malformed
  | { kind: 'misplaced'; command: CommandName }
  /** A slash and a word that is no command, and the one that it is close to. */
  | { kind: 'unknown'; near?: CommandName }
  | { kind: 'nothing' }

/** Makes a test for what has one of these kinds, commands and what they ask for alike. */
export const isKind =
  <K extends string>(...kinds: readonly K[]) =>
  <T extends { kind: string }>(one: T): one is Extract<T, { kind: K }> =>
    kinds.some((kind) => kind === one.kind)

/** An approval is counted, and not carried out. */
export const isApproval = isKind('approve')

export const isCancel = isKind('cancel')

export const isPlanRequest = isKind('plan')

/**
 * Reads the body of a comment. Commands are case-insensitive ASCII and stand at the very beginning (`/plan …`) or are
 * the whole comment (`approve`), so nothing in quotes or code can be one. Never throws; linear time.
 */
export function parseCommand(body: string, target: 'issue' | 'pull'): Command {
  const text = strip(body.replace(/\r\n/g, '\n'))
  if (target === 'issue') return readSlash(text, target) ?? misplaced(text) ?? { kind: 'nothing' }
  if (text === '') return { kind: 'nothing' }
  return readWhole(text) ?? readSlash(text, target) ?? noCommand(text) ?? feedback(text)
}

/** A slash and a word, as people write a command. What holds another slash or a full stop is a path. */
const WORD = /^\/(\p{L}[^\s/.:,;!?]{0,39})[.:,;!?]*(?=\s|$)/u

/** A slash and an unknown word on a plan, so that a typing error is no feedback. `/retry it please` is feedback. */
function noCommand(text: string): Command | undefined {
  const word = WORD.exec(text)?.[1]?.toLowerCase()
  if (word === undefined || word === 'stop' || namesAt('pull').some((name) => name === word)) return undefined
  const near = nearSlash(plainOf(text), NAMES)
  if (near === 'plan') return { kind: 'misplaced', command: near }
  return { kind: 'unknown', ...(near === undefined ? {} : { near }) }
}

/** One way to write a command. `read` gives what it means, from what follows `/name`; without it, `WHOLE` reads it. */
type CommandRow = {
  target: 'issue' | 'pull'
  name: CommandName
  usage: string
  meaning: string
  read?: (rest: string) => Command | undefined
}

/** A command that nothing follows: `/retry not yet please` asks for the opposite. */
const alone =
  (kind: 'doctor' | 'update' | 'retry' | 'verify') =>
  (rest: string): Command | undefined =>
    rest === '' ? { kind } : undefined

const EVERYWHERE: readonly RowWithoutTarget[] = [
  {
    name: 'doctor',
    usage: '/doctor',
    meaning: 'test the setup: repository, token, sandbox and model',
    read: alone('doctor'),
  },
  { name: 'help', usage: '/help', meaning: 'list the commands', read: () => ({ kind: 'help' }) },
]

type RowWithoutTarget = Omit<CommandRow, 'target'>
const at = (target: 'issue' | 'pull', rows: readonly RowWithoutTarget[]): CommandRow[] =>
  rows.map((row) => ({ target, ...row }))

/** Each problem stands whole where it is found: `npm run docs` reads code, reason and remedy there, for `docs/errors.md`. */
const malformed = (command: CommandName, problem: Omit<Malformed, 'kind' | 'command'>): Malformed => ({
  kind: 'malformed',
  command,
  ...problem,
})
const NO_QUESTION = malformed('ask', {
  code: 'no-question',
  reason: 'What is your question?',
  remedy: 'Comment `/ask <question>`.',
})
const NO_REVISION = malformed('revise', {
  code: 'nothing-to-revise',
  reason: 'What should change?',
  remedy: 'Comment `/revise <what>`.',
})

/** The commands of the grammar, of `/help` and of the README, in the order in which people see them. */
export const COMMANDS: readonly CommandRow[] = [
  ...at('issue', [
    {
      name: 'plan',
      usage: '/plan [request]',
      meaning: 'draft a plan for the request, or for this issue if you give none',
      read: (request) => ({ kind: 'plan', request }),
    },
    {
      name: 'ask',
      usage: '/ask question',
      meaning: 'ask about the code; changes nothing',
      read: (question) => ({ kind: 'ask', question }),
    },
    ...EVERYWHERE,
  ]),
  ...at('pull', [
    { name: 'approve', usage: 'approve', meaning: 'approve the current plan' },
    { name: 'approve', usage: 'approve 1-3, 5', meaning: 'approve only these subtasks' },
    {
      name: 'approve',
      usage: 'approve <id>',
      meaning: 'approve the plan version with this id, if it is the current one',
    },
    { name: 'cancel', usage: 'cancel', meaning: 'end a plan that is not done (also: stop)' },
    {
      name: 'skip',
      usage: '/skip N [reason]',
      meaning: 'skip subtask N and what depends on it',
      read: (rest) => readSkip('skip', rest),
    },
    {
      name: 'undo',
      usage: '/undo N [reason]',
      meaning: 'revert subtask N and everything built on it, by one commit each',
      read: (rest) => readSkip('undo', rest),
    },
    {
      name: 'update',
      usage: '/update',
      meaning: 'merge the base branch into the branch of the plan',
      read: alone('update'),
    },
    { name: 'retry', usage: '/retry', meaning: 'continue a paused plan', read: alone('retry') },
    {
      name: 'replan',
      usage: '/replan [request]',
      meaning: 'plan again what is not done yet',
      read: (request) => ({ kind: 'replan', request }),
    },
    {
      name: 'revise',
      usage: '/revise text',
      meaning: 'change the plan, even while it runs',
      read: (text) => (text === '' ? NO_REVISION : { kind: 'revise', text }),
    },
    {
      name: 'fix',
      usage: '/fix [what]',
      meaning: 'plan a fix for failed CI, when the plan is done or paused',
      read: (what) => ({ kind: 'fix', what }),
    },
    {
      name: 'ask',
      usage: '/ask question',
      meaning: 'get an answer; the plan and its approvals stay as they are',
      read: (question) => (question === '' ? NO_QUESTION : { kind: 'ask', question }),
    },
    {
      name: 'verify',
      usage: '/verify',
      meaning: 'check the record, commits and approvals of the plan, also when it is merged or closed',
      read: alone('verify'),
    },
    {
      name: 'note',
      usage: '/note text',
      meaning: 'talk to each other; the bot ignores it',
      read: () => ({ kind: 'note' }),
    },
    ...EVERYWHERE,
  ]),
]

/** The five words that most people need, wherever they ask. Source: SPEC.md section 3. */
const FIRST_WORDS = `- \`/plan [request]\` on an issue: ask for a plan
- a reply on the plan: say what should be different
- \`approve\` on the plan: run it
- \`cancel\` (or \`stop\`) on the plan: end it
- \`/revise text\` on the plan: change it, even while it runs`

const GROUPS: readonly [heading: string, names: readonly CommandName[]][] = [
  ['Run', ['approve', 'skip', 'undo', 'retry', 'update']],
  ['Change', ['replan', 'fix']],
  ['Ask', ['ask', 'verify', 'note', 'doctor', 'help']],
]

/** The answer to `/help` as Markdown: the first words, then the other commands for an issue or a plan in groups. */
export function helpText(target: 'issue' | 'pull'): string {
  const rest = COMMANDS.filter((row) => row.target === target && row.usage !== 'approve')
  const groups = GROUPS.map(([heading, names]) => {
    const rows = rest.filter(({ name }) => names.includes(name))
    return rows.length === 0
      ? ''
      : [`**${heading}**\n`, ...rows.map(({ usage, meaning }) => `- \`${usage}\`: ${meaning}`)].join('\n')
  })
  return [FIRST_WORDS, ...groups].filter(Boolean).join('\n\n')
}

const IS_BLANK = new RegExp(BLANK)

/** By hand, because `/[…]+$/` takes quadratic time on long runs of blanks inside a text. */
function strip(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && IS_BLANK.test(text.charAt(start))) start += 1
  while (end > start && IS_BLANK.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** `/word`, then white space or the end. A byte order mark is hidden, so it is no white space here. */
const SLASH = /^\/([a-z]+)(?![^\s]|\ufeff)/i

/** Reads a command that begins with a slash; undefined when it is none for that target. */
function readSlash(text: string, target: 'issue' | 'pull'): Command | undefined {
  const [, word = ''] = SLASH.exec(text) ?? []
  const row = COMMANDS.find((one) => one.target === target && one.name === word.toLowerCase())
  return row?.read?.(strip(text.slice(word.length + 1)))
}

/** The number of a subtask and a reason, which `/skip` and `/undo` take. */
function readSkip(kind: 'skip' | 'undo', rest: string): Command {
  const [, digits, reason = ''] = /^(\d{1,4})[.:,]?(?:\s+(.*))?$/s.exec(rest) ?? []
  const remedy = `Comment \`/${kind} ${digits ?? 'N'}\`, or \`/${kind} ${digits ?? 'N'} <reason>\`.`
  if (digits === undefined) {
    const why = rest === '' ? 'does not say which subtask' : 'must be followed by the number of a subtask'
    return malformed(kind, { code: 'which-subtask', reason: `\`/${kind}\` ${why}.`, remedy })
  }
  if (/^[\d\s,-]+$/.test(reason))
    return malformed(kind, { code: 'which-subtask', reason: 'One subtask at a time.', remedy })
  return { kind, number: Number(digits), reason: reason.replace(/\s+/g, ' ') }
}

/** The whole comment: an optional slash, quotes or backticks around it, and one full stop or exclamation mark. */
const WHOLE = /^(["'`]?)\/?(approve|cancel|stop)(?:[ \t]+([\da-f,-](?:[\da-f,\- \t]*[\da-f,-])?))?([.!]?)\1([.!]?)$/i

function readWhole(text: string): Command | undefined {
  const [found, , word = '', list, inside = '', outside = ''] = WHOLE.exec(text) ?? []
  if (found === undefined || (inside !== '' && outside !== '')) return undefined
  if (word.toLowerCase() === 'approve') return readApprove(list)
  return list === undefined ? { kind: 'cancel' } : undefined
}

/** Ranges in one approval. No plan has as many subtasks. */
const MAX_RANGES = 100

/** Seven digits or more are a blob id; five or six are neither that nor a subtask, so they are feedback. */
function readApprove(list: string | undefined): Command | undefined {
  if (list === undefined) return { kind: 'approve', scope: { kind: 'all' } }
  if (/^[0-9a-f]{7,40}$/i.test(list)) return { kind: 'approve', scope: { kind: 'blob', blob: list.toLowerCase() } }
  if (!/^[\d,\- \t]+$/.test(list) || /\d{5}/.test(list)) return undefined
  const remedy = 'Write numbers and ranges from low to high, with commas between them.'
  const ranges = list.split(',').map((part) => /^[ \t]*(\d{1,4})(?:-(\d{1,4}))?[ \t]*$/.exec(part))
  const numbers = new Set<number>()
  if (ranges.length > MAX_RANGES)
    return malformed('approve', { code: 'no-list', reason: 'That list is too long.', remedy })
  for (const range of ranges) {
    if (!range)
      return malformed('approve', { code: 'no-list', reason: `\`${list}\` is not a list of subtasks.`, remedy })
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])]
    if (to < from) return malformed('approve', { code: 'no-list', reason: `\`${from}-${to}\` is backwards.`, remedy })
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return { kind: 'approve', scope: { kind: 'numbers', numbers: [...numbers].sort((a, b) => a - b) } }
}

/** What is written on an issue and belongs on its plan, or was meant as a command of an issue. */
function misplaced(text: string): Command | undefined {
  const command = readWhole(text) ?? readSlash(text, 'pull')
  const name = command?.kind === 'malformed' ? command.command : NAMES.find((one) => one === command?.kind)
  if (name !== undefined && name !== 'note') return { kind: 'misplaced', command: name }
  // What begins like a path is one.
  const near = /^\/\w+\//.test(text) ? undefined : nearSlash(text.toLowerCase(), namesAt('issue'))
  return near === 'plan' || near === 'ask' ? { kind: 'unknown', near } : undefined
}

/** Only a reply that says how to approve rests on `meant`: it folds look-alike letters and forgives typing errors. */
const feedback = (text: string): Command =>
  consents(plainOf(text)) ? { kind: 'feedback', text, meant: 'approve' } : { kind: 'feedback', text }

/** The names in the order in which a near miss is looked for: those of a plan come first, since it is read there. */
const NAMES = [...new Set([...namesAt('pull'), ...namesAt('issue')])]

function namesAt(target: 'issue' | 'pull'): CommandName[] {
  return COMMANDS.filter((row) => row.target === target).map(({ name }) => name)
}

const plainOf = (text: string): string => withoutHidden(text.normalize('NFKC')).toLowerCase()
