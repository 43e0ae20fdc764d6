import type { GitHub } from '../../fakes/github/github.ts'
import type { Files, WebhookEvent } from '../../fakes/github/types.ts'
import { versionMarker } from '../../src/decide/thread/people.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import { planWith, type Event } from './events.ts'
import { BOT, blobOf } from '../../test/thread.ts'
import type { Deeds } from '../../test/read-life.ts'
import type { Act } from './schedule.ts'

/** A plan's place on GitHub, and what people did there. */
export type Target = {
  github: GitHub
  issue: number
  deeds: Deeds
  /** The branch that the plan is for. */
  base: string
  /** The event with which it began. */
  opened: WebhookEvent
}

type PullView = Awaited<ReturnType<GitHub['pulls']>>[number]

/** The newest pull request of the plan. */
const pullOf = async ({ github, issue }: Pick<Target, 'github' | 'issue'>): Promise<PullView | undefined> =>
  (await github.pulls()).findLast(({ branch }) => branch.startsWith(`plan/issue-${issue}`))

const openPullOf = async (place: Target): Promise<PullView | undefined> => {
  const pull = await pullOf(place)
  return pull?.state === 'open' && (await place.github.sha(`refs/heads/${pull.branch}`)) ? pull : undefined
}

/** Does what an act says. Gives the event that GitHub starts a run for; undefined for none, or where it is impossible. */
export async function act(place: Target, what: Act): Promise<WebhookEvent | undefined> {
  const { github, issue, deeds } = place
  switch (what.kind) {
    case 'schedule':
      return github.scheduleEvent()
    case 'dispatch':
      return github.dispatchEvent((await pullOf(place))?.number ?? issue)
    case 'opened':
      return place.opened
    case 'again':
      return undefined
    case 'person':
      return person(place, what.what)
    case 'review': {
      const pull = await openPullOf(place)
      const event = what.asks ? 'REQUEST_CHANGES' : 'COMMENT'
      return pull && (await github.review(what.login, pull.number, { body: 'Name the risks.', event })).event
    }
    case 'check': {
      const pull = await openPullOf(place)
      return pull && (await github.check(pull.branch, { name: what.name, log: '##[error]It failed.\n' })).workflowRun
    }
    case 'base': {
      const path = what.part ? 'src/part1.js' : 'docs/base.md'
      const n = (await github.git(['rev-list', '--count', place.base])).trim()
      await github.push('carol', place.base, { files: { [path]: `base ${n}\n` } })
      return undefined
    }
    case 'other': {
      const branch = `beside-${(await github.pulls()).length}`
      await github.push('carol', branch, { files: { 'src/part1.js': `export const other = '${branch}'\n` } })
      const { number } = await github.openPull('carol', { branch, title: 'The same file' })
      const isFirst = ![...deeds.said.values()].some(({ body }) => /approve/i.test(body))
      if (isFirst) deeds.others = [...(deeds.others ?? []), number]
      return undefined
    }
    case 'merge-other': {
      const open = (await github.pulls()).find((one) => one.branch.startsWith('beside-') && one.state === 'open')
      const merged = open && (await github.mergePull('carol', open.number).catch(unlessConflict))
      if (merged) deeds.others = (deeds.others ?? []).filter((number) => number !== open.number)
      return undefined
    }
    case 'body': {
      const pull = await openPullOf(place)
      const line = `A line of ${what.login}: ${deeds.lines.length}.`
      if (pull) await github.editBody(what.login, pull.number, `${line}\n\n${pull.body}`)
      if (pull) deeds.lines.push(line)
      return undefined
    }
  }
}

/** All write the same file, and GitHub merges nothing that conflicts. */
function unlessConflict(error: unknown): undefined {
  if (!(error instanceof Error) || !error.message.startsWith('git merge-tree')) throw error
  return undefined
}

const VERDICTS = { approved: 'APPROVE', changes_requested: 'REQUEST_CHANGES' } as const

async function person(place: Target, what: Event): Promise<WebhookEvent | undefined> {
  const { github, issue, deeds } = place
  switch (what.kind) {
    case 'say':
      return say(place, what)
    case 'say-blob': {
      const pull = await openPullOf(place)
      const text = pull && what.right ? await github.file(pull.branch, 'PLAN.md') : undefined
      const blob = text === undefined ? '0123456789abcdef' : blobOf(text)
      return say(place, { at: 'pull', login: what.login, body: `approve ${blob.slice(0, 10)}` })
    }
    case 'remark': {
      const pull = await openPullOf(place)
      const event = what.verdict ? VERDICTS[what.verdict] : 'COMMENT'
      return pull && (await github.review(what.login, pull.number, { body: 'approve', event })).event
    }
    case 'dismiss': {
      const pull = await openPullOf(place)
      const asked = (pull ? await github.reviewsOf(pull.number) : []).filter(({ state }) => state !== 'COMMENTED')
      const chosen = asked[what.nth % Math.max(1, asked.length)]
      if (pull && chosen) await github.dismissReview('alice', pull.number, chosen.id)
      return undefined
    }
    case 'edit':
    case 'delete':
    case 'doctor':
      return changeComment(place, what)
    case 'label':
      return github.addLabel(what.login, issue, 'plan')
    case 'role': {
      if (what.write) deeds.writers.add(what.login)
      github.setRole(what.login, what.write ? 'write' : 'read')
      return undefined
    }
    case 'next-run':
      return github.dispatchEvent((await pullOf(place))?.number ?? issue)
    case 'close':
    case 'reopen':
      return closeOrReopen(place, what.kind)
    default:
      return push(place, what)
  }
}

async function say(
  place: Target,
  { at, login, body }: { at: 'issue' | 'pull'; login: string; body: string },
): Promise<WebhookEvent | undefined> {
  const number = at === 'issue' ? place.issue : (await openPullOf(place))?.number
  if (number === undefined) return undefined
  // No two requests are the same, so that one that is paid for twice is known.
  const words = body.startsWith('/plan ') ? `${body} (${place.deeds.said.size})` : body
  const { id, event } = await place.github.comment(login, number, words)
  place.deeds.said.set(id, { login, body: words, untouched: true })
  return event
}

async function changeComment(
  place: Target,
  what: Extract<Event, { kind: 'edit' | 'delete' | 'doctor' }>,
): Promise<undefined> {
  const { github, deeds } = place
  const pull = await pullOf(place)
  if (!pull) return
  const those = (await github.commentsOf(pull.number)).filter(({ user, body = '' }) =>
    what.kind === 'doctor' ? user?.login === BOT.login && body.includes(':version') : user?.type === 'User',
  )
  const chosen = those[what.nth % Math.max(1, those.length)]
  if (!chosen) return
  const before = deeds.said.get(chosen.id)
  if (before) deeds.said.set(chosen.id, { ...before, untouched: false })
  if (what.kind === 'doctor') deeds.tampered = true
  if (what.kind === 'delete') await github.deleteComment('alice', pull.number, chosen.id)
  else
    await github.editComment('alice', chosen.id, what.kind === 'edit' ? what.body : versionMarker(99, 'f'.repeat(40)))
}

async function closeOrReopen(place: Target, kind: 'close' | 'reopen'): Promise<undefined> {
  const pull = await pullOf(place)
  if (!pull || !(await place.github.sha(`refs/heads/${pull.branch}`))) return
  if (kind === 'close') await place.github.closePull('alice', pull.number)
  else await place.github.reopenPull('alice', pull.number)
}

async function push(
  place: Target,
  what: Extract<Event, { kind: 'push' | 'restore' | 'break' | 'push-code' | 'forge' }>,
): Promise<undefined> {
  const pull = await openPullOf(place)
  if (!pull) return
  const { github, deeds } = place
  const n = deeds.pushed.length
  const title = `By hand ${n}`
  const files: Files =
    what.kind === 'push'
      ? { 'PLAN.md': renderPlan(planWith(what.subtasks, title)) }
      : what.kind === 'break'
        ? { 'PLAN.md': 'no plan' }
        : { [`docs/note-${n}.md`]: `${title}\n` }
  const message =
    what.kind === 'forge' ? `${title}\n\nPlan-Issue: ${place.issue}\nPlan-Subtask: ${what.subtask}` : title
  deeds.pushed.push((await github.push('bob', pull.branch, { files, message })).sha)
}
