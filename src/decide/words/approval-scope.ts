/** What an approval covers: the current plan, some subtasks of it (ascending), or the version with that blob id. */
export type ApprovalScope = { kind: 'all' } | { kind: 'numbers'; numbers: number[] } | { kind: 'blob'; blob: string }

/** Ranges in one approval. No plan has as many subtasks. */
const MAX_RANGES = 100

type NoList = { kind: 'malformed'; code: string; reason: string; remedy: string }
const noList = (problem: Omit<NoList, 'kind'>): NoList => ({ kind: 'malformed', ...problem })

/** Seven digits or more are a blob id; five or six are neither that nor a subtask, so they are feedback. */
export function readScope(list: string): ApprovalScope | NoList | undefined {
  if (/^[0-9a-f]{7,40}$/i.test(list)) return { kind: 'blob', blob: list.toLowerCase() }
  if (!/^[\d,\- \t]+$/.test(list) || /\d{5}/.test(list)) return undefined
  const remedy = 'Write numbers and ranges from low to high, with commas between them.'
  const ranges = list.split(',').map((part) => /^[ \t]*(\d{1,4})(?:-(\d{1,4}))?[ \t]*$/.exec(part))
  const numbers = new Set<number>()
  if (ranges.length > MAX_RANGES) return noList({ code: 'no-list', reason: 'That list is too long.', remedy })
  for (const range of ranges) {
    if (!range) return noList({ code: 'no-list', reason: `\`${list}\` is not a list of subtasks.`, remedy })
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])]
    if (to < from) return noList({ code: 'no-list', reason: `\`${from}-${to}\` is backwards.`, remedy })
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return { kind: 'numbers', numbers: [...numbers].sort((a, b) => a - b) }
}
