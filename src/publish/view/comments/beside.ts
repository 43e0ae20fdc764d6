import type { Overlap } from '../../../plan/overlap.ts'
import { cleanLine, code, pathList } from '../text/text.ts'

/** What an announcement says of others at work on the same files; empty when there are none. */
export const besideNote = (overlaps: readonly Overlap[]): string =>
  overlaps.length === 0
    ? ''
    : [
        `**Others are at work on the same files**\n\n${overlaps.map(overlapLine).join('\n')}`,
        `To have this plan go by another one, reply so, such as ${code(`after #${overlaps[0]?.number}`)}.`,
      ].join('\n\n')

/** Who is at work on which files. The words are somebody else's. */
function overlapLine({ number, kind, title, by, files }: Overlap): string {
  const who = kind === 'plan' ? 'a plan' : `by ${cleanLine(by)}`
  return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(files)}`
}
