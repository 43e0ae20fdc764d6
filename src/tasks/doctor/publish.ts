import type { AnswerResult } from '../ask/input.ts'
import { commitTree, treeOf } from '../../git/objects.ts'
import { push } from '../../git/remote.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import { placeOf, type Thread } from '../../decide/thread/thread.ts'
import { mayWrite } from '../../decide/thread/people.ts'
import { nameOf } from '../../decide/thread/owners.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { errorText, type UserError } from '../../lib/errors.ts'
import { ruleProblem } from '../../observe/may-push.ts'
import { allOwners } from '../../observe/branch/owned-files.ts'
import { ownBase } from '../../observe/sources.ts'
import { publishAnswer } from '../unfinished.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { say } from '../../publish/say/say.ts'
import { CONTEXT } from '../../publish/say/set-status.ts'
import { doctorReport, type Finding } from '../../publish/view/comments/diagnosis.ts'

/** Tries what a plan needs of GitHub, and answers `/doctor` with that and with the findings of the agent side. */
export const publishDiagnosis = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'doctor'>; result: AnswerResult },
): Promise<Thread> =>
  publishAnswer(ctx, snapshot.thread, {
    step,
    result,
    answer: async (thread, { text, usage }) => {
      const { id, author } = step.comment
      const findings = [
        ...(await tryBranch(ctx, thread, id)),
        await tryRules(ctx, thread),
        ...(await tryRequired(ctx, thread)),
        await tryDispatch(ctx, thread),
        ...(await tryApprovers(ctx, thread, author.login)),
        { need: 'Comments', ok: 'can comment.' },
        await tryReaction(ctx, id),
      ]
      const report = doctorReport(ctx.settings, { findings, agentFindings: text, usage }, id)
      return say(ctx, thread, { place: placeOf(thread, step.comment), ...report })
    },
  })

/** Pushes a branch and opens a draft pull request for it, and always deletes both afterwards. */
async function tryBranch(ctx: GitHubContext, thread: Thread, id: number): Promise<Finding[]> {
  const { repo, branchPrefix } = ctx.sources
  const branch = `${branchPrefix}doctor-${id}`
  const commit = await commitTree(repo, {
    tree: await treeOf(repo, thread.base.sha),
    parents: [thread.base.sha],
    message: 'See whether a branch can be pushed\n',
    author: authorOf(thread.bot),
  })
  const need = 'Branches'
  const tried = await push(repo, [{ ref: `refs/heads/${branch}`, from: '', to: commit }])
  if (tried.kind !== 'pushed')
    return [
      { need, wrong: `GitHub did not take the push to \`${branch}\`. Give the job \`permissions: contents: write\`.` },
    ]
  try {
    const pushed = { need, ok: `\`${branch}\` could be pushed.` }
    return [pushed, await tryStatus(ctx, commit), await tryPull(ctx, thread, branch)]
  } finally {
    await push(repo, [{ ref: `refs/heads/${branch}`, from: commit, to: undefined }])
  }
}

/** Sets a status on the commit of the temporary branch, since statuses cannot be deleted. Plans work without it. */
async function tryStatus({ sources: { forge }, links }: GitHubContext, commit: string): Promise<Finding> {
  const need = 'Commit status'
  const status = { state: 'pending', description: 'Tried by /doctor', url: links.run, context: CONTEXT } as const
  return (await forge.setCommitStatus(commit, status))
    ? { need, ok: 'one could be set.' }
    : { need, wrong: 'None can be set. Give the job `permissions: statuses: write`; plans go on without it.' }
}

/**
 * A new pull request notifies everybody who watches the repository, so an existing one of the bot is used if there is
 * one.
 */
async function tryPull({ sources: { forge } }: GitHubContext, { base, bot }: Thread, branch: string): Promise<Finding> {
  const need = 'Draft pull requests'
  const earlier = (await forge.newestPulls()).find(({ author }) => author.login === bot.login)
  if (earlier) return { need, ok: `#${earlier.number} was opened here earlier, so none is opened as a test.` }
  const spec = { branch, base: base.branch, title: 'Measure Twice: a test by /doctor, closed at once', body: '' }
  const drafted = await forge.openPull({ ...spec, draft: true })
  const opened = drafted.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : drafted
  if (opened.kind === 'opened') {
    await forge.editPull(opened.pull.number, { state: 'closed' })
    const ok = `#${opened.pull.number} could be opened, and is closed.`
    return { need, ok: drafted.kind === 'no-drafts' ? `there are none here, so plans are ready at once; ${ok}` : ok }
  }
  const wrong =
    'Actions may not open pull requests. Turn on “Allow GitHub Actions to create and approve pull requests” ' +
    'under Settings → Actions → General → Workflow permissions.'
  return { need, wrong }
}

async function tryRules({ sources: { forge }, settings }: GitHubContext, thread: Thread): Promise<Finding> {
  const branch = thread.branch?.name ?? thread.freeBranch
  const problem = ruleProblem(branch, await forge.rulesOn(branch), settings)
  return problem
    ? { need: 'Rules', wrong: sentencesOf(problem) }
    : { need: 'Rules', ok: `no rule blocks pushes to \`${branch}\`.` }
}

/** Only plans get the status, so a rule that requires it blocks every other pull request. */
async function tryRequired({ sources: { forge } }: GitHubContext, { base }: Thread): Promise<Finding[]> {
  if (!(await forge.requiredChecks(base.branch)).includes(CONTEXT)) return []
  const wrong =
    `A rule for \`${base.branch}\` requires the status \`${CONTEXT}\`, which only the pull requests of plans get: every ` +
    'other one, and every merge group, waits for ever. Take it out of the rule; a plan that is not done is a draft, which cannot be merged.'
  return [{ need: 'Required checks', wrong }]
}

const sentencesOf = ({ message, remedy }: UserError): string => `${message} ${remedy}`

/** Adds a reaction that is there already: GitHub stores one of each kind per account, so nothing changes. */
async function tryReaction({ sources: { forge } }: GitHubContext, comment: number): Promise<Finding> {
  const need = 'Reactions'
  try {
    await forge.react(comment, 'eyes')
    return { need, ok: 'your comment has one.' }
  } catch (error) {
    const wrong = `GitHub did not take one (${errorText(error)}). Give the job \`permissions: issues: write, pull-requests: write\`.`
    return { need, wrong }
  }
}

/** Maximum number of code owners that are checked. */
const MOST_OWNERS = 50

/** Finds approvers who can never approve: people without write permission, and teams that the token cannot read. */
async function tryApprovers(ctx: GitHubContext, thread: Thread, login: string): Promise<Finding[]> {
  const { approvers } = ctx.sources
  if (approvers.kind === 'list') {
    const { users, teams } = approvers
    const nobody = await unmatched(ctx, [...users, ...teams], login)
    const wrong = `The input \`approvers\` names people or teams that cannot approve: ${nobody}. ${GRANT}`
    return [nobody === '' ? { need: 'Approvers', ok: 'all of them are there.' } : { need: 'Approvers', wrong }]
  }
  if (approvers.kind !== 'codeowners') return []
  const need = 'Code owners'
  const owners = await allOwners(ctx.sources.repo, await ownBase(ctx.sources, thread))
  if (owners.length === 0) {
    const wrong = `No file CODEOWNERS on \`${ctx.sources.base}\` names anybody, so everybody with write permission may approve. Add one as \`.github/CODEOWNERS\`.`
    return [{ need, wrong }]
  }
  const nobody = await unmatched(ctx, owners.slice(0, MOST_OWNERS), login)
  const wrong = `The file CODEOWNERS names people or teams that cannot approve: ${nobody}. ${GRANT}`
  return [nobody === '' ? { need, ok: 'all of them may approve what is theirs.' } : { need, wrong }]
}

const GRANT = 'Give these people the right to write, or a token that sees these teams.'

/** The owners who can never approve, as a list in Markdown. An e-mail address belongs to no account. */
async function unmatched(
  { sources: { forge } }: GitHubContext,
  owners: readonly string[],
  login: string,
): Promise<string> {
  const isNobody = async (owner: string): Promise<boolean> => {
    const name = nameOf(`@${owner.replace(/^@/, '')}`)
    if (name === undefined) return true
    return name.includes('/')
      ? (await forge.inTeam(name, login)) === undefined
      : !mayWrite({ permission: await forge.permission(name) })
  }
  const found = await Promise.all(owners.map(async (owner) => ((await isNobody(owner)) ? [`\`${owner}\``] : [])))
  return found.flat().join(', ')
}

/** Dispatches the workflow; the run that it starts finds nothing to do. */
async function tryDispatch({ sources: { forge }, workflow }: GitHubContext, thread: Thread): Promise<Finding> {
  const number = String(thread.pull?.pull.number ?? thread.issue.number)
  const need = 'Next runs'
  return (await forge.dispatch({ ...workflow, inputs: { number } }))
    ? { need, ok: 'can start a follow-up run.' }
    : {
        need,
        wrong:
          'The next run cannot be started. Give the job `permissions: actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.',
      }
}
