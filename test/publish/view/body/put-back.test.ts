import { describe, expect, test } from 'vitest'
import { BODY_BEGIN, BODY_END } from '../../../../src/decide/thread/markers.ts'
import { putBack } from '../../../../src/publish/view/body/put-back.ts'

const OURS = ['github-actions[bot]']
const block = (state: string): string => `${BODY_BEGIN}\n${state}\n${BODY_END}`
/** The words of people above and below a block that says how it is. */
const body = (above: string, state: string, below = ''): string => `${above}${block(state)}${below}`

/** The texts that a description had, each with the letter of who wrote it: `b` is the bot. */
type Saved = readonly ['b' | 'c' | 'd', string]
const texts = (all: readonly Saved[]) =>
  all.map(([by, text]) => ({ text, by: by === 'b' ? 'github-actions[bot]' : by === 'c' ? 'carol' : 'dave' }))

const after = (all: readonly Saved[]): string => putBack(all.at(-1)?.[1] ?? '', texts(all), OURS)

describe('what a write of ours replaced without having read it', () => {
  const FIRST: Saved = ['b', body('', '1')]

  test.each<[string, readonly Saved[], string]>([
    ['is put back', [FIRST, ['c', body("Carol's\r\n\r\n", '1')], ['b', body('', '2')]], body("Carol's\r\n\r\n", '2')],
    [
      'is put back below the block, above our last paragraph',
      [FIRST, ['c', body('', '1', '\n\nThanks.')], ['b', body('', '2', '\n\nPlan-Issue: 7\nPlan-Subtasks: 1 of 1')]],
      body('', '2', '\n\nThanks.\n\nPlan-Issue: 7\nPlan-Subtasks: 1 of 1'),
    ],
    [
      'is put back with all that several people saved',
      [
        FIRST,
        ['c', body('C\n\n', '1')],
        ['d', body('C\n\n', '1', '\n\nD')],
        ['b', body('', '2')],
        ['b', body('', '3')],
      ],
      body('C\n\n', '3', '\n\nD'),
    ],
    [
      'is put back as lines where people have written there since',
      [FIRST, ['c', body('C\n\n', '1')], ['b', body('', '2')], ['d', body('D\n\n', '2')], ['b', body('D\n\n', '3')]],
      body('C\n\nD\n\n', '3'),
    ],
    [
      'twice is put back twice',
      [FIRST, ['c', body('C\n\n', '1')], ['b', body('', '2')], ['d', body('D\n\n', '2')], ['b', body('', '3')]],
      body('D\n\nC\n\n', '3'),
    ],
    [
      'is put back where a line was taken out',
      [
        ['b', body('A\nB\n', '1')],
        ['c', body('A\n', '1')],
        ['b', body('A\nB\n', '2')],
      ],
      body('A\n', '2'),
    ],
  ])('%s', (_, all, expected) => expect(after(all)).toBe(expected))

  test.each<[string, readonly Saved[]]>([
    ['nobody saved another', [FIRST, ['b', body('', '2')]]],
    ['it had been read', [FIRST, ['c', body('C\n', '1')], ['b', body('C\n', '2')]]],
    ['it differs in our part alone', [FIRST, ['c', body('', 'ticked')], ['b', body('', '2')]]],
    ['a person took back what another saved', [FIRST, ['c', body('C\n', '1')], ['d', body('', '1')]]],
    [
      'it was put back before, and people took it out',
      [
        FIRST,
        ['c', body('C\n', '1')],
        ['b', body('', '2')],
        ['b', body('C\n', '2')],
        ['d', body('', '2')],
        ['b', body('', '3')],
      ],
    ],
    [
      'its lines are there again',
      [FIRST, ['c', body('C\n', '1')], ['b', body('', '2')], ['c', body('C\nand more\n', '2')]],
    ],
    [
      'the text that our write began from is not told',
      [
        ['c', body('C\n', '1')],
        ['b', body('', '2')],
      ],
    ],
    ['it would be too long', [FIRST, ['c', body('c'.repeat(65_500), '1')], ['b', body('', '2'.repeat(99))]]],
  ])('is left where %s', (_, all) => expect(after(all)).toBe(all.at(-1)?.[1]))

  test('is left where GitHub tells no texts', () => expect(putBack('now', [], OURS)).toBe('now'))
})
