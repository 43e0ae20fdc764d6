import { execFile } from 'node:child_process'
import { glob, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFiles } from './trial.ts'

const run = promisify(execFile)

const VENDORED = join(import.meta.dirname, 'vendored')

/** All files below a folder, by their paths; none where there is no such folder. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for await (const path of glob(['**/*', '**/.*'], { cwd: folder })) {
    const full = join(folder, path)
    if ((await stat(full)).isFile()) files[path] = await readFile(full, 'utf8')
  }
  return files
}

const read = new Map<string, Promise<Record<string, string>>>()

/** The files of repositories of others, each in the folder that it is named for. */
export async function vendored(base: Record<string, string>): Promise<Record<string, string>> {
  const parts = Object.entries(base).map(async ([folder, name]) => {
    const known = read.get(name) ?? filesIn(join(VENDORED, name))
    read.set(name, known)
    const files = Object.entries(await known)
    return files.map(([path, text]): [string, string] => [folder === '' ? path : `${folder}/${path}`, text])
  })
  return Object.fromEntries((await Promise.all(parts)).flat())
}

/** The files that a patch changes or adds, as it leaves them; none where there is no such patch. */
export async function patched(files: Record<string, string>, patch: string): Promise<Record<string, string>> {
  const text = await readFile(patch, 'utf8').catch(() => '')
  if (text === '') return {}
  const touched = [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].flatMap(([, path = '']) => path)
  const folder = await mkdtemp(join(tmpdir(), 'measure-twice-patch-'))
  try {
    await writeFiles(
      folder,
      Object.fromEntries(touched.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]]))),
    )
    await run('git', ['-C', folder, 'apply', '--whitespace=nowarn', patch], {
      env: { PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: tmpdir() },
    })
    return await filesIn(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
