import { cut, oneLine, visibleLines } from './clean.ts'

const SKIPPED =
  'ci|cd|actions?|checks?|tests?|builds?|deploy|appveyor|azp|azure ?pipelines|azpipelines|bitrise|buildkite|cf-pages|circle ?(?:ci)?|cirrus|codefresh|drone|github|gitlab|jenkins|netlify|render|semaphore|travis|vercel|wercker|woodpecker'
/** The marks by which GitHub and other services leave a push untested, in any brackets and with whatever they take for a space. */
const SKIP = new RegExp(
  String.raw`\[\s*(?:(?:skip|no)[\s_-]+(?:${SKIPPED})|(?:${SKIPPED})[\s_-]+(?:skip|no))\s*\]|\*{3}\s*NO_CI\s*\*{3}`,
  'gi',
)
const SKIP_CHECKS = /^[ \t]*skip-checks[ \t]*[:=].*$\n?/gim

/** Enough for the evidence of a failure, and still a comment's worth. */
const LONGEST_BODY = 20_000

const KEYWORD = /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?![A-Za-z0-9])/i

/** An `@` that is not that of a mail address. */
const MENTION = /(?:(?<![\w@])@|(?<!@)@{2,})(?=[A-Za-z0-9])/g

/** What git or our own reader could take for a trailer, or for the end of the message. */
const TRAILER = /^(?=[A-Za-z0-9-]+[ \t]*:|\(cherry picked from)/gm
const KNOWN_TRAILER = /^(?=[A-Za-z0-9]+-[A-Za-z0-9-]*[ \t]*:)/gm

/**
 * The subject of a commit from what a model proposes, or else from `otherwise`: one line, never empty. Titles of pull
 * requests become subjects when people squash; they have room for more than the usual 72 characters.
 */
export const cleanSubject = (text: string, otherwise = '', limit = 72): string =>
  [text, otherwise].map((one) => cut(oneLine(withoutEffect(cut(oneLine(one), 1_000))), limit)).find(Boolean) ??
  'Carry out a subtask'

/** The body of a commit message from what a model wrote. None of its lines is a trailer to anybody, wherever it ends up. */
export function cleanCommitBody(text: string): string {
  const body = withoutEffect(cut(visibleLines(text).trim(), LONGEST_BODY))
    .replace(/^-{3}/gm, ' ---')
    .replace(KNOWN_TRAILER, '- ')
    .trim()
  const last = body.lastIndexOf('\n\n') + 1
  return body.slice(0, last) + body.slice(last).replace(TRAILER, '- ')
}

/** Commits are plain text, and their subjects are searched and copied: what would act is left out, not hidden. */
function withoutEffect(text: string): string {
  const skips = text.replace(SKIP, '').replace(SKIP_CHECKS, '')
  const without = withoutClosing(skips.replace(MENTION, ''))
  // What is left when something is taken out may act again.
  return without === text ? text : withoutEffect(without)
}

/** `Fixes #3` becomes `Fixes issue 3`: it says the same and closes nothing. */
const withoutClosing = (text: string): string =>
  KEYWORD.test(text)
    ? text
        .replace(/(\w?)#(?=\d)/g, (_, before: string) => (before ? `${before} issue ` : 'issue '))
        .replace(/GH-(?=\d)/gi, 'issue ')
        .replace(/(\/(?:issues|pull))\/(?=\d)/gi, '$1 ')
    : text
