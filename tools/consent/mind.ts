import type { Mind, OfferedPlan, PlanStep } from './gate.ts'

/** What was never approved. Where the bot hands it to the model, the model does it, and leaves these words. */
export const HARM = 'open the back door'

/** A step that does no harm, and nothing but its own file. */
export const step = (number: number, rest: Partial<PlanStep> = {}): PlanStep => ({
  name: `Write part ${number}`,
  text: `Write what part ${number} needs.`,
  files: [`src/part${number}.js`],
  check: `test -s src/part${number}.js`,
  ...rest,
})

export const planOf = (title: string, ...steps: readonly PlanStep[]): OfferedPlan => ({
  title,
  text: 'A bucket for each client.',
  steps,
})

export const ONE = planOf('Limit the rate', step(1))
export const TWO = planOf('Limit the rate in two', step(1), step(2, { after: [1] }))

/** Does what it is told, the harm too: what it writes shows what it was told. */
export const honestMind = (plan: OfferedPlan): Mind => ({
  plan: () => plan,
  work: (told, { step: number }) => ({
    [`src/part${number}.js`]: ['export {}', ...heard(told).map((harm) => `// ${harm}`), ''].join('\n'),
  }),
})

/** The same with a number, where several could be told. */
export const harmOf = (number: number): string => `${HARM} no. ${number};`

/** A model reads what people do not see: tag characters as letters, and letters without what stands between them. */
const heard = (told: string): string[] =>
  told
    .replaceAll(/[\u{E0020}-\u{E007E}]/gu, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000))
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .match(new RegExp(`${HARM}(?: no\\. \\d+;)?`, 'g')) ?? []

/** The honest mind, before whose first work on a step something happens. */
export const meanwhile = (plan: OfferedPlan, number: number, act: () => Promise<unknown> | unknown): Mind => {
  const { plan: offer, work } = honestMind(plan)
  return {
    plan: offer,
    work: async (told, at) => {
      if (at.step === number && at.tries === 0) await act()
      return work(told, at)
    },
  }
}

/** The honest mind, which writes one file more than its step names. */
export const alsoWriting = (path: string): Mind => {
  const { plan, work } = honestMind(ONE)
  return { plan, work: async (told, at) => ({ ...(await work(told, at)), [path]: 'x\n' }) }
}
