import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../../src/lib/errors.ts'
import { jsonIn } from '../../src/guard/json.ts'
import { parseRecord, type PlanRecord } from '../../src/plan/record.ts'
import { sessionOf, type AgentSession } from './agent-turns.ts'
import { approvalsIn, tokensOf, type ReplaySource, type Said } from './moments.ts'

const execute = promisify(execFile)

type Git = (...args: string[]) => Promise<string>

/** What a clone with the record of a plan tells of its life, and transcripts of the work of agents. */
export async function recordedPlan(
  clone: string,
  { plan, transcripts }: { plan: number; transcripts: readonly string[] },
): Promise<ReplaySource> {
  const git: Git = async (...args) => (await execute('git', ['-C', clone, ...args], { maxBuffer: MOST_BYTES })).stdout
  const record = await readRecord(git, plan)
  const [commits, texts, sessions] = await Promise.all([
    commitsOf(git, plan, record),
    versionsOf(git, record),
    Promise.all(transcripts.map(readSession)),
  ])
  const at = [...commits, ...sessions].map((one) => one.at).sort()[0] ?? ''
  const [, title = `Plan of issue #${plan}`] = /^# (.+)$/m.exec(texts.at(-1)?.body ?? '') ?? []
  const { request } = record
  const asked = { id: request.comment ?? 0, author: request.login, body: request.text, at }
  return {
    title: `#${plan} ${title}`,
    facts: factsOf(record),
    pull: { number: record.pull_request, url: await pullUrl(git, record.pull_request) },
    said: [
      { ...asked, name: `${request.login} asked for a plan` },
      ...texts,
      ...record.approvals.map((one) => approvalOf(one, commits)),
    ],
    commits,
    sessions: sessions.filter(({ turns }) => turns.length > 0),
  }
}

/** A plan's patches; a larger one is nothing to read on a page. */
const MOST_BYTES = 100_000_000

const refOf = (plan: number): string => `refs/measure-twice/${plan}-record`

async function readRecord(git: Git, plan: number): Promise<PlanRecord> {
  const ref = refOf(plan)
  const record = parseRecord(await git('show', `${ref}:record.json`).catch(() => ''))
  if (record) return record
  throw new UserError(
    'no-record',
    `This clone has no record of plan ${plan}.`,
    `Name a clone with --repo, and fetch the record there: git fetch origin ${ref}:${ref}`,
  )
}

const SHOW = ['show', '--no-color', '--no-ext-diff', '--no-textconv', '--format=%an%x00%cI%x00%B%x00']

/** Anybody may write our trailers: what is ours is listed by the commit of the record. Those of before list nothing. */
async function commitsOf(git: Git, plan: number, { base, head }: PlanRecord): Promise<ReplaySource['commits']> {
  const list = await git('log', '-1', '--format=%(trailers:key=Plan-Commits,valueonly)', refOf(plan))
  const own = new Set(list.split(/\s+/).filter(Boolean))
  const shas = (await git('rev-list', '--first-parent', '--reverse', `${base}..${head}`)).split('\n').filter(Boolean)
  return Promise.all(
    shas.map(async (sha) => {
      const [author = '', at = '', message = '', ...patch] = (await git(...SHOW, sha)).split('\0')
      return {
        sha,
        isOwn: own.size === 0 || own.has(sha),
        author,
        at: inUtc(at),
        message,
        patch: patch.join('\0').trimStart(),
      }
    }),
  )
}

const inUtc = (at: string): string => new Date(at).toISOString()

/** Each version of the plan, at the time of the commit that brought its text. */
const versionsOf = (git: Git, { versions, base, head }: PlanRecord): Promise<Said[]> =>
  Promise.all(
    versions.map(async ({ number, blob, comment }) => {
      const brought = await git('log', '--reverse', `--find-object=${blob}`, '--format=%cI', `${base}..${head}`)
      const [at = ''] = brought.split('\n')
      const body = await git('cat-file', 'blob', blob)
      return { id: comment, author: '', body, at: at && inUtc(at), name: `Version ${number} of the plan`, isFile: true }
    }),
  )

/** GitHub may not have told when it was given: then it was before the first commit that rests on it. */
function approvalOf(
  { comment, login, at, version, subtasks, permission }: PlanRecord['approvals'][number],
  commits: ReplaySource['commits'],
): Said {
  const first = commits.find(
    ({ message, isOwn }) => isOwn !== false && approvalsIn(message).some(({ id }) => id === comment),
  )
  const of = version === null ? 'the plan' : `version ${version}`
  return {
    ...{ id: comment, author: login, at: at ?? first?.at ?? '', name: `${login} approved ${of}` },
    body: `Subtasks ${subtasks.join(', ')}, with the permission \`${permission}\`.`,
  }
}

/** The address of a pull request, by the remote `origin` of the clone. */
async function pullUrl(git: Git, number: number): Promise<string | undefined> {
  const remote = await git('remote', 'get-url', 'origin').catch(() => '')
  const [, host, path] =
    /^(?:https:\/\/|(?:ssh:\/\/)?git@)([\w.-]+)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\s*$/.exec(remote) ?? []
  return host && path && `https://${host}/${path}/pull/${number}`
}

function factsOf({ state, approvals, subtasks, usage, models }: PlanRecord): string[] {
  const done = subtasks.filter((one) => one.state === 'done').length
  const approvers = [...new Set(approvals.map(({ login }) => login))]
  return [
    `${state === 'done' ? 'Done' : 'Closed'}: ${done} of ${subtasks.length} subtasks`,
    ...(approvers.length > 0 ? [`Approved by ${approvers.join(', ')}`] : []),
    tokensOf(usage),
    ...(models.length > 0 ? [models.join(', ')] : []),
  ]
}

async function readSession(file: string): Promise<AgentSession> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError('transcript', `${file} cannot be read.`, 'Name .jsonl files of the artifact of a run.')
  })
  // The last line of a run that was cut off may be half a line.
  return sessionOf(basename(file, '.jsonl'), text.split('\n').map(jsonIn))
}
