import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault as GitHubFault, JournalEntry } from '../../fakes/github/types.ts'
import { wrongKey, type Fault as ModelFault } from '../../fakes/model/script.ts'
import type { ModelRequest } from '../../fakes/model/request.ts'
import { fits, onGitHub, onModel, type Wire } from './faults.ts'
import type { Strike } from './schedule.ts'

// Lets the requests of several runs take effect one after the other, in the order that a schedule gives. Each run has
// a token and a key of its own, by which its requests are known.

/** A request that waits for its turn. */
type Waiting = { wire: Wire; write: boolean; what: string; go: (strike: Strike['kind'] | undefined) => Promise<void> }

/** A run as the conductor sees it. After a kill none of its requests takes effect. */
export type Player = {
  id: string
  waiting: Waiting[]
  /** What it asked for so far, in order. */
  asked: string[]
  strikes: Strike[]
  /** Strikes that met a request that they fit. */
  met: string[]
  ended: boolean
  killed: boolean
  /** Called when it asks for something, and when it has ended. */
  wake: () => void
  kill: () => void
}

/** For how long a run may compute or wait before the next one gets its turn, in milliseconds. */
const PATIENCE = 10_000

export type Conductor = {
  players: Map<string, Player>
  onGitHub: (entry: JournalEntry) => Promise<GitHubFault | undefined>
  onModel: (request: ModelRequest) => Promise<ModelFault | undefined>
  /** Lets one request of a run take effect. False when it has ended, was killed, or asks for nothing. */
  step: (player: Player) => Promise<boolean>
}

const isKill = (kind: Strike['kind'] | undefined): kind is 'kill before' | 'kill after' =>
  kind === 'kill before' || kind === 'kill after'

const DROP: GitHubFault = { kind: 'drop' }

export function conduct(): Conductor {
  const players = new Map<string, Player>()
  const playerOf = (header: string | undefined): Player | undefined => {
    const player = players.get(idIn(header ?? ''))
    return player && !player.killed ? player : undefined
  }
  return {
    players,
    onGitHub: (entry) => {
      const player = playerOf(entry.headers.authorization)
      return player ? waitOnGitHub(player, entry) : Promise.resolve(DROP)
    },
    onModel: (request) => {
      const player = playerOf(request.headers.authorization)
      return player ? waitOnModel(player, request) : Promise.resolve(wrongKey)
    },
    step,
  }
}

/** The id at the end of a token or key. */
const idIn = (header: string): string => {
  const basic = /^basic (.+)$/i.exec(header)?.[1]
  return /_run(\w+)$/.exec(basic ? Buffer.from(basic, 'base64').toString() : header)?.[1] ?? ''
}

function waitOnGitHub(player: Player, entry: JournalEntry): Promise<GitHubFault | undefined> {
  const wire = entry.kind === 'git' ? 'git' : 'rest'
  return new Promise((settle) => {
    const go: Waiting['go'] = async (strike) => {
      if (isKill(strike)) {
        settle(strike === 'kill before' ? DROP : { kind: 'drop', applied: true })
        await served(entry)
        player.killed = true
        return player.kill()
      }
      settle(strike && onGitHub(strike))
      await served(entry)
    }
    player.waiting.push({ wire, write: entry.write, what: `${entry.method} ${entry.path}`, go })
    player.wake()
  })
}

/** Resolves when a request has taken effect and was answered. */
async function served(entry: JournalEntry): Promise<void> {
  while (entry.ms === 0) await sleep(1)
}

function waitOnModel(player: Player, request: ModelRequest): Promise<ModelFault | undefined> {
  return new Promise((settle) => {
    const go: Waiting['go'] = async (strike) => {
      if (isKill(strike)) {
        player.killed = true
        settle(wrongKey)
        return player.kill()
      }
      settle(strike && onModel(strike))
    }
    const what = `model ${request.phase} ${request.subtask ?? ''}`.trim()
    player.waiting.push({ wire: 'model', write: false, what, go })
    player.wake()
  })
}

async function step(player: Player): Promise<boolean> {
  const next = await arrival(player)
  if (!next) return false
  const nth = player.asked.push(next.what) - 1
  const strike = player.strikes.find((one) => one.nth === nth)
  const kind = strike && (isKill(strike.kind) || fits(strike.kind, next)) ? strike.kind : undefined
  if (kind) player.met.push(`${kind} at ${next.what}`)
  await next.go(kind)
  return true
}

/** The next request of a run, as soon as it is there. */
async function arrival(player: Player): Promise<Waiting | undefined> {
  const until = performance.now() + PATIENCE
  while (player.waiting.length === 0) {
    const left = until - performance.now()
    if (player.ended || player.killed || left < 0) return undefined
    await new Promise<void>((settle) => {
      const timer = setTimeout(settle, left + 1)
      player.wake = () => {
        clearTimeout(timer)
        settle()
      }
    })
  }
  return player.waiting.shift()
}
