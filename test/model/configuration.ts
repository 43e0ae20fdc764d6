import type { Context } from '../../src/decide/next/decision.ts'
import type { Rules } from '../../src/decide/thread/facts.ts'
import type { Person, PlanOwners } from '../../src/decide/thread/people.ts'
import type { Account } from '../../src/github/forge.ts'
import type { PlanText } from './vocabulary.ts'
import type { Outcome } from './write.ts'

/** What one search is about: who is there, what they can do, and how often. All its conversations are searched. */
export type Configuration = {
  name: string
  rules: Rules
  settings: Context['settings']
  /** Where it begins: with a request on the issue, a plan that is announced, or a run that has a subtask in hand. */
  begins: 'asked' | 'announced' | 'in hand'
  /** Who asked for the plan. */
  requester: Account
  /** Who acts, and what each may do when it begins. */
  people: ReadonlyMap<Account, Person>
  /** What a right may become, from what it was. */
  rights?: ReadonlyMap<Person, Person>
  /** The plan that is drafted, and the texts that the model brings after it, each in its turn. The last stays. */
  texts: readonly PlanText[]
  /** What people push by hand. */
  byHand?: readonly PlanText[]
  /** What people say on the plan, and on the issue. */
  words: readonly string[]
  onIssue?: readonly string[]
  /** What an edit makes of a comment. */
  editsTo?: readonly string[]
  /** How orders to the model may end; well where it is left out. */
  outcomes?: readonly Outcome[]
  /** How many comments people may leave on the plan, edit and delete, and how often they may push and close it. */
  most: { said: number; onIssue?: number; edits?: number; deletions?: number; pushes?: number; closings?: number }
  /** What else may happen. */
  also?: readonly (
    | 'base moves'
    | 'base conflicts'
    | 'review'
    | 'announcement edited'
    | 'refusal deleted'
    | 'code pushed'
    | 'time is up'
    | 'claim lost'
    | 'commits gone'
    | 'merge'
  )[]
  /** How many runs there may be at the same time. */
  runs: 1 | 2
  /** Commits are made through the API, one by one, so a run may be cut off between them. */
  commitsOneByOne?: true
  owners?: PlanOwners
  /** Tokens that each subtask takes. */
  tokens?: number
}
