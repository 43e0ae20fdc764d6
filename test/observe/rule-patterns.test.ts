import { expect, test } from 'vitest'
import type { BranchRule } from '../../src/github/forge.ts'
import { ruleProblem } from '../../src/observe/may-push.ts'

const author = { email: '41898282+github-actions[bot]@users.noreply.github.com' }
function unmet(type: string, operator: string, pattern: string, negate = false, commitWith: 'git' | 'api' = 'git') {
  const problem = ruleProblem('plan/issue-7', [{ type, operator, pattern, negate }], { commitWith, author })
  return problem && /^A rule for the branch `plan\/issue-7` (.*)\.$/.exec(problem.message)?.[1]
}

test.each([
  ['branch_name_pattern', 'starts_with', 'feature/', 'wants names of branches to start with `feature/`'],
  ['branch_name_pattern', 'starts_with', 'plan/', undefined],
  ['branch_name_pattern', 'regex', '^(plan|bots)/', undefined],
  ['branch_name_pattern', 'regex', '(?P<x>a)\\z', undefined],
  [
    'commit_author_email_pattern',
    'ends_with',
    '@corp.example',
    'wants an email address of the author to end with `@corp.example`',
  ],
  ['commit_author_email_pattern', 'contains', 'noreply', undefined],
  ['commit_message_pattern', 'regex', '^JIRA-', 'wants a commit message to match `^JIRA-`'],
  ['commit_message_pattern', 'contains', 'Plan-Issue', undefined],
  ['some_future_pattern', 'starts_with', 'x', undefined],
])('what a ruleset demands if %s %s %s', (type, operator, pattern, words) => {
  expect(unmet(type, operator, pattern)).toBe(words)
})

test('a ruleset pattern may be negated; the committer of commits through the API is GitHub itself', () => {
  expect(unmet('branch_name_pattern', 'contains', 'issue', true)).toBe('wants names of branches to not contain `issue`')
  expect(unmet('branch_name_pattern', 'contains', 'feature', true)).toBeUndefined()
  expect(unmet('committer_email_pattern', 'ends_with', '@corp.example')).toMatch(/committer/)
  expect(unmet('committer_email_pattern', 'ends_with', '@corp.example', false, 'api')).toBeUndefined()
  const mail = { type: 'committer_email_pattern', operator: 'ends_with', pattern: '@corp.example' }
  const problem = (...rules: BranchRule[]) => ruleProblem('plan/issue-7', rules, { commitWith: 'auto', author })
  expect(problem(mail)?.message).toMatch(/committer/)
  expect(problem(mail, { type: 'required_signatures' })).toBeUndefined()
})
