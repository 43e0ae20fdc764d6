import { closedRepository, PUSH_FORBIDDEN, UserError } from '../lib/errors.ts'

const EXEMPTION =
  'Exempt the branches of plans from that rule, or let the account of the token bypass it (Settings → Rules → Rulesets).'

/** Remedies by the words of GitHub's refusal. The first row that matches counts. */
const REMEDIES: readonly (readonly [words: RegExp, remedy: string])[] = [
  [
    /without `?workflows?`? (?:permission|scope)/i,
    'Give the input `github-token` the token of a GitHub App with the permission “Workflows: write” (the workflow’s own token cannot have it), or change that file by hand and `/skip` its subtask.',
  ],
  [
    /push protection|cannot contain secrets/i,
    'Have the secret taken out of the files that GitHub names, or allow it by the link that GitHub gives.',
  ],
  [/verified signature|must be signed|signed commits/i, `Set the input \`commit-with\` to \`auto\`. Or: ${EXEMPTION}`],
  [
    /merge commits|linear history/i,
    `Go on without the base, since \`approve\` counts as before, and rebase when you merge. Or: ${EXEMPTION}`,
  ],
  [/branch name must|': '[^']+' exists|ref name/i, 'Give the input `branch-prefix` a name that fits.'],
  [/path is restricted/i, `Name another path in the input \`plan-file\`, if it is the plan’s. Or: ${EXEMPTION}`],
  [
    /file size limit|GH001|too large|path (?:is|length)|file extension/i,
    'Have the plan leave out the files that GitHub names.',
  ],
  [/\bGH0\d\d\b|rule violation|protected branch|hook declined/i, EXEMPTION],
]

/** Maximum characters of GitHub's words in a comment. */
const MAX_WORDS = 1_500

/**
 * A push, or a commit by the API, that a rule or the rights of the token forbid. `output` is all that was answered. The
 * error is `otherwise` where the answer names no rule, only a missing permission.
 */
export function pushRefused(branch: string, output: string, otherwise?: UserError): UserError {
  const words = wordsOf(output)
  const known = closedRepository(words, output)?.remedy ?? REMEDIES.find(([row]) => row.test(words))?.[1]
  if (known === undefined && otherwise) return otherwise
  const remedy =
    known ??
    'Give the workflow `permissions: contents: write`, and let no rule forbid its account to push to this branch.'
  const reason = words.replace(/(?<![.\s])[.\s]+$/, '')
  return new UserError(
    PUSH_FORBIDDEN,
    `GitHub did not take the push to \`${branch}\`: ${reason || 'it gives no reason'}.`,
    remedy,
    { cause: output },
  )
}

export const isPushRefusal = (error: unknown): error is UserError =>
  error instanceof UserError && error.code === PUSH_FORBIDDEN

/** What the server says in the output of git: its own lines, else why it rejected the ref. */
export function wordsOf(output: string): string {
  const lines = output.split(/[\r\n]+/)
  const messages = lines.flatMap((line) => /^remote:([^]*)/.exec(line)?.[1]?.trim() ?? [])
  const remote = messages.map((text) => text.replace(/^error:\s*/, '')).filter((text) => /\w/.test(text))
  const rejected = lines.flatMap((line) => /\[remote rejected\] \((.*)\)/.exec(line)?.[1] ?? [])
  const reasons = remote.length > 0 ? [...remote, ...rejected.filter((why) => !/hook declined/.test(why))] : rejected
  const words = reasons.length > 0 ? reasons : output.startsWith('To ') ? [] : lines
  return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)
}
