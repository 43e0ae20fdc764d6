import type { BranchRule } from '../github/forge.ts'
import type { Settings } from '../plan/plan.ts'

/** How we commit, and as whom. */
export type Committing = Pick<Settings, 'commitWith'> & { author: { email: string } }

/** A first commit as we make it. */
const MESSAGE = 'Plan: Change what was asked for\n\nPlan-Issue: 1\nPlan-Request: 1\nPlan-Seen: 1\n'

type ComparedName = { what: string; ours: (branch: string, how: Committing) => string | undefined }

/** What rules about names and messages look at, and what it is of ours. */
const COMPARED: Readonly<Record<string, ComparedName>> = {
  branch_name_pattern: { what: 'names of branches', ours: (branch) => branch },
  commit_message_pattern: { what: 'a commit message', ours: () => MESSAGE },
  commit_author_email_pattern: { what: 'an email address of the author', ours: (_, { author }) => author.email },
  committer_email_pattern: {
    what: 'an email address of the committer',
    ours: (_, { author, commitWith }) => (commitWith === 'api' ? undefined : author.email),
  },
}

type Operator = { words: string; fits: (text: string, pattern: string) => boolean | undefined }

const OPERATORS: Readonly<Record<string, Operator>> = {
  starts_with: { words: 'start with', fits: (text, pattern) => text.startsWith(pattern) },
  ends_with: { words: 'end with', fits: (text, pattern) => text.endsWith(pattern) },
  contains: { words: 'contain', fits: (text, pattern) => text.includes(pattern) },
  regex: { words: 'match', fits: matches },
}

/** Undefined for what JavaScript cannot read: GitHub's own regular expressions know more. */
function matches(text: string, pattern: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'm').test(text)
  } catch {
    return undefined
  }
}

/** What a rule about names or messages wants that ours do not fit; undefined when they do, or nothing is known. */
export function unmetPattern(rule: BranchRule, branch: string, how: Committing): string | undefined {
  const { type, pattern, negate = false } = rule
  const compared = COMPARED[type]
  const operator = OPERATORS[rule.operator ?? '']
  const ours = compared?.ours(branch, how)
  if (!compared || !operator || ours === undefined || pattern === undefined) return undefined
  const isMet = operator.fits(ours, pattern)
  if (isMet === undefined || isMet !== negate) return undefined
  return `wants ${compared.what} to ${negate ? 'not ' : ''}${operator.words} \`${pattern}\``
}
