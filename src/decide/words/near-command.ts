/** The command that a slash and a word come close to. */
export function nearSlash<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  const [, word] = /^["'`]{0,3}[/\\] ?([a-z]{2,10})/.exec(text) ?? []
  if (word === undefined) return undefined
  return names.find((name) => name === word) ?? names.find((name) => isNear(word, name))
}

/** Whether a text, in small letters and without hidden characters, holds words of consent, or one close to `approve`. */
export function consents(text: string): boolean {
  if (/approv|aprov|approb/.test(text) || ANYWHERE.test(text)) return true
  if (text.length <= MAX_CONSENT_CHARACTERS && FIRST.test(text)) return true
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => isNear(word, 'approve'))
}

/** Whether a word differs from a name by at most one letter that is changed, added, left out or swapped with the next. */
function isNear(word: string, name: string): boolean {
  let same = 0
  while (same < name.length && word[same] === name[same]) same++
  const [written, meant] = [word.slice(same), name.slice(same)]
  const isSwapped = written[0] === meant[1] && written[1] === meant[0] && written.slice(2) === meant.slice(2)
  return [meant, meant.slice(1)].includes(written.slice(1)) || written === meant.slice(1) || isSwapped
}

/** What people say in the place of `approve`: anywhere in a reply, at the beginning of a short one, or alone. */
const CONSENT = {
  anywhere: ['lgtm', 'sgtm', 'ship it', 'go ahead', 'go for it', 'looks good', 'sounds good', 'all good'],
  first: [
    ...['do it', 'proceed', 'agree', 'agreed', 'accept', 'accepted', 'confirm', 'confirmed', 'merge', 'merge it'],
    ...['\u{1F44D}', '\u{1F680}', '\u2705', '+1', ':+1:', ':shipit:'],
  ],
  alone: [
    ...['do that', 'start', 'run it', 'looks good to me', 'looks great', 'sounds good to me', 'good to go', ':rocket:'],
  ],
}

/** Words of consent where no question of the plan is open that they may answer. */
const YES = { first: ['yes', 'yep', 'yeah', 'ok', 'okay', 'sure', 'fine', 'great', 'perfect'], alone: ['nice', 'good'] }

const oneOf = (words: readonly string[]): string => `(?:${words.map(literal).join('|')})(?![\\p{L}\\p{N}])`
const literal = (word: string): string => word.replaceAll('+', '\\+')
const ANYWHERE = new RegExp(`(?<![\\p{L}\\p{N}])${oneOf(CONSENT.anywhere)}`, 'u')
const FIRST = new RegExp(`^${oneOf([...CONSENT.first, ...YES.first])}`, 'u')

const THANKS =
  /^(?:(?:many )?(?:thanks|thx)|thank you|ty|cheers|much appreciated|(?:nice|good|great) (?:work|job)|well done|\u{1F64F}|\u2764\ufe0f?)(?: (?:a lot|so much|very much|again|all|for (?:this|that|it|the plan|your (?:help|work))))?$/u

/** Characters. A longer text may ask for something, even when it begins with a friendly word. */
const MAX_CONSENT_CHARACTERS = 60

/** What a reply is that asks for nothing. `mayAnswer`: the plan asks questions, which a bare "yes" may answer. */
export function consentOrThanks(text: string, mayAnswer: boolean): 'consent' | 'thanks' | undefined {
  if (text.length > MAX_CONSENT_CHARACTERS) return undefined
  const phrases = text
    .toLowerCase()
    .replace(/[\u{1F44D}\u{1F680}\u2705\u{1F64F}]/gu, ',$&,')
    .split(/[,.!;\n]+|\band\b/)
    .map((phrase) => phrase.trim().replace(/^(?:please|yes|ok|okay|great) (?=\S)| please$| @[\w-]+$/g, ''))
    .filter((phrase) => phrase !== '')
  const notThanks = phrases.filter((phrase) => !THANKS.test(phrase) && phrase !== 'please')
  if (notThanks.length === 0) return phrases.some((phrase) => phrase !== 'please') ? 'thanks' : undefined
  const consentWords = [CONSENT, ...(mayAnswer ? [] : [YES])].flatMap((words) => Object.values(words).flat())
  return notThanks.every((phrase) => consentWords.includes(phrase)) ? 'consent' : undefined
}

/** Whether a text begins with a mention of an account other than the bot, whose name may end in `[bot]`. */
export function mentionsAnotherAccount(text: string, { login }: { login: string }): boolean {
  const [, name] = /^@([\w-]+(?:\/[\w-]+)?)/.exec(text.trim()) ?? []
  return name !== undefined && name.toLowerCase() !== login.toLowerCase().replace(/\[bot\]$/, '')
}
