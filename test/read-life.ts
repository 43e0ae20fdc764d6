import type { GitHub } from '../fakes/github/github.ts'
import { parseMessage } from '../src/decide/thread/trailers.ts'
import type { Comment } from '../src/github/forge.ts'
import type { BranchCommit, Thread } from '../src/decide/thread/thread.ts'
import { BOT, blobOf, newThread, person, peopleWith } from './thread.ts'
import { lifeOf, type Life, type Said } from './invariants.ts'

// What GitHub holds of a plan's life, read without the code that is to be tested: no request of ours is made for it.

/** What only whoever plays the people knows. */
export type Deeds = {
  said: Map<number, Said>
  writers: Set<string>
  pushed: string[]
  lines: string[]
  /** Pull requests of people on a file of the plan that are open, and were before any approval. */
  others?: number[]
  tampered: boolean
}

/** `base` is the branch that the plan is for. */
export async function readLife({ github, issue, deeds, base = 'main' }: Readable): Promise<Life> {
  const pulls = (await github.pulls()).filter(({ branch }) => branch.startsWith(`plan/issue-${issue}`))
  const pull = pulls.at(-1)
  const branch = pull && (await readBranch(github, pull.branch))
  const comments = async (number: number) => (await github.commentsOf(number)).map((raw) => commentOf(raw, deeds))
  const thread: Thread = {
    ...newThread({ people: peopleWith(rolesOf(deeds)) }),
    comments: await comments(issue),
    branch,
    pull: pull && {
      pull: { ...pullOf(pull), head: { branch: pull.branch, sha: pull.head, repository: 'octo/demo' } },
      comments: await comments(pull.number),
      remarks: [],
    },
  }
  return lifeOf(thread, {
    ...{ body: pull?.body, said: deeds.said, writers: deeds.writers, tampered: deeds.tampered },
    forced: github.refUpdates.flatMap(({ forced, ref }) => (forced ? [ref] : [])),
    lost: [
      ...lostLines(deeds, pulls),
      ...(branch ? await untold(github, { pulls, branch, deeds }) : []),
      ...(pull?.state === 'open' ? await lostCommits(github, pull.branch, deeds) : []),
      ...(pull?.state === 'open' ? await ourCommits(github, base) : []),
    ],
    ...(branch ? { packages: await packagesOf(github, base, branch.head) } : {}),
    openPulls: pulls.filter(({ state }) => state === 'open').length,
  })
}

type Readable = { github: GitHub; issue: number; deeds: Deeds; base?: string }

type PullView = Awaited<ReturnType<GitHub['pulls']>>[number]

const pullOf = ({ number, title, body, state, draft, base }: PullView) => ({
  ...{ number, title, body, draft, base, nodeId: '', author: BOT, url: '', createdAt: '', closedAt: undefined },
  ...{ state: state === 'open' ? ('open' as const) : ('closed' as const), lineComments: 0 },
})

type RawComment = Awaited<ReturnType<GitHub['commentsOf']>>[number]

/** GitHub’s `updated_at` moves without an edit, so whether there was one is known from who made it. */
const commentOf = ({ id, user, body = '', created_at }: RawComment, { said }: Deeds): Comment => ({
  ...{ id, nodeId: '', body, createdAt: created_at, reactions: { eyes: 0, rocket: 0, confused: 0 } },
  author: user?.login === BOT.login ? BOT : person(user?.login ?? ''),
  updatedAt: (said.get(id)?.untouched ?? true) ? created_at : `${created_at}, and later`,
})

const rolesOf = ({ writers }: Deeds) => Object.fromEntries([...writers].map((login) => [login, 'write' as const]))

async function readBranch(github: GitHub, name: string): Promise<Thread['branch']> {
  const head = await github.sha(`refs/heads/${name}`)
  if (head === undefined) return undefined
  const commits = (await github.commits(name)).map((commit): BranchCommit => {
    const entry = commit.author.name === BOT.login ? parseMessage(commit.message) : undefined
    return { ...commit, date: commit.author.date, entry }
  })
  const text = await lastPlan(github, [...commits.map(({ sha }) => sha)])
  const planFile = text === undefined ? undefined : { kind: 'text' as const, path: 'PLAN.md', blob: blobOf(text), text }
  return { name, head, commits, planFile, texts: new Map(), commitOfPlanBlob: new Map() }
}

/** The plan file as it stood last: a plan that is done has none any more, and its checklist is that of the last one. */
async function lastPlan(github: GitHub, commits: readonly string[]): Promise<string | undefined> {
  for (const sha of commits.toReversed()) {
    const text = await github.file(sha, 'PLAN.md')
    if (text !== undefined) return text
  }
  return undefined
}

const packagesOf = async (github: GitHub, base: string, head: string): Promise<Life['packages']> => ({
  before: (await github.file(base, 'package.json')) ?? '',
  now: (await github.file(head, 'package.json')) ?? '',
})

/** Nothing of a plan that is not merged comes to the branch that it is for. */
async function ourCommits(github: GitHub, base: string): Promise<string[]> {
  const written = (
    await github.git(['log', `--author=${BOT.login.replace(/[[\]]/g, '.')}`, '--format=%s', base])
  ).trim()
  return written === '' ? [] : [`Written to ${base}: ${written}`]
}

/** Lines that people wrote into the body of a pull request of the plan, which may have had several. */
const lostLines = ({ lines }: Deeds, pulls: readonly PullView[]): string[] =>
  lines.filter((line) => pulls.every(({ body }) => !body.includes(line))).map((line) => `The body lost "${line}".`)

type Told = { pulls: readonly PullView[]; branch: NonNullable<Thread['branch']>; deeds: Deeds }

/** Who approved a plan heard before its first subtask who else is at work on the file that it names. */
async function untold(github: GitHub, { pulls, branch, deeds }: Told): Promise<string[]> {
  if (!branch.commits.some(({ entry }) => entry?.trailers.subtask === 1)) return []
  const said = (await Promise.all(pulls.map(({ number }) => github.commentsOf(number)))).flat()
  const words = said.flatMap(({ user, body = '' }) => (user?.login === BOT.login ? [body] : [])).join('\n')
  return (deeds.others ?? [])
    .filter((number) => !new RegExp(`#${number}\\b`).test(words))
    .map((number) => `Nobody was told of #${number} on the same file.`)
}

async function lostCommits(github: GitHub, branch: string, { pushed }: Deeds): Promise<string[]> {
  if (pushed.length === 0 || (await github.sha(`refs/heads/${branch}`)) === undefined) return []
  const reached = new Set((await github.git(['rev-list', `refs/heads/${branch}`])).split('\n'))
  return pushed.filter((sha) => !reached.has(sha)).map((sha) => `The branch lost ${sha}, which a person pushed.`)
}
