import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Repository } from './git.ts'

const compress = promisify(deflate)

/** Where the objects of a repository lie: with its own files, or with those of another. */
export const objectsOf = ({ gitDir, env }: Pick<Repository, 'gitDir' | 'env'>): string =>
  env['GIT_OBJECT_DIRECTORY'] ?? join(gitDir, 'objects')

/**
 * Stores an object as git does, in a file of its own, and returns its id: an SHA-1, as `initRepository` makes no other
 * repositories. Saves a process. (git, Documentation/gitformat-loose.txt; "Git Objects" in Pro Git.)
 */
export async function storeObject(repo: Repository, type: 'blob' | 'tree', content: Buffer): Promise<string> {
  const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = createHash('sha1').update(object).digest('hex')
  const folder = join(objectsOf(repo), id.slice(0, 2))
  await mkdir(folder, { recursive: true })
  // Nobody may find half of it under its name.
  const unfinished = join(folder, `tmp_obj_${randomUUID()}`)
  await writeFile(unfinished, await compress(object), { mode: 0o444 })
  await rename(unfinished, join(folder, id.slice(2)))
  return id
}

/** The content of a flat tree of files, given as name and blob. */
export const treeContent = (files: readonly (readonly [name: string, blob: string])[]): Buffer =>
  Buffer.concat(
    files
      .map(([name, blob]) => ({ name: Buffer.from(name), blob }))
      .toSorted((a, b) => Buffer.compare(a.name, b.name))
      .flatMap(({ name, blob }) => [Buffer.from('100644 '), name, Buffer.from([0]), Buffer.from(blob, 'hex')]),
  )
