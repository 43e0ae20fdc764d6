import type { Account } from '../../github/forge.ts'

/** What people say in the place of `approve`, in small letters and without marks. */
const CONSENT: readonly string[] = [
  ...['lgtm', 'sgtm', 'go ahead', 'go for it', 'ship it', 'do it', 'do that', 'proceed', 'start', 'run it'],
  ...['looks good', 'looks good to me', 'looks great', 'sounds good', 'sounds good to me', 'all good', 'good to go'],
  ...['accepted', 'agreed', '\u{1F44D}', '\u{1F680}', '\u2705', '+1', ':+1:', ':rocket:', ':shipit:'],
]

/** The same, where there is no question that they may answer. */
const YES: readonly string[] = ['yes', 'yep', 'yeah', 'ok', 'okay', 'sure', 'fine', 'great', 'perfect', 'nice', 'good']

const THANKS =
  /^(?:(?:many )?(?:thanks|thx)|thank you|ty|cheers|much appreciated|(?:nice|good|great) (?:work|job)|well done|\u{1F64F}|\u2764\ufe0f?)(?: (?:a lot|so much|very much|again|all|for (?:this|that|it|the plan|your (?:help|work))))?$/u

/** Characters. A longer text may ask for something. */
const LONGEST_CONSENT = 60

/**
 * What a whole reply is when it asks for nothing: consent in words that are no command, which approves nothing, or
 * thanks. Undefined when it may say more. `mayAnswer` is that the plan asks questions, which a bare "yes" may answer.
 */
export function idleWords(text: string, mayAnswer: boolean): 'consent' | 'thanks' | undefined {
  if (text.length > LONGEST_CONSENT) return undefined
  const parts = text
    .toLowerCase()
    .replace(/[\u{1F44D}\u{1F680}\u2705\u{1F64F}]/gu, ',$&,')
    .split(/[,.!;\n]+|\band\b/)
    .map((part) => part.trim().replace(/^(?:please|yes|ok|okay|great) (?=\S)| please$| @[\w-]+$/g, ''))
    .filter((part) => part !== '')
  const rest = parts.filter((part) => !THANKS.test(part) && part !== 'please')
  if (rest.length === 0) return parts.some((part) => part !== 'please') ? 'thanks' : undefined
  const known = mayAnswer ? CONSENT : [...CONSENT, ...YES]
  return rest.every((part) => known.includes(part)) ? 'consent' : undefined
}

/** Whether a text begins with a mention of somebody else than the bot, whose name may end in `[bot]`. */
export function isToSomebodyElse(text: string, bot: Account): boolean {
  const [, name] = /^@([\w-]+(?:\/[\w-]+)?)/.exec(text.trim()) ?? []
  return name !== undefined && name.toLowerCase() !== bot.login.toLowerCase().replace(/\[bot\]$/, '')
}
