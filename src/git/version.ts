import { UserError } from '../lib/errors.ts'
import { git, type Repository } from './git.ts'

/** Before 2.31, git takes no settings from its environment; before 2.32 it merges no patch into an index. */
const OLDEST = 2_032

const REMEDY =
  'Install git 2.32 or newer before this action; in a container job, take an image that has it, or add a step that runs `apt-get update && apt-get install -y git` (`apk add git` on Alpine).'

/** Looks at git once, at the start. Throws `UserError` when there is none, or one that is too old. */
export async function checkGit(repo: Repository): Promise<void> {
  const found = await versionOf(repo)
  if (found === undefined) throw new UserError('no-git', 'There is no git on this runner.', REMEDY)
  const [, major = '', minor = ''] = /(\d{1,6})\.(\d{1,6})/.exec(found) ?? []
  if (Number(major) * 1_000 + Number(minor) >= OLDEST) return
  const why = 'versions before 2.31 go by the settings of the machine, and those before 2.32 cannot merge a patch'
  throw new UserError('old-git', `The git of this runner is ${found}, which is too old: ${why}.`, REMEDY)
}

async function versionOf(repo: Repository): Promise<string | undefined> {
  try {
    return /\d{1,6}\.\d{1,6}\S*/.exec(await git(repo, ['version']))?.[0] ?? '0.0'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
