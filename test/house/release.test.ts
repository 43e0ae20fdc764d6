import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

// The scripts of the release workflow, run by bash on a repository of their own. `gh` is one that notes what it is asked.

const ROOT = resolve(import.meta.dirname, '../..')
const Step = z.object({ name: z.string().optional(), run: z.string().optional() })
const Workflow = z.object({
  on: z.object({ push: z.object({ tags: z.array(z.string()) }), release: z.object({ types: z.array(z.string()) }) }),
  jobs: z.record(z.string(), z.object({ if: z.string().optional(), steps: z.array(Step).default([]) })),
})
const { on, jobs } = Workflow.parse(parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')))

const temp = mkdtempSync(join(tmpdir(), 'release-'))
afterAll(() => rmSync(temp, { recursive: true }))

/** A repository with the releases v1.2.0 and v1.10.0, its checkout at `head`. */
function repositoryAt(head: string): string {
  const cwd = mkdtempSync(join(temp, 'repository-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd })
  git('init', '--quiet')
  for (const tag of ['v1.2.0', 'v1.10.0']) {
    git('commit', '--quiet', '--allow-empty', '--message', tag)
    git('tag', tag)
  }
  git('checkout', '--quiet', head)
  return cwd
}

/** `gh`, which answers as the lines of `case` say, and otherwise goes well. */
function fakeGh(answers: string): string {
  const folder = mkdtempSync(join(temp, 'bin-'))
  writeFileSync(join(folder, 'gh'), `#!/bin/bash\necho "gh $*" >>"$ASKED"\ncase "$*" in\n${answers}\nesac\n`)
  chmodSync(join(folder, 'gh'), 0o755)
  return folder
}

/** Runs the scripts of a job one after the other, as the runner does; what they said, and what they asked of GitHub. */
function play(job: string, tag: string, answers: string, files: Record<string, string> = {}) {
  const cwd = repositoryAt(tag)
  mkdirSync(join(cwd, 'dist'))
  for (const [name, text] of Object.entries({ 'action.yml': '', 'dist/index.js': '', ...files }))
    writeFileSync(join(cwd, name), text)
  const asked = join(cwd, '.git/asked')
  const summary = join(cwd, '.git/summary')
  for (const file of [asked, summary]) writeFileSync(file, '')
  const env = {
    PATH: [fakeGh(answers), process.env['PATH']].join(delimiter),
    ...{ TAG: tag, GITHUB_REPOSITORY: 'octo/measure-twice', ASKED: asked, GITHUB_STEP_SUMMARY: summary },
  }
  const scripts = jobs[job]?.steps.filter(({ name }) => !name?.startsWith('The tag is')).flatMap(({ run }) => run ?? [])
  let said = ''
  for (const script of scripts ?? []) {
    const { status, stdout } = spawnSync('bash', ['-e', '-c', script], { cwd, env, encoding: 'utf8' })
    said += stdout
    if (status !== 0) break
  }
  return { said, asked: readFileSync(asked, 'utf8'), summary: readFileSync(summary, 'utf8') }
}

const IMMUTABLE = '*releases/tags*) echo true;;'

test('pushing a version tag creates a draft release, which a person publishes', () => {
  expect(on).toMatchObject({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] }, release: { types: ['published'] } })
  const answers =
    '*--json*) echo https://github.com/octo/measure-twice/releases/tag/untagged-1;;\n"release view"*) exit 1;;'
  const { asked, summary } = play('draft', 'v1.10.0', answers)
  expect(asked).toMatch(/^gh release create v1\.10\.0 .*--draft/m)
  expect(asked).not.toContain('refs/tags')
  expect(summary).toContain('tick **Publish this Action to the GitHub Marketplace**')
  expect(summary).toContain('https://github.com/octo/measure-twice/releases/tag/untagged-1')
})

test('a version tag is rejected while package.json has the placeholder OWNER', () => {
  const { asked, said } = play('draft', 'v1.10.0', '', {
    'package.json': '{"repository": "github:OWNER/measure-twice"}',
  })
  expect([asked, said]).toEqual(['', expect.stringContaining('::error::package.json still says OWNER.')])
})

test('an existing draft release is not created twice', () => {
  const { asked } = play('draft', 'v1.10.0', '*--json*) echo https://example.com;;')
  expect(asked).not.toContain('release create')
})

describe('when it is published', () => {
  test('publishing a release moves the major version tag to it', () => {
    const { asked, said } = play('move', 'v1.10.0', IMMUTABLE)
    expect(asked).toMatch(
      /^gh api --method PATCH repos\/octo\/measure-twice\/git\/refs\/tags\/v1 -f sha=[0-9a-f]{40} /m,
    )
    expect(asked).not.toContain('--method POST')
    expect(said).not.toContain('::error::')
  })

  test('publishing a release creates a missing major tag, but keeps one at a newer release', () => {
    expect(play('move', 'v1.10.0', `${IMMUTABLE}\n*PATCH*) exit 1;;`).asked).toContain('-f ref=refs/tags/v1 -f sha=')
    expect(play('move', 'v1.2.0', IMMUTABLE).asked).not.toContain('refs/tags/v1')
  })

  test('a mutable release, or one that CI did not check, moves no tag', () => {
    const mutable = play('move', 'v1.10.0', '*releases/tags*) echo false;;')
    const unchecked = play('move', 'v1.10.0', `${IMMUTABLE}\n*dist/late.js*) exit 1;;`, { 'dist/late.js': '' })
    expect([mutable.said, unchecked.said]).toEqual([
      expect.stringContaining('::error::v1.10.0 can still be changed.'),
      expect.stringContaining('::error::CI did not check dist/late.js of v1.10.0.'),
    ])
    expect(mutable.asked + unchecked.asked).not.toContain('git/refs')
  })

  // GitHub: "refusing to allow a GitHub App to create or update workflow … without `workflows` permission".
  test('the major tag is moved with RELEASE_TOKEN, or the run prints the command that moves it', () => {
    const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
    expect(text).toContain('GH_TOKEN: ${{ secrets.RELEASE_TOKEN || github.token }}')
    const { said } = play('move', 'v1.10.0', `${IMMUTABLE}\n*git/refs*) exit 1;;`)
    expect(said).toContain("or run: git push --force origin 'v1.10.0^{}:refs/tags/v1'")
  })
})
