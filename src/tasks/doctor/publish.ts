import type { ResultFor } from '../tasks.ts'
import type { Snapshot, StepOf } from '../../decide/next/decision.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { publishAnswer } from '../unfinished.ts'
import type { GitHubContext } from '../../publish/write/github-context.ts'
import { doctorReport, type Finding } from '../../publish/view/comments/replies.ts'
import { commitTree, treeOf } from '../../git/objects.ts'
import { push } from '../../git/remote.ts'
import { noteText } from '../../publish/view/text/text.ts'
import { answerTo, mayWrite, ownerName } from '../../decide/thread/people.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { errorText } from '../../lib/errors.ts'
import { commitsThroughApi, ruleProblem } from '../../observe/may-push.ts'
import { allOwners, readCodeowners } from '../../observe/branch/codeowners.ts'
import { ownBase } from '../../observe/sources.ts'
import { CONTEXT } from '../../publish/say/pull-request.ts'

/** Tries what a plan needs of GitHub, and answers `/doctor` with that and with the findings of the agent side. */
export const publishDiagnosis = (
  ctx: GitHubContext,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'doctor'>; result: ResultFor<'doctor'> },
): Promise<Thread> =>
  publishAnswer(ctx, snapshot.thread, {
    step,
    result,
    answer: async (thread, { text, usage }) => {
      const { id, author } = step.comment
      const findings = await tryGitHub(ctx, {
        base: thread.base,
        bot: thread.bot,
        branch: thread.branch?.name ?? thread.freeBranch,
        trial: `${ctx.sources.branchPrefix}doctor-${id}`,
        number: String(thread.pull?.pull.number ?? thread.issue.number),
        login: author.login,
        comment: id,
      })
      return noteText(answerTo(id), ...doctorReport(ctx.settings, { findings, agentFindings: text, usage }))
    },
  })

/** Where each need is tried. `comment` is the `/doctor` command; a dispatched workflow has none. */
type Trials = Pick<Thread, 'base' | 'bot'> & {
  /** The branch of a plan, whose rules are read. */
  branch: string
  trial: string
  /** The input `number` of the run that is started. */
  number: string
  login: string
  comment?: number
}

/** Tries each permission and rule of GitHub that a plan needs, and deletes the branch and the pull request again. */
export async function tryGitHub(ctx: GitHubContext, trials: Trials): Promise<Finding[]> {
  const { comment } = trials
  return [
    ...(await tryBranch(ctx, trials)),
    await tryRules(ctx, trials),
    ...(await tryRequired(ctx, trials)),
    ...(ctx.jobs === 'three' ? [] : [await tryDispatch(ctx, trials)]),
    ...(await tryApprovers(ctx, trials)),
    ...(comment === undefined ? [] : [{ need: 'Comments', ok: 'can comment.' }, await tryReaction(ctx, comment)]),
  ]
}

/** Pushes a branch and opens a draft pull request for it, and always deletes both afterwards. */
async function tryBranch(ctx: GitHubContext, trials: Trials): Promise<Finding[]> {
  const { repo } = ctx.sources
  const { trial } = trials
  const need = 'Branches'
  const commit = await pushTrial(ctx, trials)
  try {
    const wrong = `GitHub did not take the push to \`${trial}\`. Give the job \`permissions: contents: write\`.`
    if (commit === undefined) return [{ need, wrong }]
    const pushed = { need, ok: `\`${trial}\` could be pushed.` }
    return [pushed, await tryStatus(ctx, commit), await tryPull(ctx, trials)]
  } finally {
    await push(repo, [{ ref: `refs/heads/${trial}`, from: commit ?? trials.base.sha, to: undefined }])
  }
}

/** The empty commit that was pushed, signed by GitHub where plans need that. Undefined where GitHub did not take it. */
async function pushTrial(ctx: GitHubContext, { base, bot, trial, branch }: Trials): Promise<string | undefined> {
  const { repo, forge } = ctx.sources
  const message = 'See whether a branch can be pushed\n'
  const isSigned = await commitsThroughApi(ctx.sources, branch, ctx.settings)
  const author = authorOf(bot)
  const to = isSigned
    ? base.sha
    : await commitTree(repo, { tree: await treeOf(repo, base.sha), parents: [base.sha], message, author })
  if ((await push(repo, [{ ref: `refs/heads/${trial}`, from: '', to }])).kind !== 'pushed') return undefined
  if (!isSigned) return to
  const made = await forge.commit({ branch: trial, expected: to, message, changes: [], setsModes: false })
  return made.kind === 'made' ? made.sha : undefined
}

/** Sets a status on the commit of the temporary branch, since statuses cannot be deleted. Plans work without it. */
async function tryStatus({ sources: { forge }, links }: GitHubContext, commit: string): Promise<Finding> {
  const need = 'Commit status'
  const status = { state: 'pending', description: 'Tried by /doctor', url: links.run, context: CONTEXT } as const
  return (await forge.setCommitStatus(commit, status))
    ? { need, ok: 'one could be set.' }
    : { need, wrong: 'None can be set. Give the job `permissions: statuses: write`; plans go on without it.' }
}

/** Opens a pull request only if the bot has none: a new one notifies everybody who watches the repository. */
async function tryPull({ sources: { forge } }: GitHubContext, { base, bot, trial }: Trials): Promise<Finding> {
  const need = 'Draft pull requests'
  const earlier = (await forge.newestPulls()).find(({ author }) => author.login === bot.login)
  if (earlier) return { need, ok: `#${earlier.number} was opened here earlier, so none is opened as a test.` }
  const spec = { branch: trial, base: base.branch, title: 'Measure Twice: a test by /doctor, closed at once', body: '' }
  const drafted = await forge.openPull({ ...spec, draft: true })
  const opened = drafted.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : drafted
  if (opened.kind === 'opened') {
    await forge.editPull(opened.pull.number, () => ({ state: 'closed' }))
    const ok = `#${opened.pull.number} could be opened, and is closed.`
    return { need, ok: drafted.kind === 'no-drafts' ? `there are none here, so plans are ready at once; ${ok}` : ok }
  }
  const wrong =
    'Actions may not open pull requests. Turn on “Allow GitHub Actions to create and approve pull requests” ' +
    'under Settings → Actions → General → Workflow permissions.'
  return { need, wrong }
}

async function tryRules({ sources: { forge }, settings }: GitHubContext, { branch, bot }: Trials): Promise<Finding> {
  const problem = ruleProblem(branch, await forge.rulesOn(branch), { ...settings, author: authorOf(bot) })
  return problem
    ? { need: 'Rules', wrong: `${problem.message} ${problem.remedy}` }
    : { need: 'Rules', ok: `no rule blocks pushes to \`${branch}\`.` }
}

/** Only plans get the status, so a rule that requires it blocks every other pull request. */
async function tryRequired({ sources: { forge } }: GitHubContext, { base }: Trials): Promise<Finding[]> {
  if (!(await forge.requiredChecks(base.branch)).includes(CONTEXT)) return []
  const wrong =
    `A rule for \`${base.branch}\` requires the status \`${CONTEXT}\`, which only the pull requests of plans get: every ` +
    'other one, and every merge group, waits for ever. Take it out of the rule; a plan that is not done is a draft, which cannot be merged.'
  return [{ need: 'Required checks', wrong }]
}

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

const MAX_OWNERS = 50

/** Finds approvers who can never approve: people without write permission, and teams that the token cannot read. */
async function tryApprovers(ctx: GitHubContext, trials: Trials): Promise<Finding[]> {
  const { approvers, repo, base } = ctx.sources
  if (approvers.kind === 'permission') return []
  if (approvers.kind === 'list') {
    const owners = [...approvers.users, ...approvers.teams]
    const problem = await unmatched(ctx, owners, { ...trials, where: 'The input `approvers`' })
    return [{ need: 'Approvers', ...(problem ?? { ok: 'all of them are there.' }) }]
  }
  const need = 'Code owners'
  const owners = allOwners(await readCodeowners(repo, await ownBase(ctx.sources, trials)))
  if (owners.length === 0) {
    const wrong = `No file CODEOWNERS on \`${base}\` names anybody, so everybody with write permission may approve. Add one as \`.github/CODEOWNERS\`.`
    return [{ need, wrong }]
  }
  const problem = await unmatched(ctx, owners.slice(0, MAX_OWNERS), { ...trials, where: 'The file CODEOWNERS' })
  return [{ need, ...(problem ?? { ok: 'all of them may approve what is theirs.' }) }]
}

/** Names the owners who can never approve. E-mail addresses are among them: they name no account. */
async function unmatched(
  { sources: { forge } }: GitHubContext,
  owners: readonly string[],
  { login, where }: { login: string; where: string },
): Promise<{ wrong: string } | undefined> {
  const cannotApprove = async (owner: string): Promise<boolean> => {
    const name = ownerName(`@${owner.replace(/^@/, '')}`)
    if (name === undefined) return true
    return name.includes('/')
      ? (await forge.inTeam(name, login)) === undefined
      : !mayWrite({ permission: await forge.permission(name) })
  }
  const lists = await Promise.all(owners.map(async (owner) => ((await cannotApprove(owner)) ? [`\`${owner}\``] : [])))
  const names = lists.flat().join(', ')
  const wrong = `${where} names people or teams that cannot approve: ${names}. Give these people the right to write, or a token that sees these teams.`
  return names === '' ? undefined : { wrong }
}

/** Dispatches the workflow of this run for this plan, as a run does that continues later; it finds nothing to do. */
async function tryDispatch({ sources: { forge }, workflow }: GitHubContext, { number }: Trials): Promise<Finding> {
  const need = 'Next runs'
  if (await forge.dispatch({ ...workflow, inputs: { number } })) return { need, ok: 'can start a follow-up run.' }
  const wrong =
    'The next run cannot be started. Give the job `permissions: actions: write`, and keep the trigger `workflow_dispatch` with the input `number`.'
  return { need, wrong }
}
