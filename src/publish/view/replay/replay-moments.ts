import type { AgentSession } from './agent-turns.ts'

/** What a replay is made of, wherever it was read. Times are ISO 8601. */
export type ReplaySource = {
  issue: { number: number; title: string; author: string; body: string; at: string }
  said: readonly { id: number; author: string; body: string; at: string; place: string }[]
  commits: readonly { sha: string; author: string; at: string; message: string; patch: string }[]
  sessions: readonly AgentSession[]
}

/** A point of the replay: who did what, and the words, the commit or the turns of it. */
export type ReplayMoment = { at: string; who: string; did: string; counts?: boolean } & (
  | { kind: 'said'; words: string }
  | { kind: 'pushed'; body: string; trailers: readonly string[]; patch: string }
  | { kind: 'worked'; session: AgentSession }
)

const isTrailer = (line: string): boolean => /^[A-Z][\w-]{0,60}: /.test(line)

/** The moments of a plan's life, the earliest first. GitHub's times are whole seconds, so within one the kinds have an order. */
export function momentsOf(source: ReplaySource): ReplayMoment[] {
  const { issue, said, commits, sessions } = source
  const counted = new Set(
    commits.flatMap(({ message }) => [...message.matchAll(/^Plan-Approved-By: \S+ \((\d+)\)$/gm)].map(([, id]) => id)),
  )
  const moments: ReplayMoment[] = [
    { kind: 'said', at: issue.at, who: issue.author, did: `opened issue #${issue.number}`, words: issue.body },
    ...said.map(({ id, author, body, at, place }): ReplayMoment => {
      const counts = counted.has(String(id))
      return {
        kind: 'said',
        at,
        who: author,
        did: `${counts ? 'approved' : 'commented'} on ${place}`,
        words: body,
        counts,
      }
    }),
    ...commits.map(pushedOf),
    ...sessions.map((session): ReplayMoment => ({
      kind: 'worked',
      at: session.at,
      who: 'The agent',
      did: session.title,
      session,
    })),
  ]
  return moments
    .map((moment, i) => ({ moment, i }))
    .sort(byTime)
    .map(({ moment }) => moment)
}

function pushedOf({ sha, author, at, message, patch }: ReplaySource['commits'][number]): ReplayMoment {
  const [subject = '', ...rest] = message.split('\n')
  const trailers = rest.filter(isTrailer)
  const body = rest
    .filter((line) => !isTrailer(line))
    .join('\n')
    .trim()
  return { kind: 'pushed', at, who: author, did: `pushed ${sha.slice(0, 7)}: ${subject}`, body, trailers, patch }
}

type Placed = { moment: ReplayMoment; i: number }

const secondOf = ({ at }: ReplayMoment): number => Math.floor((Date.parse(at) || 0) / 1000)

const byTime = (a: Placed, b: Placed): number => secondOf(a.moment) - secondOf(b.moment) || a.i - b.i
