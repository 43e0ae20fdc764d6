import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { ModelStep } from '../decide/step.ts'
import type { Snapshot } from '../decide/state.ts'
import { authorOf } from '../decide/trailers.ts'
import { commitTree, entryAt, readBlob, treeOf, writeTree } from '../git/objects.ts'
import { recordWork, workCommit, workRef } from '../git/plan-refs.ts'
import { UserError } from '../errors.ts'
import { push } from '../git/remote.ts'
import { orderFor } from '../observe/brief.ts'
import { mergeOf } from '../observe/merge-of.ts'
import { taskOf, WorkResult, type WorkOrder } from '../work/order.ts'
import type { PublishRoom } from './room.ts'
import { problemsOfPatch } from './subtasks.ts'

// What was paid for, and could not be written because GitHub's API takes no more requests of the token: it is kept in a
// ref beside the branch, since git does not count against that limit. The next run that would order the same takes it up.

const FILE = 'work.json'

/**
 * The key of the model's endpoint is what the two runs share and nobody else has: nobody can put work under the name of
 * the bot. Where several jobs do a run, their results are artifacts, and nothing is kept here.
 */
type Keyed = { inputs: { mode: string; 'openai-api-key': string | undefined } }
const keyOf = ({ inputs }: Keyed): string | undefined => (inputs.mode === 'all' ? inputs['openai-api-key'] : undefined)

const LASTING: readonly WorkResult['kind'][] = ['planned', 'executed', 'proposed', 'answered']

type Unwritten = { order?: WorkOrder; result: WorkResult; error: unknown } & Keyed

/** Keeps a result that a rate limit of GitHub kept from being written. False for any other error, and where it fails. */
export async function keepWork(room: PublishRoom, snapshot: Snapshot, spec: Unwritten): Promise<boolean> {
  const { order, result, error } = spec
  const key = keyOf(spec)
  const isLimit = error instanceof UserError && error.until !== undefined
  if (!isLimit || !order || key === undefined || !LASTING.includes(result.kind)) return false
  try {
    return (
      (await mayLeave(room, snapshot, { order, result })) && (await pushWork(room, snapshot, { order, result, key }))
    )
  } catch {
    // What is told is the limit.
    return false
  }
}

async function pushWork(
  room: PublishRoom,
  { thread }: Snapshot,
  { order, result, key }: { order: WorkOrder; result: WorkResult; key: string },
): Promise<boolean> {
  const { repo } = room.sources
  const { number } = thread.issue
  const before = await workCommit(repo, number)
  const text = JSON.stringify(withoutSecrets(room, result))
  const task = await digestOf(room, order)
  const to = await commitTree(repo, {
    tree: await writeTree(repo, { [FILE]: JSON.stringify({ task, text, seal: sealOf(room, key, task + text) }) }),
    parents: before === undefined ? [] : [before],
    message: `Work for #${number} that is still to be written\n`,
    author: authorOf(thread.bot),
  })
  const pushed = await push(repo, [{ ref: workRef(number), from: before ?? '', to }])
  if (pushed.kind === 'pushed') await recordWork(repo, number, to)
  return pushed.kind === 'pushed'
}

/** What an earlier run paid for and could not write, if it is what this step would order now. */
export async function takeUpWork(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, inputs }: { step: ModelStep } & Keyed,
): Promise<{ order: WorkOrder; result: WorkResult } | undefined> {
  const key = keyOf({ inputs })
  if (key === undefined || !(await workCommit(room.sources.repo, snapshot.thread.issue.number))) return undefined
  const order = await orderFor(room.sources, snapshot, step)
  const result = await keptWork(room, order, key)
  return result && { order, result }
}

/** What an earlier run kept for this very order, on the same files. Undefined when there is nothing that counts. */
async function keptWork(room: PublishRoom, order: WorkOrder, key: string): Promise<WorkResult | undefined> {
  const { repo } = room.sources
  const commit = await workCommit(repo, order.number)
  const file = commit === undefined ? undefined : await entryAt(repo, commit, FILE)
  if (!file) return undefined
  try {
    const { task, text, seal } = JSON.parse(await readBlob(repo, file.id))
    const isOurs = task === (await digestOf(room, order)) && isSame(seal, sealOf(room, key, task + text))
    return isOurs ? WorkResult.parse(JSON.parse(text)) : undefined
  } catch {
    return undefined
  }
}

/** Removes what was kept, once it is written. Where that fails it is of no order that would be given again. */
export async function forgetWork({ sources: { repo } }: PublishRoom, issue: number): Promise<void> {
  const from = await workCommit(repo, issue)
  if (from === undefined) return
  const pushed = await push(repo, [{ ref: workRef(issue), from, to: undefined }]).catch(() => undefined)
  if (pushed?.kind === 'pushed') await recordWork(repo, issue, undefined)
}

/** Whoever can read the repository can read the ref: what no commit may hold does not go there either. */
async function mayLeave(
  room: PublishRoom,
  { thread, state }: Snapshot,
  { order, result }: { order: WorkOrder; result: WorkResult },
): Promise<boolean> {
  if (result.kind !== 'executed' || order.kind !== 'execute') return true
  const merge = await mergeOf(room.sources.repo, { thread, history: state.history }, order.subtask)
  return (await problemsOfPatch(room, { thread, state }, { patch: result.patch, merge })).length === 0
}

/** The patch is checked as a whole; redacted, it would be another one. */
function withoutSecrets({ redact }: PublishRoom, result: WorkResult): WorkResult {
  const { patch } = { patch: undefined, ...result }
  const hidden = JSON.parse(redact(JSON.stringify({ ...result, patch: undefined })))
  return WorkResult.parse({ ...hidden, ...(patch === undefined ? {} : { patch }) })
}

/** An order, by what is to be done. What a change was checked on are the files of the tree that it starts from. */
async function digestOf({ sources: { repo } }: PublishRoom, order: WorkOrder): Promise<string> {
  const { id, kind, head } = order
  const tree = kind === 'execute' ? await treeOf(repo, head) : ''
  const task = kind === 'execute' ? taskOf({ ...order, failures: [] }) : taskOf(order)
  return createHash('sha256')
    .update(JSON.stringify([id, tree, task]))
    .digest('hex')
}

const sealOf = ({ sources }: PublishRoom, key: string, text: string): string =>
  createHmac('sha256', key).update(`measure-twice work ${sources.repository}\n${text}`).digest('hex')

const isSame = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
