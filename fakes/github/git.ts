import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './types.ts'

type GitOptions = { input?: string | Buffer; env?: Record<string, string> }
export type Ident = { name: string; email: string }
export type NewCommit = {
  parent?: string | undefined
  files: Files
  message: string
  author: Ident
  committer: Ident
  at: number
}

/** A commit as `git log` prints it. `trailers` are those in the last block of its message, in their order. */
export type Commit = {
  sha: string
  tree: string
  parents: string[]
  author: Ident & { date: string }
  committer: Ident & { date: string }
  message: string
  subject: string
  trailers: [name: string, value: string][]
  files: { path: string; status: string }[]
}

const ENV = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'safe.directory',
  GIT_CONFIG_VALUE_0: '*',
}

/** The standard output of git, as bytes. Rejects with git's own error message when it fails. */
export const gitBytes = (dir: string, args: readonly string[], { input, env }: GitOptions = {}): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', args, { cwd: dir, env: { ...ENV, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    const [out, err]: [Buffer[], Buffer[]] = [[], []]
    child.on('error', reject)
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(out))
        : reject(new Error(`git ${args[0]}: ${Buffer.concat(err).toString().trim()}`)),
    )
    child.stdin.end(input ?? '')
  })

/** The standard output of git as text, without the last line feed. */
export const git = async (dir: string, args: readonly string[], options?: GitOptions): Promise<string> =>
  (await gitBytes(dir, args, options)).toString().replace(/\n$/, '')

const told = new Map<string, Promise<string>>()

/**
 * What git says about objects alone, each named by its full id. That never changes, so git is asked once. An error is
 * asked again, since an object may come to be.
 */
export function gitOnce(dir: string, args: readonly string[]): Promise<string> {
  const key = [dir, ...args].join('\0')
  const answer = told.get(key) ?? git(dir, args)
  told.set(key, answer)
  answer.catch(() => told.delete(key))
  return answer
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean)

const HOOK = `#!/bin/sh
set -f
IFS='
'
while IFS=' ' read -r old new ref; do
  case " $HUB_PROTECTED " in *" $ref "*) echo "error: GH006: Protected branch update failed for $ref." >&2; exit 1;; esac
  [ "$HUB_ACTOR" = app ] || continue
  case $new in 0000000000*) continue;; esac
  set -- $(git log --format= --name-only "$new" --not --all -- .github/workflows 2>/dev/null)
  [ $# -eq 0 ] && continue
  echo "refusing to allow a GitHub App to create or update workflow \\\`$1\\\` without \\\`workflows\\\` permission" >&2
  exit 1
done
`

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
	hooksPath = hooks
	fsync = none
[gc]
	auto = 0
[receive]
	autogc = false
[transfer]
	hideRefs = refs/internal
[uploadpack]
	allowAnySHA1InWant = true
	allowFilter = true
`

/**
 * Creates a bare repository that serves fetches of any commit and refuses the pushes that github.com refuses to apps.
 */
export async function createBare(dir: string): Promise<void> {
  for (const folder of ['objects', 'refs', 'hooks']) await mkdir(join(dir, folder), { recursive: true })
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(dir, 'config'), CONFIG)
  await writeFile(join(dir, 'hooks', 'pre-receive'), HOOK, { mode: 0o755 })
}

/**
 * The object that a ref points to, and its type, which may be another than commit. Undefined when there is no such
 * ref.
 */
export async function objectAt(dir: string, ref: string): Promise<{ sha: string; type: string } | undefined> {
  const format = '--format=%(objectname) %(objecttype) %(refname)'
  const [sha = '', type = '', name] = (await git(dir, ['for-each-ref', '--count=1', format, ref])).split(' ')
  return name === ref ? { sha, type } : undefined
}

const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`

function* fastImport(
  ref: string,
  { parent, files, message, author, committer, at }: NewCommit,
): Generator<string | Buffer> {
  function* data(content: string | Buffer): Generator<string | Buffer> {
    yield `data ${Buffer.byteLength(content)}\n`
    yield content
    yield '\n'
  }
  yield `commit ${ref}\nmark :1\n`
  yield `author ${author.name} <${author.email}> ${at} +0000\n`
  yield `committer ${committer.name} <${committer.email}> ${at} +0000\n`
  yield* data(message)
  if (parent) yield `from ${parent}\n`
  for (const [path, value] of Object.entries(files)) {
    if (value === null) yield `D ${quoted(path)}\n`
    else {
      const { mode, content } =
        typeof value === 'string' || Buffer.isBuffer(value) ? { mode: '100644', content: value } : value
      yield `M ${mode} inline ${quoted(path)}\n`
      yield* data(content)
    }
  }
  yield 'get-mark :1\ndone\n'
}

/** Writes a commit that no branch points to yet, and returns its id. `at` is in seconds. */
export async function createCommit(dir: string, commit: NewCommit): Promise<string> {
  const scratch = `refs/internal/${randomBytes(8).toString('hex')}`
  const input = Buffer.concat([...fastImport(scratch, commit)].map((part) => Buffer.from(part)))
  const sha = await git(dir, ['fast-import', '--quiet', '--done', '--date-format=raw'], { input })
  await rm(join(dir, scratch))
  return sha
}

const FORMAT = ['H', 'T', 'P', 'an', 'ae', 'aI', 'cn', 'ce', 'cI', 's', 'B', '(trailers:only,unfold)']
  .map((field) => `%${field}`)
  .join('%x00')

const FULL_IDS = /^[0-9a-f]{40}(?:\.\.[0-9a-f]{40})?$/

/** The commits of a range (`main..plan/issue-1`), oldest first. For full ids the result never changes. */
export async function commitsIn(dir: string, range: string, ...more: string[]): Promise<Commit[]> {
  const format = `--format=%x01${FORMAT}%x00`
  const ask = FULL_IDS.test(range) ? gitOnce : git
  const out = await ask(dir, ['log', '--reverse', '--name-status', '--no-renames', '-z', format, ...more, range, '--'])
  return out.split('\u0001').slice(1).map(parseCommit)
}

function parseCommit(text: string): Commit {
  const fields = text.split('\0')
  const field = (n: number): string => fields[n] ?? ''
  const names = fields
    .slice(FORMAT.split('%x00').length)
    .map((part) => part.replace(/^\n/, ''))
    .filter(Boolean)
  const date = (n: number): string => new Date(field(n)).toISOString().replace('.000Z', 'Z')
  return {
    sha: field(0),
    tree: field(1),
    parents: field(2).split(' ').filter(Boolean),
    author: { name: field(3), email: field(4), date: date(5) },
    committer: { name: field(6), email: field(7), date: date(8) },
    subject: field(9),
    message: field(10).replace(/\n+$/, ''),
    trailers: lines(field(11)).map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
    files: names.flatMap((status, i) => (i % 2 === 0 ? [{ status, path: names[i + 1] ?? '' }] : [])),
  }
}

/** Whether `old` is part of the history of `now`. */
export const isAncestor = (dir: string, old: string, now: string): Promise<boolean> =>
  gitOnce(dir, ['merge-base', '--is-ancestor', old, now]).then(
    () => true,
    () => false,
  )

/** The answer of git's own server process to a request. Empty when it fails before it writes anything. */
export const serveRpc = (dir: string, args: readonly string[], options: Required<GitOptions>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const env = { ...ENV, ...options.env }
    const child = spawn('git', [...args, '--stateless-rpc', dir], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    const out: Buffer[] = []
    child.on('error', reject)
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.on('close', () => resolve(Buffer.concat(out)))
    child.stdin.end(options.input)
  })
