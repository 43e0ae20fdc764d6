import { afterAll, afterEach } from 'vitest'
import { start } from '../../fakes/github/clients.ts'
import type { Fault, JournalEntry } from '../../fakes/github/types.ts'
import type { Forge } from '../../src/github/forge.ts'
import { connectGitHub } from '../../src/github/github.ts'

export type Access = Parameters<typeof connectGitHub>[1]

/** The embedded GitHub of a test file, with an issue, and connections to it. */
export async function repositoryWithIssue() {
  const github = await start()
  const connect = (more: Partial<Access> = {}): Forge =>
    connectGitHub({ owner: 'octo', repo: 'demo' }, { token: github.token, address: github.url, ...more })
  const forge = connect()
  const { number: issue } = await github.openIssue('alice', { title: 'Limit', body: 'Please.', labels: ['plan'] })
  afterEach(() => {
    github.fault = undefined
  })
  afterAll(() => github.close())

  let branches = 0
  /** A branch with a commit of one file. */
  const pushBranch = async () => {
    const branch = `plan/issue-${issue}-${(branches += 1)}`
    const path = `f${branches}`
    await github.push('alice', branch, { files: { [path]: 'x' } })
    return { branch, path }
  }
  /** Such a branch, and the bot's draft pull request for it. */
  const pullOf = async () => {
    const { branch, path } = await pushBranch()
    const opened = await forge.openPull({ branch, base: 'main', title: 'A plan', body: 'b', draft: true })
    if (opened.kind !== 'opened') throw new Error(opened.kind)
    return { branch, path, pull: opened.pull }
  }
  /** Disturbs the first requests that fit. */
  const disturb = (fits: (entry: JournalEntry) => boolean, ...faults: Fault[]): void => {
    github.fault = (entry) => (fits(entry) ? faults.shift() : undefined)
  }
  return { github, connect, forge, issue, pushBranch, pullOf, disturb }
}
