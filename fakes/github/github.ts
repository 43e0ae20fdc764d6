import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { actsOf } from './acts.ts'
import { startEmulator } from './emulator.ts'
import { createBare, createCommit } from './git.ts'
import { defaultPeople, mailOf } from './people.ts'
import { readingsOf } from './readings.ts'
import { refsOf, setRefs, updateRef } from './refs.ts'
import { startFront, type Front } from './server.ts'
import type { EmulatedWrite, Files, Memory, Person, Site, WorkflowRun } from './types.ts'

export type GitHubOptions = { files: Files; owner?: string; name?: string; people?: Person[] }
export type GitHub = Awaited<ReturnType<typeof startGitHub>>

const freshMemory = (people: readonly Person[]): Memory => ({
  people: Object.fromEntries(people.map((person) => [person.login, person])),
  settings: {
    actionsMayOpenPulls: true,
    drafts: true,
    ci: 'nothing',
    private: false,
    protectedRefs: [],
    rules: [],
    permissions: {
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      actions: 'write',
      members: 'none',
      statuses: 'write',
      checks: 'read',
    },
    teams: {},
    advisories: [],
  },
  stamps: {},
  edits: {},
  apps: {},
  ends: {},
  pulls: {},
  reactions: [],
  dispatches: [],
  refUpdates: [],
  verified: [],
  statuses: [],
  checks: [],
  nextReaction: 300_000_001,
  offsetSeconds: 0,
})

/**
 * Starts a GitHub with one repository on loopback. It serves REST, GraphQL and git on `url`, has methods for the
 * actions of people, keeps a journal of every request and produces faults on demand. `emulate` stores issues and
 * comments, a bare repository stores the commits.
 */
export async function startGitHub({ files, owner = 'octo', name = 'demo', people = [] }: GitHubOptions) {
  const root = await mkdtemp(join(tmpdir(), 'github-'))
  const everybody = [...defaultPeople(owner), ...people]
  let site: Site | undefined = undefined
  const front = await startFront(() => {
    if (!site) throw new Error('The embedded GitHub is not ready yet')
    return site
  })
  const emulator = await startEmulator({ owner, name, people: everybody, publicUrl: front.url })
  const token = `ghs_${randomBytes(18).toString('hex')}`
  const memory = freshMemory(everybody)
  const workflowRuns = new Map<number, WorkflowRun>()
  const place = { owner, name, url: front.url, token, root, bare: join(root, `${name}.git`) }
  const here: Site = { ...place, emulator, memory, workflowRuns }
  await firstCommit(here, files)
  site = here
  const close = async (): Promise<void> => {
    await front.stop()
    await emulator.close()
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  }
  return Object.assign(front, {
    ...actsOf(here),
    ...readingsOf(here),
    ...snapshotsOf(here, front),
    owner,
    name,
    token,
    bare: here.bare,
    workflowRuns,
    close,
    [Symbol.asyncDispose]: close,
  })
}

async function firstCommit(site: Site, files: Files): Promise<void> {
  await createBare(site.bare)
  const author = { name: 'alice', email: mailOf(site.memory, 'alice') }
  const commit = { files, message: 'First commit', author, committer: author, at: Math.floor(Date.now() / 1000) }
  await updateRef(site.bare, 'refs/heads/main', { now: await createCommit(site.bare, commit) })
}

export type Snapshot = { refs: ReadonlyMap<string, string>; memory: Memory; mark: readonly EmulatedWrite[] }

const snapshotsOf = (site: Site, front: Pick<Front, 'journal' | 'pending'>) => ({
  /** Takes a snapshot of the whole state. It can be restored in this GitHub only. */
  snapshot: async (): Promise<Snapshot> => ({
    refs: await refsOf(site.bare),
    memory: structuredClone(site.memory),
    mark: site.emulator.mark(),
  }),
  /** Restores a snapshot with an empty journal, after all running requests have ended. */
  restore: async ({ refs, memory, mark }: Snapshot): Promise<void> => {
    await Promise.all(front.pending)
    await site.emulator.rewind(mark)
    await setRefs(site.bare, refs)
    recall(site.memory, structuredClone(memory))
    front.journal.length = 0
  },
})

/** Restores settings, dispatches and ref updates in place, because callers hold references to them. */
function recall(memory: Memory, { settings, dispatches, refUpdates, ...rest }: Memory): void {
  Object.assign(memory, rest)
  Object.assign(memory.settings, settings)
  memory.dispatches.splice(0, Infinity, ...dispatches)
  memory.refUpdates.splice(0, Infinity, ...refUpdates)
}
