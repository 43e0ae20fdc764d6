import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemsOfChanges } from '../../src/guard/change-rules.ts'
import { tryGit } from '../../src/git/git.ts'
import { isSafePlanPath } from '../../src/guard/paths.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'
import { ToolError } from '../../src/agent/tool.ts'
import { editingTools } from '../../src/agent/tools/executing.ts'
import { readingTools } from '../../src/agent/tools/reading.ts'
import { openWorkspace } from '../../src/agent/worktree/workspace.ts'
import { callIn } from '../agent/tools/call.ts'
import { LINKS, PATHS, PROTECTED } from './paths.ts'
import { CANARY, hostileTree } from './tree.ts'

const { top, root, repo, outside } = await hostileTree(LINKS)
const workspace = await openWorkspace({ root, protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md' })
const place = { workspace, git: (args: string[], options = {}) => tryGit(repo, args, options), redact: String }
const call = callIn([...readingTools(place), ...editingTools({ workspace })])
const answer = (name: string, input: Record<string, unknown>) => call(name, input).catch((error: unknown) => error)

const readings = (path: string): [string, Record<string, unknown>][] => [
  ['read_file', { path }],
  ['list_files', { path }],
  ['search', { pattern: '.', path }],
]
const writings = (path: string): [string, Record<string, unknown>][] => [
  ['write_file', { path, content: 'x' }],
  ['edit_file', { path, old_text: 'canary', new_text: 'x' }],
  ['delete_file', { path }],
  ['move_file', { from: path, to: 'moved.txt' }],
  ['move_file', { from: 'src/a.ts', to: path }],
]

describe('no tool opens', () => {
  test.each(PATHS)('no tool opens the path: $name', async ({ path, system = false }) => {
    await expect(workspace.resolveForWriting(path)).rejects.toThrow(ToolError)
    for (const [name, input] of [...readings(path), ...(system ? [] : writings(path))]) {
      expect([name, input, await answer(name, input)]).toEqual([name, input, expect.any(ToolError)])
    }
    for (const [name, input] of [
      ['git_show', { revision: 'HEAD', path }],
      ['git_log', { path }],
    ] as const) {
      const told = await answer(name, input)
      expect(told instanceof ToolError || !String(told).includes(CANARY)).toBe(true)
    }
    expect(outside()).toBe(CANARY)
    expect(existsSync(join(top, 'planted.txt'))).toBe(false)
  })
})

test('search and list_files follow no symlink that leads outside', async () => {
  expect(await answer('search', { pattern: 'canary|root:' })).toBe('No matches.')
  expect(await answer('list_files', {})).not.toMatch(/outside\.txt|passwd$|\.git\//m)
})

describe('no tool writes, no plan names, and no commit holds', () => {
  test.each(PROTECTED)('no tool writes, and no plan names: $name', async ({ path }) => {
    for (const [name, input] of writings(path)) expect(await answer(name, input)).toBeInstanceOf(ToolError)
    const side = { mode: '100644', blob: 'b' }
    const change = { path, status: 'A', from: { ...side, mode: '000000' }, to: side }
    const rules = { protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md' }
    expect(problemsOfChanges([change], rules, { sizes: new Map(), links: new Map() })).toHaveLength(1)
  })
})

test('a plan may not name paths that lead outside or into .git', () => {
  const named = PATHS.filter(({ path }) => isSafePlanPath(path)).map(({ path }) => path)
  // What is a link, a pipe or a socket is found out when it is opened.
  expect(named.filter((path) => !/^(out|chain|absolute|dangling|circle|to-|pipe|socket)/.test(path))).toEqual([])
})
