import type { Step, StepOf } from '../../../decide/next/decision.ts'
import {
  answerTo,
  baseWarningOf,
  refusalOf,
  refusalOfReview,
  withoutEffectOf,
  type Refusal,
  STUDYING,
} from '../../../decide/thread/people.ts'
import { targetOf } from '../../../decide/thread/thread.ts'
import { cleanLine, cleanText, code, folded, joined, noteText, outputBlock, shortList, table } from '../text/text.ts'
import type { Note, NoteText } from '../text/text.ts'
import { plural, renderUsed, type View } from '../text/view.ts'
import { planDiff } from './plan-diff.ts'
import type { CheckedPromise } from '../../../decide/next/check-record.ts'
import { checksFor, nameSubtasks, type Check, type Subtask } from '../../../plan/plan.ts'
import type { UserError } from '../../../lib/errors.ts'
import type { Usage } from '../../../plan/usage.ts'
import { helpText } from '../../../decide/words/command.ts'

/** The reply to a command that is refused: one sentence why, one sentence what to do, both trusted Markdown. */
export const refusal = (refused: RefusalWords & { id: number }, errors?: string): NoteText =>
  reasonNote(keyOf(refused), refused, errors)

const sectionsOf = ({ why, remedy, code, detail = '', changes = [] }: RefusalWords, errors?: string) => [
  `${why} ${remedy}`,
  cleanText(detail),
  planDiff(changes),
  aboutLink('reply', code, errors),
]

const keyOf = ({ isBaseWarning, id }: { isBaseWarning?: boolean | undefined; id: number }): string =>
  isBaseWarning ? baseWarningOf(id) : refusalOf(id)

/** The notes of the steps that post one and do nothing else, and where to post it. */
export const STEP_NOTES = {
  'refuse-all': ({ thread, links }, { refusals }) => {
    const [first] = refusals
    const target = first ? targetOf(thread, first.comment) : 'issue'
    return { target, ...refusalOfCrowd(refusals, links.errors) }
  },
  'refuse-review': ({ links }, step) => ({
    target: 'pull',
    ...reasonNote(refusalOfReview(step.review), step, links.errors),
  }),
  help: ({ thread }, { comment }) => {
    const target = targetOf(thread, comment)
    return { target, ...noteText(answerTo(comment.id), '**Commands**', helpText(target)) }
  },
  tell: ({ thread }, { comment, text }) => ({ target: targetOf(thread, comment), ...withoutEffect(text, comment.id) }),
  link: ({ state }, { comment, pull }) => ({
    target: 'issue',
    ...withoutEffect(planExists(pull, state.history.finished), comment.id),
  }),
  'tell-once': (_, { key, text }) => ({ target: 'pull', ...noteText(key, text) }),
  'tell-no-plan': () => ({ target: 'planning', ...noteText('no-plan', NO_PLAN) }),
  'tell-issue': (view, { pull }) => ({ target: 'planning', ...noteText(`plan-${pull}`, ...planLink(view, pull)) }),
  'tell-problem': ({ planFile }, step) => ({
    target: 'pull',
    ...noteText(`problem-${step.blob}`, ...planFileProblem(planFile, step)),
  }),
} satisfies { [K in Step['kind']]?: (view: View, step: StepOf<K>) => Note }

/** One reply to many refused comments: for each code of refusal its text once, and links to the comments. */
function refusalOfCrowd(refusals: readonly Refusal[], errors?: string): NoteText {
  const kinds = [...Map.groupBy(refusals, ({ code }) => code).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const named = same.map(({ comment }, i) => `[${i + 1}](#issuecomment-${comment.id})`).join(', ')
    const [why, ...rest] = sectionsOf(first, errors)
    return joined('\n\n', [why, `Comments: ${named}.`, ...rest])
  })
  const keys = refusals.map((one) => keyOf({ ...one, id: one.comment.id }))
  return noteText(keys, `**${refusals.length} comments at once have no effect.**`, ...kinds)
}

/** The answer to the comment `id` that it has no effect. `text` is trusted Markdown. */
const withoutEffect = (text: string, id: number): NoteText => noteText([withoutEffectOf(id), answerTo(id)], text)

/** Replaces the progress comment when nobody asks for the plan any more. */
const NO_PLAN = 'There is no plan: the request for one was withdrawn or refused. To ask again, comment `/plan`.'

/** The answer to `/plan` on an issue whose open plan has executed subtasks, or is done. */
const planExists = (pull: number, isDone: boolean): string =>
  isDone
    ? `#${pull} is done and not merged yet. Change it there with \`/revise\`, or merge it before you \`/plan\` again.`
    : `#${pull} is already under way. Comment \`/replan\` there to re-plan what is left, or close it and comment \`/plan\` here to start over.`

function planLink({ state }: View, pull: number): string[] {
  const plan = state.reading?.plan
  if (plan?.subtasks.length === 0)
    return [
      `This cannot be planned yet, see #${pull} · **${cleanLine(plan.title)}**`,
      'Reply to the question there. Nothing is changed.',
    ]
  const title = plan ? ` · **${cleanLine(plan.title)}** · ${plural(plan.subtasks.length, 'subtask')}` : ''
  return [
    `Plan ready in #${pull}${title}`,
    'Review it there: reply to change it, or comment `approve` to start. Nothing is changed until then.',
  ]
}

function planFileProblem(path: string, { line, reason }: StepOf<'tell-problem'>): string[] {
  const where = line === undefined ? code(path) : `Line ${line} of ${code(path)}`
  return [
    `${where} cannot be read: ${cleanLine(reason, 500).replace(/\.$/, '')}.`,
    'The plan is paused. Push a fix to this branch to continue, or comment `cancel`.',
  ]
}

/** Why requests have no effect. `keys` are the dedupe keys of all requests that it answers. */
export const reasonNote = (keys: string | readonly string[], reason: RefusalWords, errors?: string): NoteText =>
  noteText(keys, ...sectionsOf(reason, errors))

type RefusalWords = Omit<Refusal, 'comment'>

/** `errors` is the address of the page about errors and refusals, where it is known. */
const aboutLink = (what: 'reply' | 'error', code: string, errors: string | undefined): string | undefined =>
  errors === undefined ? undefined : `<sub>[About this ${what}](${errors}#${code})</sub>`

/** An answer of a model to the comment `id`, with links to the lines of files that it names, at the commit it read. */
export const directAnswer = (text: string, id: number, at: { links: View['links']; commit: string }): NoteText =>
  noteText(answerTo(id), cleanText(withLinks(text, at), 40_000))

/** `src/a.ts:12` or `src/a.ts:12-20`, in code or not. */
const LINE_REF = /(?<=^|[\s(])`?([\w.][\w./-]*\.\w+):(\d{1,6})(?:-(\d{1,6}))?`?(?=[\s).,;:]|$)/gm

const withLinks = (text: string, { links, commit }: { links: View['links']; commit: string }): string =>
  text.replace(LINE_REF, (found, path: string, from: string, to: string | undefined) => {
    const location = found.replaceAll('`', '')
    return `[${location}](${links.repository}/blob/${commit}/${encodeURI(path)}#L${from}${to ? `-L${to}` : ''})`
  })

/** For the issue, when the repository does not let Actions open pull requests, with a link to the pushed branch. */
export function compareLink({ links, thread }: View, branch: string): NoteText {
  return noteText(
    `forbidden-${branch}`,
    `The plan is ready on the branch ${code(branch)}, but this repository does not allow GitHub Actions to open pull requests. ` +
      `[View the plan](${links.repository}/compare/${inAddress(thread.base.branch)}...${inAddress(branch)}?expand=1).`,
    'To go on, turn on “Allow GitHub Actions to create and approve pull requests” under Settings → Actions → General → Workflow permissions, ' +
      `then [run the workflow again](${links.run}): it opens the pull request for this plan.`,
  )
}

const inAddress = (branch: string): string => branch.split('/').map(encodeURIComponent).join('/')

/** What went wrong: an error that people can fix or, where there is none, an outage of GitHub or the endpoint, or a bug. */
export function errorNote(error: UserError | undefined, { run, errors }: View['links']): NoteText {
  if (error === undefined)
    return noteText(
      `outage-${/\/runs\/(\d+)/.exec(run)?.[1] ?? 'run'}`,
      'GitHub or the model’s endpoint did not respond as it should.',
      `To continue, [run the job again](${run}) or repeat your command. What is on the branch is kept.`,
    )
  const { code: name, message, remedy, output } = error
  return noteText(
    `problem-${name}`,
    `${cleanText(message, 4_000)} ${cleanText(remedy, 4_000)}`,
    output && folded('What it printed last', outputBlock(output.slice(-8_000))),
    aboutLink('error', name, errors),
  )
}

/** The answer to `/verify`: a table of what was compared, and first what does not hold. */
export function verification(rows: readonly CheckedPromise[], id: number): NoteText {
  const wrong = rows.filter((one) => one.wrong !== undefined)
  const [first] = wrong
  return noteText(
    answerTo(id),
    first
      ? `### ❌ ${plural(wrong.length, 'promise')} of ${rows.length} not kept: ${cleanLine(first.promise)}: ${cleanLine(first.wrong ?? '')}`
      : `### ✅ Verified: all ${rows.length} hold`,
    table(
      ['', 'Promise', 'Looked at', 'Result'],
      rows.map((one) => [
        one.wrong === undefined ? '✅' : '❌',
        cleanLine(one.promise),
        cleanLine(one.seen),
        one.wrong === undefined ? 'holds' : cleanLine(one.wrong),
      ]),
    ),
  )
}

/** The progress comment on the issue before there is a plan. `stopped`: the run was cancelled. */
export const studying = (run: string, stopped = false): NoteText =>
  noteText(
    STUDYING,
    stopped
      ? `The run was cancelled before the plan was ready. [Run it again](${run}) to continue.`
      : `Studying the repository to write a plan. [Watch the run](${run}).`,
  )

type Merged = {
  base: string
  merge: string
  subtasks: readonly Subtask[]
  /** Undefined when there was no time to run them. */
  checks: readonly Check[] | undefined
  verifyCommand: string | undefined
  key: string
}

/** The results of the checks of executed subtasks after a merge of the base branch. */
export function checksAfterMerge({ base, merge, subtasks, checks, verifyCommand, key }: Merged): NoteText {
  const mergeText = `${code(base)} was merged in ${merge.slice(0, 7)}.`
  if (!checks) return noteText(key, `${mergeText} The run’s time was up, so checks did not run after the merge.`)
  const failed = checks.filter(({ passed }) => !passed)
  const of = `the checks of ${nameSubtasks(subtasks.map(({ number }) => number).toSorted((a, b) => a - b))}`
  if (failed.length === 0) return noteText(key, `${mergeText} After the merge, ${of} still pass.`)
  const lines = failed.map(({ command, exit }) => {
    const checkedSubtasks = subtasks.filter((subtask) => checksFor(subtask, verifyCommand).includes(command))
    const whose = nameSubtasks(checkedSubtasks.map(({ number }) => number))
    return `- ${code(command)} (${whose}): ${cleanText(exit, 100)}`
  })
  return noteText(
    key,
    `${mergeText} After the merge, not all of ${of} pass:`,
    shortList(lines),
    ...failed
      .slice(0, 5)
      .map(({ tail }) => tail && cleanText(`\`\`\`\n${tail.slice(-3_000).replaceAll('```', "'''")}\n\`\`\``)),
    'Use `/revise` to have it fixed.',
  )
}

/** One line of `/doctor`: a need that is met (`ok`), or what is wrong and what to change. */
export type Finding = { need: string; ok: string } | { need: string; wrong: string }

type Diagnosis = { findings: readonly Finding[]; agentFindings: string; usage: Usage }

/** The sections of the answer to `/doctor`, and of the job summary where nobody commented. */
export function doctorReport(
  { prices }: Pick<View, 'prices'>,
  { findings, agentFindings, usage }: Diagnosis,
): string[] {
  const isAnyWrong = /❌/.test(agentFindings) || findings.some((one) => 'wrong' in one)
  return [
    `**Doctor:** ${isAnyWrong ? 'something is missing.' : 'all is well.'}`,
    [...findings.map(line), cleanText(agentFindings)].join('\n'),
    `<sub>Used: ${renderUsed(usage, prices)}</sub>`,
  ]
}

const line = (one: Finding): string =>
  'ok' in one ? `- ✅ **${one.need}:** ${one.ok}` : `- ❌ **${one.need}:** ${cleanLine(one.wrong, 2_000)}`
