import type { ReadComment } from './comments.ts'

/** Why a comment has no effect, what to do instead (one sentence each), and perhaps details as Markdown. */
export type Refusal = {
  comment: ReadComment
  /** Its heading in `docs/errors.md`, which stays. */
  code: string
  why: string
  remedy: string
  detail?: string
  /** It is about who somebody is, so that saying it again tells nothing new. */
  isPersonal?: boolean
  /** The base branch has moved, which a version is refused for once. */
  isBaseWarning?: boolean
  /** It gets a reaction and no words. */
  isQuiet?: boolean
}

/** A refusal with nothing but its code, why, and what to do. */
export const refusal = (comment: ReadComment, ...[code, why, remedy]: [string, string, string]): Refusal => ({
  comment,
  code,
  why,
  remedy,
})
