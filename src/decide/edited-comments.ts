import type { Comment } from '../github/forge.ts'

// An edited comment is no command: whoever edits it may change what somebody else said.

/**
 * Whether a comment was edited. REST does not tell: a fresh comment may have an `updated_at` that is a second late, and
 * hiding a comment moves it (palantir/policy-bot#459). As long as GraphQL was not asked, different times count as an
 * edit.
 */
export const isEdited = ({ createdAt, updatedAt, wasEdited }: Comment): boolean => wasEdited ?? updatedAt !== createdAt
