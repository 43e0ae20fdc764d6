/** A commit as `git log` prints it. The message is the whole text, with trailers. */
export type Commit = {
  sha: string
  parents: string[]
  author: { name: string; email: string }
  /** ISO 8601. */
  date: string
  message: string
}
