import { memoryCommit, memoryRef } from '../family.ts'
import { push } from '../git.ts'
import { commitTree, entryAt, treeWith, writeTree } from '../git-objects.ts'
import { mailOf, renderAnswers, type Entry, type Trailers } from '../journal.ts'
import type { Pull } from '../forge.ts'
import { announcementsIn, versionMarker } from '../marker.ts'
import type { ResultOf } from '../order.ts'
import { parsePlan, renderPlan } from '../plan/markdown.ts'
import type { Plan } from '../plan/plan.ts'
import { seenIn } from '../seen.ts'
import type { State } from '../state.ts'
import type { Thread } from '../thread.ts'
import { announcement } from '../view/announcement.ts'
import { compareLink, complaint, planLink } from '../view/comments.ts'
import { cleanCommitBody, cleanSubject } from '../view/commit-text.ts'
import { viewOf, type Desk, type Look } from './desk.ts'
import { record } from './record.ts'
import { bodyFor, titleFor } from './show.ts'
import { reread, say, sayOnce } from './words.ts'
import type { Step } from '../decide.ts'

type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>

/** Writes a drafted or revised plan to the branch, and the conversation that made it beside it, in one push. */
export async function writePlan(
  desk: Desk,
  { thread, state }: Look,
  spec: { step: StepOf<'draft' | 'revise'>; result: ResultOf<'planned'> },
): Promise<Thread> {
  const { step, result } = spec
  const branch = thread.branch?.name ?? thread.freeBranch
  const also = { memory: await keptConversation(desk, thread, result.conversation) }
  const entry = {
    subject: cleanSubject(`${step.kind === 'draft' ? 'Plan' : 'Revise the plan'}: ${result.plan.title}`),
    body: cleanCommitBody(renderAnswers(result.answers)),
    trailers: planTrailers({ thread, state }, step, result),
  }
  const tree = (parent: string) =>
    treeWith(desk.sources.repo, parent, { path: desk.settings.planFile, text: desk.redact(renderPlan(result.plan)) })
  const before = thread.branch?.planFile?.blob
  return record(desk, thread, {
    branch,
    also,
    // Somebody who edited the plan meanwhile did not see this version: theirs is offered first.
    drafts: async (now) => (now.branch?.planFile?.blob === before ? [{ entry, tree }] : undefined),
  })
}

function planTrailers(
  { thread, state }: Look,
  step: StepOf<'draft' | 'revise'>,
  { usage }: ResultOf<'planned'>,
): Trailers {
  const shared = { issue: thread.issue.number, seen: seenIn(thread, state, [step.wish]), usage }
  if (step.kind === 'revise') return { ...shared, feedback: step.wish.remarks.map(({ id }) => id) }
  const { via, by } = step.wish
  return { ...shared, request: via, coAuthor: { login: by.login, id: by.id } }
}

/** The conversation lies in a ref of its own, as one file; it follows the one before, so that no push needs force. */
async function keptConversation({ sources, redact }: Desk, thread: Thread, conversation: string): Promise<string> {
  const { repo } = sources
  const issue = thread.issue.number
  const before = await memoryCommit(repo, issue)
  const isOurs = before !== undefined && (await entryAt(repo, before, 'conversation.json')) !== undefined
  // What somebody else put there is no history of ours to build on.
  if (before !== undefined && !isOurs) await push(repo, [{ ref: memoryRef(issue), from: before, to: undefined }])
  return commitTree(repo, {
    tree: await writeTree(repo, { 'conversation.json': redact(conversation) }),
    parents: isOurs ? [before] : [],
    message: `The planning conversation of #${issue}\n`,
    author: { name: thread.bot.login, email: mailOf(thread.bot) },
  })
}

/** Opens the pull request of a branch that has a plan, or finds the one that is open. */
export async function open(desk: Desk, { thread, state }: Look): Promise<Thread> {
  const { forge } = desk.sources
  const { branch, base } = thread
  if (!branch || state.reading?.kind !== 'plan') throw new Error('There is no plan to open a pull request for.')
  const spec = {
    branch: branch.name,
    base: base.branch,
    title: desk.outward(titleFor(state.reading.plan)),
    body: bodyFor(desk, announced(thread, state), { body: '' }),
  }
  const first = await forge.openPull({ ...spec, draft: true })
  const opened = first.kind === 'no-drafts' ? await forge.openPull({ ...spec, draft: false }) : first
  if (opened.kind === 'opened')
    return { ...thread, pull: { pull: opened.pull, readAt: performance.now(), comments: [], remarks: [] } }
  if (opened.kind === 'exists') return adopt(desk, thread, branch.name)
  const told = await sayOnce(desk, thread, {
    place: 'issue',
    key: `forbidden-${branch.name}`,
    text: compareLink(viewOf(desk, thread), branch.name),
  })
  return { ...told, memory: { ...told.memory, forbidden: true } }
}

/** As the thread will be once the plan is announced: the body that is right then needs no second write. */
function announced(thread: Thread, { reading, versions }: State): Thread {
  const now = new Date().toISOString()
  const version = (versions.at(-1)?.version ?? 0) + 1
  const said = {
    id: Number.MAX_SAFE_INTEGER,
    author: thread.bot,
    createdAt: now,
    updatedAt: now,
    reactions: NO_REACTIONS,
  }
  const comment = { ...said, body: versionMarker(version, reading?.blob ?? '') }
  const pull: Pull = { ...NEW_PULL, author: thread.bot, base: thread.base.branch, createdAt: now }
  return { ...thread, pull: { pull, readAt: 0, comments: [comment], remarks: [] } }
}

const NO_REACTIONS = { eyes: 0, rocket: 0, confused: 0 }
const NEW_PULL = {
  number: 0,
  nodeId: '',
  title: '',
  body: '',
  state: 'open',
  draft: true,
  merged: false,
  head: { branch: '', sha: '', repository: undefined },
  url: '',
  closedAt: undefined,
  lineComments: 0,
} as const

/** Lists lag behind what GitHub itself knows: it said that there is one, so it will show. */
async function adopt({ sources }: Desk, thread: Thread, branch: string): Promise<Thread> {
  for (let tries = 0; tries < 8; tries++) {
    const pull = (await sources.forge.pullsFrom(branch)).find((one) => one.state === 'open')
    if (pull)
      return {
        ...thread,
        pull: { pull, readAt: performance.now(), comments: await sources.forge.comments(pull.number), remarks: [] },
      }
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** tries))
  }
  throw new Error(`GitHub says that ${branch} has a pull request, and shows none.`)
}

/** Announces the plan that is on the branch as a version of its own. */
export async function announce(
  desk: Desk,
  { thread, state }: Look,
  { version, blob }: StepOf<'announce'>,
): Promise<Thread> {
  const { branch } = thread
  const origin = branch?.commits.find((commit) => commit.sha === branch.origins.get(blob))
  const before = state.versions.at(-1)?.blob
  const { revision } = state.progress
  const earlier = planIn(before === undefined ? undefined : branch?.texts.get(before))
  const text = announcement(viewOf(desk, thread), {
    version,
    blob,
    answers: revision && revision.seen >= (state.versions.at(-1)?.comment ?? 0) ? revision.answers : [],
    byHand: origin?.entry === undefined,
    ...(isProposal(origin?.entry)
      ? { note: `This change was proposed by the agent at work: ${origin?.entry?.body ?? ''}` }
      : {}),
    ...(earlier ? { before: earlier } : {}),
  })
  return sayVersion(desk, thread, { version, blob, text })
}

/** Another run may have announced it meanwhile: then a second announcement would void what was approved in between. */
async function sayVersion(
  desk: Desk,
  thread: Thread,
  { text, ...made }: { version: number; blob: string; text: string },
): Promise<Thread> {
  const now = await reread(desk, thread, 'pull')
  const announced = announcementsIn(now.pull?.comments ?? [], now.bot)
  return announced.some((one) => one.version === made.version && one.blob === made.blob)
    ? now
    : say(desk, now, { place: 'pull', text })
}

/** A version that nobody asked for: its commit answers no request and no feedback. */
const isProposal = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry.trailers.request === undefined && (entry.trailers.feedback ?? []).length === 0

function planIn(text: string | undefined): Plan | undefined {
  const parsed = text === undefined ? undefined : parsePlan(text)
  return parsed?.kind === 'plan' ? parsed.plan : undefined
}

/** Tells the issue where its plan is, once. */
export const tellIssue = (desk: Desk, { thread }: Look, { pull }: StepOf<'tell-issue'>): Promise<Thread> =>
  sayOnce(desk, thread, { place: 'issue', key: `plan-${pull}`, text: planLink(viewOf(desk, thread), pull) })

/** Says why the plan file cannot be read, once for every text that it has. */
export const complain = (desk: Desk, { thread }: Look, { line, reason, blob }: StepOf<'complain'>): Promise<Thread> =>
  sayOnce(desk, thread, {
    place: 'pull',
    key: `problem-${blob}`,
    text: complaint({ path: desk.settings.planFile, line, reason, blob }),
  })
