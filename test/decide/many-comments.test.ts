import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { needsModel, type Step } from '../../src/decide/next/decision.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import { renderPlan } from '../../src/plan/markdown.ts'
import type { Thread } from '../../src/decide/thread/thread.ts'
import { isCancel } from '../../src/decide/words/command.ts'
import { MIND } from '../model/mind.ts'
import { writesOf, writesOfResult } from '../model/write.ts'
import { planOf, subtask } from '../plan/samples.ts'
import { CALM, lastId, newThread, peopleWith, person, planned, reply, RULES, saying } from '../thread.ts'

// Each step looks at everything once, so what so many comments cost is how many steps they take.

type Played = { steps: Step[]; thread: Thread }

const three = (title: string) => planOf([subtask(1), subtask(2, { depends_on: [1] }), subtask(3)], { title })
const MANNER = {
  textAfter: () => renderPlan(three('The next one')),
  commitsOneByOne: false,
  isAlone: true,
  tokens: 0,
  outcome: 'well',
} as const

/** The steps by which a thread comes to rest. */
function stepsOn(from: Thread): Played {
  let github = { ...from, usedId: lastId(from) }
  const steps: Step[] = []
  for (;;) {
    const state = stateOf(github, RULES)
    const step = decide(github, state, { ...CALM, shown: steps.some(({ kind }) => kind === 'show') })
    if (step.kind === 'nothing') return { steps, thread: github }
    steps.push(step)
    const basis = { thread: github, state, planSeen: MIND.planSeen }
    const writes = needsModel(step) ? writesOfResult(basis, step, MANNER) : writesOf(basis, step, MANNER)
    for (const { on } of writes) ({ github } = on({ github, view: github }))
  }
}

const repeated = (count: number, thread: Thread, add: (thread: Thread, n: number) => Thread): Thread =>
  Array.from({ length: count }).reduce<Thread>((now, _, n) => add(now, n), thread)
const PLAN = planned(three('A plan'))

/** The steps by which a plan with so many comments of feedback comes to its next version. */
const stepsFor = (count: number): Step[] =>
  stepsOn(repeated(count, PLAN, (now, n) => reply(now, 'bob', `Please name risk ${n}.`))).steps

/** Each reaction that was set, by the id of its comment. */
const signsIn = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) =>
    step.kind === 'react' ? [step.comment, ...(step.others ?? [])].map(({ id }) => `${step.reaction} ${id}`) : [],
  )

const count = (steps: readonly Step[], kind: Step['kind']): number => steps.filter((step) => step.kind === kind).length

/** The comments of people of which nothing came. */
const forgotten = (thread: Thread): string[] => {
  const { comments, history, pending, refusals } = stateOf(thread, RULES)
  const isDone = ({ answered, refused, id }: (typeof comments.pull)[number]): boolean =>
    answered || refused || history.answered.has(id)
  const left = [...comments.issue, ...comments.pull].filter((one) => !isDone(one))
  return [...pending.map(({ kind }) => kind), ...refusals.map(({ code }) => code), ...left.map(({ body }) => body)]
}

describe('400 comments at once', () => {
  test('400 feedback comments at once give one new version, with reactions only on the first and last', () => {
    const steps = stepsFor(400)
    const signs = signsIn(steps)
    expect(new Set(signs).size).toBe(signs.length)
    // Among them the comment that asked for the plan.
    expect(signs.length).toBe(2 * 3)
    expect(steps.filter(({ kind }) => kind === 'revise')).toEqual([
      expect.objectContaining({ remarks: expect.objectContaining({ length: 400 }) }),
    ])
    expect(steps.length).toBeLessThan(15)
  })

  const settled = stepsOn(PLAN).thread
  const ideas = ['/skip 99', '/retry', '/undo 2', 'approve 7', '/help', '/update']
  test.each<[string, Thread, { words: number; signs: number }]>([
    [
      'without a plan, of one command',
      repeated(400, newThread(), (now) => saying(now, { at: 'issue', by: person('bob'), body: '/help' })),
      { words: 2, signs: 3 },
    ],
    [
      'without a plan, of people without the right',
      repeated(400, newThread({ people: peopleWith({ reader: 'read' }) }), (now) =>
        saying(now, { at: 'issue', by: person('reader'), body: '/plan it' }),
      ),
      { words: 1, signs: 2 },
    ],
    [
      'without a plan, of questions that differ',
      repeated(400, newThread(), (now, n) => saying(now, { at: 'issue', by: person('bob'), body: `/ask why ${n}` })),
      { words: 21, signs: 3 },
    ],
    [
      'on a plan, of one that has no effect',
      repeated(400, settled, (now) => reply(now, 'bob', '/skip 99')),
      { words: 1, signs: 2 },
    ],
    [
      'on a plan, of all kinds',
      repeated(400, settled, (now, n) => reply(now, n % 2 ? 'bob' : 'mallory', ideas[n % 6] ?? '')),
      { words: 4, signs: 6 },
    ],
  ])('400 comments %s get few replies and are all handled', (_, from, { words, signs }) => {
    const { steps, thread } = stepsOn(from)
    expect([...new Set(forgotten(thread))]).toEqual([])
    const answers = ['refuse', 'refuse-all', 'help', 'tell', 'ask', 'update', 'skip'] as const
    expect(answers.map((kind) => count(steps, kind)).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(words)
    expect(count(steps, 'refuse-all')).toBe(1)
    expect(signsIn(steps).length).toBeLessThanOrEqual(signs)
    expect(stepsOn(thread).steps.filter(({ kind }) => kind !== 'show')).toEqual([])
  })

  test('after 400 `cancel` comments at once the plan is cancelled, also if somebody reopens it', () => {
    const { steps, thread } = stepsOn(repeated(400, settled, (now) => reply(now, 'bob', 'cancel')))
    expect([count(steps, 'cancel'), signsIn(steps).length]).toEqual([1, 4])
    const open = thread.pull && { ...thread.pull.pull, state: 'open' as const, closedAt: undefined }
    const reopened = { ...thread, pull: thread.pull && open && { ...thread.pull, pull: open } }
    expect(stateOf(reopened, RULES).pending.filter(isCancel)).toEqual([])
  })
})

test('20 refused commands at once get a reply and a reaction each', () => {
  const { steps } = stepsOn(repeated(20, stepsOn(PLAN).thread, (now) => reply(now, 'bob', '/skip 99')))
  expect([count(steps, 'refuse'), count(steps, 'refuse-all'), signsIn(steps).length]).toEqual([20, 0, 20])
})

test('the number of steps in a run grows at most linearly with the number of comments', () => {
  expect(stepsFor(800).length / stepsFor(200).length).toBeLessThan(4)
})
