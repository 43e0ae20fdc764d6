import { expect, test } from 'vitest'
import { pushRefused } from '../../src/git/push-refusal.ts'

/** The output of `git push --porcelain` when a server says these lines. */
const refused = (lines: string[], why = 'pre-receive hook declined'): string =>
  [
    'To https://github.com/octo/demo',
    `!\tabc:refs/heads/plan/issue-7\t[remote rejected] (${why})`,
    'Done',
    ...lines.map((line) => `remote: ${line}        `),
    "error: failed to push some refs to 'https://github.com/octo/demo'",
  ].join('\n')

const GH013 = 'error: GH013: Repository rule violations found for refs/heads/plan/issue-7.'

test.each([
  [
    'a workflow file',
    [
      'refusing to allow a GitHub App to create or update workflow `.github/workflows/new.yml` without `workflows` permission',
    ],
    /without `workflows` permission/,
    /“Workflows: write”/,
  ],
  [
    'a secret',
    [GH013, '- GITHUB PUSH PROTECTION', '  - Push cannot contain secrets', '      path: src/a.js:1'],
    /PUSH PROTECTION.*src\/a\.js:1/,
    /secret taken out/,
  ],
  [
    'merge commits',
    [GH013, '- This branch must not contain merge commits.'],
    /must not contain merge commits\.$/,
    /`approve` counts as before/,
  ],
  ['signatures', [GH013, '- Commits must have verified signatures.'], /verified signatures/, /`commit-with` to `auto`/],
  ['an archive', ['This repository was archived so it is read-only.'], /was archived/, /Unarchive the repository/],
  [
    'names of branches',
    [GH013, '- Branch name must start with a matching pattern: feature/'],
    /feature\//,
    /`branch-prefix`/,
  ],
  [
    'messages',
    [GH013, '- Commit message must match a given regex pattern: ^JIRA-'],
    /Commit message.*\^JIRA-/,
    /bypass/,
  ],
  ['paths', [GH013, '- File path is restricted: PLAN.md'], /path is restricted: PLAN\.md/i, /`plan-file`/],
  [
    'sizes',
    [
      'error: GH001: Large files detected.',
      "error: File a.bin is 120 MB; this exceeds GitHub's file size limit of 100 MB",
    ],
    /a\.bin is 120 MB/,
    /leave out the files/,
  ],
  [
    'protected branches',
    ['error: GH006: Protected branch update failed for refs/heads/plan/issue-7.'],
    /GH006/,
    /bypass/,
  ],
])('a push refused for %s is reported with GitHub’s message and the setting to change', (_, lines, words, remedy) => {
  const error = pushRefused('plan/issue-7', refused(lines))
  expect(error).toMatchObject({
    code: 'push-forbidden',
    message: expect.stringMatching(words),
    remedy: expect.stringMatching(remedy),
  })
  expect(error.message).toMatch(/^GitHub did not take the push to `plan\/issue-7`: /)
  expect(error.message).not.toMatch(/remote:|hook declined|failed to push/)
})

test('a refused push without a rule’s message is explained by a missing permission of the token', () => {
  const denied =
    "remote: Permission to octo/demo.git denied to bot.\nfatal: unable to access 'https://github.com/octo/demo/': The requested URL returned error: 403"
  expect(pushRefused('b', denied)).toMatchObject({
    message: expect.stringMatching(/denied to bot\.$/),
    remedy: expect.stringMatching(/`permissions: contents: write`/),
  })
})

test('a push of a branch whose name lies below another one is refused with the input to change', () => {
  const stdout = refused([], "cannot lock ref 'refs/heads/plan/issue-7': 'refs/heads/plan' exists; cannot create")
  expect(pushRefused('plan/issue-7', stdout).remedy).toMatch(/`branch-prefix`/)
})
