import type { ModelReply } from './model.ts'

// The messages of the loop itself to the model. `finish` is the name of the finishing tool.

/** The answer to a reply that called no tool. */
export function reminder({ stop, said }: ModelReply, finish: string): string {
  if (stop === 'length') return cut
  if (stop === 'malformed')
    return `Your tool call could not be read${said ? ` (${said.slice(0, 500)})` : ''}. Call the tool again, with one JSON object as its parameters say.`
  if (stop === 'refusal')
    return `If you decline only a part of this, leave that part out, say so, and go on until you call \`${finish}\`.`
  return `You called no tool, and nobody reads plain text. Go on with a tool, or call \`${finish}\` if you are done.`
}

export const cut =
  'Your answer was cut because it was too long. Go on from there in smaller pieces: less text, fewer and smaller calls at a time.'

export const wrapUp = (turns: number, finish: string): string =>
  `Wrap up: your budget is nearly used, with ${turns} more turns at the most. Close what is open and call \`${finish}\`.`

export const repeated = (times: number): string =>
  `You made the same call with the same arguments ${times} times in a row. It will not go differently: do something else.`
