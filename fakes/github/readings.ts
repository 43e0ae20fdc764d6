import { z } from 'zod'
import { commitsIn, git, gitBytes } from './git.ts'
import { commitAt } from './refs.ts'
import { commentsOf, issueOf } from './issues.ts'
import { tokenOf } from './people.ts'
import { reviewCommentsOf, reviewsOf } from './pulls.ts'
import { RawPull } from './raw.ts'
import type { Site } from './types.ts'

/** Reads of the repository for tests and demos. They do not appear in the journal. */
export const readingsOf = (site: Site) => ({
  /** The token by which a person uses the API. */
  tokenOf,
  /** The settings of the repository. Change them in place. */
  settings: site.memory.settings,
  /** Runs that were requested over the API and that the runner has not taken yet. */
  dispatches: site.memory.dispatches,
  /** Every move of a branch, the oldest first. */
  refUpdates: site.memory.refUpdates,
  commentsOf: (number: number) => commentsOf(site, number),
  reviewsOf: (number: number) => reviewsOf(site, number),
  reviewCommentsOf: (number: number) => reviewCommentsOf(site, number),
  /** An issue, or a pull request in the shape of an issue. */
  issue: (number: number) => issueOf(site, number),
  pull: (number: number) => pullView(site, number),
  /** All pull requests, the oldest first. */
  pulls: async () => {
    const raw = z.array(RawPull).parse(await site.emulator.list('/pulls?state=all'))
    return Promise.all(
      raw
        .map(({ number }) => number)
        .sort((a, b) => a - b)
        .map((number) => pullView(site, number)),
    )
  },
  /** The reactions to an issue (by number) or a comment (by id), with their authors. */
  reactionsOf: (id: number) =>
    site.memory.reactions
      .filter(({ subject }) => subject.endsWith(`:${id}`))
      .map(({ login, content }) => ({ login, content })),
  /** The commit statuses of a commit, the newest first. */
  statusesOf: (sha: string) => site.memory.statuses.filter((one) => one.sha === sha).toReversed(),
  /** Who was asked to review a pull request. */
  askedToReview: (number: number) => site.memory.pulls[number]?.asked ?? { users: [], teams: [] },
  /** Whether GitHub signed a commit. */
  verified: (sha: string) => site.memory.verified.includes(sha),
  git: (args: readonly string[]) => git(site.bare, args),
  /** The commits of a branch that are not on `main`, the oldest first; of `main` all. */
  commits: async (branch: string) => {
    const head = (await commitAt(site.bare, `refs/heads/${branch}`)) ?? branch
    const main = branch === 'main' ? undefined : await commitAt(site.bare, 'refs/heads/main')
    return commitsIn(site.bare, main === undefined ? head : `${main}..${head}`)
  },
  /** The commit that a branch, tag or id names. */
  sha: (revision: string) => commitAt(site.bare, revision),
  /** The text of a file at a revision, or undefined. */
  file: async (revision: string, path: string): Promise<string | undefined> =>
    (await gitBytes(site.bare, ['cat-file', 'blob', `${revision}:${path}`]).catch(() => undefined))?.toString(),
})

async function pullView(site: Site, number: number) {
  const { title, body, state, draft, user, labels } = RawPull.parse(await site.emulator.read(`/pulls/${number}`))
  const sides = site.memory.pulls[number]
  if (!sides) throw new Error(`There is no pull request ${number}`)
  const { branch, base, head, fork } = sides
  return {
    number,
    title,
    body: body ?? '',
    state,
    draft,
    merged: sides.mergedAt !== undefined,
    login: user.login,
    labels: labels.map(({ name }) => name),
    branch,
    base,
    head,
    fork,
  }
}
