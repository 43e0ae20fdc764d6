import { describe, expect, test } from 'vitest'
import { parseOptions } from './options.ts'

const KEY = { OPENAI_API_KEY: 'sk-1' }

test('models, prices and other inputs become inputs of the action', () => {
  const args = ['--model', 'm', '--planner', 'p', '--reader', 'r', '--prices', 'input=1,output=2', '--runs', '3']
  const more = ['--input', 'reasoning-effort=high', '--input', 'max-turns=9', '--tasks', 'js-*']
  expect(parseOptions([...args, ...more], { ...KEY, OPENAI_BASE_URL: 'https://x.example/v1' })).toMatchObject({
    kind: 'evaluate',
    ...{ model: 'm', planner: 'p', reader: 'r', runs: 3, tasks: 'js-*', unconfined: false },
    inputs: {
      'openai-api-key': 'sk-1',
      'openai-base-url': 'https://x.example/v1',
      model: 'm',
      'planner-model': 'p',
      'reader-model': 'r',
      prices: 'input=1,output=2',
      'reasoning-effort': 'high',
      'max-turns': '9',
    },
  })
})

describe('what is wrong with the command line is said', () => {
  test.each([
    [['--runs', '0'], '`--runs 0` is no number from 1 to 99.'],
    [['--input', 'x'], '`--input x` is not NAME=TEXT.'],
    [['--jobs', 'all'], '`--jobs all` is no number from 1 to 99.'],
    [['--arms', 'plan,none'], '`--arms` has no "none", or has it twice.'],
    [['--arms', 'plan,plan'], '`--arms` has no "plan", or has it twice.'],
    [['--solver', 'me'], '`--solver me` is neither model nor script nor hand.'],
    [['--max-cost', '5'], '`--max-cost` counts nothing without prices.'],
    [['--max-cost', 'much'], '`--max-cost much` is no number of US dollars.'],
    [['--speed', '1'], /--speed/],
    [['js-*'], '`js-*` belongs to no option.'],
    [['--compare', 'a.json'], '`--compare` takes two files of results.'],
  ])('%j', (args, message) => {
    expect(() => parseOptions(args, KEY)).toThrow(message)
  })

  test('no endpoint', () => {
    expect(() => parseOptions([], {})).toThrow('There is no model to evaluate.')
  })
})

test('arms stand in one order, and the script needs no endpoint', () => {
  expect(parseOptions(['--solver', 'script', '--arms', 'no-plan, plan', '--jobs', '2'], {})).toMatchObject({
    ...{ kind: 'evaluate', solver: 'script', model: 'script', arms: ['plan', 'no-plan'], jobs: 2, maxCost: undefined },
  })
})
