import type { BranchCommit } from '../../src/decide/thread/thread.ts'
import type { Account, Comment } from '../../src/github/forge.ts'
import { BOT } from '../thread.ts'
import type { Configuration } from './configuration.ts'
import { changing, committing, deleting, saying, timeAfter, versionBody, withComments, type GitHub } from './github.ts'
import { lookAt, type Move, type Situation } from './situation.ts'
import { UNREADABLE, type PlanText } from './vocabulary.ts'
import { CONFLICTING } from './write.ts'

// What people and GitHub can do. Bounds are on what is there (so many comments, so many edited ones), not on what was
// done before, so that a situation says by itself what can still happen.

type Happening = { words: () => string; to: GitHub }

/** Everything that can happen outside of the runs. */
export function eventsOn(situation: Situation, configuration: Configuration): Move[] {
  const { thread } = situation.github
  const acts = [said, edited, deleted, pushed, righted, stood, reviewed, others]
  return acts
    .flatMap((act) => act(thread, configuration))
    .map(({ words, to }) => ({ words, by: 'people', to: { ...situation, github: lookAt(to) } }))
}

const isOpen = ({ pull, branch }: GitHub): boolean => pull?.pull.state === 'open' && branch !== undefined

const byPeople = (comments: readonly Comment[] = []): Comment[] => comments.filter(({ author }) => author !== BOT)

/**
 * Who may act as somebody new: of people nobody has heard of, with the same rights, one stands for all. `dora`, who
 * asked for the plan, is always known.
 */
function actors(thread: GitHub, { people }: Configuration): Account[] {
  const known = new Set([
    ...byPeople([...thread.comments, ...(thread.pull?.comments ?? [])]).map(({ author }) => author.login),
    ...(thread.branch?.commits ?? []).map(({ author }) => author.name),
    ...(thread.pull?.remarks ?? []).map(({ author }) => author.login),
  ])
  const fresh = new Set<unknown>()
  return [...people.keys()].filter(({ login }) => {
    if (known.has(login)) return true
    const rights = thread.people.get(login)
    if (fresh.has(rights)) return false
    fresh.add(rights)
    return true
  })
}

function said(thread: GitHub, configuration: Configuration): Happening[] {
  const { words, onIssue = [], most } = configuration
  const people = actors(thread, configuration)
  const isRoom = byPeople(thread.pull?.comments).length < most.said
  const onPull = thread.pull && isRoom && (isOpen(thread) || (most.closings ?? 0) > 0) ? words : []
  const there = byPeople(thread.comments).length < 1 + (most.onIssue ?? 0) ? onIssue : []
  return people.flatMap((by) => [
    ...onPull.map((body) => ({
      words: () => `${by.login}: ${body}`,
      to: saying(thread, 'pull', { by, body }),
    })),
    ...there.map((body) => ({
      words: () => `${by.login} on the issue: ${body}`,
      to: saying(thread, 'issue', { by, body }),
    })),
  ])
}

function edited(thread: GitHub, { editsTo = [], most }: Configuration): Happening[] {
  const all = byPeople(thread.pull?.comments)
  if (all.filter(({ wasEdited }) => wasEdited).length >= (most.edits ?? 0)) return []
  return all
    .filter(({ wasEdited }) => !wasEdited)
    .flatMap((one) =>
      editsTo.map((body) => ({
        words: () => `somebody makes "${body}" of "${one.body}" of ${one.author.login}`,
        to: changing(thread, one.id, (before) => ({ ...before, body, wasEdited: true })),
      })),
    )
}

function deleted(thread: GitHub, { most }: Configuration): Happening[] {
  const { comments = [] } = thread.pull ?? {}
  const there = new Set([...thread.comments, ...comments].map(({ id }) => id))
  const holes = thread.usedId - 100 - there.size
  if (holes >= (most.deletions ?? 0)) return []
  return byPeople(comments).map((one) => ({
    words: () => `somebody deletes "${one.body}" of ${one.author.login}`,
    to: deleting(thread, 'pull', one.id),
  }))
}

function pushed(thread: GitHub, configuration: Configuration): Happening[] {
  const { byHand = [], most } = configuration
  const { branch } = thread
  const pushes = branch?.commits.filter(({ entry }) => !entry).length ?? 0
  if (!branch || !isOpen(thread) || pushes >= (most.pushes ?? 0)) return []
  const texts = byHand.filter(({ blob }) => blob !== branch.planFile?.blob)
  return actors(thread, configuration).flatMap((by) => texts.map((text) => pushing(thread, by, text)))
}

function pushing(thread: GitHub, by: Account, text: PlanText): Happening {
  const what = text === UNREADABLE ? 'what nobody can read' : (text.text.split('\n')[0] ?? '')
  const trailers = { subtask: 1 }
  const branch = thread.branch && committing(thread.branch, { by, trailers, plan: text.text })
  const writers = new Map([...(thread.writers ?? []), [branch?.head ?? '', [by]]])
  return { words: () => `${by.login} pushes "${what}" as PLAN.md`, to: { ...thread, branch, writers } }
}

function righted(thread: GitHub, { people, rights }: Configuration): Happening[] {
  if (!rights) return []
  return [...people.keys()].flatMap(({ login }) => {
    const before = thread.people.get(login)
    const after = before && rights.get(before)
    if (!after) return []
    const to = { ...thread, people: new Map([...thread.people, [login, after]]) }
    return [
      { words: () => `${login} has now: ${after.permission}${after.approver ? '' : ', and may not approve'}`, to },
    ]
  })
}

/** The pull request is closed, reopened or merged by hand. */
function stood(thread: GitHub, { most, also = [] }: Configuration): Happening[] {
  const { pull, branch } = thread
  if (!pull) return []
  const { closings = [] } = pull
  const { state, closedAt, merged } = pull.pull
  const withPull = (more: Partial<typeof pull.pull>, times = closings): GitHub => ({
    ...thread,
    pull: { ...pull, closings: times, pull: { ...pull.pull, ...more } },
  })
  const at = timeAfter(thread)
  if (state === 'open') {
    const close = { words: () => 'somebody closes the pull request', to: withPull({ state: 'closed', closedAt: at }) }
    const merge = {
      words: () => 'somebody merges the pull request',
      to: withPull({ state: 'closed', merged: true, closedAt: at }),
    }
    return [...(closings.length < (most.closings ?? 0) ? [close] : []), ...(also.includes('merge') ? [merge] : [])]
  }
  if (!branch || merged || closings.length >= (most.closings ?? 0)) return []
  const reopened = withPull({ state: 'open', closedAt: undefined }, [
    ...closings,
    { closedAt: closedAt ?? at, reopenedAt: at },
  ])
  return [{ words: () => 'somebody reopens the pull request', to: reopened }]
}

function reviewed(thread: GitHub, configuration: Configuration): Happening[] {
  const { pull } = thread
  if (!pull || !configuration.also?.includes('review')) return []
  const { remarks } = pull
  const [last] = remarks
  if (last?.verdict === 'changes_requested')
    return [
      {
        words: () => 'somebody dismisses the review',
        to: { ...thread, pull: { ...pull, remarks: [{ ...last, verdict: 'dismissed' }] } },
      },
    ]
  if (last || !isOpen(thread)) return []
  return actors(thread, configuration).flatMap((author) =>
    (['changes_requested', 'approved'] as const).map((verdict) => ({
      words: () => `${author.login} reviews: ${verdict}, "approve"`,
      to: {
        ...thread,
        pull: {
          ...pull,
          remarks: [{ kind: 'summary', id: 900, author, body: 'approve', createdAt: timeAfter(thread), verdict }],
        },
      },
    })),
  )
}

const MOVED = '2'.repeat(40)

function others(thread: GitHub, { also = [] }: Configuration): Happening[] {
  const { branch, pull } = thread
  if (!branch || !pull || !isOpen(thread)) return []
  const found: Happening[] = []
  const isMoved = thread.base.sha === MOVED
  const moves = (path: string): GitHub => ({
    ...thread,
    base: { ...thread.base, sha: MOVED },
    branch: { ...branch, baseChanges: [{ path, commits: [{ sha: MOVED, subject: 'Change it' }] }] },
  })
  if (also.includes('base moves') && !isMoved)
    found.push({ words: () => 'the base changes a file of subtask 1', to: moves('src/part-1.ts') })
  if (also.includes('base conflicts') && !isMoved)
    found.push({ words: () => 'the base changes a file of subtask 2 in another way', to: moves(CONFLICTING) })
  if (also.includes('code pushed') && branch.commits.every(isOurs))
    found.push({
      words: () => 'somebody pushes code to the branch',
      to: { ...thread, branch: committing(branch, { by: STRANGER, trailers: { subtask: 1 } }) },
    })
  if (also.includes('announcement edited')) found.push(...doctored(thread))
  if (also.includes('refusal deleted')) found.push(...refusalsDeleted(thread))
  return found
}

const isOurs = ({ entry }: BranchCommit): boolean => entry !== undefined
const STRANGER: Account = { login: 'zoe', id: 26, type: 'User' }

/** Somebody who may change comments of the bot makes another version of its last announcement. */
function doctored(thread: GitHub): Happening[] {
  const comments = thread.pull?.comments ?? []
  const last = comments.findLast(({ author, body }) => author === BOT && body.includes(':version'))
  const other = [...(thread.branch?.texts.keys() ?? [])].find((blob) => !last?.body.includes(blob))
  if (!last || comments.some(({ author, wasEdited }) => author === BOT && wasEdited)) return []
  const version = Number(/v=(\d+)/.exec(last.body)?.[1])
  return [thread.branch?.planFile?.blob, other].flatMap((blob) =>
    blob === undefined
      ? []
      : [
          {
            words: () => `somebody makes version ${version} of ${blob.slice(0, 7)} of the last announcement`,
            to: changing(thread, last.id, (one) => ({ ...one, body: versionBody(version, blob), wasEdited: true })),
          },
        ],
  )
}

function refusalsDeleted(thread: GitHub): Happening[] {
  const comments = thread.pull?.comments ?? []
  const refusal = comments.find(({ author, body }) => author === BOT && body.includes('note refusal-of'))
  if (!refusal || thread.usedId - 100 !== thread.comments.length + comments.length) return []
  return [
    {
      words: () => 'somebody deletes a refusal',
      to: withComments(
        thread,
        'pull',
        comments.filter((one) => one !== refusal),
      ),
    },
  ]
}
