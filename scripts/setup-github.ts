import { execFileSync, spawnSync } from 'node:child_process'
import { basename } from 'node:path'

// What `npm run setup` does on GitHub when people agree: a branch with the workflow, the secret, the setting, and the
// pull request. GitHub's own program does it, with the person's own login; a key is typed into that program alone.

export const BRANCH = 'measure-twice'

/** What is asked of a repository. `name` is `owner/name`, with its host where that is another one than github.com. */
export type Wanted = { root: string; file: string; name: string; secret: string }

type Agree = (question: string) => Promise<boolean>
type Offer = { ask: string; failed: string; commands: readonly (readonly [string, ...string[]])[] }

/** Whether GitHub's program is there and logged in. */
export const hasGh = (): boolean => spawnSync('gh', ['auth', 'status'], { stdio: 'ignore' }).status === 0

const hostOf = (name: string): string[] =>
  name.split('/').length === 3 ? ['--hostname', name.split('/')[0] ?? ''] : []
const pathOf = (name: string): string => name.split('/').slice(-2).join('/')

const BODY =
  'Adds the workflow of Measure Twice. When it is merged, start the workflow by hand, or comment /doctor on any issue: it tests the setup, and says what is missing. No run starts on this pull request.'

/** The steps in their order. Each of the last two needs another one before: the branch, and the pull request. */
export const offersFor = ({ root, file, name, secret }: Wanted): readonly Offer[] => [
  {
    ask: `Commit ${file} on a new branch “${BRANCH}”, and push it?`,
    failed: 'The branch was not pushed.',
    commands: [
      ['git', '-C', root, 'switch', '-q', '-c', BRANCH],
      ['git', '-C', root, 'add', '--', file],
      ['git', '-C', root, 'commit', '-q', '-m', 'Add the workflow of Measure Twice', '--', file],
      ['git', '-C', root, 'push', '-q', '-u', 'origin', BRANCH],
    ],
  },
  {
    ask: `Set the secret ${secret} of ${name}? gh asks for its value.`,
    failed: 'The secret was not set.',
    commands: [['gh', 'secret', 'set', secret, '--repo', name]],
  },
  {
    ask: `Allow GitHub Actions to create pull requests in ${name}?`,
    failed: 'The setting was not changed.',
    commands: [
      [
        ...(['gh', 'api', ...hostOf(name), '--silent', '--method', 'PUT'] as const),
        ...[`repos/${pathOf(name)}/actions/permissions/workflow`, '-F', 'can_approve_pull_request_reviews=true'],
      ],
    ],
  },
  {
    ask: 'Open the pull request with the workflow?',
    failed: 'The pull request was not opened.',
    commands: [
      [
        ...(['gh', 'pr', 'create', '--repo', name, '--head', BRANCH] as const),
        ...['--title', 'Add the workflow of Measure Twice', '--body', BODY],
      ],
    ],
  },
  {
    ask: 'Merge it now. Is it merged, and should a run test the setup?',
    failed: 'No test was started.',
    commands: [['gh', 'workflow', 'run', basename(file), '--repo', name]],
  },
]

/** Offers each step, and does those that people agree to. Returns what is left, as the numbers of the steps. */
export async function offerAll(wanted: Wanted, agree: Agree): Promise<number[]> {
  const left: number[] = []
  for (const [i, { ask, failed, commands }] of offersFor(wanted).entries()) {
    const isPossible = i === 3 ? !left.includes(0) : i !== 4 || !left.includes(3)
    const isDone = isPossible && (await agree(ask)) && commands.every(([program, ...args]) => run(program, args))
    if (isDone) continue
    left.push(i)
    if (isPossible) console.log(failed)
  }
  return left
}

/** Runs a program in the same terminal. It says itself what is wrong. */
function run(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'inherit' })
    return true
  } catch {
    return false
  }
}
