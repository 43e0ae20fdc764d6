/** The symbol for any number of items, and how one symbol of a pattern matches one item. */
export type Wildcards = { star: string; matches: (one: string, item: string) => boolean }

/**
 * Whether a list of items matches a pattern. Backtracks only to the last star, so the time is at most the product of
 * the lengths. That matters because a model writes patterns and paths.
 */
export function matchesWildcards(
  pattern: readonly string[],
  items: readonly string[],
  { star, matches }: Wildcards,
): boolean {
  let p = 0
  let retry: { p: number; i: number } | undefined
  for (let i = 0; i < items.length;) {
    const symbol = pattern[p]
    const item = items[i]
    if (symbol === star) {
      p += 1
      retry = { p, i }
    } else if (symbol !== undefined && item !== undefined && matches(symbol, item)) {
      p += 1
      i += 1
    } else if (retry) {
      retry = { p: retry.p, i: retry.i + 1 }
      ;({ p, i } = retry)
    } else return false
  }
  return pattern.slice(p).every((one) => one === star)
}
