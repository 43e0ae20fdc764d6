/** What people say in the place of `approve`, in small letters and without marks. `lgtm` is feedback, by SPEC.md. */
const CONSENT: readonly string[] = [
  ...['go ahead', 'go for it', 'ship it', 'do it', 'do that', 'proceed', 'start', 'run it', 'accepted', 'agreed'],
  ...['looks good', 'looks good to me', 'looks great', 'sounds good', 'sounds good to me', 'all good', 'good to go'],
  ...['\u{1F44D}', '\u{1F680}', '\u2705', '+1', ':+1:', ':rocket:', ':shipit:'],
]

/** The same, where there is no question that they may answer. */
const YES: readonly string[] = ['yes', 'yep', 'yeah', 'ok', 'okay', 'sure', 'fine', 'great', 'perfect', 'nice', 'good']

/** What may stand beside them. */
const POLITE: readonly string[] = ['thanks', 'thank you', 'please']

/** Characters. Whoever says more may ask for something. */
const LONGEST = 60

/**
 * Whether a whole reply is consent and nothing else, in words that are no command: it approves nothing, and asks for
 * nothing. `mayAnswer` is that the plan asks questions, which a bare "yes" may answer. Pure.
 */
export function isBareConsent(text: string, mayAnswer: boolean): boolean {
  if (text.length > LONGEST) return false
  const parts = text
    .toLowerCase()
    .replace(/\u{1F44D}|\u{1F680}|\u2705/gu, ',$&,')
    .split(/[,.!;\n]+|\band\b/)
    .map((part) => part.trim().replace(/^(?:please|yes|ok|okay|great) (?=\S)| please$/g, ''))
    .filter((part) => part !== '' && !POLITE.includes(part))
  const known = mayAnswer ? CONSENT : [...CONSENT, ...YES]
  return parts.length > 0 && parts.every((part) => known.includes(part))
}
