import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const banned = (names, message) => ({ group: names, message })
const ADAPTERS = banned(
  ['**/github.ts', '**/work/agent/endpoint.ts'],
  'Only open.ts and open-room.ts connect to GitHub and to the model.',
)
const NO_GITHUB = banned(
  ['**/forge.ts', '**/github.ts', '**/github-answers.ts', '**/publish/**', '@octokit/*', '@actions/*'],
  'The model’s room has no GitHub.',
)
const NO_MODEL = banned(['**/work/**', 'openai', 'openai/*'], 'GitHub’s room has no model.')
const NO_ROOM = banned(['**/work/**', '**/publish/**'], 'A pure file lies below the rooms.')
const NO_EFFECTS = banned(
  ['node:*', 'openai', 'openai/*', '@octokit/*', '@actions/*'],
  'A pure file has no effects and knows no SDK.',
)

const PURE_FILES = [
  'src/{acceptance,approval,approvers,budget,changeset,codeowners,command,complexity,decide,due,event,facts,feedback,forge,hidden,journal}.ts',
  'src/{marker,near,order,progress,redact,refusals,said,seen,state,status,thread,usage,wishes}.ts',
  'src/plan/**',
  'src/view/**',
]

/** The walls between the rooms; the last that fits a file holds. A wall that must be broken means that the design is wrong. */
const WALLS = [
  [['src/**'], [ADAPTERS]],
  [['src/work/**'], [ADAPTERS, NO_GITHUB]],
  [['src/publish/**'], [ADAPTERS, NO_MODEL]],
  [['src/jobs/**'], [ADAPTERS, NO_MODEL]],
  [['src/jobs/working.ts'], [ADAPTERS, NO_GITHUB]],
  [PURE_FILES, [ADAPTERS, NO_ROOM, NO_EFFECTS]],
  [['src/open.ts', 'src/open-room.ts'], []],
]
const walls = WALLS.map(([files, patterns]) => ({
  files,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
}))

const SYNTAX = [
  { selector: 'TSEnumDeclaration', message: 'A union of literals says the same and erases.' },
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that owns it.' },
  { selector: 'ExportNamedDeclaration[source]', message: 'No re-exports: import from the file that owns it.' },
  { selector: 'ExportDefaultDeclaration', message: 'No default exports: a thing has one name.' },
]
/** Callbacks have the parameters that whoever calls them gives. */
const PARAMETERS = {
  selector: ':matches(FunctionDeclaration, VariableDeclarator > ArrowFunctionExpression)[params.length>3]',
  message: 'Take one object in the place of so many parameters.',
}
const NO_ASYNC = { selector: ':function[async=true]', message: 'A pure file waits for nothing.' }

export default defineConfig(
  { ignores: ['dist/', 'lib/', 'node_modules/', 'coverage/'] },
  tseslint.configs.strict,
  {
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // What is taken apart to leave something out is named with an underscore.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...SYNTAX],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-restricted-syntax': ['error', ...SYNTAX, PARAMETERS],
    },
  },
  { files: ['*.config.{js,ts}'], rules: { 'no-restricted-syntax': 'off' } },
  { files: PURE_FILES, rules: { 'no-restricted-syntax': ['error', ...SYNTAX, PARAMETERS, NO_ASYNC] } },
  walls,
)
