import { truncated, visibleLine, visibleLines, withoutStackTraces } from './text.ts'

const SKIPPABLE =
  'ci|cd|actions?|checks?|tests?|builds?|deploy|appveyor|azp|azure ?pipelines|azpipelines|bitrise|buildkite|cf-pages|circle ?(?:ci)?|cirrus|codefresh|drone|github|gitlab|jenkins|netlify|render|semaphore|travis|vercel|wercker|woodpecker'
/** Marks that make GitHub and other services skip their checks of a push. */
const SKIP_MARK = new RegExp(
  String.raw`\[\s*(?:(?:skip|no)[\s_-]+(?:${SKIPPABLE})|(?:${SKIPPABLE})[\s_-]+(?:skip|no))\s*\]|\*{3}\s*NO_CI\s*\*{3}`,
  'gi',
)
const SKIP_CHECKS = /^[ \t]*skip-checks[ \t]*[:=].*$\n?/gim

/** Characters: enough for the evidence of a failure, and short enough for a comment. */
const LONGEST_BODY = 20_000

const KEYWORD = /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?![A-Za-z0-9])/i

const MENTION = /(?:(?<![\w@])@|(?<!@)@{2,})(?=[A-Za-z0-9])/g

/** Image syntax of Markdown and HTML: a squash merge may render commit messages as Markdown. */
const IMAGE = /(?<!!)!+(?=\[)|(?<!<)<+(?=img\b)/gi

/** Line beginnings that git or our own reader could take for a trailer. */
const TRAILER = /^(?=[A-Za-z0-9-]+[ \t]*:|\(cherry picked from)/gm
const KNOWN_TRAILER = /^(?=[A-Za-z0-9]+-[A-Za-z0-9-]*[ \t]*:)/gm

/** One line, never empty. Titles of pull requests become subjects when people squash, and may be longer. */
export const cleanSubject = (text: string, otherwise = '', limit = 72): string =>
  [text, otherwise]
    .map((one) => truncated(visibleLine(withoutEffect(truncated(visibleLine(one), 1_000))), limit))
    .find(Boolean) ?? 'Carry out a subtask'

/** The body of a commit message from what a model wrote. None of its lines can be read as a trailer. */
export function cleanCommitBody(text: string): string {
  const body = withoutEffect(truncated(withoutStackTraces(visibleLines(text)).trim(), LONGEST_BODY))
    .replace(/^-{3}/gm, ' ---')
    .replace(KNOWN_TRAILER, '- ')
    .trim()
  const last = body.lastIndexOf('\n\n') + 1
  return body.slice(0, last) + body.slice(last).replace(TRAILER, '- ')
}

/** Output of a command for the body of a commit. Indented, none of its lines can look like a trailer and be changed. */
export const indented = (text: string): string => text.replace(/^(?=.)/gm, '    ')

/** Commit messages are plain text that people search and copy, so what has an effect is removed, not broken up. */
function withoutEffect(text: string): string {
  const skips = text.replace(SKIP_MARK, '').replace(SKIP_CHECKS, '')
  const without = withoutClosing(skips.replace(MENTION, '').replace(IMAGE, ''))
  // Removing something may join the pieces of something else.
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
