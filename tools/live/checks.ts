import { BODY_BEGIN, BODY_END } from '../../src/decide/thread/people.ts'
import type { Shown } from './look.ts'

/** One line of the table: what SPEC.md says, in which section, and whether GitHub shows it. `seen` is what it shows. */
export type Row = { step: string; section: number; what: string; holds: boolean | 'left out'; seen: string }

type Facts = { step: string; shown: Shown; reactions: readonly string[]; comment: number }
type Check = (facts: Facts) => Omit<Row, 'step'>

/** What has to be seen after a step. */
export const rowsOf = (facts: Facts, checks: readonly Check[]): Row[] =>
  checks.map((check) => ({ step: facts.step, ...check(facts) }))

const check =
  (section: number, what: string, look: (facts: Facts) => [holds: boolean | 'left out', seen: string]): Check =>
  (facts) => {
    const [holds, seen] = look(facts)
    return { section, what, holds, seen }
  }

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 120)

const accepted = check(3, 'the command has eyes, then rocket', ({ reactions }) => [
  reactions.includes('eyes') && reactions.includes('rocket') && !reactions.includes('confused'),
  reactions.join(', ') || 'no reaction',
])

const MARKER = /<!-- measure-twice:version v=(\d+) blob=([0-9a-f]{40}) -->/

/** The versions that the bot announced, in order. */
const announced = ({ comments }: Shown): { version: number; blob: string }[] =>
  comments.flatMap(({ isBot, body }) => {
    const [, version, blob] = MARKER.exec(body) ?? []
    return isBot && version && blob ? [{ version: Number(version), blob }] : []
  })

const announcedAs = (version: number): Check =>
  check(6, `version ${version} is announced once, with the blob of PLAN.md`, ({ shown }) => {
    const mine = announced(shown).filter((one) => one.version === version)
    const blobs = mine.map(({ blob }) => blob.slice(0, 7)).join(', ')
    return [mine.length === 1 && mine[0]?.blob === shown.file?.blob, blobs || 'not announced']
  })

const planThere = check(5, 'PLAN.md is on the branch and can be read', ({ shown }) => [
  shown.file?.plan !== undefined,
  shown.file ? oneLine(shown.file.plan?.title ?? 'it cannot be read') : 'there is none',
])

const planGone = check(6, 'PLAN.md is gone from the branch', ({ shown }) => [
  shown.file === undefined,
  shown.file ? 'it is there' : 'gone',
])

const drafted = (draft: boolean): Check =>
  check(6, draft ? 'the pull request is a draft' : 'the pull request is ready for review', ({ shown }) => [
    shown.pull?.draft === draft && shown.pull.state === 'open',
    shown.pull ? `${shown.pull.state}${shown.pull.draft ? ', draft' : ''}` : 'there is none',
  ])

const byBot = check(4, 'the pull request was opened by a bot', ({ shown }) => [
  shown.pull?.isBot === true,
  shown.pull?.login ?? '',
])

const bodyOf = ({ pull }: Shown): string => (pull?.body ?? '').split(BODY_BEGIN)[1]?.split(BODY_END)[0] ?? ''

const bodyMarked = check(6, 'the body has the block, with the checklist and the link to the issue', ({ shown }) => {
  const body = bodyOf(shown)
  const boxes = body.match(/^- \[[ x]\] /gm)?.length ?? 0
  return [boxes > 0 && /\bCloses #\d+/.test(body), `${boxes} boxes`]
})

const boxes = (ticked: boolean): Check =>
  check(6, ticked ? 'every box is ticked' : 'no box is ticked', ({ shown }) => {
    const lines = bodyOf(shown).match(/^- \[[ x]\] /gm) ?? []
    const count = lines.filter((line) => line.includes('x')).length
    return [lines.length > 0 && count === (ticked ? lines.length : 0), `${count} of ${lines.length}`]
  })

const oneOnIssue = check(6, 'the issue has one comment of the bot, with the link to the plan', ({ shown }) => {
  const mine = shown.issue.filter(({ isBot }) => isBot)
  const linked = mine.some(({ body }) =>
    new RegExp(`#${shown.pull?.number}\\b|/pull/${shown.pull?.number}\\b`).test(body),
  )
  return [mine.length === 1 && linked, `${mine.length}${linked ? ', with the link' : ''}`]
})

const status = (...allowed: string[]): Check =>
  check(6, `the commit status is ${allowed.join(' or ')}`, ({ shown }) =>
    shown.status === undefined
      ? ['left out', 'none: the workflow needs `statuses: write`']
      : [allowed.includes(shown.status), shown.status],
  )

const trailers = (what: string, ...wanted: RegExp[]): Check =>
  check(7, what, ({ shown }) => {
    const found = shown.commits.filter(({ message }) => wanted.every((one) => one.test(message)))
    const said = found.map(({ message }) => oneLine(message.split('\n')[0] ?? ''))
    return [found.length > 0, said.join(' · ') || 'no such commit']
  })

const planCommit = trailers('a commit wrote the plan, with its request', /^Plan-Issue: \d+$/m, /^Plan-Request: /m)

const subtaskCommits = check(7, 'every subtask is a commit that names version and approval', ({ shown, comment }) => {
  const done = shown.commits.filter(({ message }) => /^Plan-Subtask: \d+$/m.test(message))
  const whole = done.filter(
    ({ message }) => /^Plan-Version: [0-9a-f]{40}$/m.test(message) && message.includes(`(${comment})`),
  )
  const lines = bodyOf(shown).match(/^- \[[ x]\] /gm)?.length ?? 0
  return [whole.length > 0 && whole.length === done.length && done.length === lines, `${whole.length} of ${lines}`]
})

const closingReport = check(6, 'a closing comment reports what was done', ({ shown, comment }) => {
  const later = shown.comments.filter(({ id, isBot }) => isBot && id > comment)
  return [later.length > 0, oneLine((later.at(-1)?.body ?? 'there is none').replace(/<!--.*?-->/gs, ''))]
})

const answered = check(5, 'the new version answers the comment', ({ shown, comment }) => {
  const answer = shown.comments.findLast(({ id, isBot, body }) => isBot && id > comment && body.includes('applied'))
  return [answer !== undefined, answer ? 'answered' : 'no answer']
})

const closed = check(3, 'the pull request is closed', ({ shown }) => [
  shown.pull?.state === 'closed',
  shown.pull?.state ?? 'there is none',
])

const branchGone = check(3, 'the branch is gone, because nothing was executed', ({ shown: { commits } }) => [
  commits.length === 0,
  commits.length === 0 ? 'gone' : `${commits.length} commits`,
])

const recordKept = check(16, 'the record of the plan is kept, and names the head', ({ shown: { record } }) => [
  record?.state === 'done' && record.head !== '',
  record ? `${record.state}, ${record.subtasks.length} subtasks` : 'there is none',
])

const recordLinked = check(16, 'a comment links the record', ({ shown: { comments, record } }) => [
  record !== undefined && comments.some(({ isBot, body }) => isBot && body.includes(record.commit)),
  record ? record.commit.slice(0, 7) : 'there is none',
])

/** Only a workflow of the repository attests, and only when a plan is merged, which this does not do. */
const attested = check(16, 'GitHub knows an attestation of the record', ({ shown: { record } }) =>
  record?.attestations ? [true, String(record.attestations)] : ['left out', 'none: docs/record.md says how'],
)

const lastOnIssue = ({ issue }: Shown, comment: number): string =>
  issue.findLast(({ id, isBot }) => isBot && id > comment)?.body ?? ''

const diagnosed = check(14, 'every need has a line, and none is wrong', ({ shown, comment }) => {
  const body = lastOnIssue(shown, comment)
  const wrong = body.split('\n').filter((line) => line.includes('❌'))
  return [body.includes('✅') && wrong.length === 0, oneLine(wrong[0] ?? `${body.split('✅').length - 1} needs`)]
})

const exchanged = check(17, 'an id token was exchanged for the token of the model', ({ shown, comment }) => {
  const line = lastOnIssue(shown, comment)
    .split('\n')
    .find((one) => one.includes('**Token exchange:**'))
  if (line === undefined) return ['left out', 'none: the workflow sets no `token-exchange`']
  return [line.includes('✅'), oneLine(line)]
})

export const AFTER_DOCTOR = [accepted, diagnosed, exchanged]
export const AFTER_REQUEST = [
  ...[accepted, byBot, drafted(true), planThere, announcedAs(1), bodyMarked, boxes(false), oneOnIssue, planCommit],
  status('pending'),
]
export const AFTER_FEEDBACK = [announcedAs(2), answered, drafted(true), boxes(false), status('pending')]
export const AFTER_APPROVAL = [
  ...[accepted, boxes(true), subtaskCommits, trailers('a last commit says that it is done', /^Plan-State: done$/m)],
  ...[planGone, drafted(false), closingReport, status('success'), recordKept, recordLinked, attested],
]
export const AFTER_FOLLOW_UP = [accepted, planThere, announcedAs(3), drafted(true), status('pending')]
export const AFTER_CANCEL = [accepted, closed, branchGone]

/** Whether a file of the branch has the line that was asked for. */
export const fileRow = (step: string, path: string, seen: string | undefined, wanted: string): Row => ({
  ...{ step, section: 5, what: `${path} says "${wanted}"` },
  holds: seen?.trim() === wanted,
  seen: seen === undefined ? 'it is not there' : oneLine(seen),
})

/** The table, and what it comes to. */
export function renderRows(rows: readonly Row[]): string {
  const verdict = ({ holds }: Row): string => (holds === true ? 'ok' : holds === false ? 'NOT SO' : 'left out')
  const cells = rows.map((row) => [row.step, String(row.section), row.what, verdict(row), row.seen])
  const all = [['step', 'SPEC', 'what should be', '', 'seen'], ...cells]
  const widths = [0, 1, 2, 3, 4].map((i) => Math.max(3, ...all.map((line) => line[i]?.length ?? 0)))
  const [head, ...lines] = all.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  const wrong = rows.filter(({ holds }) => holds === false).length
  return [
    ...[head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines, ''],
    `${rows.filter(({ holds }) => holds === true).length} as SPEC.md says, ${wrong} not so, ${rows.length - wrong - rows.filter(({ holds }) => holds === true).length} left out.`,
  ].join('\n')
}
