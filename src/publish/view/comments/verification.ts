import type { CheckedPromise } from '../../../decide/next/check-record.ts'
import { answerTo } from '../../../decide/thread/people.ts'
import { cleanLine, noteText, type NoteText, table } from '../text/text.ts'
import { plural } from '../text/view.ts'

/** The answer to `/verify`: what does not hold first, then all that was looked at. */
export function verification(rows: readonly CheckedPromise[], id: number): NoteText {
  const wrong = rows.filter((one) => one.wrong !== undefined)
  const names = wrong.map(({ promise, wrong: why = '' }) => `${cleanLine(promise)}: ${cleanLine(why)}`)
  return noteText(
    answerTo(id),
    wrong.length === 0
      ? `### ✅ Verified: all ${rows.length} hold`
      : `### ❌ ${plural(wrong.length, 'promise')} of ${rows.length} not kept: ${names[0]}`,
    table(
      ['', 'Promise', 'Looked at', 'Result'],
      rows.map((one) => [
        one.wrong === undefined ? '✅' : '❌',
        cleanLine(one.promise),
        cleanLine(one.seen),
        one.wrong === undefined ? 'holds' : cleanLine(one.wrong),
      ]),
    ),
  )
}
