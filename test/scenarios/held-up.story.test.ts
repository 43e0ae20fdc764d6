import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fault } from '../../fakes/github/types.ts'
import { threeJobs } from '../../fakes/runner/jobs.ts'
import { bundled, planned } from './stage.ts'

// What held runs up, cost memory, or was paid for nothing: each ends soon, and says why.

const PAGE = '<!DOCTYPE html>\n<html><body>Please log in.</body></html>\n'

/** A fault of ten requests in a row, from when it is armed. */
function tenTimes(fault: Fault) {
  const trouble = {
    left: 0,
    fault: () => (trouble.left-- > 0 ? fault : undefined),
    arm: () => void (trouble.left = 10),
  }
  return trouble
}

test('ten proxy error pages in a row from GitHub do not stop a run in the middle of three jobs', async () => {
  await using world = await planned()
  const trouble = tenTimes({ kind: 'status', status: 200, body: PAGE, headers: { 'content-type': 'text/html' } })
  world.github.fault = trouble.fault
  const { event } = await world.github.comment('alice', world.pull, 'approve')
  const { rounds } = await threeJobs(world, event, { between: async () => trouble.arm(), rounds: 1 })
  const publish = rounds[0]?.publish
  expect(publish?.signal).toBeNull()
  // It gives up on a request after five tries, whatever the pauses between them are.
  expect([5, 6, 7, 8, 9]).toContain(trouble.left)
  if (publish?.code !== 0) expect(publish?.log).toMatch(/::error::Requests to \S+ are answered with a web page/)
  world.github.fault = undefined
  expect((await world.dispatch(world.pull)).outputs['plan-state']).toBe('done')
})

test('a job result of 30 MB of brackets is rejected without exhausting memory', async () => {
  await using world = await bundled.planned()
  const { event } = await world.github.comment('alice', world.pull, 'approve')
  const between = async (folder: string, orders: readonly { id: string }[]): Promise<void> => {
    for (const { id } of orders) await writeFile(join(folder, id, 'result.json'), '['.repeat(30 * 1024 * 1024))
  }
  const [round] = (await threeJobs(world, event, { between, rounds: 1 })).rounds
  expect(round?.publish.log).toMatch(/result/)
  expect(round?.publish.peakMiB).toBeLessThan(500)
})
