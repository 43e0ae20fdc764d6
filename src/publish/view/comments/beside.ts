import type { Overlap } from '../../../plan/overlap.ts'
import { cleanLine, code, pathList } from '../text/text.ts'

/** The note about other work on the same files; empty if there is none. */
export const besideNote = (overlaps: readonly Overlap[]): string =>
  overlaps.length === 0
    ? ''
    : [
        `**Others are at work on the same files**\n\n${overlaps.map(overlapLine).join('\n')}`,
        `To wait for one of them, reply ${code(`after #${overlaps[0]?.number}`)}.`,
      ].join('\n\n')

/** Who works on which files. The texts are untrusted. */
function overlapLine({ number, kind, title, by, files }: Overlap): string {
  const who = kind === 'plan' ? 'a plan' : `by ${cleanLine(by)}`
  return `- #${number}, ${who}, “${cleanLine(title, 80)}”: ${pathList(files)}`
}
