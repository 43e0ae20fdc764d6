import type { Comment, Reactions } from '../github/forge.ts'
import type { Thread } from './thread.ts'

/** The id of what stands for the text of an issue among its comments. No comment has it. */
export const OPENING = 0

/**
 * The text of a newly opened issue that reads as a command, as the comment of its author that it counts as. Its
 * reactions are those of the issue. It is edited when it is no longer what the issue was opened with.
 */
export function openingComment({ issue, asked }: Pick<Thread, 'issue' | 'asked'>): Comment[] {
  if (asked?.kind !== 'opened' || asked.body === undefined || issue.state === 'gone') return []
  return [
    {
      id: OPENING,
      nodeId: '',
      author: asked.by,
      body: issue.body,
      createdAt: issue.createdAt,
      updatedAt: issue.createdAt,
      wasEdited: unixLines(issue.body) !== unixLines(asked.body),
      ownSigns: { confused: false, rocket: false, eyes: true, ...issue.ownSigns },
      reactions: issue.reactions ?? NO_REACTIONS,
    },
  ]
}

export const NO_REACTIONS: Reactions = { eyes: 0, rocket: 0, confused: 0 }
const unixLines = (text: string): string => text.replaceAll('\r\n', '\n')
