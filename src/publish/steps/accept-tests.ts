import type { StepOf } from '../../decide/next/step.ts'
import type { Snapshot } from '../../decide/next/state.ts'
import type { Thread } from '../../decide/thread/thread.ts'
import type { Repository } from '../../git/git.ts'
import { entryAt, writeBlob } from '../../git/objects.ts'
import { planOf } from '../../observe/brief/brief.ts'
import { whyUnmet } from '../../plan/acceptance.ts'
import type { WorkResult } from '../../plan/order/order.ts'
import { testsOfNumber, type AcceptanceTest } from '../../plan/plan.ts'
import { indented } from '../view/text/commit-text.ts'
import type { PublishRoom } from '../write/publish-room.ts'
import { finish } from './finish.ts'
import { recordHalt } from './record-halt.ts'

/**
 * Finishes the plan when every approved test passed on its last commit, and lies there as it was approved. Otherwise the
 * plan waits for a person. Nothing is written where the branch has moved since.
 */
export async function publishAccepted(
  room: PublishRoom,
  snapshot: Snapshot,
  { step, result }: { step: StepOf<'accept'>; result: WorkResult },
): Promise<Thread> {
  const { thread, state } = snapshot
  if (result.kind !== 'rechecked' || thread.branch?.head !== step.head) return thread
  const plan = planOf(state)
  const tests = step.numbers.flatMap((number) => testsOfNumber(plan, number))
  const checkOf = ({ run }: AcceptanceTest) => result.checks.find(({ command }) => command === run)
  const unmet = tests.flatMap((test) => whyUnmet(test, checkOf(test)) ?? [])
  const changed = await changedSince(room.sources.repo, step.head, tests)
  if (unmet.length + changed.length === 0) return finish(room, snapshot, 'same head')
  const failed = tests.map(checkOf).find((check) => check && !check.passed)
  const output = failed?.tail ? [`$ ${failed.command}\n${indented(failed.tail.slice(-LONGEST))}`] : []
  return recordHalt(room, snapshot, { reason: 'acceptance', text: [...changed, ...unmet, ...output].join('\n\n') })
}

/** Characters of what a test that fails says. */
const LONGEST = 2_500

/** No subtask changes them, but people push, and merges bring what they bring. */
async function changedSince(repo: Repository, head: string, tests: readonly AcceptanceTest[]): Promise<string[]> {
  const texts = tests.map(async ({ path, content }) => {
    const entry = await entryAt(repo, head, path)
    const isSame = entry?.mode.startsWith('100') && entry.id === (await writeBlob(repo, content))
    return isSame ? [] : [`The acceptance test \`${path}\` is not what was approved: put it back on the branch.`]
  })
  return (await Promise.all(texts)).flat()
}
