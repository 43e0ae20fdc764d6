import { writeFileSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from './errors.ts'

/** Where a run writes: a git directory in the runner's temporary folder, and a work tree. */
type Directories = { gitDir: string; workTree: string }

/** Bytes: enough for the last commits of a run. */
const RESERVE_BYTES = 1 << 18
const reservePathOf = ({ gitDir }: Directories): string => join(gitDir, 'reserve')

/** Allocates a reserve file, which `diskFull` deletes so that the run can still record what was paid for. */
export const reserveSpace = (repo: Directories): void => writeFileSync(reservePathOf(repo), Buffer.alloc(RESERVE_BYTES))

const FULL_DISK = /\b(?:ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i

/** Whether an error, or what caused it, says in the words of the system or of git that a disk is full. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && (FULL_DISK.test(error.message) || isFull(error.cause))
}

/** The error for a full disk; it frees what `reserveSpace` took. Undefined for other errors. */
export async function diskFull(repo: Directories, error: unknown): Promise<UserError | undefined> {
  if (error instanceof UserError || !isFull(error)) return undefined
  const [temp, tree] = await Promise.all([freeBytesAt(repo.gitDir), freeBytesAt(repo.workTree)])
  await rm(reservePathOf(repo), { force: true }).catch(() => undefined)
  const [location, free] =
    tree < temp ? ['work tree (`GITHUB_WORKSPACE`)', tree] : ['temporary folder (`RUNNER_TEMP`)', temp]
  return new UserError(
    'disk-full',
    `The disk of the runner is full: its ${location} has ${Math.floor(free / (1 << 20))} MiB left.`,
    'Free space there in a step before this action, or take a runner with a larger disk. What was paid for is recorded.',
    { cause: error },
  )
}

const freeBytesAt = async (path: string): Promise<number> =>
  statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
