/** The commands, in the order in which a near miss is looked for. */
const NAMES = ['approve', 'cancel', 'skip', 'retry', 'replan', 'revise', 'note', 'help', 'plan', 'ask'] as const
export type CommandName = (typeof NAMES)[number]

/**
 * The command that plain words may have meant, so that the reply can say how it is written. It is only ever used for
 * that: here hidden characters are dropped, compatible letters folded and slips of the pen forgiven, which must not
 * happen where commands are carried out.
 */
export function nearMiss(text: string): CommandName | undefined {
  const plain = text.normalize('NFKC').replace(HIDDEN, '').toLowerCase()
  return nearSlash(plain) ?? (consents(plain) ? 'approve' : undefined) ?? (cancels(plain) ? 'cancel' : undefined)
}

const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

function nearSlash(text: string): CommandName | undefined {
  const [, word] = /^["'`]{0,3}[/\\] ?([a-z]{2,10})/.exec(text) ?? []
  if (word === undefined) return undefined
  if (word === 'stop') return 'cancel'
  return NAMES.find((name) => name === word) ?? NAMES.find((name) => slips(word, name) <= (name.length > 4 ? 2 : 1))
}

const CONSENT =
  /^(?:yes|yep|yeah|ok|okay|sure|fine|perfect|great|agreed?|accept(?:ed)?|confirm(?:ed)?|proceed|do it|merge(?: it)?|👍|🚀|✅|\+1|:\+1:|:shipit:)(?![\p{L}\p{N}])/u
const CONSENT_ANYWHERE = /\b(?:lgtm|sgtm|ship it|go ahead|go for it|(?:looks|sounds|all) good)\b/

/** Longer words are feedback, even when they begin with a friendly one. */
const FEW = 60

function consents(text: string): boolean {
  if (/approv|aprov|approb/.test(text) || CONSENT_ANYWHERE.test(text)) return true
  if (text.length <= FEW && CONSENT.test(text)) return true
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => slips(word, 'approve') <= 1)
}

const cancels = (text: string): boolean =>
  text.length <= FEW && /\b(?:cancel|abort|abandon)|^(?:please )?stop(?: it| this| now)?[.!]*$/.test(text)

/** Letters to change, add, leave out or swap with their neighbour to make one word of the other; 9 = too different. */
function slips(word: string, wanted: string): number {
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
