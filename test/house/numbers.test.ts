import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COSTS, planCost } from '../../bench/scale/costs.ts'

// Each number in the documents is one of the source, is held by a test that is named here, or says where it is from.

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
/** A page in one line, as it reads: without code blocks, marks, names of tests, and rows of tables that name one. */
const proseOf = (path: string): string =>
  read(path)
    .replace(/^```.*?^```/gms, '')
    .replace(/^\|[^\n]*`test\/[^\n]*$/gm, '')
    .replace(/“[^”]*”/g, '“”')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[*_[\]]/g, '')
    .replace(/\s+/g, ' ')

/** What a constant of the source says: digits with `*` and `<<`. */
function constant(path: string, name: string): number {
  const [, text = ''] = new RegExp(`^(?:export )?const ${name} = ([\\d_ .*<]+)$`, 'm').exec(read(`src/${path}`)) ?? []
  const [product = '', shift = '0'] = text.split('<<')
  return product.split('*').reduce((so, factor) => so * Number(factor.replaceAll('_', '')), 1) * 2 ** Number(shift)
}

const WORDS = 'zero one two three four five six seven eight nine ten'.split(' ')
const LARGE: Record<number, string> = { 20: 'twenty', 50: 'fifty', 100: 'hundred', 3_000_000: 'three million' }
/** How a number may be written. */
const writtenAs = (value: number): string[] => [
  String(value),
  value.toLocaleString('en'),
  WORDS[value] ?? LARGE[value] ?? String(value),
]

const MINUTE = 60_000
/** A page, what it says with `{}` for the number, and what the number is. */
type Held = [page: string, words: string, value: number]

const OF_SOURCE: Held[] = [
  ['SECURITY.md', 'at most {} replies an hour', constant('decide/inbox/refusals.ts', 'MAX_REPLIES_PER_HOUR')],
  ['SECURITY.md', 'file over {} MiB', constant('guard/change-rules.ts', 'MAX_BLOB') / 2 ** 20],
  [
    'docs/afterwards.md',
    '{} versions of a plan are made for checks at most',
    constant('decide/inbox/fix.ts', 'MAX_FIXES'),
  ],
  ['docs/afterwards.md', 'with its first {} files', constant('github/graphql.ts', 'MAX_FILES')],
  ['docs/afterwards.md', 'of the newest {}, each', constant('github/graphql.ts', 'MAX_PULLS')],
  ['docs/cost.md', 'From {} executed subtasks', constant('decide/thread/planning-notes.ts', 'MIN_SAMPLES')],
  ['docs/cost.md', 'of the newest {} such commits', constant('decide/thread/planning-notes.ts', 'NEWEST')],
  ['docs/cost.md', 'counts for {} million tokens', constant('decide/thread/planning-notes.ts', 'MOST_TOKENS') / 1e6],
  ['docs/cost.md', 'takes {} requests from', planCost(3).requests - COSTS.merged.requests],
  ['docs/cost.md', 'Beyond {} comments in one look', constant('decide/thread/people.ts', 'MAX_REPLIES')],
  [
    'docs/gate.md',
    'counts for {} minutes since it was last renewed',
    constant('publish/claim/claim.ts', 'LEASE_LENGTH') / MINUTE,
  ],
  ['docs/gate.md', 'changed in the last {} days', constant('observe/read-plans.ts', 'LOOK_BACK_DAYS')],
  ['docs/gate.md', 'at most {} times an hour', constant('decide/inbox/refusals.ts', 'MAX_REPLIES_PER_HOUR')],
  ['docs/models.md', 'read up to {} KiB', constant('runner/token-access.ts', 'MAX_ANSWER_LENGTH') / 1024],
  ['docs/models.md', 'shortens a conversation at {}', constant('agent/run-agent.ts', 'CONTEXT_TOKENS')],
  [
    'docs/models.md',
    '{} minutes of waits that no one asked for',
    constant('model/endpoint/exchange.ts', 'MAX_UNANNOUNCED_WAIT') / MINUTE,
  ],
  ['docs/models.md', 'After {} silent minutes', constant('model/endpoint/exchange.ts', 'IDLE_TIMEOUT') / MINUTE],
  ['docs/operate.md', 'takes {} of the 1,000 requests', planCost(3).requests - COSTS.merged.requests],
  ['docs/operate.md', 'counts for {} minutes only', constant('publish/claim/claim.ts', 'LEASE_LENGTH') / MINUTE],
  ['docs/proof.md', 'at most {} lines in all', constant('plan/acceptance.ts', 'MAX_TEST_LINES')],
  ['docs/questions.md', 'up to {}, of 5 MiB each', constant('tasks/gather/images.ts', 'MAX_IMAGES')],
  ['docs/questions.md', 'of {} MiB each', constant('tasks/gather/images.ts', 'MAX_BYTES') / 2 ** 20],
  ['docs/setup.md', 'longer than {} minutes is stopped', constant('checks/verify.ts', 'TIMEOUT') / MINUTE],
]

test.each(OF_SOURCE)('%s says “%s”, and the source has: %d', (page, words, value) => {
  const said = words.includes('{}') ? writtenAs(value).map((number) => words.replace('{}', number)) : [words]
  expect(
    said.some((one) => proseOf(page).includes(one)),
    said.join(' / '),
  ).toBe(true)
  if (!words.includes('{}')) expect(writtenAs(value).some((one) => words.toLowerCase().startsWith(one))).toBe(true)
})

/** What is held by the test, the workflow or the program that is named, or is a count of what the sentence names. */
const ELSEWHERE: Record<string, Record<string, string>> = {
  'README.md': { 'three million tokens do': 'test/runner/inputs.test.ts' },
  'SECURITY.md': {
    'pieces of eight characters': 'test/hostile/secrets.ts',
    'keep it for two weeks': 'examples/one-job.yml',
  },
  'docs/commands.md': { 'within ten seconds': 'test/scenarios/cancel.story.test.ts' },
  'docs/cost.md': {
    'about 900': 'test/tasks/tokens.test.ts',
    'about 1,000': 'test/tasks/tokens.test.ts',
    'three million unless': 'test/runner/inputs.test.ts',
    '1,000 an hour': 'bench/scale/README.md',
  },
  'docs/gate.md': {
    '7 digits or more': 'test/decide/words/command.test.ts',
    'over a hundred attacks': 'tools/consent/consent.test.ts',
    'thirty honest dialogues': 'tools/consent/consent.test.ts',
  },
  'docs/models.md': {
    'from 5 to 60 seconds': 'test/model/endpoint/waiting.test.ts',
    'for a million tokens': 'test/plan/usage.test.ts',
  },
  'docs/operate.md': {
    '50,000 files': 'bench/large.ts',
    '500 files': 'bench/large.ts',
    '1.4 times': 'bench/large.ts',
    '2.2 times': 'bench/large.ts',
    '6.5 seconds': 'bench/large.ts',
    'takes 2 requests': 'bench/scale/README.md',
    'for seven days': 'examples/three-jobs.yml',
  },
  'docs/questions.md': { 'three million tokens': 'test/runner/inputs.test.ts' },
  'docs/setup.md': { 'is 50 minutes then': 'test/runner/inputs.test.ts' },
}

/** Numbers of others, with where they are from beside them. */
const OF_OTHERS: Record<string, string[]> = {
  'README.md': ['33,000 pull requests'],
  'docs/models.md': ['272,000 tokens', '180 seconds'],
  'docs/questions.md': ['thirty seconds'],
}

/** An issue, a commit, a page. */
const SOURCE = /[\w.-]+\/[\w.-]+(?:#\d+|@[0-9a-f]{7,})|https:\/\//

const NUMBER =
  /\b(?:[\d,.]*\d|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|million)(?: [a-z]+)? (?:seconds|s|minutes|hours|days|weeks|tokens|requests|writes|characters|digits|lines|MiB|KiB|times|files|texts|comments|plans|attacks|dialogues|versions|attempts|faults|pull requests)\b/gi
/** Pages that are made, or held as a whole by another test, and the page of what others do. */
const APART = ['errors', 'reference', 'security', 'architecture', 'testing', 'releasing'].map(
  (name) => `docs/${name}.md`,
)
const PAGES = ['README.md', 'SECURITY.md', ...globSync('docs/*.md', { cwd: ROOT })].filter(
  (page) => !APART.includes(page),
)

/** Where words stand in a text. */
const targetsOf = (words: string, text: string): number[] => {
  const ends = text.split(words).map(({ length }) => length + words.length)
  return ends.slice(0, -1).map((_, i) => ends.slice(0, i + 1).reduce((sum, end) => sum + end, 0) - words.length)
}

describe.each(PAGES)('the numbers of %s', (page) => {
  const prose = proseOf(page)
  const lines = read(page).split('\n')
  const known = [
    ...OF_SOURCE.flatMap(([on, words, value]) =>
      on === page ? writtenAs(value).map((number) => words.replace('{}', number)) : [],
    ),
    ...Object.keys(ELSEWHERE[page] ?? {}),
    ...(OF_OTHERS[page] ?? []),
  ]

  test('every number on a documentation page is checked against the code', () => {
    const spans = known.flatMap((words) => targetsOf(words, prose).map((at) => [at, at + words.length] as const))
    const loose = [...prose.matchAll(NUMBER)].filter(
      ({ index, 0: { length } }) => !spans.some(([from, to]) => from < index + length && index < to),
    )
    expect(loose.map(({ index }) => prose.slice(Math.max(0, index - 40), index + 40))).toEqual([])
  })

  test('the code that is named as the source of a documented number exists', () => {
    const gone = [...Object.keys(ELSEWHERE[page] ?? {}), ...(OF_OTHERS[page] ?? [])].filter(
      (words) => !prose.includes(words),
    )
    const bare = (OF_OTHERS[page] ?? []).filter(
      (words) => !lines.some((line) => line.includes(words) && SOURCE.test(line)),
    )
    expect(bare).toEqual([])
    expect([gone, Object.values(ELSEWHERE[page] ?? {}).filter((path) => !existsSync(join(ROOT, path)))]).toEqual([
      [],
      [],
    ])
  })
})
