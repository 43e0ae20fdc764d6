import { schema } from '@octokit/graphql-schema'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { repositoryWithIssue } from './repository.ts'

const { github, connect, forge, issue, pullOf } = await repositoryWithIssue()

describe('writing', () => {
  test('opening a second pull request for a branch reports that one exists', async () => {
    const { branch } = await pullOf()
    expect(await forge.openPull({ branch, base: 'main', title: 't', body: '', draft: true })).toEqual({
      kind: 'exists',
    })
  })

  test('opening a pull request reports specifically that it, or a draft, is not allowed', async () => {
    const branch = `plan/issue-${issue}-x`
    await github.push('alice', branch, { files: { y: 'y' } })
    const open = (draft: boolean) => forge.openPull({ branch, base: 'main', title: 't', body: '', draft })
    github.settings.actionsMayOpenPulls = false
    expect(await open(true)).toEqual({ kind: 'forbidden' })
    github.settings.actionsMayOpenPulls = true
    github.settings.drafts = false
    expect(await open(true)).toEqual({ kind: 'no-drafts' })
    expect(await open(false)).toMatchObject({ kind: 'opened', pull: { draft: false } })
    github.settings.drafts = true
  })

  test('editing a pull request changes its title and body, or closes it', async () => {
    const { pull } = await pullOf()
    await forge.editPull(pull.number, () => ({ title: 'New', body: 'new' }))
    expect(await forge.pull(pull.number)).toMatchObject({ title: 'New', body: 'new', state: 'open' })
    await forge.editPull(pull.number, () => ({ state: 'closed' }))
    expect(await forge.pull(pull.number)).toMatchObject({ state: 'closed', closedAt: expect.any(String), title: 'New' })
  })

  test('a reaction is written on a comment, and silently skipped on a deleted one', async () => {
    const { id } = await github.comment('bob', issue, 'x')
    await forge.react(id, 'confused')
    expect(github.reactionsOf(id)).toEqual([{ login: 'github-actions[bot]', content: 'confused' }])
    await github.deleteComment('bob', issue, id)
    await expect(forge.react(id, 'eyes')).resolves.toBeUndefined()
  })

  test('a write on a locked conversation is skipped, while other 403 errors stay errors', async () => {
    const { id } = await github.comment('bob', issue, 'x')
    const answers = (message: string) => {
      github.fault = ({ write }) => (write ? { kind: 'status', status: 403, body: { message } } : undefined)
    }
    answers('Unable to create comment because issue is locked.')
    expect(await forge.createComment(issue, 'Hello.')).toBeUndefined()
    await expect(forge.react(id, 'eyes')).resolves.toBeUndefined()
    answers('Resource not accessible by integration')
    await expect(forge.createComment(issue, 'Hello.')).rejects.toThrow()
    await expect(forge.react(id, 'eyes')).rejects.toThrow()
    github.fault = undefined
  })

  const withModes = (branch: string, expected: string) => ({
    ...{ branch, expected, message: 'Subject\n\nPlan-Issue: 1\n', setsModes: true },
    changes: [
      { path: 'run.sh', kind: 'write' as const, content: Buffer.from('#!/bin/sh\n'), mode: '100755' },
      { path: 'link', kind: 'write' as const, content: Buffer.from('run.sh'), mode: '120000' },
      { path: 'bytes', kind: 'write' as const, content: Buffer.from([0, 255, 10]), mode: '100644' },
      { path: 'README.md', kind: 'delete' as const },
    ],
  })

  test('a commit with file modes and symlinks is signed by GitHub, and made only on the expected tip', async () => {
    const { branch } = await pullOf()
    const tip = (await github.sha(branch)) ?? ''
    const made = await forge.commit(withModes(branch, tip))
    if (made.kind !== 'made') throw new Error(made.kind)
    expect(await github.sha(branch)).toBe(made.sha)
    const listed = await github.git(['ls-tree', '-r', made.sha])
    expect(listed.split('\n').map((line) => line.replace(/ blob .*\t/, ' '))).toEqual(
      expect.arrayContaining(['100644 bytes', '120000 link', '100755 run.sh']),
    )
    expect(listed).not.toContain('README.md')
    expect(await github.git(['cat-file', 'blob', `${made.sha}:link`])).toBe('run.sh')
    expect((await github.commits(branch)).at(-1)).toMatchObject({ parents: [tip], trailers: [['Plan-Issue', '1']] })
    expect(await forge.commit({ ...withModes(branch, tip), message: 'Later' })).toEqual({ kind: 'moved' })
  })

  test('no commit with file modes is made if GitHub would not sign it', async () => {
    const { branch } = await pullOf()
    const tip = (await github.sha(branch)) ?? ''
    const theirs = connect({ token: github.tokenOf('carol') })
    expect(await theirs.commit(withModes(branch, tip))).toEqual({ kind: 'unsigned' })
    expect(await github.sha(branch)).toBe(tip)
  })

  test('a commit is made only on the expected tip of the branch', async () => {
    const { branch } = await pullOf()
    const tip = (await github.sha(branch)) ?? ''
    const content = Buffer.from([0, 255, 10])
    const made = await forge.commit({
      branch,
      expected: tip,
      message: 'Subject\n\nBody\n\nPlan-Issue: 1\n',
      changes: [
        { path: 'bytes', kind: 'write', content },
        { path: 'README.md', kind: 'delete' },
      ],
    })
    if (made.kind !== 'made') throw new Error(made.kind)
    expect(await github.sha(branch)).toBe(made.sha)
    const commit = (await github.commits(branch)).at(-1)
    expect(commit).toMatchObject({ subject: 'Subject', parents: [tip], trailers: [['Plan-Issue', '1']] })
    expect(commit?.files.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'bytes', status: 'A' },
      { path: 'README.md', status: 'D' },
    ])
    const late = await forge.commit({ branch, expected: tip, message: 'x', changes: [] })
    expect(late).toEqual({ kind: 'moved' })
  })
})

test('the mutations fit GitHub’s own schema', async () => {
  await forge.markReady((await pullOf()).pull, () => ({}))
  const own = buildSchema(schema.idl, { assumeValidSDL: true })
  const sent = github.journal.flatMap(({ kind, body }) => (kind === 'graphql' ? [JSON.stringify(body)] : []))
  const documents = new Set(sent.map((body): string => JSON.parse(body).query))
  expect([...documents].join('\n')).toMatch(/createCommitOnBranch[^]*markPullRequestReadyForReview/)
  for (const document of documents) expect(validate(own, parse(document))).toEqual([])
})
