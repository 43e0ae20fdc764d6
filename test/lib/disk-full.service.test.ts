import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskFull, reserveSpace } from '../../src/lib/disk-full.ts'
import { GitError } from '../../src/git/git.ts'
import { UserError } from '../../src/lib/errors.ts'

test.each([
  ['of git', new GitError('git write-tree ended with 128: fatal: unable to write: No space left on device'), true],
  ['of the system', await writeFile('/dev/full', 'x').catch((error: unknown) => error), true],
  ['of a quota', new Error('a tool failed', { cause: new Error('write EDQUOT') }), true],
  ['of another kind', new GitError('git write-tree ended with 128: fatal: bad object'), false],
  ['that is told already', new UserError('x', 'No space left on device', ''), false],
])('an error %s is recognized as a full disk: %s', async (_, error, isFull) => {
  const gitDir = await mkdtemp(join(tmpdir(), 'full-'))
  reserveSpace({ gitDir, workTree: gitDir })
  const found = await diskFull({ gitDir, workTree: gitDir }, error)
  const kept = await stat(join(gitDir, 'reserve')).then(
    ({ size }) => size,
    () => 0,
  )
  await rm(gitDir, { recursive: true })
  expect([found?.message ?? '', kept]).toEqual(
    isFull
      ? [
          expect.stringMatching(/^The disk of the runner is full: its temporary folder \(`RUNNER_TEMP`\) has \d+ MiB/),
          0,
        ]
      : ['', 262_144],
  )
})
