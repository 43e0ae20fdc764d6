import { lifeOf } from '../../../decide/inbox/command-life.ts'
import type { View } from '../text/view.ts'

/** `Nov 21, 19:46 UTC`. Undefined where the time cannot be read. */
export function atText(time: string | undefined): string | undefined {
  const at = time === undefined ? NaN : Date.parse(time)
  if (Number.isNaN(at)) return undefined
  const iso = new Date(at).toISOString()
  return `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}, ${iso.slice(11, 16)} UTC`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2 h 5 min`, `3 min` or `12 s`. */
export function durationText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000)
  if (milliseconds < 60_000) return `${Math.max(1, Math.round(milliseconds / 1_000))} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Milliseconds of each executed subtask: from the commit, approval or `/retry` before it to its own commit. */
export function timesTaken({ thread, state }: Pick<View, 'thread' | 'state'>): ReadonlyMap<number, number> {
  const commits = thread.branch?.commits ?? []
  const starts = state.comments.pull.filter(({ command }) => lifeOf(command)?.startsWork)
  return new Map(
    commits.flatMap(({ sha, date, entry }, i): [number, number][] => {
      const number = [...state.history.executed].find(([, one]) => one.sha === sha)?.[0]
      const end = Date.parse(date)
      const seen = starts.filter(({ id }) => id <= (entry?.trailers.seen ?? 0))
      const times = [commits[i - 1]?.date ?? '', ...seen.map(({ createdAt }) => createdAt)]
      const begins = times.map((time) => Date.parse(time)).filter((start) => start <= end)
      return number === undefined || begins.length === 0 ? [] : [[number, end - Math.max(...begins)]]
    }),
  )
}

/** Since when the plan is in its state: a version since its commit, all else since the last commit. */
export function sinceText({ thread: { branch }, state, live }: View): string | undefined {
  if (live) return atText(live.since)
  const waits = state.phase === 'todo' ? branch?.origins.get(state.reading?.blob ?? '') : undefined
  const commit = branch?.commits.find(({ sha }) => sha === waits) ?? branch?.commits.at(-1)
  return state.phase === 'abandoned' ? undefined : atText(commit?.date)
}
