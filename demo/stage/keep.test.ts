import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git } from '../../fakes/github/git.ts'
import { temporaryDirectory } from '../../test/places.ts'
import { keep } from './keep.ts'

test('of a shallow clone every branch and all transcripts are kept', async () => {
  const top = temporaryDirectory()
  const [whole, bare, folder, to] = ['whole', 'bare.git', 'stage', 'kept'].map((name) => join(top, name)) as [string, string, string, string] // prettier-ignore
  await git(top, ['init', '-q', '-b', 'main', whole])
  for (const message of ['one', 'two'])
    await git(whole, ['-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '-q', '--allow-empty', '-m', message])
  await git(top, ['clone', '-q', '--bare', '--depth=1', `file://${whole}`, bare])
  const commit = [
    '-c',
    'user.name=x',
    '-c',
    'user.email=x@x',
    'commit-tree',
    'main^{tree}',
    '-p',
    'main',
    '-m',
    'three',
  ]
  await git(bare, ['update-ref', 'refs/heads/plan/issue-1', await git(bare, commit)])
  const logs = join(folder, 'runner-1/temp/measure-twice')
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, '1-draft.jsonl'), '{}\n')
  const github = {
    git: (args: readonly string[]) => git(bare, args),
    pulls: async () => [],
    sha: async () => undefined,
  }
  await keep({ github, folder }, to)
  expect(readdirSync(join(to, 'transcripts'))).toEqual(['1-draft.jsonl'])
  expect(await git(join(to, 'repository.git'), ['log', '--format=%s', 'main'])).toBe('two')
  expect(await git(join(to, 'repository.git'), ['log', '--format=%s', 'plan/issue-1'])).toBe('three\ntwo')
})
