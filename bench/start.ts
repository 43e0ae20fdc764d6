import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentForGit, initRepository, type Repository } from '../src/git/git.ts'
import { fetchRefs } from '../src/git/remote.ts'
import { createWorld, type World } from '../fakes/runner/world.ts'
import type { Measurement } from './measurement.ts'
import { repositoryOf } from './repositories.ts'
import { interleaved, median, spread, timed } from './samples.ts'
import { createPlan, planOf } from './scripts.ts'
import { atMost, figure } from './table.ts'

/** From the start of the process to the first request to the model, without the fetch that no other way could save. */
export const start: Measurement = {
  about: 'event to first model request, 200 files, without the fetch',
  measure: async ({ bundle, rounds }) => {
    await using world = await createWorld({
      files: repositoryOf(200),
      script: { plan: createPlan(planOf(1)) },
      bundle,
    })
    const { whole, fetch } = await interleaved(rounds(12, 3), {
      whole: () => untilAsked(world),
      fetch: () => bareFetch(world),
    })
    const own = whole.map((value) => value - median(fetch))
    const detail = `[${spread(own, figure)}]; the fetch ${figure(median(fetch))} ms [${spread(fetch, figure)}]`
    return [atMost({ what: start.about, value: median(own), limit: 300, unit: ' ms', detail })]
  },
}

/** Milliseconds from the start of the action to the moment its first request reaches the model; then it is ended. */
async function untilAsked({ github, model, say }: World): Promise<number> {
  const before = await github.snapshot()
  const { number } = await github.openIssue('alice', { title: 'Limit the rate of requests', body: 'We are flooded.' })
  const asked = new AbortController()
  let begun = 0
  let took = NaN
  model.fault = () => {
    took = performance.now() - begun
    asked.abort()
    return undefined
  }
  const { log } = await say('alice', number, '/plan', {
    signal: asked.signal,
    onStart: () => (begun = performance.now()),
  })
  model.fault = undefined
  if (Number.isNaN(took)) throw new Error(`The model was not asked:\n${log}`)
  await github.restore(before)
  return took
}

/** The same fetch as the action makes, by itself. */
async function bareFetch({ github }: World): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'bench-'))
  const remote = { url: `${github.url}/${github.owner}/${github.name}`, token: github.token }
  const env = environmentForGit(process.env)
  const repo: Repository = { gitDir: join(root, 'git'), workTree: join(root, 'tree'), env, remote }
  initRepository(repo)
  const refs = ['+refs/heads/main:refs/mt/base', '+refs/heads/plan/issue-1*:refs/mt/heads/plan/issue-1*']
  const took = await timed(() => fetchRefs(repo, refs, { kind: 'depth', commits: 50 }))
  await rm(root, { recursive: true })
  return took
}
