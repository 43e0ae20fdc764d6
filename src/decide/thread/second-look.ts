import type { SecondLook } from '../../plan/plan.ts'

/**
 * What a second model said of a version before people saw it, as lines of the commit that brings the version. The
 * announcement is rendered from them.
 */
export function renderSecondLook(look: SecondLook | undefined): string {
  if (!look) return ''
  if (look.silent !== undefined) return `Second look: no answer. ${oneLine(look.silent)}`
  const lines = look.objections.flatMap(({ text, applied, note }, i) => [
    `Objection ${i + 1}, ${applied ? 'applied' : 'not applied'}: ${oneLine(text)}`,
    ...(note.trim() ? [`Reason ${i + 1}: ${oneLine(note)}`] : []),
  ])
  return [`Second look: ${look.objections.length} objections.`, ...lines].join('\n')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Reads these lines again. Undefined when nobody took a second look. */
export function parseSecondLook(body: string): SecondLook | undefined {
  const head = /^Second look: (no answer\. (.*)|\d{1,3} objections\.)$/m.exec(body)
  if (!head) return undefined
  if (head[2] !== undefined) return { objections: [], silent: head[2] }
  const reasons = new Map(
    [...body.matchAll(/^Reason (\d{1,3}): (.*)$/gm)].map(([, number = '', note = '']) => [number, note]),
  )
  const objections = [...body.matchAll(/^Objection (\d{1,3}), (applied|not applied): (.*)$/gm)].map(
    ([, number = '', how, text = '']) => ({ text, applied: how === 'applied', note: reasons.get(number) ?? '' }),
  )
  return { objections }
}
