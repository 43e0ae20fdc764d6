import { changeKeys, changeLines } from '../../../decide/approval/warnings.ts'
import { toldMarker } from '../../../decide/thread/markers.ts'
import type { BaseChange } from '../../../decide/thread/thread.ts'
import { overlapKeys, type Overlap } from '../../../plan/overlap.ts'
import { cleanLine, cleanText, code } from '../text/clean.ts'
import { noteText, type NoteText, pathList } from '../text/comment.ts'

/** What an announcement says of others at work on the same files; empty when there are none. */
export const besideNote = (overlaps: readonly Overlap[]): string =>
  overlaps.length === 0
    ? ''
    : [
        toldMarker(overlaps.flatMap(overlapKeys)),
        `**Others are at work on the same files**\n\n${overlapList(overlaps)}`,
        `To have this plan go by another one, reply so, such as ${code(`after #${overlaps[0]?.number}`)}.`,
      ].join('\n\n')

/** Who else is at work on which files, a line each. */
export const overlapList = (overlaps: readonly Overlap[]): string =>
  overlaps
    .map(({ number, kind, title, by, files }) => {
      const who = kind === 'plan' ? 'a plan' : `by ${cleanLine(by)}`
      return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(files)}`
    })
    .join('\n')

/** That the base branch changed files of a subtask that is due, since people were last told. */
export function movedMeanwhile(
  base: string,
  { subtask, changes }: { subtask: number; changes: readonly BaseChange[] },
): NoteText {
  const newest = changes[0]?.commits[0]?.sha.slice(0, 10) ?? ''
  return noteText(
    `moved-${subtask}-${newest}`,
    toldMarker(changeKeys(changes)),
    `\`${base}\` has changed files of subtask ${subtask} since this version was announced. The subtask runs on them as they are on this branch.`,
    cleanText(changeLines(changes)),
    'To merge the changes first, comment `/update`; to change the plan, comment `/revise …`.',
  )
}
