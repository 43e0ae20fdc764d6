import { RULES } from '../thread.ts'
import type { Configuration } from './configuration.ts'
import { ALICE, approvalOf, BOB, CAROL, DORA, MAY, MAY_NOT, planText, UNREADABLE } from './vocabulary.ts'

const SETTINGS = { maxAttempts: 2, readyWhenDone: true, reviewEvery: 0 }
const TWO = planText('The plan', { 1: {}, 2: { needs: [1] } })
const REVISED = planText('The plan, revised', { 1: { words: 'Part 1, better' }, 2: { needs: [1] } })
/** The same with another part in place of the second. */
const OTHER = planText('Another plan', { 1: {}, 3: { needs: [1] } })
const THREE = planText('A plan of three', { 1: {}, 2: { needs: [1] }, 3: {} })

const LOSES = new Map([[MAY, MAY_NOT]])
const GAINS = new Map([[MAY_NOT, MAY]])
const CHANGES = new Map([...LOSES, [MAY_NOT, MAY]])
const ONE = new Map([[ALICE, MAY]])
const WITH_STRANGER = new Map([...ONE, [CAROL, MAY_NOT]])
const ALL = new Map([
  [ALICE, MAY],
  [BOB, MAY],
  [CAROL, MAY_NOT],
])

const basic = {
  rules: RULES,
  settings: SETTINGS,
  begins: 'announced',
  requester: DORA,
  people: ALL,
  texts: [TWO, REVISED],
  runs: 1,
} as const satisfies Partial<Configuration>

const TESTED = planText(
  'A plan with its test',
  { 1: { files: ['test/a.test.ts'] }, 2: { needs: [1] } },
  { acceptance: [{ path: 'test/a.test.ts', run: 'node --test test/a.test.ts', content: 'x\n' }] },
)
const CHECKED = planText('A plan with a check', { 1: { verify: 'npm test' }, 2: { needs: [1] } })
const OWNED = planText('A plan of two owners', { 1: {}, 2: {}, 3: { needs: [1] } })
const owned = (number: number, ...owners: string[]) => [number, [{ paths: [`src/part-${number}.ts`], owners }]] as const

export const CONFIGURATIONS: readonly Configuration[] = [
  {
    ...basic,
    name: 'two approvals, by people whose rights change',
    rules: { ...RULES, approvalsRequired: 2 },
    people: new Map([
      [ALICE, MAY],
      [BOB, MAY],
      [CAROL, { ...MAY_NOT }],
    ]),
    rights: CHANGES,
    words: ['approve'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'approvals of parts',
    people: WITH_STRANGER,
    texts: [THREE],
    words: ['approve', 'approve 1', 'approve 2'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'edits and deletions of comments',
    people: WITH_STRANGER,
    words: ['approve'],
    editsTo: ['approve', 'cancel'],
    most: { said: 2, edits: 1, deletions: 1 },
  },
  {
    ...basic,
    name: 'the right comes later, and refusals are deleted',
    people: WITH_STRANGER,
    texts: [THREE, REVISED],
    rights: GAINS,
    words: ['approve', '/revise x', 'make it blue'],
    also: ['refusal deleted'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'versions by feedback and by hand',
    people: ONE,
    words: ['approve', '/revise x', 'make it blue', approvalOf(TWO), approvalOf(REVISED)],
    byHand: [REVISED, TWO, UNREADABLE],
    most: { said: 2, pushes: 1 },
  },
  {
    ...basic,
    name: 'the announcement is edited',
    people: ONE,
    words: ['approve', approvalOf(TWO)],
    byHand: [OTHER],
    also: ['announcement edited'],
    most: { said: 2, pushes: 1 },
  },
  {
    ...basic,
    name: 'skip, undo, cancel',
    people: ONE,
    texts: [THREE, REVISED],
    words: ['approve', '/skip 1', '/undo 1', 'cancel'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'commits one by one',
    people: ONE,
    commitsOneByOne: true,
    words: ['approve', '/skip 1', '/undo 1'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'failures and halts',
    people: ONE,
    words: ['approve', '/retry', '/skip 1'],
    outcomes: ['well', 'badly', 'proposes', 'halts'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'closed and reopened',
    people: ONE,
    words: ['approve', 'cancel', '/revise x'],
    most: { said: 2, closings: 1 },
    also: ['merge'],
  },
  {
    ...basic,
    name: 'who asked for the plan, and who wrote it by hand, do not approve it',
    rules: { ...RULES, allowSelfApproval: false },
    requester: ALICE,
    words: ['approve'],
    byHand: [REVISED],
    most: { said: 2, pushes: 1 },
  },
  {
    ...basic,
    name: 'the base moves',
    people: ONE,
    words: ['approve', '/update', approvalOf(TWO)],
    also: ['base moves', 'code pushed'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'the base conflicts',
    people: ONE,
    texts: [TWO, THREE],
    words: ['approve', '/update'],
    also: ['base conflicts'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'reviews',
    people: ONE,
    words: ['approve'],
    also: ['review'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'from the request on',
    begins: 'asked',
    people: ONE,
    words: ['approve', 'cancel'],
    onIssue: ['/plan once more', 'approve'],
    most: { said: 2, onIssue: 1 },
  },
  {
    ...basic,
    name: 'code owners',
    rules: { ...RULES, approvers: { kind: 'codeowners' } },
    texts: [OWNED],
    owners: new Map([owned(1, '@alice'), owned(2, '@bob', '@carol'), owned(3)]),
    rights: new Map([[MAY_NOT, MAY]]),
    words: ['approve', 'approve 1', 'approve 2'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'tests that are approved, and a look at the result',
    people: ONE,
    settings: { ...SETTINGS, secondLook: true, reviewEvery: 1 },
    texts: [TESTED, REVISED],
    words: ['approve', '/retry', '/revise x'],
    outcomes: ['well', 'badly'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'checks after a merge of the base',
    people: ONE,
    texts: [CHECKED],
    words: ['approve', '/update', '/undo 1'],
    outcomes: ['well', 'badly'],
    also: ['base moves'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'a subtask in hand, and the plan changes',
    begins: 'in hand',
    people: ONE,
    rights: LOSES,
    texts: [TWO, REVISED],
    words: ['/revise x', '/skip 1', 'cancel'],
    byHand: [OTHER],
    outcomes: ['well', 'badly'],
    most: { said: 2, edits: 1, pushes: 1 },
  },
  {
    ...basic,
    name: 'a subtask in hand, and the plan is closed',
    begins: 'in hand',
    people: ONE,
    texts: [TWO, REVISED],
    words: ['cancel'],
    most: { said: 2, deletions: 1, closings: 1 },
  },
  {
    ...basic,
    name: 'time runs out',
    people: ONE,
    words: ['approve', '/retry'],
    outcomes: ['well', 'badly'],
    also: ['time is up'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'the budget is spent',
    people: ONE,
    rules: { ...RULES, allowance: { tokens: 100 } },
    tokens: 60,
    texts: [THREE, REVISED],
    words: ['approve', '/retry', '/revise x'],
    most: { said: 3 },
  },
  {
    ...basic,
    name: 'words that ask for nothing, and questions',
    people: WITH_STRANGER,
    words: ['approve', 'LGTM', '/note me', '/ask why', 'make it blue'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'a claim that is lost',
    people: ONE,
    words: ['approve', '/skip 1', '/revise x'],
    runs: 2,
    also: ['claim lost'],
    most: { said: 2 },
  },
  {
    ...basic,
    name: 'two runs',
    people: ONE,
    words: ['approve', '/skip 1', 'cancel', '/revise x'],
    runs: 2,
    most: { said: 2 },
  },
]
