import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { oneAfterTheOther } from '../../async.ts'
import type { Holder } from '../../decide/next/run-scope.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import { authorOf } from '../../decide/thread/trailers.ts'
import { errorText } from '../../errors.ts'
import { fetchLedger } from '../../git/plan-refs.ts'
import { isShallow, tryGit, type Repository } from '../../git/git.ts'
import { commitSide, LEDGER, pushRefs } from '../../git/side-ref.ts'
import { readLedger } from '../../observe/spent-of-day.ts'
import { payInto, renderLedger, type LedgerLine } from '../../plan/ledger.ts'
import { costOf, type Usage } from '../../plan/usage.ts'
import type { PublishRoom } from './publish-room.ts'

/**
 * A payment. What comes from another job has a key, so that it counts once however often it is brought: a job that is
 * run again gets the same results.
 */
export type LedgerPayment = { person: string; usage: Usage; key?: string }

/**
 * What this run writes into the ledger of the repository. A payment is written before what it paid for, so however a
 * run is cut off, nothing that a branch records is missing there.
 */
export type Ledger = {
  /** Writes what was paid just now. What GitHub does not take is kept for the next time; it holds nothing up. */
  pay: (thread: Thread, payment: LedgerPayment) => Promise<void>
  /** Writes what is left, at the end of the run. */
  settle: () => Promise<void>
}

/** How often a write is tried that others were faster with. Twenty that write at once need twenty rounds at most. */
const TRIES = 60
/** Milliseconds that a try may wait longer than the one before. A crowd is drawn apart by it. */
const PAUSE = 250
/** Commits of the ledger that are looked at for a payment of an earlier attempt of this run. */
const LOOK_BACK = 2_000

type Due = { line: LedgerLine; key: string | undefined }
type Writer = { room: PublishRoom; me: Holder; bot: Thread['bot'] }

/** The ledger of one run at one place. Nothing is written yet. */
export function openLedger(room: PublishRoom, { me, note }: { me: Holder; note: (what: string) => void }): Ledger {
  const inTurn = oneAfterTheOther()
  let unpaid: Due[] = []
  let bot: Thread['bot'] | undefined
  const write = async (): Promise<void> => {
    if (!bot || unpaid.length === 0) return
    const problem = await writeLines({ room, me, bot }, unpaid).catch(errorText)
    if (problem === undefined) unpaid = []
    else note(`The ledger was not written: ${room.redact(problem)}`)
  }
  return {
    pay: (thread, { person, usage, key }) =>
      inTurn(async () => {
        if (usage.input + usage.output === 0) return
        const { prices } = room.settings
        const at = room.sources.clock.timestamp()
        const cost = prices ? costOf(usage, prices) : null
        unpaid.push({ line: { run: Number(me.run) || 0, plan: thread.issue.number, person, at, usage, cost }, key })
        bot = thread.bot
        await write()
      }),
    settle: () => inTurn(write),
  }
}

/** Adds the lines by compare and swap. Why it could not be done; undefined when it was. */
async function writeLines({ room, me, bot }: Writer, unpaid: readonly Due[]): Promise<string | undefined> {
  const { sources, settings } = room
  const { repo } = sources
  // Only an earlier attempt of this run may have brought the same before, unless it was just now.
  if (me.attempt > 1 && unpaid.some(({ key }) => key !== undefined) && isShallow(repo))
    await fetchLedger(repo, LOOK_BACK)
  for (let tries = 0; tries < TRIES; tries++) {
    const { tip, lines } = await readLedger(sources, bot, settings)
    const known = await keysIn(repo, tip)
    const due = unpaid.filter(({ key }) => key === undefined || !known.has(key))
    if (due.length === 0) return undefined
    const update = await commitSide(repo, LEDGER, {
      from: tip,
      text: renderLedger(due.map(({ line }) => line).reduce(payInto, lines)),
      message: messageOf(due),
      author: authorOf(bot),
    })
    const pushed = await pushRefs(repo, [update])
    if (pushed.kind === 'pushed') return undefined
    if (pushed.kind === 'forbidden') return pushed.reason
    await sleep(Math.random() * PAUSE * Math.min(tries + 1, 20))
    await fetchLedger(repo)
  }
  return 'others write it all the time'
}

/** The write has a name of its own: two commits that are the same would be taken for one. */
const messageOf = (due: readonly Due[]): string =>
  [
    ...due.map(({ line }) => `Run ${line.run} paid for #${line.plan}`),
    '',
    ...due.flatMap(({ key }) => (key === undefined ? [] : [`Ledger-Result: ${key}`])),
    `Ledger-Write: ${randomUUID()}\n`,
  ].join('\n')

/** The keys of what was brought into the ledger before. */
async function keysIn(repo: Repository, tip: string | undefined): Promise<Set<string>> {
  if (tip === undefined) return new Set()
  const { stdout } = await tryGit(repo, ['log', `--max-count=${LOOK_BACK}`, '--format=%B', tip])
  return new Set([...stdout.matchAll(/^Ledger-Result: (\S{1,100})$/gm)].map(([, key = '']) => key))
}
