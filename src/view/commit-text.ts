import { cut, oneLine, visible } from './clean.ts'

/** The marks by which GitHub and other services leave a push untested. */
const SKIP =
  /\[\s*(?:(?:skip|no)[\s-]+(?:ci|actions?|checks?|tests?|travis|netlify|vercel|azurepipelines|azp|circle|gitlab)|(?:ci|actions?|checks?|travis|netlify|vercel|azurepipelines|azp|circle|gitlab)[\s-]+skip)\s*\]|\*\*\*\s*NO_CI\s*\*\*\*/gi
const SKIP_CHECKS = /^[ \t]*skip-checks[ \t]*[:=].*$\n?/gim

const KEYWORD = /(?<![A-Za-z0-9])(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?![A-Za-z0-9])/i

/** What git or our own reader could take for a trailer, or for the end of the message. */
const TRAILER = /^(?=[A-Za-z0-9-]+[ \t]*:|\(cherry picked from)/gm
const KNOWN_TRAILER = /^(?=[A-Za-z0-9]+-[A-Za-z0-9-]*[ \t]*:)/gm

/**
 * The subject of a commit from what a model proposes: one line, never empty. Titles of pull requests, which become
 * subjects when people squash, have room for more than the usual 72 characters.
 */
export const cleanSubject = (text: string, otherwise = 'Carry out a subtask', limit = 72): string =>
  cut(oneLine(withoutEffect(oneLine(text))), limit) || cut(oneLine(otherwise), limit)

/** The body of a commit message from what a model wrote. None of its lines is a trailer to anybody, wherever it ends up. */
export function cleanCommitBody(text: string): string {
  const body = withoutEffect(cut(visible(text).trim(), 8_000))
    .replace(/^-{3}/gm, ' ---')
    .replace(KNOWN_TRAILER, '- ')
    .trim()
  const last = body.lastIndexOf('\n\n') + 1
  return body.slice(0, last) + body.slice(last).replace(TRAILER, '- ')
}

/** Commits are plain text, and their subjects are searched and copied: what would act is left out, not hidden. */
const withoutEffect = (text: string): string =>
  withoutClosing(withoutSkips(text).replace(/(?<![\w])@+(?=[A-Za-z0-9])/g, ''))

function withoutSkips(text: string): string {
  const without = text.replace(SKIP, '').replace(SKIP_CHECKS, '')
  // What is left when a mark is taken out may be a mark again.
  return without === text ? text : withoutSkips(without)
}

/** `Fixes #3` becomes `Fixes issue 3`: it says the same and closes nothing. */
const withoutClosing = (text: string): string =>
  KEYWORD.test(text)
    ? text
        .replace(/(\w?)#(?=\d)/g, (_, before: string) => (before ? `${before} issue ` : 'issue '))
        .replace(/GH-(?=\d)/gi, 'issue ')
        .replace(/(\/(?:issues|pull))\/(?=\d)/gi, '$1 ')
    : text
