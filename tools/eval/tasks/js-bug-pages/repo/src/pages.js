/** How many pages `count` entries fill. */
export const pageCount = (count, size) => Math.floor(count / size)

/** The entries of one page, counted from 1. A page that is not there is empty. */
export function pageOf(entries, page, size) {
  if (page < 1 || page > pageCount(entries.length, size)) return []
  return entries.slice((page - 1) * size, page * size)
}
