import type { Thread } from '../src/decide/thread/thread.ts'
import {
  announced,
  checklistOf,
  covers,
  executedIn,
  isDone,
  journalOf,
  leftUndone,
  planIn,
  settledIn,
} from './oracle.ts'
import { BOT } from './thread.ts'

// What must hold of a plan's life, whatever people, machines and networks did to it. It is written here once: the
// lives of tools/soak/, the page of the demonstration and the scenarios all go by it.

/** A comment as it was when it was written, and whether it still stands as it was. */
export type Said = { login: string; body: string; untouched: boolean }

/** What a life came to. All but the thread is what only a whole GitHub knows; a life that is a value leaves it empty. */
export type Life = {
  thread: Thread
  /** The body of the pull request, as people read it. */
  body: string | undefined
  /** Every comment that a person ever wrote, by its id. */
  said: ReadonlyMap<number, Said>
  /** Who had write permission at some time. */
  writers: ReadonlySet<string>
  /** Branches that were moved by force, by any run. */
  forced: readonly string[]
  /** What people put there, and is not there any more: commits, words in the body. */
  lost: readonly string[]
  /** How many pull requests of the plan are open. */
  openPulls: number
  /** What the model was paid for, one for each run that asked for it, such as `subtask 2`. */
  paid: readonly string[]
  /** The packages of the base branch, and of that of the plan; undefined where they are not looked at. */
  packages?: { before: string; now: string } | undefined
  /** How many people have to approve. */
  needed: number
  /** Somebody changed what the bot wrote, which nobody can hold against it. */
  tampered: boolean
}

/** A life of which nothing is known but the thread. */
export const lifeOf = (thread: Thread, more: Partial<Life> = {}): Life => ({
  ...{ thread, body: undefined, said: new Map(), writers: new Set(), forced: [], lost: [] },
  ...{ openPulls: thread.pull?.pull.state === 'open' ? 1 : 0, paid: [], needed: 1, tampered: false },
  ...more,
})

/** A promise, and the breaches of it in a life, as sentences. */
export type Invariant = { name: string; broken: (life: Life) => string[] }

const commentsOf = ({ thread }: Life) => [...thread.comments, ...(thread.pull?.comments ?? [])]
const ownOf = (life: Life) => commentsOf(life).filter(({ author }) => author.login === BOT.login)

/** The values that stand there more than once. */
const doubled = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
]

/** What a comment of the bot is known by. An outage and a problem may be told again in another run. */
const markerIn = (body: string): string | undefined =>
  /<!-- measure-twice:((?:version|note) (?!outage|problem-)[^>]*?) -->/.exec(body)?.[1]

/** Holds at every moment, also in the middle of a run. */
export const ALWAYS: readonly Invariant[] = [
  {
    name: 'no subtask is carried out twice',
    broken: ({ thread }) => doubled(executedIn(thread).map(({ subtask }) => `Subtask ${subtask} has two commits.`)),
  },
  {
    name: 'nothing is carried out that people did not approve',
    broken: (life) => (life.said.size > 0 ? executedIn(life.thread).flatMap((one) => unapproved(life, one)) : []),
  },
  {
    name: 'no package comes that no approved text names',
    broken: ({ packages }) =>
      packages && packages.now !== packages.before ? [`The manifest is "${packages.now}".`] : [],
  },
  {
    name: 'a subtask comes after those that it depends on',
    broken: ({ thread }) => misordered(thread),
  },
  {
    name: 'a plan has three versions for failing checks at most',
    broken: ({ thread }) => {
      const journal = journalOf(thread)
      const plan = journal.slice(journal.findLastIndex(({ request }) => request !== undefined) + 1)
      const made = plan.filter(({ fix }) => fix).length
      return made > 3 ? [`There are ${made}.`] : []
    },
  },
  {
    name: 'nothing is pushed by force',
    broken: ({ forced }) => forced.map((ref) => `${ref} was moved by force.`),
  },
  { name: 'what people wrote and pushed is kept', broken: ({ lost }) => [...lost] },
  {
    name: 'no comment stands twice',
    broken: (life) =>
      life.tampered
        ? []
        : doubled(ownOf(life).flatMap(({ body }) => markerIn(body) ?? [])).map((key) => `"${key}" stands twice.`),
  },
  {
    name: 'each version has one number, and they rise by one',
    broken: (life) => (life.tampered ? [] : versionProblems(ownOf(life).map(({ body }) => body))),
  },
  {
    name: 'a plan has one open pull request',
    broken: ({ openPulls }) => (openPulls > 1 ? [`${openPulls} pull requests of the plan are open.`] : []),
  },
]

/** Holds when nobody has anything more to do. */
export const AT_REST: readonly Invariant[] = [
  {
    name: 'a box is ticked when its commit is there, and only then',
    broken: ({ thread, body }) => checklistProblems(thread, body),
  },
  {
    name: 'what is approved is carried out',
    broken: ({ thread, needed }) => leftUndone(thread, needed).map((n) => `Subtask ${n} is approved and left undone.`),
  },
  {
    name: 'a plan is done when nothing of it is left',
    broken: ({ thread }) => {
      const plan = isDone(thread) ? [] : (planIn(thread)?.subtasks ?? [])
      const settled = settledIn(thread)
      const isOver = plan.length > 0 && plan.every(({ number }) => settled.includes(number))
      return isOver && thread.pull?.pull.state === 'open' ? ['All subtasks are settled, and the plan is not done.'] : []
    },
  },
  {
    name: 'the text that waits for people is announced to them',
    broken: (life) => (life.tampered ? [] : unannounced(life.thread)),
  },
]

/** Holds when no run was killed and no request failed. */
export const UNDISTURBED: readonly Invariant[] = [
  {
    name: 'nothing is paid for twice',
    broken: ({ paid }) => doubled(paid).map((what) => `${what} was paid for twice.`),
  },
]

/** Every breach in a life, with the promise that it breaks. */
export const breachesOf = (life: Life, invariants: readonly Invariant[]): string[] =>
  invariants.flatMap(({ name, broken }) => broken(life).map((breach) => `${name}: ${breach}`))

type Executed = ReturnType<typeof executedIn>[number]

function unapproved({ said, writers }: Life, { subtask, version = '', approvedBy = [] }: Executed): string[] {
  if (approvedBy.length === 0) return [`Subtask ${subtask} names nobody who approved it.`]
  return approvedBy.flatMap(({ login, comment }) => {
    const words = said.get(comment)
    if (!words || words.login !== login) return [`Subtask ${subtask}: ${login} did not write comment ${comment}.`]
    if (!covers(words.body, subtask, version)) return [`Subtask ${subtask}: "${words.body}" does not approve it.`]
    return writers.has(login) ? [] : [`Subtask ${subtask}: ${login} may not approve.`]
  })
}

function misordered(thread: Thread): string[] {
  const input = settledIn(thread)
  return executedIn(thread).flatMap(({ subtask }) => {
    const needs = planIn(thread)?.subtasks.find(({ number }) => number === subtask)?.depends_on ?? []
    const early = needs.filter((number) => !input.slice(0, input.indexOf(subtask)).includes(number))
    return early.map((number) => `Subtask ${subtask} came before ${number}, which it depends on.`)
  })
}

function versionProblems(bodies: readonly string[]): string[] {
  const numbers = bodies.flatMap((body) => {
    const match = /<!-- measure-twice:version v=(\d+) /.exec(body)
    return match ? [Number(match[1])] : []
  })
  return numbers.every((number, i) => number === i + 1) ? [] : [`The versions are numbered ${numbers.join(', ')}.`]
}

function checklistProblems(thread: Thread, body: string | undefined): string[] {
  if (body === undefined || thread.pull?.pull.state !== 'open') return []
  const lines = body.split('\n')
  return checklistOf(thread)
    .filter((wanted) => !lines.some((line) => line.startsWith(wanted)))
    .map((wanted) => `The body has no line "${wanted}".`)
}

function unannounced(thread: Thread): string[] {
  if (thread.pull?.pull.state !== 'open' || isDone(thread) || !planIn(thread)) return []
  const isHalted = journalOf(thread).at(-1)?.state === 'halted'
  return announced(thread) || isHalted ? [] : ['The plan on the branch is not the one that was announced last.']
}
