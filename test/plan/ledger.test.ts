import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayOf,
  dayWith,
  isSpent,
  linesOn,
  nextDay,
  parseLedger,
  payInto,
  renderLedger,
  spentIn,
  spentOn,
  tighter,
  type LedgerLine,
  type RunSeen,
} from '../../src/plan/ledger.ts'
import type { Usage } from '../../src/plan/usage.ts'

const of = (input: number, output = 0): Usage => ({ input, cached: 0, output })
const line = (more: Partial<LedgerLine> = {}): LedgerLine => ({
  run: 1,
  plan: 5,
  person: 'alice',
  at: '2026-11-22T10:00:00Z',
  usage: of(1_000),
  cost: null,
  ...more,
})

const payment: fc.Arbitrary<LedgerLine> = fc.record({
  run: fc.integer({ min: 0, max: 3 }),
  plan: fc.integer({ min: 1, max: 3 }),
  person: fc.constantFrom('', 'alice', 'bob'),
  at: fc.constantFrom('2026-11-22T23:59:59Z', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'),
  usage: fc.record({
    input: fc.integer({ min: 0, max: 1_000 }),
    cached: fc.constant(0),
    output: fc.integer({ min: 0, max: 1_000 }),
  }),
  cost: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 100 })),
})
const paid = (payments: readonly LedgerLine[]): string => renderLedger(payments.reduce(payInto, [] as LedgerLine[]))

describe('the text of the ledger', () => {
  test('comes back as it was', () =>
    fc.assert(
      fc.property(fc.array(payment), (payments) => {
        const text = paid(payments)
        expect(renderLedger(parseLedger(text))).toBe(text)
      }),
    ))

  test('has these fields in this order, one line for a run', () => {
    expect(renderLedger([line({ cost: 0.5 })])).toBe(
      '{"run":1,"plan":5,"person":"alice","at":"2026-11-22T10:00:00Z","usage":{"input":1000,"cached":0,"output":0},"cost":0.5}\n',
    )
  })

  test.each([
    ['what is no JSON', 'nonsense'],
    ['another shape', '[]'],
    ['a negative usage', JSON.stringify(line({ usage: of(-5) }))],
    ['more tokens than there can be', JSON.stringify(line({ usage: of(1e12) }))],
    ['a negative cost', JSON.stringify(line({ cost: -1 }))],
    ['a time that is none', JSON.stringify(line({ at: 'yesterday' }))],
    ['a run that is no number', JSON.stringify({ ...line(), run: '1' })],
    ['the name of a person without end', JSON.stringify(line({ person: 'x'.repeat(101) }))],
  ])('leaves out %s', (_, bad) => {
    expect(parseLedger(`${bad}\n${JSON.stringify(line())}\n`)).toEqual([line()])
  })

  test('never throws, whatever stands there', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(parseLedger(text)))))

  test('keeps the newest 20,000 lines', () => {
    const many = Array.from({ length: 20_001 }, (_, run) => line({ run: run + 1 }))
    const kept = parseLedger(renderLedger([...many, line({ run: 9, at: '2026-01-01T00:00:00Z' })]))
    expect([kept.length, kept[0]?.run]).toEqual([20_000, 2])
  })
})

describe('paying', () => {
  test('comes to the same in any order', () =>
    fc.assert(
      fc.property(
        fc
          .array(payment)
          .chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
          ),
        ([all, shuffled]) => {
          expect(paid(shuffled)).toBe(paid(all))
        },
      ),
    ))

  test('loses nothing and counts nothing twice', () =>
    fc.assert(
      fc.property(fc.array(payment), (payments) => {
        expect(spentIn(parseLedger(paid(payments))).tokens).toBe(spentIn(payments).tokens)
      }),
    ))

  test('writes one line for each run, plan and day', () =>
    fc.assert(
      fc.property(fc.array(payment), (payments) => {
        const keys = (lines: readonly LedgerLine[]) => lines.map(({ run, plan, at }) => `${run} ${plan} ${dayOf(at)}`)
        expect(keys(parseLedger(paid(payments))).toSorted()).toEqual([...new Set(keys(payments))].toSorted())
      }),
    ))

  test('adds the costs that are known', () => {
    expect(payInto([line({ cost: 1 })], line({ cost: 0.5 }))[0]?.cost).toBe(1.5)
    expect(payInto([line()], line({ cost: 0.5 }))[0]?.cost).toBe(0.5)
    expect(payInto([line()], line())[0]?.cost).toBeNull()
  })
})

describe('a day', () => {
  test('is that of UTC, wherever the time was written', () => {
    expect(dayOf('2026-11-22T23:30:00-01:00')).toBe('2026-11-23')
    expect(dayOf('2026-11-23T00:00:00Z')).toBe('2026-11-23')
    expect(dayOf('2026-11-22T23:59:59.999Z')).toBe('2026-11-22')
  })

  test('ends at midnight', () => {
    expect(nextDay('2026-12-31')).toBe('2027-01-01T00:00:00.000Z')
  })

  test('counts what a clock that is ahead wrote, and nothing of yesterday', () => {
    const lines = ['2026-11-21T23:59:59Z', '2026-11-22T00:00:00Z', '2026-11-23T00:00:01Z', '2999-01-01T00:00:00Z']
    expect(
      linesOn(
        lines.map((at) => line({ at })),
        '2026-11-22',
      ).map(({ at }) => at),
    ).toEqual(lines.slice(1))
  })

  test.each([
    ['nothing was spent', { tokens: 100 }, { tokens: 0, cost: 0 }, false],
    ['a token is left', { tokens: 100 }, { tokens: 99, cost: 0 }, false],
    ['all is spent', { tokens: 100 }, { tokens: 100, cost: 0 }, true],
    ['more is spent', { tokens: 100 }, { tokens: 101, cost: 0 }, true],
    ['all dollars are spent', { cost: 5, prices: { input: 1, output: 1 } }, { tokens: 0, cost: 5 }, true],
    [
      'one of two limits is reached',
      { tokens: 9, cost: 5, prices: { input: 1, output: 1 } },
      { tokens: 9, cost: 0 },
      true,
    ],
  ])('when %s', (_, allowance, spent, over) => {
    expect(isSpent(dayWith('2026-11-22', allowance, spent))).toBe(over)
  })

  test('is never over where there is no limit', () => {
    expect(isSpent(undefined)).toBe(false)
  })
})

describe('what counts of a ledger that anybody may have written', () => {
  const states = new Map<number, RunSeen>([
    [1, 'ended'],
    [2, 'goes on'],
    [3, 'none of ours'],
    [4, 'unknown'],
  ])
  const seen = (run: number): RunSeen => states.get(run) ?? 'none of ours'
  /** What journals say, as plan, run and tokens. */
  const written = (...paid: (readonly [number, number, number])[]) =>
    new Map(
      [...Map.groupBy(paid, ([plan]) => plan)].map(([plan, some]) => [
        plan,
        new Map(some.map(([, run, input]) => [run, of(input)])),
      ]),
    )

  test.each([
    ['no more than the journal says of a run that has ended', [line({ usage: of(900) })], [[5, 1, 300]], 300],
    ['what the journal says, when the ledger is empty', [], [[5, 1, 300]], 300],
    ['what the journal says, when the ledger says less', [line({ usage: of(10) })], [[5, 1, 300]], 300],
    ['all of a run that goes on', [line({ run: 2, usage: of(900) })], [[5, 2, 300]], 900],
    [
      'a run that goes on beside one that has ended',
      [line({ usage: of(300) }), line({ run: 2, usage: of(50) })],
      [[5, 1, 300]],
      350,
    ],
    ['nothing of a run that is not ours, on a plan that is none', [line({ run: 3, plan: 99, usage: of(1e9) })], [], 0],
    ['nothing of a run that is not ours, beyond the journal', [line({ run: 3, usage: of(1e9) })], [[5, 1, 300]], 300],
    ['a run of ours whose plan is gone', [line({ usage: of(900) })], [], 900],
    ['a run of ours that the journal of a later plan does not know', [line({ usage: of(900) })], [[5, 2, 40]], 940],
    ['commits of an earlier release, which name no run, once', [line({ usage: of(900) })], [[5, 0, 700]], 900],
    ['all that nobody may ask about', [line({ run: 4, usage: of(900) })], [[5, 4, 300]], 900],
    [
      'each plan for itself',
      [line({ usage: of(100) }), line({ plan: 6, usage: of(40) })],
      [
        [5, 1, 100],
        [7, 1, 5],
      ],
      145,
    ],
  ] as const)('counts %s', (_, lines, journals, tokens) => {
    expect(spentOn([...lines], { prices: undefined, journals: written(...journals), seen }).tokens).toBe(tokens)
  })

  test('takes the price of the journal where a line claims another', () => {
    const prices = { input: 2, output: 10 }
    const journals = written([5, 1, 1_000_000])
    expect(spentOn([line({ cost: 1e6 })], { prices, journals, seen }).cost).toBe(2)
    expect(spentOn([line({ cost: 0 })], { prices, journals, seen }).cost).toBe(2)
  })
})

test('the smaller of two allowances counts, limit by limit', () => {
  const prices = { input: 1, output: 1 }
  expect(tighter({ tokens: 5 }, undefined)).toEqual({ tokens: 5 })
  expect(tighter({ tokens: 5 }, { tokens: 3, cost: 1, prices })).toEqual({ tokens: 3, cost: 1, prices })
  expect(tighter({ tokens: 5, cost: 2, prices }, { tokens: 9 })).toEqual({ tokens: 5, cost: 2, prices })
})
