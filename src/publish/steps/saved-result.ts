import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { ModelStep } from '../../decide/next/step.ts'
import { isOpenPlan, type Snapshot } from '../../decide/next/snapshot.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { treeOf } from '../../git/objects.ts'
import { commitSide, pushRefs, readSide, removalsOf, sideCommit, type SideRef } from '../../git/side-ref.ts'
import { UserError } from '../../errors.ts'
import { orderFor } from '../../observe/brief/brief.ts'
import { taskOf, WorkResult, type WorkOrder } from '../../plan/order/order.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { changeOf, problemsOfChange } from './subtasks.ts'

// What was paid for, and could not be written because GitHub's API takes no more requests of the token: it is kept in a
// ref beside the branch, since git does not count against that limit. The next run that would order the same takes it
// up.

const workOf = (issue: number): SideRef => ({ kind: 'work', issue })

/**
 * The key of the model's endpoint is what the two runs share and nobody else has: nobody can put work under the name of
 * the bot. Where several jobs do a run, their results are artifacts, and nothing is kept here.
 */
type Keyed = { inputs: { mode: string; 'openai-api-key': string | undefined } }
const keyOf = ({ inputs: { mode, 'openai-api-key': key = '' } }: Keyed): string | undefined =>
  mode === 'all' && key.length >= SHORTEST_KEY ? key : undefined

/** Characters. What stands in the place of a key for an endpoint that wants none, such as `ollama`, can be guessed. */
const SHORTEST_KEY = 20

const LASTING: readonly WorkResult['kind'][] = ['planned', 'executed', 'proposed', 'answered']

type Unwritten = { order?: WorkOrder; result: WorkResult; error: unknown } & Keyed

/**
 * Keeps a result that a rate limit of GitHub kept from being written. False for any other error, and where it fails.
 */
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
  const side = workOf(thread.issue.number)
  const text = JSON.stringify(withoutSecrets(room, result))
  const task = await digestOf(room, order)
  const update = await commitSide(repo, side, {
    from: await sideCommit(repo, side),
    text: JSON.stringify({ task, text, seal: sealOf(room, key, task + text) }),
    message: `Work for #${side.issue} that is still to be written\n`,
    author: authorOf(thread.bot),
  })
  return (await pushRefs(repo, [update])).kind === 'pushed'
}

/** What an earlier run paid for and could not write, if it is what this step would order now. */
export async function takeUpWork(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, inputs }: { step: ModelStep } & Keyed,
): Promise<{ order: WorkOrder; result: WorkResult } | undefined> {
  const key = keyOf({ inputs })
  if (key === undefined || !(await sideCommit(room.sources.repo, workOf(snapshot.thread.issue.number))))
    return undefined
  const order = await orderFor(room.sources, snapshot, step)
  const result = await keptWork(room, order, key)
  return result && { order, result }
}

/** What an earlier run kept for this very order, on the same files. Undefined when there is nothing that counts. */
async function keptWork(room: PublishRoom, order: WorkOrder, key: string): Promise<WorkResult | undefined> {
  const kept = await readSide(room.sources.repo, workOf(order.number))
  if (kept === undefined) return undefined
  try {
    const { task, text, seal } = JSON.parse(kept)
    const isOurs = task === (await digestOf(room, order)) && isSame(seal, sealOf(room, key, task + text))
    return isOurs ? WorkResult.parse(JSON.parse(text)) : undefined
  } catch {
    return undefined
  }
}

/** Removes what was kept, once it is written. Where that fails it is of no order that would be given again. */
export async function forgetWork({ sources: { repo } }: PublishRoom, issue: number): Promise<void> {
  await pushRefs(repo, await removalsOf(repo, issue, ['work'])).catch(() => undefined)
}

/** Whoever can read the repository can read the ref: what no commit may hold does not go there either. */
async function mayLeave(
  room: PublishRoom,
  snapshot: Snapshot,
  { order, result }: { order: WorkOrder; result: WorkResult },
): Promise<boolean> {
  if (result.kind !== 'executed' || order.kind !== 'execute') return true
  const subtask = order.plan.subtasks.find(({ number }) => number === order.subtask)
  if (!subtask || !isOpenPlan(snapshot)) return false
  const change = await changeOf(room, snapshot, { number: order.subtask, ...result })
  return (await problemsOfChange(room, change, subtask)).length === 0
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

/** What trying one key costs: whoever can read the ref could guess a weak one offline. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 }

function sealOf({ sources }: PublishRoom, key: string, text: string): string {
  const derived = scryptSync(key, `measure-twice work ${sources.repository}`, 32, COST)
  return createHmac('sha256', derived).update(text).digest('hex')
}

const isSame = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
