import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../../fakes/runner/run.ts'
import type { World } from '../../fakes/runner/world.ts'

/** Everything of a run that left the machine, or is kept for people to read. Requests for a mask are left out. */
export async function left(world: World, { log, summary, outputs, journal, requests, temp }: Run): Promise<string> {
  const folder = join(temp, 'measure-twice')
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const uploaded = await Promise.all(files.map((path) => readFile(path, 'utf8')))
  const commits = await world.github.git(['log', '--all', '-p', '--format=%B'])
  return [
    log.replaceAll(/^::add-mask::.*$/gm, ''),
    summary,
    JSON.stringify(outputs),
    ...journal.map(({ body, path, query }) => path + query + JSON.stringify(body ?? '')),
    ...requests.map(({ raw }) => raw),
    ...uploaded,
    commits,
  ].join('\n')
}
