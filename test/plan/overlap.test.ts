import { describe, expect, test } from 'vitest'
import { overlapsOf, type OtherPlan } from '../../src/plan/overlap.ts'

const beside = (number: number, paths: string[], more: Partial<OtherPlan> = {}): OtherPlan => ({
  ...{ number, isPlan: true, title: `Plan ${number}`, by: 'github-actions[bot]', paths },
  ...more,
})
const filesBy = (ours: string[], ...others: OtherPlan[]) =>
  overlapsOf(ours, others).map(({ number, paths }) => [number, paths])

describe('who else is at work on the files of a plan', () => {
  test.each<[string, string[], string[], string[] | undefined]>([
    ['the same file', ['src/a.ts', 'src/b.ts'], ['src/a.ts'], ['src/a.ts']],
    ['no file in common', ['src/a.ts'], ['src/b.ts'], undefined],
    ['our folder', ['src/'], ['src/a.ts', 'docs/x.md'], ['src/a.ts']],
    ['their folder', ['src/a.ts'], ['src'], ['src/a.ts']],
    ['our pattern', ['src/*.ts'], ['src/a.ts'], ['src/a.ts']],
    ['their pattern', ['src/a.ts'], ['**/*.ts'], ['src/a.ts']],
    ['two patterns: ours is named', ['src/*.ts'], ['**/*.ts'], ['src/*.ts']],
    ['no paths at all', [], ['src/a.ts'], undefined],
    ['each file once', ['src/a.ts'], ['src/a.ts', './src/a.ts'], ['src/a.ts']],
  ])('files shared with another open plan: %s', (_, ours, theirs, files) => {
    expect(filesBy(ours, beside(41, theirs))).toEqual(files ? [[41, files]] : [])
  })

  test('overlapping plans are ordered by number, with at most 20 plans and a limited list of files', () => {
    const many = Array.from({ length: 30 }, (_, i) => beside(100 - i, ['a.ts']))
    expect(filesBy(['a.ts'], ...many)).toHaveLength(20)
    expect(filesBy(['a.ts'], ...many)[0]).toEqual([71, ['a.ts']])
    const files = Array.from({ length: 30 }, (_, i) => `src/${i}.ts`)
    expect(overlapsOf(['src'], [beside(1, files)])[0]?.paths).toHaveLength(10)
  })
})
