import type { AgentSession } from './agent-turns.ts'

/** What a replay page is made of, wherever it was read. Times are ISO 8601. */
export type ReplaySource = {
  title: string
  /** What the head of the page says of the plan: its state, who approved it, what it used. */
  facts: readonly string[]
  /** Its pull request, whose address is an https one. */
  pull?: { number: number; url?: string | undefined } | undefined
  said: readonly Said[]
  commits: readonly { sha: string; isOwn?: boolean; author: string; at: string; message: string; patch: string }[]
  sessions: readonly AgentSession[]
}

/** Words of an account. Without a `name` they are named by what they come to. */
export type Said = { id: number; author: string; body: string; at: string; name?: string; isFile?: boolean }

/** A point of the replay: what happened, and the words, the commit or the turns of it. */
export type ReplayMoment = { at: string; name: string; counts: boolean } & (
  | { kind: 'said'; words: string; isFile: boolean }
  | { kind: 'pushed'; body: string; trailers: readonly string[]; patch: string }
  | { kind: 'worked'; session: AgentSession }
)

/** The moments of a plan's life, the earliest first. GitHub's times are whole seconds, so within one the kinds have an order. */
export function momentsOf({ said, commits, sessions }: ReplaySource): ReplayMoment[] {
  const counted = new Set(
    commits.flatMap(({ message, isOwn }) => (isOwn !== false ? approvalsIn(message).map(({ id }) => id) : [])),
  )
  return [
    ...saidMoments(said, counted),
    ...commits.map(pushedMoment),
    ...sessions.map((session): ReplayMoment => {
      return { kind: 'worked', at: session.at, name: `Agent: ${session.title}`, counts: false, session }
    }),
  ].sort((a, b) => secondOf(a) - secondOf(b))
}

const secondOf = ({ at }: ReplayMoment): number => Math.floor((Date.parse(at) || 0) / 1000)

/** The approvals that a commit rests on: who gave them, and in which comment. */
export const approvalsIn = (message: string): { login: string; id: number }[] =>
  [...message.matchAll(/^Plan-Approved-By: (\S+) \((\d+)\)$/gm)].map(([, login = '', id]) => ({
    login,
    id: Number(id),
  }))

function saidMoments(said: readonly Said[], counted: ReadonlySet<number>): ReplayMoment[] {
  let offered = 'the plan'
  return said
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map(({ id, author, body, at, name, isFile = false }) => {
      const counts = counted.has(id)
      const first = firstLine(body)
      offered = /^Plan, (version \d+)/.exec(first)?.[1] ?? offered
      const named = counts ? `${author} approved ${offered}` : author.endsWith('[bot]') ? first : `${author}: ${first}`
      return { kind: 'said', at, name: name ?? named, counts, words: body, isFile }
    })
}

/** What models were sent and what they gave, for the head of the page. */
export const tokensOf = ({ input, cached, output }: { input: number; cached: number; output: number }): string => {
  const [sent, read, made] = [input, cached, output].map((count) => count.toLocaleString('en-US'))
  return `${sent} tokens in (${read} cached), ${made} out`
}

/** The first line that Markdown shows, without its marks: a comment of the bot begins with what happened. */
const firstLine = (body: string): string =>
  body
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .trim()
    .replace(/\n[^]*/, '')
    .replace(/^[#>\s]+|\*\*|`/g, '')
    .replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')

const isTrailer = (line: string): boolean => /^[A-Z][\w-]{0,60}: /.test(line)

function pushedMoment({ sha, isOwn, author, at, message, patch }: ReplaySource['commits'][number]): ReplayMoment {
  const [subject = '', ...rest] = message.split('\n')
  const trailers = rest.filter(isTrailer)
  const words = rest.filter((line) => !isTrailer(line))
  const valueOf = (key: string): string | undefined =>
    trailers.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2)
  const isOurs = isOwn !== false && trailers.some((line) => line.startsWith('Plan-'))
  const subtask = isOurs && valueOf('Plan-State') === undefined ? valueOf('Plan-Subtask') : undefined
  const who = subtask ? `Subtask ${subtask} done: ` : isOurs ? '' : `${author} pushed: `
  const name = `${who}${subject} (${sha.slice(0, 7)})`
  return { kind: 'pushed', at, name, counts: false, body: words.join('\n').trim(), trailers, patch }
}
