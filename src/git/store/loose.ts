import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Repository } from '../git.ts'

/** Where the objects of a repository lie. */
export const objectsOf = ({ gitDir, env }: Pick<Repository, 'gitDir' | 'env'>): string =>
  env['GIT_OBJECT_DIRECTORY'] ?? join(gitDir, 'objects')

const deflated = promisify(deflate)

/** Writes an object as git does (gitformat-loose), which saves the time of a process. Returns its id. */
export async function writeLoose(
  repo: Repository,
  type: 'blob' | 'tree' | 'commit',
  content: Uint8Array,
): Promise<string> {
  const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = createHash('sha1').update(object).digest('hex')
  const folder = join(objectsOf(repo), id.slice(0, 2))
  const path = join(folder, id.slice(2))
  if (existsSync(path)) return id
  await mkdir(folder, { recursive: true })
  // Whoever reads it meanwhile finds all of it, or nothing.
  const part = join(folder, `tmp_obj_${randomUUID()}`)
  await writeFile(part, await deflated(object), { mode: 0o444 })
  await rename(part, path)
  return id
}
