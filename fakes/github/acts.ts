import { createCommit, git } from './git.ts'
import { follow, notePush } from './follow.ts'
import { commitAt, refsOf, updateRef } from './refs.ts'
import { addComment, changeComment, changeIssue, commentsOf, issueOf } from './issues.ts'
import { mailOf, userJson } from './people.ts'
import { addPull, addReview, pullOf } from './pulls.ts'
import { FIRST, RawIssue } from './raw.ts'
import { nowOf, repositoryJson, touch } from './shapes.ts'
import { runOf } from './checks.ts'
import type { Check, CommitStatus, Dispatch, Files, Json, Role, Site, WebhookEvent } from './types.ts'

type Push = { files: Files; message?: string; force?: boolean; from?: string }

/** The actions of people. Each returns the webhook event that github.com would send for it. */
export const actsOf = (site: Site) => ({
  ...conversation(site),
  ...pullRequests(site),
  ...branches(site),
  ...dispatching(site),
  ...checking(site),
  /** Sets a role in the repository; `undefined` removes it. */
  setRole: (login: string, role: Role | undefined): void => {
    const person = site.memory.people[login]
    if (person) person.role = role
  },
  /** Advances the clock of the server. */
  tick: (seconds: number): void => {
    site.memory.offsetSeconds += seconds
  },
})

const eventOf = (
  site: Site,
  { name, sender, action, ...payload }: { name: string; sender: string; action?: string } & Json,
): WebhookEvent => ({
  name,
  sender,
  payload: {
    ...(action ? { action } : {}),
    ...payload,
    repository: repositoryJson(site),
    sender: userJson(site, sender),
  },
})

const conversation = (site: Site) => ({
  openIssue: async (sender: string, given: { title?: string; body?: string; labels?: string[] } = {}) => {
    const body = { title: 'An issue', body: '', ...given }
    const raw = RawIssue.parse(await site.emulator.write({ login: sender, method: 'POST', path: '/issues', body }))
    touch(site, `issue:${raw.number}`)
    const issue = await issueOf(site, raw.number)
    return { number: raw.number, event: eventOf(site, { name: 'issues', action: 'opened', sender, issue }) }
  },
  /** Rewrites the text of an issue. */
  editIssue: async (sender: string, number: number, body: string) => {
    await changeIssue({ site, login: sender }, number, { body })
    return eventOf(site, { name: 'issues', action: 'edited', sender, issue: await issueOf(site, number) })
  },
  /** `app` is the slug of an app that writes in the name of the person. */
  comment: async (sender: string, number: number, body: string, app?: string) => {
    const comment = await addComment({ site, login: sender }, number, body, app)
    const issue = await issueOf(site, number)
    return {
      id: comment.id,
      event: eventOf(site, { name: 'issue_comment', action: 'created', sender, issue, comment }),
    }
  },
  /** Edits a comment, a few seconds after it was written. */
  editComment: async (sender: string, id: number, body: string) => {
    site.memory.offsetSeconds += 5
    const comment = await changeComment({ site, login: sender }, id, body)
    const issue = await issueOf(site, Number(comment.issue_url.split('/').at(-1)))
    return { id, event: eventOf(site, { name: 'issue_comment', action: 'edited', sender, issue, comment }) }
  },
  deleteComment: async (sender: string, number: number, id: number) => {
    const comment = (await commentsOf(site, number)).find((one) => one.id === id)
    await site.emulator.write({ login: sender, method: 'DELETE', path: `/issues/comments/${id - FIRST.comment}` })
    const issue = await issueOf(site, number)
    return eventOf(site, { name: 'issue_comment', action: 'deleted', sender, issue, comment })
  },
  addLabel: async (sender: string, number: number, name: string) => {
    await site.emulator.write({
      login: sender,
      method: 'POST',
      path: `/issues/${number}/labels`,
      body: { labels: [name] },
    })
    touch(site, `issue:${number}`)
    const issue = await issueOf(site, number)
    return eventOf(site, { name: 'issues', action: 'labeled', sender, issue, label: { name } })
  },
  closeIssue: async (sender: string, number: number) => {
    await changeIssue({ site, login: sender }, number, { state: 'closed' })
    return eventOf(site, { name: 'issues', action: 'closed', sender, issue: await issueOf(site, number) })
  },
  lockIssue: async (sender: string, number: number) => {
    await site.emulator.write({ login: sender, method: 'PUT', path: `/issues/${number}/lock`, body: {} })
    touch(site, `issue:${number}`)
    return eventOf(site, { name: 'issues', action: 'locked', sender, issue: await issueOf(site, number) })
  },
})

type NewPull = {
  title?: string
  body?: string
  branch: string
  base?: string
  draft?: boolean
  fork?: boolean
  files?: Files
}

const pullRequests = (site: Site) => {
  const changed = async (
    action: string,
    { sender, number, ...change }: { sender: string; number: number } & Json,
  ): Promise<WebhookEvent> => {
    await changeIssue({ site, login: sender }, number, change)
    return eventOf(site, { name: 'pull_request', action, sender, number, pull_request: await pullOf(site, number) })
  }
  return {
    /** Opens a pull request from a branch, or from a person's fork with these files. */
    openPull: async (sender: string, { branch, base = 'main', fork = false, files = {}, ...rest }: NewPull) => {
      const from = await commitAt(site.bare, `refs/heads/${fork ? base : branch}`)
      const head = fork ? await commitBy(site, sender, { files, message: 'From a fork', from }) : from
      if (!head) throw new Error(`There is no branch ${branch}`)
      const sides = { branch, base, head, fork: fork ? sender : undefined }
      const number = await addPull({ site, login: sender }, sides, { title: 'A pull request', body: '', ...rest })
      return {
        number,
        event: eventOf(site, {
          name: 'pull_request',
          action: 'opened',
          sender,
          number,
          pull_request: await pullOf(site, number),
        }),
      }
    },
    closePull: (sender: string, number: number) => changed('closed', { sender, number, state: 'closed' }),
    /**
     * Merges as the button does. The branch stays.
     */
    mergePull: async (sender: string, number: number, how: WayOfMerging = {}) => {
      await mergeIntoBase(site, sender, { ...how, number })
      return changed('closed', { sender, number, state: 'closed' })
    },
    reopenPull: (sender: string, number: number) => changed('reopened', { sender, number, state: 'open' }),
    editBody: (sender: string, number: number, body: string) => changed('edited', { sender, number, body }),
    /** Writes a review; `events` are those of its inline comments. */
    review: async (sender: string, number: number, given: { body?: string; event?: string; comments?: Json[] }) => {
      const { review, comments } = await addReview({ site, login: sender }, number, given)
      const pull_request = await pullOf(site, number)
      const shown = { ...review, state: review.state.toLowerCase() }
      const event = eventOf(site, {
        name: 'pull_request_review',
        action: 'submitted',
        sender,
        review: shown,
        pull_request,
      })
      const events = comments.map((comment) =>
        eventOf(site, { name: 'pull_request_review_comment', action: 'created', sender, comment, pull_request }),
      )
      return { id: review.id, comments: comments.map(({ id }) => id), event, events }
    },
    /** Dismisses a review, which keeps its text and changes its state (REST, "Dismiss a review for a pull request"). */
    dismissReview: async (sender: string, number: number, id: number) => {
      const path = `/pulls/${number}/reviews/${id - FIRST.review}/dismissals`
      await site.emulator.write({ login: sender, method: 'PUT', path, body: { message: 'Never mind.' } })
      const pull_request = await pullOf(site, number)
      return eventOf(site, { name: 'pull_request_review', action: 'dismissed', sender, pull_request })
    },
  }
}

/**
 * With a merge commit, by squash with a message of this kind, or by rebase, which makes every commit again
 * (github/docs, about-pull-request-merges; the kinds are `squash_merge_commit_message` of a repository).
 */
export type WayOfMerging = { squash?: 'PR_BODY' | 'COMMIT_MESSAGES' | 'BLANK'; rebase?: boolean }

async function mergeIntoBase(
  site: Site,
  login: string,
  { number, squash, rebase = false }: WayOfMerging & { number: number },
): Promise<void> {
  const sides = site.memory.pulls[number]
  const ref = `refs/heads/${sides?.base}`
  const old = await commitAt(site.bare, ref)
  if (!sides || !old) throw new Error(`There is nothing to merge ${number} into`)
  const committer = { GIT_COMMITTER_NAME: login, GIT_COMMITTER_EMAIL: mailOf(site.memory, login) }
  const people = { ...committer, GIT_AUTHOR_NAME: login, GIT_AUTHOR_EMAIL: committer.GIT_COMMITTER_EMAIL }
  const commit = async (head: string, onto: readonly string[], { message, env }: { message: string; env: object }) => {
    const tree = await git(site.bare, ['merge-tree', '--write-tree', old, head])
    const parents = onto.flatMap((one) => ['-p', one])
    return git(site.bare, ['commit-tree', tree, ...parents, '-m', message], { env: { ...env } })
  }
  const range = ['--reverse', '--no-merges', `${old}..${sides.head}`]
  const said = (format: string, ...of: string[]): Promise<string> =>
    git(site.bare, ['log', `--format=${format}`, ...of])
  let now = old
  if (rebase) {
    for (const one of (await said('%H', ...range)).split('\n')) {
      const [name = '', mail = '', ...message] = (await said('%an%n%ae%n%B', '-1', one)).split('\n')
      const env = { ...committer, GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: mail }
      now = await commit(one, [now], { message: message.join('\n'), env })
    }
  } else if (squash) {
    const { title, body } = await pullOf(site, number)
    const texts = { PR_BODY: body ?? '', COMMIT_MESSAGES: await said('* %B', ...range), BLANK: '' }
    const message = `${title} (#${number})\n\n${texts[squash]}`
    now = await commit(sides.head, [old], { message, env: people })
  } else {
    const message = `Merge pull request #${number} from ${site.owner}/${sides.branch}`
    now = await commit(sides.head, [old, sides.head], { message, env: people })
  }
  await updateRef(site.bare, ref, { now, old })
  sides.mergedAt = nowOf(site)
}

const commitBy = (
  site: Site,
  login: string,
  { files, message, from }: { files: Files; message: string; from: string | undefined },
): Promise<string> => {
  const ident = { name: login, email: mailOf(site.memory, login) }
  const at = Math.floor(Date.parse(nowOf(site)) / 1000)
  return createCommit(site.bare, { parent: from, files, message, author: ident, committer: ident, at })
}

const branches = (site: Site) => ({
  /** Commits to a branch and pushes, from its tip or (forced) from elsewhere. */
  push: async (sender: string, branch: string, { files, message = 'A change by a person', from }: Push) => {
    const ref = `refs/heads/${branch}`
    const before = await refsOf(site.bare)
    const old = before.get(ref)
    const sha = await commitBy(site, sender, { files, message, from: from ?? old ?? before.get('refs/heads/main') })
    await updateRef(site.bare, ref, { now: sha, old })
    await notePush(site, before, sender)
    return { sha, event: eventOf(site, { name: 'push', sender, ref, before: old ?? '0'.repeat(40), after: sha }) }
  },
  deleteBranch: async (sender: string, branch: string) => {
    const before = await refsOf(site.bare)
    await updateRef(site.bare, `refs/heads/${branch}`, {})
    await notePush(site, before, sender)
    return eventOf(site, { name: 'delete', sender, ref: branch, ref_type: 'branch' })
  },
  /** Brings the pull requests up to date after a test has moved refs by `git` itself. */
  follow: (login: string) => follow(site, login),
})

type NewCheck = Partial<Omit<Check, 'id' | 'sha'>>

const checking = (site: Site) => ({
  /** Sets a commit status of the head of a branch, as a service outside of GitHub does. */
  status: async (branch: string, { context, state }: Pick<CommitStatus, 'context' | 'state'>) => {
    const sha = (await commitAt(site.bare, `refs/heads/${branch}`)) ?? ''
    const rest = { id: 7_200_000_001 + site.memory.statuses.length, description: null, target_url: null }
    site.memory.statuses.push({ ...rest, sha, context, state, login: 'ci', created_at: nowOf(site) })
  },

  /**
   * Ends a check of the head of a branch. The payloads are those of "workflow_run" and "check_suite", of which GitHub
   * sends the second for the checks of apps only, and may leave `pull_requests` empty.
   */
  check: async (branch: string, given: NewCheck = {}) => {
    const sha = (await commitAt(site.bare, `refs/heads/${branch}`)) ?? ''
    const id = 8_100_000_001 + site.memory.checks.length
    const usual = { name: 'build', app: 'github-actions', conclusion: 'failure', summary: '', annotations: [] }
    const check = { id, sha, ...usual, workflow: '.github/workflows/ci.yml', ...given }
    site.memory.checks.push(check)
    const repository = repositoryJson(site)
    const ended = { head_branch: branch, head_sha: sha, status: 'completed', conclusion: check.conclusion }
    const shared = { action: 'completed', sender: 'github-actions[bot]' }
    const run = { id: runOf(check), path: check.workflow, head_repository: repository, pull_requests: [], ...ended }
    const pulls = Object.entries(site.memory.pulls).filter(([, sides]) => sides.branch === branch)
    const pull_requests = pulls.map(([number]) => ({ number: Number(number), head: { ref: branch, sha } }))
    return {
      id,
      workflowRun: eventOf(site, { name: 'workflow_run', ...shared, workflow_run: run }),
      checkSuite: eventOf(site, { name: 'check_suite', ...shared, check_suite: { ...ended, pull_requests } }),
    }
  },
})

const dispatching = (site: Site) => ({
  /** A `workflow_dispatch` that a person starts by hand, without a number where they type none. */
  dispatchEvent: (number?: number, sender = 'alice') =>
    eventOf(site, {
      name: 'workflow_dispatch',
      sender,
      inputs: number === undefined ? null : { number: String(number) },
      ref: 'refs/heads/main',
      workflow: '.github/workflows/plan.yml',
    }),
  scheduleEvent: () => eventOf(site, { name: 'schedule', sender: 'alice', schedule: '0 * * * *' }),
  /** Removes the oldest run that was requested over the API and returns the event that starts it. */
  takeDispatch: (): WebhookEvent | undefined => {
    const next = site.memory.dispatches.shift()
    return next && dispatchedEvent(site, next)
  },
})

const dispatchedEvent = (site: Site, { kind, login, target, ref, inputs }: Dispatch): WebhookEvent =>
  kind === 'workflow_dispatch'
    ? eventOf(site, {
        name: kind,
        sender: login,
        inputs,
        ref: `refs/heads/${ref}`,
        workflow: `.github/workflows/${target}`,
      })
    : eventOf(site, { name: kind, sender: login, action: target, client_payload: inputs })
