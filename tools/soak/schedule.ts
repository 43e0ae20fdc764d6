import fc from 'fast-check'
import { event, type Event } from './events.ts'
import { FAULT_KINDS, type FaultKind } from './faults.ts'

// A schedule says what people do and what starts runs, in which order their requests take effect, and what goes wrong.
// It is plain data, so that it can be printed, made smaller, and played again.

/** What happens: somebody does something, or a run starts for another reason. `jobs` is whether its run is three jobs. */
export type Act = { jobs: boolean } & (
  | { kind: 'person'; what: Event }
  | { kind: 'schedule' }
  | { kind: 'dispatch' }
  /** The event of the act before comes once more, as GitHub sends it now and then. */
  | { kind: 'again' }
  /** The event of the opening of the issue or pull request, which may begin with `/plan`. */
  | { kind: 'opened' }
  /** Somebody adds a line to the body of the pull request. */
  | { kind: 'body'; login: string }
  /** `asks` is whether it requests changes. */
  | { kind: 'review'; login: string; asks?: boolean }
  /** A check of the head of the plan's branch fails. */
  | { kind: 'check'; name: string }
  /** Somebody opens a pull request on a file of the plan, or merges it. */
  | { kind: 'other' }
  | { kind: 'merge-other' }
  /** Somebody pushes to the base branch: a file of its own, or one that the first subtask writes. */
  | { kind: 'base'; part: boolean }
)

/** So many requests of the run that an act started take effect next. The first move of an act makes it happen. */
export type Move = { act: number; requests: number }

/** What a request of a run meets; `nth` counts from 0, and starts again at the number that the run has. */
export type Strike = { act: number; nth: number; kind: FaultKind | 'kill before' | 'kill after' }

/**
 * Where it begins: with an issue, one whose text asks for a plan, a plan that waits for people, or such a plan for the
 * pull request of a person.
 */
export type Beginning = 'issue' | 'opened' | 'planned' | 'theirs'

/** With `parallel`, runs carry out two subtasks at the same time. `reader` is whether a second model reads the plan. */
export type Schedule = {
  from: Beginning
  parallel?: boolean
  reader?: boolean
  acts: Act[]
  moves: Move[]
  strikes: Strike[]
}

const jobs = fc.constantFrom(false, false, false, true)
const login = fc.constantFrom('alice', 'bob', 'carol')
const say = (...bodies: string[]) =>
  fc.record({
    kind: fc.constant('say' as const),
    at: fc.constant('pull' as const),
    login,
    body: fc.constantFrom(...bodies),
  })
const act = (what: fc.Arbitrary<Event>) => fc.record({ kind: fc.constant('person' as const), what, jobs })

const starts = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('schedule' as const), jobs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dispatch' as const), jobs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), jobs }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('opened' as const), jobs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('body' as const), login, jobs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('review' as const), login, jobs, asks: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('check' as const), jobs, name: fc.constantFrom('a', 'b') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('base' as const), jobs, part: fc.boolean() }) },
)
const onIssue = fc.record({
  ...{ kind: fc.constant('say' as const), at: fc.constant('issue' as const), login },
  body: fc.constantFrom('/plan add a limiter', '/plan anew', '/ask where is it?', '/help'),
})
const later = say('/fix', '/fix', '/update', '/undo 1', '/undo 3', '/undo 4', '/skip 4', '/ask why?', '/revise more')
const crowdAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: act(say('approve', 'approve', '/approve', 'approve 1')) },
  { weight: 2, arbitrary: act(say('Please name the risks.', '/revise name them', '/ask why?', '/help', 'cancel')) },
  { weight: 2, arbitrary: act(onIssue) },
  { weight: 2, arbitrary: act(later) },
  { weight: 4, arbitrary: starts },
)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: act(event) },
  { weight: 1, arbitrary: act(later) },
  { weight: 3, arbitrary: starts },
)

const moves = (most: number) =>
  fc.array(fc.record({ act: fc.nat({ max: 5 }), requests: fc.integer({ min: 1, max: 30 }) }), { maxLength: most })
const strike = (...kinds: Strike['kind'][]) =>
  fc.record({
    act: fc.nat({ max: 5 }),
    nth: fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 45 })),
    kind: fc.constantFrom(...kinds),
  })
const parallel = fc.boolean()
const from = fc.constantFrom<Beginning>('issue', 'opened', 'planned', 'planned', 'planned', 'theirs')
const reader = fc.constantFrom(false, false, true)

/** Two to four runs at once, of all triggers. */
export const crowds: fc.Arbitrary<Schedule> = fc.record({
  from,
  parallel,
  acts: fc.array(crowdAct, { minLength: 2, maxLength: 4 }),
  moves: moves(8),
  strikes: fc.constant([]),
  reader,
})

/** People say and do anything, one run after the other or several at once. */
export const dialogues: fc.Arbitrary<Schedule> = fc.record({
  from,
  parallel,
  acts: fc.array(anyAct, { minLength: 1, maxLength: 8 }),
  moves: moves(8),
  strikes: fc.constant([]),
  reader,
})

/** Runs that are killed, alone or beside others. */
export const kills: fc.Arbitrary<Schedule> = fc.record({
  from,
  parallel,
  acts: fc.array(crowdAct, { minLength: 1, maxLength: 3 }),
  moves: moves(4),
  strikes: fc.array(strike('kill before', 'kill after'), { minLength: 1, maxLength: 2 }),
  reader,
})

/** Requests that fail, alone or beside others. */
export const faults: fc.Arbitrary<Schedule> = fc.record({
  from,
  parallel,
  acts: fc.array(crowdAct, { minLength: 1, maxLength: 2 }),
  moves: moves(2),
  strikes: fc.array(strike(...FAULT_KINDS), { minLength: 1, maxLength: 2 }),
  reader,
})

const besideAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('other' as const, 'merge-other' as const), jobs }) },
  { weight: 4, arbitrary: act(say('approve', 'approve', '/approve', 'approve 1')) },
  { weight: 1, arbitrary: act(say('Please name the risks.', '/update', '/revise name them')) },
  { weight: 1, arbitrary: starts },
)

/** Others open and merge pull requests on the same file, before and while the plan is approved; runs may be killed. */
export const beside: fc.Arbitrary<Schedule> = fc.record({
  from: fc.constant<Beginning>('planned'),
  parallel,
  acts: fc
    .array(besideAct, { minLength: 2, maxLength: 6 })
    .map((acts): Act[] => [{ kind: 'other', jobs: false }, ...acts]),
  moves: moves(6),
  strikes: fc.array(strike('kill before', 'kill after'), { maxLength: 1 }),
  reader,
})
