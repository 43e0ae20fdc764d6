import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkRecord, withRecordedRequest, foreignCommits } from '../src/decide/next/check-record.ts'
import { stateOf } from '../src/decide/next/state.ts'
import { NEW_RUN, type Thread } from '../src/decide/thread/thread.ts'
import { errorText, UserError } from '../src/lib/errors.ts'
import { environmentForGit, initRepository, type Repository } from '../src/git/git.ts'
import { locationOfCommits } from '../src/git/commits.ts'
import { newestRecord, recomputeRecord, threadOfRecord } from '../src/publish/steps/plan-record.ts'

// `npm run verify`: what `/verify` looks at, as far as a clone alone tells. It asks nobody, and writes nothing there.

const USAGE = `npm run verify -- --plan N [--repo PATH] [--base COMMIT] [--plan-file PATH] [--bot LOGIN]

Compares the record of a plan with the commits of a clone, offline. Nothing in the clone is changed.

  --plan N           the number of the plan's issue
  --repo PATH        the clone (default: the current folder)
  --base COMMIT      what the plan was merged into (default: origin/HEAD, or HEAD)
  --plan-file PATH   the input plan-file (default: PLAN.md)
  --bot LOGIN        the account that must have written the record, such as github-actions[bot]

Exit code: 0 when everything holds, 1 when not, 2 when there is nothing to look at.`

const UNSEEN = [
  'whether approvals and announcements are still there, unedited, and by whom they are: only GitHub has comments',
  'whether a comment of the bot names the commit of the record, and the number of the pull request: the same',
  'what approvers may do today: only GitHub tells',
  'whose push brought a commit: a mail address is no signature',
]

function options() {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: { plan: text, repo: text, base: text, 'plan-file': text, bot: text, help: { type: 'boolean' } },
    })
    if (values.help || /^[1-9]\d{0,9}$/.test(values.plan ?? '')) return values
  } catch (error) {
    throw new UserError('options', errorText(error), USAGE)
  }
  throw new UserError('options', 'No plan is named.', USAGE)
}

/** What git says in the clone; undefined when it cannot. */
function ask(clone: string, ...args: string[]): string | undefined {
  try {
    const said = execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return said.trim()
  } catch {
    return undefined
  }
}

/** The record's ref, and its name where the action looks for it. */
const refOf = (plan: number): string => `refs/measure-twice/${plan}-record`

/** A repository of our own that borrows the objects of a clone. */
function borrow(clone: string, plan: number, folder: string): Repository {
  const objects = ask(clone, 'rev-parse', '--git-path', 'objects')
  if (objects === undefined)
    throw new UserError('no-clone', `There is no clone of a repository at ${clone}.`, 'Name one with --repo.')
  const tip = ask(clone, 'rev-parse', '--verify', '--quiet', `${refOf(plan)}^{commit}`)
  if (tip === undefined)
    throw new UserError(
      'no-record',
      `This clone has no record of plan ${plan}.`,
      `Fetch it: git -C ${clone} fetch origin ${refOf(plan)}:${refOf(plan)}`,
    )
  const repo = { gitDir: join(folder, 'git'), workTree: join(folder, 'tree'), env: environmentForGit(process.env) }
  initRepository(repo)
  write(join(repo.gitDir, 'objects/info/alternates'), `${resolve(clone, objects)}\n`)
  write(join(repo.gitDir, refOf(plan).replace('refs/', 'refs/mt/')), `${tip}\n`)
  const shallow = resolve(clone, ask(clone, 'rev-parse', '--git-path', 'shallow') ?? 'shallow')
  if (existsSync(shallow)) copyFileSync(shallow, join(repo.gitDir, 'shallow'))
  return repo
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

type KeptRecord = NonNullable<Awaited<ReturnType<typeof newestRecord>>>

/** The thread of a plan as a record tells it: there are no comments to read. */
function threadOf({ record, mail }: KeptRecord, base: string): Thread {
  const [, id = '0', login = ''] = /^(\d+)\+(.+)@users\.noreply\.github\.com$/.exec(mail) ?? []
  const bot = { login, id: Number(id), type: 'Bot' }
  const pull = {
    ...{ number: record.pull_request, nodeId: '', title: '', body: '', author: bot, draft: false, base: '', url: '' },
    ...{ head: { branch: '', sha: record.head, repository: '' }, createdAt: '', closedAt: undefined, lineComments: 0 },
    state: record.state === 'abandoned' ? ('closed' as const) : ('open' as const),
  }
  const issue = { number: record.issue, title: '', body: '', author: bot, state: 'open' as const, createdAt: '' }
  return {
    issue: { ...issue, locked: false, isPull: false },
    ...{ asked: undefined, comments: [], bot, earlierPlans: [], freeBranch: '', branch: undefined },
    base: { branch: '', sha: base },
    pull: { pull, comments: [], remarks: [] },
    people: new Map(),
    thisRun: NEW_RUN,
  }
}

const RULES = { approvalsRequired: 1, allowSelfApproval: true, allowance: {}, interactive: false }

/** The rows of the table, as `/verify` has them, without what only GitHub tells. */
async function rowsOf(repo: Repository, kept: KeptRecord, { base, bot, planFile, branch }: Look) {
  const { record } = kept
  const bare = threadOf(kept, base)
  const thread = await threadOfRecord(repo, bare, { ...kept, mails: [kept.mail], planFile })
  const versions = record.versions.map(({ number, ...one }) => ({ version: number, edited: false, ...one }))
  const snapshot = thread && { thread, state: { ...stateOf(thread, RULES), versions } }
  const again = snapshot && (await recomputeRecord(repo, snapshot, { record }))
  return checkRecord({
    stored: { ...kept, isOurs: bot === undefined || bare.bot.login === bot, isNamed: undefined },
    actual: again && withRecordedRequest(again, record, bare),
    online: undefined,
    location: again && record.state === 'done' ? await locationOfCommits(repo, again, { base, branch }) : undefined,
    planBlobs: thread?.branch && new Set(thread.branch.texts.keys()),
    foreignCommits: thread ? foreignCommits(thread) : [],
  })
}

type Look = { base: string; bot: string | undefined; planFile: string; branch: string | undefined }

/** A branch of the clone that still has the plan's commits, by the end of its name. */
const branchWith = (clone: string, { head, issue }: { head: string; issue: number }): string | undefined =>
  ask(clone, 'for-each-ref', '--format=%(refname)', '--contains', head, 'refs/heads', 'refs/remotes')
    ?.split('\n')
    .find((name) => new RegExp(String.raw`issue-${issue}(?:-\d+)?$`).test(name))

async function main(folder: string): Promise<number> {
  const { plan = '', repo: clone = '.', base, bot, 'plan-file': planFile = 'PLAN.md', help } = options()
  if (help) {
    console.log(USAGE)
    return 0
  }
  const repo = borrow(clone, Number(plan), folder)
  const kept = await newestRecord(repo, Number(plan))
  const into = (base === undefined ? ['origin/HEAD', 'HEAD'] : [base])
    .map((name) => ask(clone, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`))
    .find((sha) => sha !== undefined)
  if (!kept || into === undefined)
    throw new UserError(
      'no-record',
      kept ? 'There is no such commit to compare with.' : 'No record can be read.',
      USAGE,
    )
  const name = branchWith(clone, kept.record)
  const branch = name && ask(clone, 'rev-parse', name)
  const rows = await rowsOf(repo, kept, { base: into, bot, planFile, branch })
  for (const { promise, seen, wrong } of rows)
    console.log(wrong === undefined ? `✅ ${promise}: holds (${seen})` : `❌ ${promise}: ${wrong}`)
  console.log(`\nThe record is by ${kept.mail}. Not looked at, since a clone does not have it:`)
  for (const one of UNSEEN) console.log(`- ${one}`)
  console.log('Comment /verify on the pull request for these.')
  return rows.some(({ wrong }) => wrong !== undefined) ? 1 : 0
}

const folder = mkdtempSync(join(tmpdir(), 'measure-twice-verify-'))
try {
  process.exitCode = await main(folder)
} catch (error) {
  console.error(error instanceof UserError ? `${error.message}\n${error.remedy}` : error)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true, force: true })
}
