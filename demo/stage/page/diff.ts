/** A line of a diff. `number` is the one that it has in the file as it is now. */
type Line = { kind: 'added' | 'removed' | 'hunk' | ''; text: string; number: number | undefined }

export type FileDiff = { path: string; lines: Line[] }

const KINDS: Record<string, Line['kind']> = { '+': 'added', '-': 'removed' }

/** The files of a diff as Git prints it, with their lines. */
export const filesIn = (diff: string): FileDiff[] =>
  diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff '))
    .map((part) => ({ path: pathOf(part), lines: linesOf(part) }))

const pathOf = (part: string): string =>
  /^\+\+\+ b\/(.+?)\t?$/m.exec(part)?.[1] ?? /^diff --git a\/(.+) b\/\1$/m.exec(part)?.[1] ?? ''

function linesOf(part: string): Line[] {
  const lines: Line[] = []
  let number = 0
  for (const text of part.slice(Math.max(0, part.search(/^@@ /m))).split('\n')) {
    const [, start] = /^@@ -\S+ \+(\d+)/.exec(text) ?? []
    if (start) number = Number(start)
    if (start) lines.push({ kind: 'hunk', text, number: undefined })
    else if (/^[ +]/.test(text)) lines.push({ kind: KINDS[text.charAt(0)] ?? '', text, number: number++ })
    else if (text.startsWith('-')) lines.push({ kind: 'removed', text, number: undefined })
  }
  return lines
}
