import { parentPort } from 'node:worker_threads'
import { CONFIGURATIONS } from './configurations.ts'
import { MIND } from './mind.ts'
import type { Task } from './run.ts'
import { search } from './search.ts'

// Searches in a thread of its own, one after the other.

parentPort?.on('message', ({ name, most, more }: Task) => {
  const begun = performance.now()
  const [configuration] = CONFIGURATIONS.filter((one) => one.name === name)
  if (!configuration) throw new Error(`There is no configuration "${name}".`)
  const said = configuration.most.said + more
  const larger = { ...configuration, most: { ...configuration.most, said } }
  const found = search(larger, { mind: MIND, most })
  parentPort?.postMessage({ ...found, name, seconds: (performance.now() - begun) / 1000 })
})
