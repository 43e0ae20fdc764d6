import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** The rooms of `src/`, from the top of the house down. */
const ROOMS = [
  'loop',
  'tasks',
  'publish',
  'observe',
  'checks',
  'agent',
  'model',
  'runner',
  'decide',
  'plan',
  'guard',
  'git',
  'github',
]
/** What rooms have beside their pure part, which does not know it. */
const PUBLISHING = 'steps|say|claim|write'
const TOP = ['main', 'run', 'connect']

/** The parts of a task: what goes in is pure, what runs has no GitHub, what publishes has no model. */
const INPUTS = [
  'tasks/*/input',
  ...['tasks', 'fields', 'problem-of-result', 'still-due'].map((name) => `tasks/${name}`),
]
const RUNS = [
  ...['run', 'prompt', 'delegate', 'draft-hints', 'present-files', 'repository-overview', 'finish-subtask'].map(
    (name) => `tasks/*/${name}`,
  ),
  ...['agents', 'open-context', 'prompt-parts', 'plan-tools', 'run-task'].map((name) => `tasks/${name}`),
]
const PUBLISHES = [
  ...['publish', 'owners-of-change'].map((name) => `tasks/*/${name}`),
  ...['publish-result', 'unfinished'].map((name) => `tasks/${name}`),
]
const GATHERS = ['tasks/*/gather', 'tasks/gather/*']
/** The files of other parts of a task. */
const partsBut = (...mine) =>
  [GATHERS, RUNS, PUBLISHES]
    .filter((part) => !mine.includes(part))
    .flat()
    .map((name) => name.split('/').at(-1))
    .filter((name) => name !== '*')
    .map((name) => `**/${name}.ts`)

/**
 * What each room may import besides itself, `errors.ts`, `async.ts` and packages. `doors` are single files of other rooms.
 * `pure` rooms have no effects: no `node:` module, no SDK, no waiting. `sdk` is the SDK that a room must not see.
 * When a wall must be broken, the design is wrong.
 */
const WALLS = [
  { room: 'loop', sees: ROOMS, sdk: ['openai', '@octokit'] },
  { room: 'tasks', sees: ROOMS.filter((room) => room !== 'loop'), sdk: ['openai', '@octokit'] },
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
  { room: 'checks', sees: ['agent', 'runner', 'plan', 'guard', 'git'], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'agent', sees: ['model', 'runner', 'plan', 'guard', 'git'], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'model', sees: ['plan', 'guard'], sdk: ['@octokit', '@actions'] },
  { room: 'runner', sees: ['decide', 'plan', 'guard'], sdk: ['openai', '@octokit'] },
  { room: 'decide', sees: ['plan', 'guard'], doors: ['git/git-commit', 'github/forge'], pure: true },
  { room: 'plan', sees: ['guard'], pure: true },
  { room: 'guard', sees: ['git'], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'git', sees: [], sdk: ['openai', '@octokit', '@actions'] },
  { room: 'github', sees: [], sdk: ['openai'] },
  // Within a room: what people read is made by pure files, which know nothing of the rest of the room.
  { room: 'publish/view', sees: ['decide', 'plan', 'guard'], doors: ['github/forge'], pure: true, closed: PUBLISHING },
  // What the checks of a subtask prove, as tables.
  { room: 'checks/proof', sees: ['plan', 'guard'], pure: true, alone: true },
  // Three jobs are the same loop, cut.
  {
    room: 'loop/jobs',
    sees: ['tasks', 'publish', 'observe', 'runner', 'decide', 'plan', 'guard', 'git', 'github'],
    sdk: ['openai'],
  },
  { files: INPUTS, sees: ['decide', 'plan', 'guard'], pure: true, hidden: partsBut() },
  {
    files: GATHERS,
    sees: ['observe', 'runner', 'decide', 'plan', 'guard', 'git', 'github'],
    doors: ['agent/context/untrusted'],
    sdk: ['openai', '@octokit', '@actions'],
    hidden: partsBut(GATHERS),
  },
  {
    files: RUNS,
    sees: ['checks', 'agent', 'model', 'runner', 'plan', 'guard', 'git'],
    sdk: ['openai', '@octokit', '@actions'],
    hidden: partsBut(RUNS),
  },
  {
    files: PUBLISHES,
    sees: ['publish', 'observe', 'decide', 'plan', 'guard', 'git', 'github'],
    sdk: ['openai', '@octokit'],
    hidden: partsBut(PUBLISHES),
  },
  // The one job that works has the model and no GitHub. A dry run has the model too, and writes nothing to GitHub.
  {
    files: ['loop/jobs/work-job'],
    sees: ['tasks', 'agent', 'runner', 'plan', 'guard', 'git'],
    sdk: ['@octokit', '@actions'],
    hidden: partsBut(RUNS),
  },
  {
    files: ['loop/dry-run'],
    sees: ['tasks', 'observe', 'decide', 'plan'],
    sdk: ['openai', '@octokit'],
    hidden: partsBut(RUNS, GATHERS),
  },
  // What the model is given, and how it is awaited: nothing of it is written here.
  {
    files: ['loop/task'],
    sees: ['tasks', 'checks', 'agent', 'decide', 'plan'],
    sdk: ['openai', '@octokit'],
    hidden: partsBut(RUNS),
  },
  // The only two files that connect an adapter.
  { files: ['connect'], sees: ROOMS, sdk: ['openai'], connects: true },
  {
    files: ['tasks/open-context'],
    sees: ['checks', 'agent', 'model', 'runner', 'plan', 'guard', 'git'],
    sdk: ['@octokit', '@actions'],
    hidden: partsBut(RUNS),
    connects: true,
  },
]

/** The two adapters, and the only files that connect them. */
const ADAPTERS = {
  group: ['**/github/github.ts', '**/endpoint/endpoint.ts'],
  message: 'Only connect.ts opens GitHub, and only tasks/open-context.ts the model.',
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

function patternsOf({
  room,
  files,
  sees,
  doors = [],
  sdk = [],
  pure = false,
  closed,
  alone = false,
  hidden = [],
  connects = false,
}) {
  const name = room ?? files[0]
  const self = name.split('/')[0]
  const unseen = [...ROOMS, ...TOP].filter((other) => other !== self && !sees.includes(other))
  const rooms = unseen.filter((other) => ROOMS.includes(other)).map((other) => `**/${other}/**`)
  const top = unseen.filter((other) => TOP.includes(other)).join('|')
  const message = `src/${name} does not import from there.`
  return [
    CONTEXT,
    ...(connects ? [] : [ADAPTERS]),
    ...(rooms.length > 0 ? [{ group: [...rooms, ...new Set(doors.flatMap(doorway))], message }] : []),
    { regex: name.includes('/') || room ? `^(\\.\\./)+(${top})\\.ts$` : `^\\./(${top})\\.ts$`, message },
    ...(hidden.length > 0 ? [{ group: hidden, message: `src/${name} does not know this part of a task.` }] : []),
    ...(alone ? [{ regex: '^\\.\\./[^./][^/]*$', message }] : []),
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
    files: wall.files?.map((name) => `src/${name}.ts`) ?? [`src/${wall.room}/**`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: patternsOf(wall) }] },
  })),
]
const PURE = WALLS.filter(({ pure }) => pure).flatMap(
  ({ room, files }) => files?.map((name) => `src/${name}.ts`) ?? [`src/${room}/**`],
)

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
