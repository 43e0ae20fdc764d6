import type { GitHub } from '../../fakes/github/github.ts'
import type { Files, WebhookEvent } from '../../fakes/github/types.ts'

// What the consent suite asks of a bot that plans, waits for people, and carries out what they approved. An adapter for
// another bot is one file that makes a `Gate` of it.

/** One step of a plan: what a person reads of it, the files that it names, and the command that has to pass. */
export type PlanStep = {
  name: string
  text: string
  files: readonly string[]
  check: string
  after?: readonly number[]
}

/** A plan as a model offers it, in the words of no particular bot. */
export type OfferedPlan = { title: string; text: string; steps: readonly PlanStep[] }

/**
 * The model behind the bot, which may lie. `told` is all that the bot sent it, `tries` how often it was refused before.
 * `work` gives the files of a step (`null` deletes one), or undefined to give up; while it thinks, people may act.
 */
export type Mind = {
  plan: (tries: number) => OfferedPlan
  work: (told: string, at: { step: number; tries: number }) => Promise<Files | undefined> | Files | undefined
}

/** What a repository asks for beyond one approval of a person who may write. */
export type Rules = {
  /** So many people have to approve. */
  people?: number
  /** The owners of the files have to (`CODEOWNERS`). */
  owners?: boolean
  /** Not the person who asked for the plan, or wrote it. */
  others?: boolean
}

export type Setting = { mind: Mind; rules: Rules }

/** What the bot keeps of a finished plan, so that it can be looked at later. */
export type KeptRecord = {
  read: (issue: number) => Promise<string>
  /** Puts another text in its place, as a person who may push; `login` names its author, the bot if undefined. */
  write: (issue: number, text: string | undefined, login?: string) => Promise<void>
  /** Whether the bot itself says that the record, and all that it names, is as it was. */
  holds: (pull: number) => Promise<boolean>
}

/** The bot, installed in a repository. */
export type Seat = AsyncDisposable & {
  /** Takes up an event, and does all that follows from it. Gives its log. */
  hear: (event: WebhookEvent, setting: Setting) => Promise<string>
  record?: KeptRecord
  /** Messages of commits in which it would say that every step is done, by whose approval, and that nobody said more. */
  claims?: (issue: number) => readonly string[]
}

export type Gate = {
  name: string
  /** The account that it writes under. */
  account: string
  /** What a person comments on an issue to have a plan made. */
  request: string
  /** What a person comments to approve the plan, and every other way to write it that the bot promises. */
  consent: readonly [usual: string, ...others: string[]]
  /** Where the plan lies on its branch. */
  planFile: string
  install: (github: GitHub) => Promise<Seat>
}
