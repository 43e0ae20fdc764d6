import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Octokit } from '@octokit/rest'
import type { GitHub } from './github.ts'
import { startGitHub } from './github.ts'

export const repo = { owner: 'octo', repo: 'demo' }
export const start = (): Promise<GitHub> =>
  startGitHub({ files: { 'README.md': '# Demo\n', 'src/run.sh': { mode: '100755', content: '#!/bin/sh\n' } } })
const log = { debug() {}, info() {}, warn() {}, error() {} }
export const as = (github: GitHub, token = github.token): Octokit =>
  new Octokit({ baseUrl: github.url, auth: token, log })
export const statusOf = (request: Promise<unknown>): Promise<number> =>
  request.then(
    () => 200,
    (error: { status: number }) => error.status,
  )

const run = promisify(execFile)
export async function clone(github: GitHub, token: string) {
  const dir = await mkdtemp(join(tmpdir(), 'clone-'))
  const url = `${github.url.replace('//', `//x-access-token:${token}@`)}/octo/demo`
  const git = async (...args: string[]) =>
    (
      await run('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
        cwd: dir,
        env: { PATH: process.env['PATH'], HOME: dir, GIT_TERMINAL_PROMPT: '0' },
      })
    ).stdout
  await git('clone', '-q', url, '.')
  const commit = async (path: string, text: string) => {
    await git('init', '-q')
    await run('mkdir', ['-p', join(dir, path, '..')])
    await writeFile(join(dir, path), text)
    await git('add', '-A')
    await git('commit', '-qm', `Write ${path}`)
  }
  return { dir, git, commit, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

/** A GitHub with an issue 1 and a draft pull request 2 of the bot from `plan/issue-1`. */
export async function planned() {
  const github = await start()
  const bot = as(github)
  await github.openIssue('alice', { title: 'Limit requests', body: 'Please.' })
  await github.push('alice', 'plan/issue-1', { files: { 'PLAN.md': '# Plan: x\n' }, message: 'Plan\n\nPlan-Issue: 1' })
  const { data: pull } = await bot.pulls.create({
    ...repo,
    head: 'plan/issue-1',
    base: 'main',
    title: 'Plan',
    body: 'b',
    draft: true,
  })
  return { github, bot, pull }
}
