/**
 * The command that the writer of `plain` may have meant, by a slash and a name, or by words of consent or of ending.
 * `plain` is lower case, without hidden characters.
 */
export const nearCommand = <Name extends string>(
  plain: string,
  names: readonly Name[],
): Name | 'approve' | 'cancel' | undefined =>
  nearSlash(plain, names) ?? (consents(plain) ? 'approve' : undefined) ?? (cancels(plain) ? 'cancel' : undefined)

/** The command that a slash and a word come close to. */
export function nearSlash<Name extends string>(text: string, names: readonly Name[]): Name | 'cancel' | undefined {
  const [, word] = /^["'`]{0,3}[/\\] ?([a-z]{2,10})/.exec(text) ?? []
  if (word === undefined) return undefined
  if (word === 'stop') return 'cancel'
  return (
    names.find((name) => name === word) ?? names.find((name) => editDistance(word, name) <= (name.length > 4 ? 2 : 1))
  )
}

const CONSENT =
  /^(?:yes|yep|yeah|ok|okay|sure|fine|perfect|great|agreed?|accept(?:ed)?|confirm(?:ed)?|proceed|do it|merge(?: it)?|👍|🚀|✅|\+1|:\+1:|:shipit:)(?![\p{L}\p{N}])/u

const CONSENT_ANYWHERE = /\b(?:lgtm|sgtm|ship it|go ahead|go for it|(?:looks|sounds|all) good)\b/

/** Characters. A longer text is feedback, even when it begins with a friendly word. */
const SHORT = 60

function consents(text: string): boolean {
  if (/approv|aprov|approb/.test(text) || CONSENT_ANYWHERE.test(text)) return true
  if (text.length <= SHORT && CONSENT.test(text)) return true
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => editDistance(word, 'approve') <= 1)
}

const cancels = (text: string): boolean =>
  text.length <= SHORT && /\b(?:cancel|abort|abandon)|^(?:please )?stop(?: it| this| now)?[.!]*$/.test(text)

/**
 * The number of letters to change, add, leave out or swap with a neighbour to get from one word to the other; 9 is too
 * many.
 */
function editDistance(word: string, wanted: string): number {
  if (Math.abs(word.length - wanted.length) > 2) return 9
  let [before, last]: [number[], number[]] = [[], Array.from({ length: wanted.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= word.length; row++) {
    const next = [row]
    for (let column = 1; column <= wanted.length; column++) {
      const same = word[row - 1] === wanted[column - 1]
      const swapped = word[row - 1] === wanted[column - 2] && word[row - 2] === wanted[column - 1]
      const cost = (values: readonly number[], back: number): number => values[column - back] ?? 9
      const simple = Math.min(cost(last, 0) + 1, cost(next, 1) + 1, cost(last, 1) + (same ? 0 : 1))
      next.push(swapped ? Math.min(simple, cost(before, 2) + 1) : simple)
    }
    ;[before, last] = [last, next]
  }
  return last[wanted.length] ?? 9
}
