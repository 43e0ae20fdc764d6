import { type History, isUsed } from '../thread/history.ts'
import type { Thread, BaseChange } from '../thread/thread.ts'
import { refused, shortBlob, firstBaseWarning, lastCancel, mayApproveSome } from '../thread/people.ts'
import type { Person, Refusal, ReadComment, Announcement, Approval } from '../thread/people.ts'
import { joinWithAnd, nameSubtasks, openQuestion, type Plan } from '../../plan/plan.ts'
import { dependencies } from '../../plan/dependencies.ts'
import { isApproval } from '../words/command.ts'
import type { Facts, Halt, PendingFacts } from '../thread/facts.ts'
import { wasPostedWhileClosed } from '../inbox/refusals.ts'
import { askedFor, askedText } from './subtask-status.ts'
import { pathMatcher } from '../../guard/paths.ts'

/** What approvals of one version are judged by: the version, why the plan waits, and since which comment failures count. */
type ApprovalBasis = { version: Announcement; plan: Plan; halt: Halt | undefined; since: number }

/** Counts the approvals of the version that people can approve now. */
export function approvalsOf(facts: Facts, basis: ApprovalBasis): PendingFacts['counted'] {
  const { comments, person } = facts
  const counted: PendingFacts['counted'] = { approvals: [], refusals: [] }
  const context = { ...contextOf(facts, basis), counted }
  // Whoever reopens the pull request after a cancel has to approve again.
  const begin = Math.max(basis.version.comment, lastCancel(comments.pull))
  for (const one of comments.pull) {
    if (one.id <= begin || !isApproval(one.command) || one.edited || one.refused) continue
    const verdict = judge(context, one, person(one.author.login))
    if ('code' in verdict) counted.refusals.push({ ...verdict, comment: one })
    else counted.approvals.push(verdict)
  }
  return counted
}

/** `counted` is what was counted so far, which later approvals may build on. */
type ApprovalContext = ReturnType<typeof contextOf> & { counted: PendingFacts['counted'] }

function contextOf(facts: Facts, { version, plan, halt, since }: ApprovalBasis) {
  const { history, rules, thread, versions } = facts
  const failures = [...history.failed.values()].map(({ seen }) => seen).filter((seen) => seen >= since)
  const halts = [...failures, ...(halt && halt.reason !== 'change' ? [halt.since] : [])]
  const settled = new Set([...history.executed.keys(), ...history.abandoned.keys()])
  const open = plan.subtasks.filter(({ number }) => !settled.has(number))
  const named = open.flatMap(({ files }) => files.map(pathMatcher))
  return {
    thread,
    history,
    plan,
    version,
    /** The blob ids of the texts that the plan had before. */
    earlier: new Set([...versions.map(({ blob }) => blob), ...(thread.branch?.texts.keys() ?? [])]),
    /** Done or skipped subtasks, which need no approval any more. */
    settled,
    /** Who may not approve, because they asked for this version; undefined if self-approval is allowed. */
    askers: rules.allowSelfApproval ? undefined : askersOf(thread, history),
    /** The comment id after which a paused plan takes no approval; Infinity if it is not paused. */
    haltedSince: halts.length > 0 ? Math.max(...halts) : Infinity,
    /** What the base branch changed of the files that open subtasks name, since the version was written. */
    baseChanges: (thread.branch?.baseChanges ?? []).filter(({ path }) => named.some((isNamed) => isNamed(path))),
    /** The comment that warned of that first; Infinity if none did. */
    warning: firstBaseWarning(thread, version.comment) ?? Infinity,
    /** The sentence that says whose approval is asked for; empty when it is that of anybody with write permission. */
    asked: quietly(askedText(askedFor(rules, thread.branch?.owners, open))),
  }
}

/** An approval that counts, or why it does not. */
type Judgement = Approval | Omit<Refusal, 'comment'>

const unfit = (...words: Parameters<typeof refused>): Judgement => ({ ...refused(...words), isPersonal: true })

function judge(context: ApprovalContext, comment: ReadComment, person: Person): Judgement {
  const { login } = comment.author
  if (!person.approver)
    return context.asked
      ? unfit('not-an-approver', `@${login}, you cannot approve this plan.`, context.asked)
      : unfit('not-an-approver', `@${login}, approving needs write access here.`, 'Ask someone who has it to approve.')
  if (comment.app)
    return refused(
      'written-by-app',
      `@${login}, the app \`${comment.app}\` wrote this approval in your name.`,
      'Comment `approve` on GitHub yourself.',
    )
  const open = openQuestion(context.plan)
  if (open)
    return {
      code: 'open-question',
      why: 'This plan asks a question that has to be answered first.',
      remedy: 'Reply with the answer: the plan is revised with it.',
      detail: open.question,
    }
  if (context.askers?.isAnonymous)
    return refused(
      'unknown-editor',
      'The commit that edited the plan has no GitHub account, and `allow-self-approval` is off.',
      'Reply with what should be different, so that the bot writes it; or push it with the mail address of a GitHub account.',
    )
  if (context.askers?.askedBy.includes(comment.author.id))
    return unfit(
      'own-request',
      `@${login}, you requested this plan or edited it, and \`allow-self-approval\` is off.`,
      context.asked || 'Someone else must approve it.',
    )
  if (comment.id > context.haltedSince)
    return refused('plan-paused', 'The plan is paused, not waiting for approval.', 'Comment `/retry` to continue.')
  if (wasPostedWhileClosed(comment, context.thread) && !isUsed(comment, context.history))
    return refused(
      'said-while-closed',
      'This pull request was closed when you approved, so that has no effect.',
      'Comment `approve` again.',
    )
  return unlessMoved(context, comment, limitedToOwned(context, judgeScope(context, comment), person))
}

/**
 * Refuses an otherwise valid approval when the base changed files of the plan, until people were warned of that once. An
 * approval by the blob id counts at once, whatever the base changed; so does one that was acted on before.
 */
function unlessMoved(context: ApprovalContext, comment: ReadComment, verdict: Judgement): Judgement {
  const { thread, history, baseChanges: changes, version, warning } = context
  const isById = isApproval(comment.command) && comment.command.scope.kind === 'blob'
  const isWarned = comment.id > warning
  const isTakenUp = comment.reactions.eyes > 0 || isUsed(comment, history)
  if ('code' in verdict || changes.length === 0 || isById || isWarned || isTakenUp) return verdict
  return {
    code: 'base-moved',
    why: `\`${thread.base.branch}\` changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} of this plan after version ${version.version} was written.`,
    remedy: '**`/update`** merges first; **`approve`** again runs the plan as it is.',
    detail: changeLines(changes),
    isBaseWarning: true,
  }
}

/** Narrows an approval to the subtasks in which the person owns something, or in which nobody does. */
function limitedToOwned({ thread, asked }: ApprovalContext, verdict: Judgement, { teams }: Person): Judgement {
  const owners = thread.branch?.owners
  if ('code' in verdict || owners === undefined) return verdict
  const { login, numbers } = verdict
  const own = numbers.filter((number) => mayApproveSome(owners.get(number) ?? [], { login, teams }))
  if (own.length > 0) return { ...verdict, numbers: own, named: numbers, teams }
  return refused('not-an-owner', `@${login}, you own none of the files of ${nameSubtasks(numbers)}.`, asked)
}

function judgeScope({ plan, version, settled, earlier, counted }: ApprovalContext, comment: ReadComment): Judgement {
  const scope = isApproval(comment.command) ? comment.command.scope : { kind: 'all' as const }
  const { author, id } = comment
  const counts = (numbers: readonly number[]): Approval => ({ login: author.login, comment: id, numbers })
  if (version.edited && scope.kind !== 'blob')
    return refused(
      'announcement-edited',
      `The plan comment of version ${version.version} was edited, so it may not show the plan that would run.`,
      `Read the plan file on the branch, then comment \`approve ${shortBlob(version.blob)}\`.`,
    )
  const all = plan.subtasks.map((subtask) => subtask.number)
  if (scope.kind === 'all') return counts(all)
  if (scope.kind === 'blob') {
    const fits = (blob: string): boolean => blob.startsWith(scope.blob)
    const isClear = ![...earlier].some((blob) => blob !== version.blob && fits(blob))
    if (fits(version.blob) && isClear) return counts(all)
    return refused(
      'other-version',
      fits(version.blob)
        ? `\`${scope.blob}\` fits an earlier version as well.`
        : `\`${scope.blob}\` is not the current version, which is version ${version.version}.`,
      `Review version ${version.version}, then comment \`approve ${shortBlob(version.blob)}\`.`,
    )
  }
  const unknown = scope.numbers.filter((number) => !all.includes(number))
  if (unknown.length > 0)
    return refused(
      'unknown-subtask',
      `There is no subtask ${joinWithAnd(unknown)} in this plan.`,
      `Approve some of ${joinWithAnd(all)}, or all of them with \`approve\`.`,
    )
  const covered = new Set([...settled, ...scope.numbers, ...counted.approvals.flatMap((approval) => approval.numbers)])
  const missing = missingDependencies(plan, scope.numbers, covered)
  if (missing.length === 0) return counts(scope.numbers)
  // All that has to be approved at once, so that this is not refused in its turn.
  const together = new Set([...missing.flatMap(({ needs }) => needs), ...scope.numbers])
  return refused(
    'needs-others',
    `${missing.map(({ number, needs }) => `Subtask ${number} builds on ${joinWithAnd(needs)}`).join('; ')}, not approved yet.`,
    `Comment \`approve ${[...together].toSorted((a, b) => a - b).join(', ')}\`.`,
  )
}

/** What subtasks need that is not covered, also what these need in their turn. */
function missingDependencies(plan: Plan, numbers: readonly number[], covered: ReadonlySet<number>) {
  const isOpen = (number: number): boolean => !covered.has(number)
  const subtasks = plan.subtasks.map((one) => ({ ...one, depends_on: one.depends_on.filter(isOpen) }))
  return subtasks
    .filter(({ number }) => numbers.includes(number))
    .map(({ number }) => ({ number, needs: dependencies({ subtasks }, number).toSorted((a, b) => a - b) }))
    .filter(({ needs }) => needs.length > 0)
}

/** The commit of a person that brought the present text of the plan file. Undefined when the bot wrote it. */
export function commitByHand({ branch }: Thread): string | undefined {
  const origin = branch?.commitOfPlanBlob.get(branch.planFile?.blob ?? '')
  const commit = branch?.commits.find(({ sha }) => sha === origin)
  return commit && !commit.entry ? commit.sha : undefined
}

/**
 * The accounts that asked for the current text: the requester, and its author if it was edited by hand. By ids, since
 * logins change hands. `isAnonymous`: it was edited by hand, and the author is unknown.
 */
function askersOf(thread: Thread, { requester }: History) {
  const byHand = commitByHand(thread)
  const writers = byHand === undefined ? [] : (thread.writers?.get(byHand) ?? [])
  return {
    askedBy: [requester ?? [], writers].flat().map(({ id }) => id),
    isAnonymous: byHand !== undefined && writers.length === 0,
  }
}

/** The commits of which GitHub has to say who wrote them, before approvals can be counted. */
export function unknownWriters(thread: Thread): string[] {
  const byHand = commitByHand(thread)
  return byHand === undefined || thread.writers?.has(byHand) ? [] : [byHand]
}

/** Files of the base with the commits that changed them, a line each, as Markdown that is yet to be cleaned. */
const changeLines = (changes: readonly BaseChange[]): string =>
  changes
    .map(
      ({ path, commits }) =>
        `- \`${path}\`: ${commits.map(({ sha, subject }) => `${sha.slice(0, 7)} ${subject}`).join('; ') || 'changed'}`,
    )
    .join('\n')

/** Turns mentions into code, so that GitHub notifies nobody. */
const quietly = (text: string): string => text.replace(/@[\w./-]*[\w/-]/g, '`$&`')
