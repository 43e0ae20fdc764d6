import { EVENT_REMARK } from '../../../decide/inbox/fix.ts'
import { shortBlob, versionMarker } from '../../../decide/thread/people.ts'
import { changesOfFile, type PlanWithText } from '../../../plan/plan-changes.ts'
import type { OtherPlan } from '../../../plan/overlap.ts'
import { nameSubtasks, type Answer, type MissingProgram, type Plan, type SecondLook } from '../../../plan/plan.ts'
import { askedText, unapproved } from '../../../decide/approval/subtask-status.ts'
import { commitByHand } from '../../../decide/approval/approvals.ts'
import { cleanLine, cleanText, code, fenced, folded, joined, noteText, outputBlock, shortList } from '../text/text.ts'
import type { NoteText } from '../text/text.ts'
import { plural, renderEstimated, renderMost, whyNoDollars, type View, fileLink } from '../text/view.ts'
import { isUnknown, type Baseline, type Estimate, type PlanningNotes } from '../../../decide/thread/planning-notes.ts'
import { triedTests } from '../../../decide/approval/as-approved.ts'
import { planDiff } from './plan-diff.ts'
import { newPackagesNote, type PackageNews } from './manifests.ts'
import { howToApprove } from '../parts/status-line.ts'
import {
  asRecorded,
  overlapNote,
  brokenSetUpOf,
  brokenSetUpText,
  settledStates,
  decisionsText,
  foldedSubtasks,
  planGaps,
  planSummary,
  risksText,
  sharedChecksText,
  questionsText,
} from '../parts/whole-plan.ts'

export type NewVersion = PlanningNotes & {
  version: number
  blob: string
  /** The version before and this one, where both could be read. */
  files?: { before: PlanWithText; after: PlanWithText } | undefined
  answers: readonly Answer[]
  baseline?: Baseline | undefined
  byHand?: boolean
  /** Settled subtasks that were edited there, which has no effect. */
  ignoredEdits?: readonly number[]
  /** New packages that the version names. */
  packages?: readonly PackageNews[] | undefined
  /** Other plans and pull requests on the same files, if GitHub reported them. */
  overlaps?: readonly OtherPlan[]
  /** Untrusted text for one more section; it is cleaned when rendered. */
  note?: string | undefined
}

/** The comment that announces a version of the plan. Approvals after it are for this version. */
export function announcement(view: View, news: NewVersion): NoteText {
  const plan = view.state.reading?.plan
  const isEmpty = plan?.subtasks.length === 0
  const broken = brokenSetUpOf(view)
  const settled = settledStates(view)
  const open = plan && { ...plan, subtasks: plan.subtasks.filter(({ number }) => !settled.has(number)) }
  return {
    marker: versionMarker(news.version, news.blob),
    sections: [
      `### Plan, version ${news.version}${plan ? `: ${cleanLine(plan.title)}` : ''}`,
      brokenSetUpText(broken),
      lastLines(broken),
      isEmpty && '**This cannot be planned yet.** It depends on the answer to a question below.',
      news.byHand && editedBy(view),
      changes(news),
      keptText(news.ignoredEdits),
      news.note && cleanText(news.note),
      newPackagesNote(news.packages ?? []),
      answers(view, news.answers),
      noApproval(view, news.answers, news.version),
      plan && planSummary(plan),
      reviewerObjections(news.look),
      plan && decisionsText(plan),
      risksText(view),
      overlapNote(news.overlaps ?? []),
      plan && foldedSubtasks(view, plan),
      plan && acceptance(view, plan),
      plan && questionsText(plan, news.files?.before.plan),
      open && planGaps(open, news.byHand ? news.files?.before.plan : undefined, view.thread.bot),
      joined(' · ', [
        plan && sharedChecksText(view, plan),
        !isEmpty && estimated(view, news.estimate),
        !broken && baseline(view, news.baseline),
      ]),
      missingPrograms(news.missing),
      nextSteps(view, news),
    ],
  }
}

/** Who pushed the version, as GitHub tells it, and in which commit: the name in a commit is whatever its author wrote. */
function editedBy({ thread }: View): string {
  const commit = commitByHand(thread) ?? ''
  // Author and committer are often the same account.
  const writers = [...new Set((thread.writers?.get(commit) ?? []).map(({ login }) => cleanLine(login)))]
  const how = commit && ` (${commit.slice(0, 7)})`
  const what =
    writers.length > 0
      ? `**${writers.join(' and ')} edited the plan by hand**${how}.`
      : `**The plan was edited by hand**${how}. The commit has no GitHub account.`
  return `> [!CAUTION]\n> ${what}`
}

/** Tells that edits of settled subtasks have no effect, since the comment shows these as they were approved. */
const keptText = (kept: readonly number[] = []): string =>
  kept.length === 0 ? '' : `The edit changes nothing of ${nameSubtasks(kept)}: what is done or skipped stays as it was.`

/** The answers of a revision that left the plan as it is, so that there is no version to announce. */
export function unchangedPlan(view: View, given: readonly Answer[], keys: readonly string[]): NoteText {
  const lines = given.map(({ comment, note }) => `- ${reference(view, comment)}: ${cleanLine(note, 1_000)}`)
  const { current } = view.state
  const stays = `The plan stays as it is${current ? `: version ${current.version}, with its approvals` : ''}.`
  return noteText(keys, shortList(lines, 10_000), noApproval(view, given), stays)
}

/** Permanent links to the plan file at its commit, and to the comparison with the previous version. */
function links({ thread, state, links: { repository }, planFile }: View, version: number, blob: string): string[] {
  const commitOfPlanBlob = thread.branch?.commitOfPlanBlob
  const commit = commitOfPlanBlob?.get(blob)
  const before = commitOfPlanBlob?.get(state.versions.at(-1)?.blob ?? '')
  if (commit === undefined) return []
  const compare = `[compare with version ${version - 1}](${repository}/compare/${before}...${commit})`
  return [
    `[read the whole plan](${fileLink(repository, commit, planFile)})`,
    ...(before === undefined || before === commit ? [] : [compare]),
  ]
}

function changes({ files, version }: NewVersion): string {
  if (version === 1) return ''
  const ended = 'Earlier approvals no longer count.'
  const list = files ? planDiff(changesOfFile(files.before, files.after)) : ''
  return list === '' ? ended : `**Changed since version ${version - 1}.** ${ended}\n\n${list}`
}

/** Characters of all acceptance tests that are shown; the plan file has them whole. */
const TESTS_SHOWN = 20_000

function acceptance({ planFile, thread }: View, { acceptance: tests = [] }: Plan): string {
  const isTried = triedTests(thread.branch)
  const shownLength = Math.floor(TESTS_SHOWN / Math.max(1, tests.length))
  const shown = tests.map((test) => {
    const { path, run, content } = test
    const more = content.length > shownLength ? `\n\nThe rest is in ${code(planFile)}.` : ''
    const file = folded('Show the file', `${fenced(content.slice(0, shownLength), languageOf(path))}${more}`)
    const base = isTried(test) ? ' It failed before the plan.' : ''
    return `${code(path)}, run by ${code(run, 1_000)}.${base}\n\n${file}`
  })
  const what = '**Acceptance tests** (must fail now and pass at the end, unchanged):'
  return tests.length === 0 ? '' : [what, ...shown].join('\n\n')
}

const languageOf = (path: string): string => /\.([a-z0-9]{1,8})$/.exec(path)?.[1] ?? 'text'

/** A mention that notifies an account. Empty for bots and for anything that is no valid login. */
const mention = (login = ''): string =>
  /^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}(?:_[a-z\d]{1,8})?$/.test(login) ? `@${login}` : ''

function nextSteps(view: View, { version, blob }: NewVersion): string {
  const waiting = unapproved(view.state.statuses).map(({ subtask }) => subtask.number)
  // GitHub notifies nobody of edits, such as that of the progress comment, so the requester is mentioned here.
  const asker = version === 1 ? mention(view.state.history.requester?.login) : ''
  const small = [
    asker && `Requested by ${asker}.`,
    askedText(view.state.asked),
    view.approvalsRequired > 1 && `Needs ${view.approvalsRequired} approvals.`,
    [`To pin this exact version: \`approve ${shortBlob(blob)}\``, ...links(view, version, blob)].join(' · '),
  ]
  return `${howToApprove(view, waiting)}\\\n<sub>${joined(' ', small)}</sub>`
}

function answers(view: View, given: readonly Answer[]): string {
  if (given.length === 0) return ''
  const lines = given.map(({ comment, applied, note }) => {
    const what = applied ? 'applied' : 'not applied'
    return `- ${reference(view, comment)} → **${what}**${note.trim() && `: ${cleanLine(note, 1_000)}`}`
  })
  return `**Your feedback**\n\n${shortList(lines)}`
}

/** Tells people whose comment meant approval, but was handled as feedback, how to approve. */
function noApproval({ state }: View, given: readonly Answer[], version = state.current?.version ?? 1): string {
  const approving = state.comments.pull.filter(
    ({ id, command }) =>
      command.kind === 'feedback' && command.meant === 'approve' && given.some(({ comment }) => comment === id),
  )
  const quotes = [...new Set(approving.map(({ body }) => `“${firstWords(body)}”`))]
  return quotes.length === 0
    ? ''
    : `${quotes.join(' and ')} ${quotes.length > 1 ? 'do' : 'does'} not approve the plan. To approve version ${version}, comment \`approve\`.`
}

/** The objections of the reviewer model (input `reader-model`) that the planner did not apply. */
function reviewerObjections(look: SecondLook | undefined): string {
  if (!look) return ''
  const { objections, silent } = look
  if (silent !== undefined)
    return `**A second look:** there was none, because the model of \`reader-model\` did not answer. ${cleanLine(silent, 300)}`
  const notApplied = objections.filter(({ applied }) => !applied)
  const applied = objections.length - notApplied.length
  const counts = joined(', ', [
    applied > 0 && `${plural(applied, 'objection')} applied`,
    notApplied.length > 0 && `${plural(notApplied.length, 'objection')} not applied`,
  ])
  const lines = notApplied.map(
    ({ text, note }) => `- ${cleanLine(text, 1_000)} → **not applied**: ${cleanLine(note, 1_000)}`,
  )
  return `**A second look:** ${counts || 'no objections'}${lines.length > 0 ? `:\n\n${shortList(lines)}` : '.'}`
}

function baseline({ setupCommand = '' }: View, result: Baseline | undefined): string {
  if (!result) return ''
  const { command, passed, exit } = result
  if (passed) return `Today: ${code(command)} passes.`
  if (isUnknown(result)) {
    const input = command === asRecorded(setupCommand) ? 'setup-command' : 'verify-command'
    const after = / after \d{1,6} s$/.exec(exit)?.[0] ?? ''
    return `Whether \`${input}\` passes today is not known: stopped${after}, when the plan was ready. \`approve\` tries it first.`
  }
  const line = `Today: ${code(command)} fails (${cleanLine(exit)}).`
  return joined('\n\n', [line, lastLines(result)])
}

const lastLines = ({ tail }: Pick<Baseline, 'tail'> = { tail: '' }): string =>
  tail && folded('Show its last lines', outputBlock(tail))

const missingPrograms = (missing: readonly MissingProgram[] = []): string => missing.map(missingProgram).join('\\\n')
const missingProgram = ({ program, subtask }: MissingProgram): string =>
  `${code(program)}, with which a check of subtask ${subtask} begins, is not on the runner: let \`setup-command\` install it, or change the check.`

/** The estimated cost of the subtasks, from earlier ones of this repository, and the most that the plan may cost. */
function estimated({ prices, allowance }: View, estimate: Estimate | undefined): string {
  const most = renderMost(allowance, prices)
  const basis =
    estimate && `for ${plural(estimate.subtasks, 'subtask')} (from ${plural(estimate.samples, 'earlier subtask')} here)`
  const text = estimate
    ? `Estimate: ${renderEstimated(estimate, prices)} ${basis}${most && `, at most ${most}`}.`
    : most && `Costs at most ${most}.`
  return text && joined(' ', [text, whyNoDollars(prices)])
}

/** The author of feedback, with a link to the comment, review or review comment, and its first words. */
function reference({ thread, state, links: { repository } }: View, id: number): string {
  // Failed checks, not a comment, asked for the revision.
  const fix = id === EVENT_REMARK ? state.history.fixes.at(-1) : undefined
  if (fix) return `[the checks that failed](${repository}/commit/${fix.code}/checks)`
  const address = thread.pull?.pull.url ?? ''
  const remark = thread.pull?.remarks.find((one) => one.id === id)
  if (remark) {
    const anchor = remark.kind === 'summary' ? `pullrequestreview-${id}` : `discussion_r${id}`
    return quoted(remark, `${address}#${anchor}`)
  }
  const feedback = thread.pull?.comments.find((one) => one.id === id)
  return feedback ? quoted(feedback, `${address}#issuecomment-${id}`) : `comment ${id}`
}

const quoted = ({ author, body }: { author: { login: string }; body: string }, address: string): string => {
  const words = firstWords(body)
  return `**[${cleanLine(author.login)}](${address})**${words && `, “${words}”`}`
}

/** Characters of a quoted comment that are enough to recognize it. */
const FEW_WORDS = 60

/** The first line that is not quoted from another comment, without a command's name. */
function firstWords(body: string): string {
  const line = body.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*>/.test(one)) ?? ''
  return cleanLine(line.replace(/^\s*\/\w+\s+/, ''), FEW_WORDS)
}
