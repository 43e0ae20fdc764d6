import { describe, expect, test } from 'vitest'
import { isGitPath, isProtected, isSafePlanPath } from '../../src/guard/paths.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'

describe('git’s own directory', () => {
  test.each([
    ...['.git', '.GIT/config', 'a/.git/hooks/x', '.git.', '.git ', '.git. .', 'git~1', 'GIT~1/config'],
    ...['.git::$INDEX_ALLOCATION/config', '.git:x', '.g\u200Cit', '.gi\uFEFFt/x', 'a\\.git\\x', '.ｇit', './.git'],
  ])('%j is recognized as git’s own directory', (path) => {
    expect(isGitPath(path)).toBe(true)
    expect(isSafePlanPath(path)).toBe(false)
  })

  test.each(['.gitignore', 'git', 'a.git', '.github/x', 'git~x', '.gitmodules'])(
    '%j is not mistaken for git’s own directory',
    (path) => {
      expect(isGitPath(path)).toBe(false)
    },
  )
})

test.each(['src/a.ts', 'a', 'docs/', './x', 'näh/ü b.md', '...', 'a/..b'])('a plan may name the path %j', (path) => {
  expect(isSafePlanPath(path)).toBe(true)
})

test.each(['', ' ', '/etc/passwd', '~/x', '..', 'a/../../b', 'a/..', 'C:\\x', '\\x', 'a\0b', 'a\nb', 'a\\..\\b'])(
  'a plan may not name the path %j',
  (path) => {
    expect(isSafePlanPath(path)).toBe(false)
  },
)

describe('protection', () => {
  test.each([
    ...[
      '.github/workflows/ci.yml',
      '.GitHub/x',
      './.github/x',
      'a/../.github/x',
      '.github',
      'GITHUB~1/workflows/ci.yml',
      'github~2',
      '.github/WORKFL~1/ci.yml',
      'GITLAB~1.YML',
      'CODEOW~1',
      'CI~1/run',
      'CODEOWNERS',
      'codeowners',
    ],
    ...['docs/AGENTS.md', 'AGENTS.md', '.gitmodules', 'a/.gitattributes', '.claude/settings.json', '.aider.conf.yml'],
    ...[
      'pkg/.vscode/tasks.json',
      'a/.idea/x',
      'x.code-workspace',
      'a/.envrc',
      'mise.toml',
      'sub/.mcp.json',
      'mcp.json',
    ],
    ...[
      '.husky/pre-commit',
      'lefthook.yml',
      '.lefthook.toml',
      '.githooks/pre-push',
      '.lintstagedrc.json',
      'app/.npmrc',
    ],
    ...[
      'AGENTS.override.md',
      'a/CLAUDE.local.md',
      '.cursorrules',
      '.windsurf/rules/x.md',
      '.clinerules',
      '.clinerules/x',
    ],
    ...['.roo/x', '.kiro/steering/x.md', '.codex/config.toml', '.gemini/settings.json', '.junie/guidelines.md'],
    ...[
      '.continue/config.json',
      'opencode.json',
      'opencode.jsonc',
      '.aider.conf.yml',
      '.github/copilot-instructions.md',
    ],
    ...[
      'Jenkinsfile',
      'ci/Jenkinsfile.release',
      '.drone.yml',
      '.cirrus.yml',
      '.gitlab-ci.yml',
      'bitbucket-pipelines.yml',
    ],
    ...['azure-pipelines.yml', 'azure-pipelines-pr.yaml', '.woodpecker.yml', '.semaphore/x.yml', 'appveyor.yml'],
    ...['renovate.json', '.mergify.yml', 'src/OWNERS', '.gitleaksignore', '.cargo/config.toml', '.yarnrc.yml'],
    ...['.g\u200Bithub/x', '.githu\uFF42/x', '//.github//x'],
  ])('%j is protected by default', (path) => {
    expect(isProtected(path, PROTECTED_PATHS)).toBe(true)
  })

  test('an exception in `protected-paths` unprotects exactly its paths, in any letter case', () => {
    const globs = [...PROTECTED_PATHS, '!.vscode/**']
    expect(['.vscode/x.json', '.VSCode/x'].map((path) => isProtected(path, globs))).toEqual([false, false])
    expect(['pkg/.vscode/x.json', '.envrc'].map((path) => isProtected(path, globs))).toEqual([true, true])
    expect(isProtected('.vscode/x', ['!.vscode/**'])).toBe(false)
  })

  test.each([
    'src/a.ts',
    'github/x',
    'package.json',
    'src/mcp.ts',
    'OWNERS.md',
    'docs/agents/x.md',
    'hooks/useX.ts',
    'lib/CODEOWNERS.md',
    'x/.github/y',
    '.gitignore',
    'agents.md.txt',
  ])('%j is not protected by default', (path) => {
    expect(isProtected(path, PROTECTED_PATHS)).toBe(false)
  })
})

test.each([
  ...['Dangerfile', 'dangerfile.ts', '.goreleaser.yaml', '.goreleaser.yml', '.releaserc.json', '.releaserc'],
  ...['gradle/wrapper/gradle-wrapper.properties', 'firebase.json', 'wrangler.toml', 'amplify.yml', 'fly.toml'],
  ...['app.yaml', '.ci/run', 'codecov.yml', 'SKILL.md', 'skills/pdf/SKILL.md', 'skills/pdf/skill.md'],
])('%s is protected by default.', (path) => {
  expect(isProtected(path, PROTECTED_PATHS)).toBe(true)
})

// By their short names, https://learn.microsoft.com/openspecs/windows_protocols/ms-fscc (8.3 names).
test.each(['github/x', 'gith~1/x', 'git~hub/x', 'src/github~1', 'src~1/x', 'codeow~1.ts', 'skills/a/notes~1.md'])(
  '%s is not a Windows short name of a protected path.',
  (path) => {
    expect(isProtected(path, PROTECTED_PATHS)).toBe(false)
  },
)
