/** What stands for any number of items in a pattern, and what it means that one item fits. */
export type Wildcards = { star: string; same: (one: string, item: string) => boolean }

/**
 * Whether items fit a pattern. It only ever goes back to the last star, so the time is at most the product of the lengths:
 * patterns and paths may come from a model.
 */
export function fitsWildcards(
  pattern: readonly string[],
  items: readonly string[],
  { star, same }: Wildcards,
): boolean {
  let p = 0
  let retry: { p: number; i: number } | undefined
  for (let i = 0; i < items.length;) {
    const one = pattern[p]
    const item = items[i]
    if (one === star) {
      p += 1
      retry = { p, i }
    } else if (one !== undefined && item !== undefined && same(one, item)) {
      p += 1
      i += 1
    } else if (retry) {
      retry = { p: retry.p, i: retry.i + 1 }
      ;({ p, i } = retry)
    } else return false
  }
  return pattern.slice(p).every((one) => one === star)
}
