import type { Options } from './options.ts'

/** What the people of the story say. `feedback` is empty where nobody planned any. */
export type Lines = { title: string; body: string; request: string; feedback: string }

const SAMPLE: Lines = {
  title: 'One client can block everyone else',
  body: 'A script requested `/notes` in a loop last night, and no one else got through. `tests/flood.test.ts` describes what we want.',
  request: 'Limit the requests of each client. `node --test` must pass.',
  feedback: 'Twenty a minute is right for us, but others run this too. Make the limit an option of `createBoard`.',
}

/** The lines of the sample project, or those for somebody's own repository. */
export function linesOf({ subject }: Pick<Options, 'subject'>): Lines {
  if (subject.kind === 'sample') return SAMPLE
  const { request } = subject
  const [title = '', ...rest] = request.split('\n')
  const body = [title.slice(80), ...rest].join('\n').trim()
  return { title: title.slice(0, 80) || 'What should change?', body, request, feedback: '' }
}
