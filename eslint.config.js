import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** The rooms of `src/`, from the top of the house down. */
const ROOMS = ['jobs', 'loop', 'publish', 'observe', 'work', 'runner', 'decide', 'plan', 'guard', 'git', 'github']
/** What rooms have beside their pure part, which does not know it. */
const PUBLISHING = 'steps|say|claim|write'
const WORKING = 'agent|agents|checks|endpoint|order|place|room|sandbox|tools'
const TOP = ['main', 'run', 'connect']

/**
 * What each room may import besides itself, `errors.ts`, `async.ts` and packages. `doors` are single files of other rooms.
 * `pure` rooms have no effects: no `node:` module, no SDK, no waiting. `sdk` is the SDK that a room must not see.
 * When a wall must be broken, the design is wrong.
 */
const WALLS = [
  {
    room: 'jobs',
    sees: ['loop', 'publish', 'observe', 'runner', 'decide', 'plan', 'guard', 'git', 'github'],
    sdk: ['openai'],
  },
  { room: 'loop', sees: ROOMS.filter((room) => room !== 'jobs'), sdk: ['openai', '@octokit'] },
  {
    room: 'publish',
    sees: ['observe', 'decide', 'plan', 'guard', 'git', 'github'],
    sdk: ['openai'],
  },
  {
    room: 'observe',
    sees: ['runner', 'decide', 'plan', 'guard', 'git', 'github'],
    sdk: ['openai'],
  },
  { room: 'work', sees: ['runner', 'plan', 'guard', 'git'], sdk: ['@octokit', '@actions'] },
  { room: 'runner', sees: ['decide', 'plan', 'guard'], sdk: ['openai', '@octokit'] },
  { room: 'decide', sees: ['plan', 'guard'], doors: ['git/git-commit', 'github/forge'], pure: true },
  { room: 'plan', sees: ['guard'], pure: true },
  { room: 'guard', sees: ['git'], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'git', sees: [], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'github', sees: [], sdk: ['openai'] },
  // Within a room: what people read is made by pure files, which know nothing of the rest of the room.
  { room: 'publish/view', sees: ['decide', 'plan', 'guard'], doors: ['github/forge'], pure: true, closed: PUBLISHING },
  // What the checks of a subtask prove, as tables.
  { room: 'work/proof', sees: ['plan', 'guard'], pure: true, closed: WORKING },
  // The one job that works has the model and no GitHub. A dry run has the model too, and writes nothing to GitHub.
  { file: 'jobs/work-job', sees: ['work', 'runner', 'plan', 'guard', 'git'], sdk: ['@octokit', '@actions'] },
  { file: 'loop/dry-run', sees: ['observe', 'work', 'decide', 'plan'], sdk: ['openai', '@octokit'] },
  // What the model is given, and how it is awaited: nothing of it is written here.
  { file: 'loop/task', sees: ['work', 'decide', 'plan'], sdk: ['openai', '@octokit'] },
  // The only two files that connect an adapter.
  { file: 'connect', sees: ROOMS.filter((room) => room !== 'jobs'), sdk: ['openai'], connects: true },
  { file: 'work/open', sees: ['runner', 'plan', 'guard', 'git'], sdk: ['@octokit', '@actions'], connects: true },
]

/** The two adapters, and the only files that connect them. */
const ADAPTERS = {
  group: ['**/github/github.ts', '**/endpoint/endpoint.ts'],
  message: 'Only connect.ts opens GitHub, and only work/open.ts the model.',
}

/** What the toolkit makes of the event when it is imported. */
const CONTEXT = {
  group: ['@actions/github', '@actions/github/lib/utils'],
  importNames: ['context'],
  message: 'The context reads the environment and parses the event unguarded: main.ts reads both.',
}

/** A door in a folder of its own opens the folder for that file alone. */
function doorway(door) {
  const folder = door.split('/').slice(0, -1).join('/')
  return [...(folder.includes('/') ? [`!**/${folder}`] : []), `!**/${door}.ts`]
}

function patternsOf({ room, file, sees, doors = [], sdk = [], pure = false, closed, connects = false }) {
  const name = room ?? file
  const self = name.split('/')[0]
  const hidden = [...ROOMS, ...TOP].filter((other) => other !== self && !sees.includes(other))
  const rooms = hidden.filter((other) => ROOMS.includes(other)).map((other) => `**/${other}/**`)
  const top = hidden.filter((other) => TOP.includes(other)).join('|')
  const message = `src/${name} does not import from there.`
  return [
    CONTEXT,
    ...(connects ? [] : [ADAPTERS]),
    ...(rooms.length > 0 ? [{ group: [...rooms, ...new Set(doors.flatMap(doorway))], message }] : []),
    { regex: name.includes('/') || room ? `^(\\.\\./)+(${top})\\.ts$` : `^\\./(${top})\\.ts$`, message },
    ...(closed ? [{ regex: `^(\\.\\./)+(${closed})/|^\\.\\./\\.\\./[^./][^/]*$`, message }] : []),
    ...(pure
      ? [
          {
            group: ['node:*', 'openai', 'openai/*', '@octokit/*', '@actions/*'],
            message: 'A pure room has no effects and knows no SDK.',
          },
        ]
      : sdk.map((one) => ({ group: [one, `${one}/*`], message: `src/${name} does not know ${one}.` }))),
  ]
}

const walls = [
  {
    files: ['src/**'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [ADAPTERS, CONTEXT] }] },
  },
  ...WALLS.map((wall) => ({
    files: [wall.file ? `src/${wall.file}.ts` : `src/${wall.room}/**`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: patternsOf(wall) }] },
  })),
]
const PURE = WALLS.filter(({ pure }) => pure).map(({ room }) => `src/${room}/**`)

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
const NO_ASYNC = { selector: ':function[async=true]', message: 'A pure room waits for nothing.' }

export default defineConfig(
  { ignores: ['dist/', 'lib/', 'node_modules/', 'coverage/', 'tools/eval/tasks/', 'tools/eval/vendored/'] },
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
  { files: PURE, rules: { 'no-restricted-syntax': ['error', ...SYNTAX, PARAMETERS, NO_ASYNC] } },
  walls,
)
