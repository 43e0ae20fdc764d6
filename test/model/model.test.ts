import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decide } from '../../src/decide/next/decide.ts'
import { stateOf } from '../../src/decide/next/state.ts'
import type { Comment } from '../../src/github/forge.ts'
import { renderChecklist } from '../../src/publish/view/parts/checklist.ts'
import { checklistOf, planIn } from '../oracle.ts'
import { CONFIGURATIONS } from './configurations.ts'
import { MIND, type Mind } from './mind.ts'
import { INVARIANTS } from './invariants.ts'
import { searchAll } from './run.ts'
import { search } from './search.ts'
import { KEPT_BY_SEARCH } from './watch.ts'

const of = (name: string) => {
  const [found] = CONFIGURATIONS.filter((one) => one.name === name)
  if (!found) throw new Error(`There is no configuration "${name}".`)
  return found
}

test.each([...INVARIANTS, ...KEPT_BY_SEARCH])('docs/gate.md states the invariant: $sentence', ({ sentence }) => {
  expect(readFileSync('docs/gate.md', 'utf8')).toContain(sentence)
})

test('every invariant in docs/gate.md has a unique sentence', () => {
  const sentences = [...INVARIANTS, ...KEPT_BY_SEARCH].map(({ sentence }) => sentence)
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('no conversation of a few moves violates an invariant in the model check', async () => {
  const { searches } = await searchAll({ threads: 2, most: 400 })
  expect(searches.flatMap(({ name, breach }) => (breach ? [{ name, breach }] : []))).toEqual([])
})

test('in every conversation of the model check the checklist agrees with the commits', () => {
  const links = { repository: 'https://github.com/octo/demo', run: 'https://github.com/octo/demo/actions/runs/1' }
  const shown = { live: undefined, links, prices: undefined, allowance: {}, planFile: 'PLAN.md', maxAttempts: 2 }
  let ticked = 0
  const mind: Mind = {
    ...MIND,
    decide: (thread, state, context) => {
      const wanted = planIn(thread) && state.reading?.plan ? checklistOf(thread) : []
      const lines = renderChecklist({ thread, state, ...shown, approvalsRequired: 1 }).split('\n')
      expect(wanted.map((line, i) => lines[i]?.slice(0, line.length))).toEqual(wanted)
      ticked += wanted.filter((line) => line.startsWith('- [x]')).length
      return MIND.decide(thread, state, context)
    },
  }
  search(of('skip, undo, cancel'), { mind, most: 4_500 })
  expect(ticked).toBeGreaterThan(100)
})

describe('the shortest conversation is told', () => {
  const unedited = (comments: Comment[]): Comment[] => comments.map((one) => ({ ...one, wasEdited: false }))
  test('if edits are ignored, the model check finds the shortest conversation that runs unapproved work', () => {
    const mind: Mind = {
      ...MIND,
      stateOf: (thread, rules) =>
        stateOf(
          { ...thread, pull: thread.pull && { ...thread.pull, comments: unedited(thread.pull.comments) } },
          rules,
        ),
    }
    const { breach } = search(of('edits and deletions of comments'), { mind, most: 20_000 })
    expect(breach).toMatchInlineSnapshot(`
      {
        "dialogue": [
          "alice: approve",
          "The run starts",
          "The run react with eyes to comment 104",
          "somebody makes "approve" of "approve" of alice",
        ],
        "promise": "A subtask is executed only when as many people as \`approvals-required\` have approved it, in the very text that is on the branch.",
        "what": "Subtask 1 has 0 approvals of 1.",
      }
    `)
  })

  test('if `/skip` is ignored, the model check finds the shortest conversation that leaves one pending', () => {
    const mind: Mind = {
      ...MIND,
      decide: (thread, state, context) =>
        decide(thread, { ...state, pending: state.pending.filter(({ kind }) => kind !== 'skip') }, context),
    }
    const { breach } = search(of('skip, undo, cancel'), { mind, most: 20_000 })
    expect(breach).toMatchInlineSnapshot(`
      {
        "dialogue": [
          "alice: /skip 1",
        ],
        "promise": "What people with the right say is answered or done, however often runs are cut off.",
        "what": "Nothing came of "/skip 1" of alice.",
      }
    `)
  })
})
