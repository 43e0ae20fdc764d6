import {
  type Snapshot,
  describeStep,
  needsModel,
  targetOf,
  type ModelStep,
  type Step,
  traitsOf,
} from '../../src/decide/next/decision.ts'
import { NEW_RUN, type ThisRun, type Thread } from '../../src/decide/thread/thread.ts'
import type { Configuration } from './configuration.ts'
import { fingerprintOf, type GitHub } from './github.ts'
import type { Mind } from './mind.ts'
import type { Truth } from './oracle.ts'
import { attemptsAfter, writesOf, writesOfResult, type Manner, type Outcome, type Sides, type Write } from './write.ts'

// A situation is what GitHub has and what each run knows. A run that is at work has one thing to do next: a single
// write, another look, or to end.

/** A thread as somebody saw it. What follows from it is worked out once. */
export type Look = {
  readonly thread: GitHub
  mark?: string
  decision?: Decision
  truth?: Truth
  isChecked?: true
}
export type Decision = Snapshot & { step: Step; timeIsUp: boolean }

/** A run at work. `knows` is what no one else can see, and `writes` what it has decided on and not written yet. */
export type Run = {
  look: Look
  knows: ThisRun
  timeIsUp: boolean
  writes: readonly Write[]
  input: { step: ModelStep; before: Look; mark: string } | undefined
  decision?: Decision
}

export type Situation = {
  github: Look
  runs: readonly (Run | undefined)[]
  /** The place of the run that holds the claim. */
  claim: number | undefined
  /** Another run came for something while the claim was held. */
  wasCalled: boolean
}

/** What happens, and what is then. */
export type Move = { words: () => string; to: Situation; by: 'people' | 'run' }

export const lookAt = (thread: GitHub): Look => ({ thread })

const markOfLook = (look: Look): string => (look.mark ??= fingerprintOf(look.thread))

/**
 * Makes equal looks one, so that what follows from a look is worked out once. Of ids, a mark has only those that are in
 * use: the next one makes a difference, too. Looks of the last two layers are kept; all of them would be too many.
 */
export function sharedLooks() {
  let [now, before] = [new Map<string, Look>(), new Map<string, Look>()]
  const shared = (look: Look): Look => {
    const mark = `${markOfLook(look)}${look.thread.usedId}`
    const one = now.get(mark) ?? before.get(mark) ?? look
    now.set(mark, one)
    return one
  }
  return {
    nextLayer: (): void => void ([now, before] = [new Map(), now]),
    in: (situation: Situation): Situation => ({
      ...situation,
      github: shared(situation.github),
      runs: situation.runs.map((run) => run && { ...run, look: shared(run.look) }),
    }),
  }
}

const isSame = (one: Look, other: Look): boolean => one === other || markOfLook(one) === markOfLook(other)

/** What is decided on a look, by a run that knows nothing of its own. */
export function decisionAt(look: Look, { mind, configuration }: Play): Decision {
  return (look.decision ??= decided(look.thread, { mind, configuration, timeIsUp: false }))
}

export type Play = { mind: Mind; configuration: Configuration }

function decided(thread: Thread, { mind, configuration, timeIsUp }: Play & { timeIsUp: boolean }): Decision {
  const state = mind.stateOf(thread, configuration.rules)
  const context = { settings: configuration.settings, shown: true, timeIsUp, jobs: 'one' as const }
  return { thread, state, step: mind.decide(thread, state, context), timeIsUp }
}

/** What a run decides to do next. */
export function decisionOf(run: Run, play: Play): Decision {
  if (run.knows === NEW_RUN && !run.timeIsUp) return decisionAt(run.look, play)
  return (run.decision ??= decided({ ...run.look.thread, thisRun: run.knows }, { ...play, timeIsUp: run.timeIsUp }))
}

/** What a situation is known by: equal, but for the ids of comments, for those from which the same can happen. */
export function markOf({ github, runs, claim, wasCalled }: Situation): string {
  let mark = `${markOfLook(github)}${claim ?? ''}${wasCalled ? '!' : ''}`
  for (const run of runs) mark += run ? `\n${runMark(run, github)}` : ''
  return mark
}

function runMark({ look, knows, timeIsUp, writes, input }: Run, github: Look): string {
  const attempts = [...knows.attempts].map(([number, list]) => `${number}x${list.length}`).join()
  return [
    isSame(look, github) ? '=' : markOfLook(look),
    `${attempts}${knows.continued ?? ''}${knows.reviewed}${timeIsUp ? 't' : ''}`,
    writes.map(({ mark }) => mark).join('+'),
    input ? `${input.mark}@${input.before === look ? '=' : markOfLook(input.before)}` : '',
  ].join('|')
}

const mannerOf = ({ configuration }: Play): Manner => ({
  textAfter: ({ branch }) => {
    const { texts } = configuration
    const next = texts.findIndex(({ blob }) => !branch?.texts.has(blob))
    return (texts[next] ?? texts.at(-1))?.text ?? ''
  },
  commitsOneByOne: configuration.commitsOneByOne === true,
  isAlone: configuration.runs === 1,
  tokens: configuration.tokens ?? 0,
})

const withRun = (situation: Situation, at: number, run: Run | undefined): Situation['runs'] =>
  situation.runs.map((one, i) => (i === at ? run : one))

const NAMES = ['The run', 'The other run']

/** What a run can do next. Several only where it is open how an order to the model ends. */
export function movesOfRun(situation: Situation, at: number, play: Play): Move[] {
  const run = situation.runs[at]
  if (!run) return []
  const [write, ...writes] = run.writes
  if (write) return [move(at, () => `writes: ${write.mark}`, afterWrite(situation, at, { ...run, writes }, write))]
  if (run.input) return resultsOf(situation, at, { run, input: run.input, play })
  const isFresh = isSame(run.look, situation.github)
  const { step, ...snapshot } = decisionOf(run, play)
  if (step.kind === 'nothing') return isFresh ? [ending(situation, at)] : [lookingAgain(situation, at, run)]
  if (needsModel(step) && !isFresh) return [lookingAgain(situation, at, run)]
  const claimed = !traitsOf(step).withoutClaim ? claiming(situation, at, run) : situation
  if ('by' in claimed) return [claimed]
  if (needsModel(step)) {
    const input = { step, before: run.look, mark: targetOf(step) }
    const begun = { ...claimed, runs: withRun(claimed, at, { ...run, input }) }
    return [move(at, () => `begins: ${describeStep(step)}`, begun)]
  }
  if (step.kind === 'continue') {
    const runs = withRun(situation, at, undefined)
    return [move(at, () => 'asks for the next run', { ...claimed, runs, claim: undefined, wasCalled: false })]
  }
  const [first, ...rest] = writesOf({ ...snapshot, planSeen: play.mind.planSeen }, step, mannerOf(play))
  const decidedRun = { ...run, writes: rest, knows: attemptsRecorded(run.knows, step) }
  if (!first) throw new Error(`The step "${step.kind}" writes nothing.`)
  return [move(at, () => describeStep(step), afterWrite(claimed, at, decidedRun, first))]
}

const move = (at: number, words: () => string, to: Situation): Move => ({
  words: () => `${NAMES[at]} ${words()}`,
  to,
  by: 'run',
})

/** What a commit records of the attempts of a run, the run forgets. */
function attemptsRecorded(knows: ThisRun, step: Step): ThisRun {
  if (step.kind !== 'fail' && step.kind !== 'interrupt') return knows
  const numbers = [step.status, ...('others' in step ? (step.others ?? []) : [])].map((one) => one?.subtask.number)
  return knowing(knows, new Map([...knows.attempts].filter(([number]) => !numbers.includes(number))))
}

/** A run that knows nothing of its own is one like a new one. */
const knowing = (knows: ThisRun, attempts: ThisRun['attempts']): ThisRun =>
  attempts.size === 0 && knows.reviewed === 0 ? NEW_RUN : { ...knows, attempts }

function afterWrite(situation: Situation, at: number, run: Run, { on }: Write): Situation {
  const sides: Sides = { github: situation.github.thread, view: run.look.thread }
  const { github, view } = on(sides)
  const there = github === sides.github ? situation.github : lookAt(github)
  const look = view === github ? there : view === sides.view ? run.look : lookAt(view)
  const { decision: _, ...left } = run
  return { ...situation, github: there, runs: withRun(situation, at, { ...left, look }) }
}

const ending = (situation: Situation, at: number): Move => {
  const runs = withRun(situation, at, undefined)
  const isMine = situation.claim === at
  if (isMine && situation.wasCalled) return move(at, () => 'looks once more', { ...situation, wasCalled: false })
  return move(at, () => 'ends', { ...situation, runs, claim: isMine ? undefined : situation.claim })
}

function lookingAgain(situation: Situation, at: number, run: Run): Move {
  const { decision: _, ...left } = run
  const again = { ...situation, runs: withRun(situation, at, { ...left, look: situation.github }) }
  return move(at, () => 'looks again', again)
}

/** Takes the claim, which is moved together with the branch as it was seen; or what happens instead. */
function claiming(situation: Situation, at: number, run: Run): Situation | Move {
  const { claim, runs, github } = situation
  if (runs.length === 1 || claim === at) return situation
  if (claim !== undefined)
    return move(at, () => 'leaves the rest to the other', {
      ...situation,
      wasCalled: true,
      runs: withRun(situation, at, undefined),
    })
  if (run.look.thread.branch?.head !== github.thread.branch?.head) return lookingAgain(situation, at, run)
  return { ...situation, claim: at, wasCalled: false }
}

type Ordered = { run: Run; input: NonNullable<Run['input']>; play: Play }

/** What comes of an order: it counts only where the step is due still, on a look that is taken right before. */
function resultsOf(situation: Situation, at: number, { run, input, play }: Ordered): Move[] {
  const { step } = input
  const before = decisionAt(input.before, play).state
  const { decision: _, input: _order, ...left } = run
  const seen = { ...left, input: undefined, look: situation.github }
  const now = decisionOf(seen, play)
  if (!play.mind.stillDue(step, before, now.state))
    return [move(at, () => `leaves out: ${describeStep(step)}`, { ...situation, runs: withRun(situation, at, seen) })]
  const { outcomes = ['well'] } = play.configuration
  const manner = mannerOf(play)
  const file = now.thread.branch?.planFile
  const hasChange = file?.kind === 'text' && file.text !== manner.textAfter(now.thread)
  const possible = outcomes.filter((one) => canEnd(step, one) && (one !== 'proposes' || hasChange))
  return possible.map((outcome) => {
    const [first, ...writes] = writesOfResult(
      { ...now, planSeen: play.mind.planSeen },
      play.mind.asOfNow(step, now.state),
      { ...manner, outcome },
    )
    const attempts = attemptsAfter(run.knows.attempts, step, outcome)
    const knows =
      step.kind === 'review' && step.of === 'rest' ? { ...run.knows, reviewed: step.executedCount } : run.knows
    const after = { ...seen, writes, knows: knowing(knows, attempts) }
    const words = (): string => `${WORDS[outcome]}: ${describeStep(step)}`
    if (!first) return move(at, words, { ...situation, runs: withRun(situation, at, after) })
    return move(at, words, afterWrite(situation, at, after, first))
  })
}

const WORDS: Readonly<Record<Outcome, string>> = {
  well: 'has done well',
  badly: 'has failed',
  proposes: 'proposes a change instead',
  halts: 'lacks a program',
}

/** A proposal that changes nothing is a failed attempt. */
const canEnd = (step: ModelStep, outcome: Outcome): boolean =>
  outcome === 'well' || step.kind === 'execute' || (step.kind === 'check' && outcome === 'badly')

/** A run is started: by any event, by the schedule, by a person. One that finds nothing to do ends at once. */
export function starts(situation: Situation, play: Play): Move[] {
  const at = situation.runs.indexOf(undefined)
  if (at < 0 || decisionAt(situation.github, play).step.kind === 'nothing') return []
  const run: Run = { look: situation.github, knows: NEW_RUN, timeIsUp: false, writes: [], input: undefined }
  const started = move(at, () => 'starts', { ...situation, runs: withRun(situation, at, run) })
  // One that meets another leaves, and may be started again.
  return [situation.runs.length === 1 ? started : { ...started, by: 'people' }]
}

/** The time of a run may be up at any moment, and its claim may be taken for one of a run that has ended. */
export function limitsOf(situation: Situation, { also = [] }: Configuration): Move[] {
  const { runs, claim } = situation
  const lost: Move[] =
    also.includes('claim lost') && claim !== undefined
      ? [
          {
            words: () => 'the claim counts as that of a run that has ended',
            by: 'people',
            to: { ...situation, claim: undefined },
          },
        ]
      : []
  const late = (also.includes('time is up') ? runs : []).flatMap((run, at): Move[] => {
    if (!run || run.timeIsUp || run.input) return []
    const { decision: _, ...left } = run
    const to = { ...situation, runs: withRun(situation, at, { ...left, timeIsUp: true }) }
    return [{ words: () => `${NAMES[at]} has no time left`, by: 'people', to }]
  })
  return [...lost, ...late]
}

/**
 * Any run may be cut off: what it knew is lost, and its claim is void. Of two answers at the same moment the second is
 * taken back by the run that wrote it, which is not cut off in between: docs/gate.md says so.
 */
export const crashes = (situation: Situation): Move[] =>
  situation.runs.flatMap((run, at) =>
    run && run.writes[0]?.mark.startsWith('first') !== true
      ? [
          {
            words: () => `${NAMES[at]} is cut off`,
            by: 'people' as const,
            to: {
              ...situation,
              runs: withRun(situation, at, undefined),
              ...(situation.claim === at ? { claim: undefined, wasCalled: false } : {}),
            },
          },
        ]
      : [],
  )

/** Takes what the runs do by themselves until they have nothing more to do. Of several ways an order can end, it ends well. */
export function settle(situation: Situation, play: Play, most = 200): Situation {
  let now = situation
  for (let n = 0; n < most; n++) {
    const at = now.runs.findIndex((run) => run !== undefined)
    const [move] = at < 0 ? starts(now, play) : movesOfRun(now, at, play)
    if (!move) return now
    now = move.to
  }
  throw new Error('The runs do not come to rest.')
}
