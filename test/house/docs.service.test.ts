import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { errorText } from '../../src/lib/errors.ts'
import { readInputs } from '../../src/runner/inputs.ts'
import { action, lint, LOOKED_AT, OURS, read, validate } from './workflows.ts'

// What people copy out of the documents: each workflow, job and step is looked at as if it stood in a repository.

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'install.md',
  ...globSync('docs/*.md'),
].sort()

type Block = { path: string; line: number; text: string }

const blocksIn = (path: string): Block[] =>
  [...read(path).matchAll(/^```ya?ml\n(.*?)^```$/gms)].map(({ index, 1: text = '' }) => ({
    path,
    line: read(path).slice(0, index).split('\n').length + 1,
    text,
  }))

const APP =
  '- id: app\n  uses: actions/create-github-app-token@bcd2ba49218906704ab6c1aa796996da409d3eb1\n  with: { client-id: a, private-key: b }\n'
const indented = (text: string): string => text.replace(/^(?=.)/gm, '      ')

/** A block as a whole workflow: steps stand in a job, behind the one that makes a token when they use it. */
function workflowOf(text: string): string {
  if (/^on:/m.test(text)) return text
  const head = 'on: workflow_dispatch\npermissions: {}\n'
  if (text.startsWith('jobs:')) return head + text
  const before = text.includes('steps.app.') && !text.includes('id: app') ? APP : ''
  return `${head}jobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n${indented(before + text)}`
}

const Used = z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).default({}) })
const Workflow = z.object({ jobs: z.record(z.string(), Used.extend({ steps: z.array(Used).default([]) })) })

/** Inputs that an action does not have, and actions of others that nobody looked at. */
function problemsIn(text: string): string[] {
  const steps = Object.values(Workflow.parse(parse(text)).jobs).flatMap((job) => [job, ...job.steps])
  return steps.flatMap(({ uses = '', with: given }) => {
    const known = uses === OURS ? Object.keys(action.inputs) : LOOKED_AT[uses]?.inputs.split(' ')
    if (uses === '' || uses.includes('/.github/workflows/')) return []
    if (!known) return [`${uses} was not looked at`]
    const unknown = Object.keys(given).filter((name) => !known.includes(name))
    return uses === OURS ? [...unknown, ...wrongValues(given)] : unknown
  })
}

/** What the action itself says of the values, at the start of a run. */
function wrongValues(given: Record<string, unknown>): string[] {
  const texts = { 'github-token': 'ghs_1', ...given }
  const read = (name: string): string => {
    const value = Object.entries(texts).find(([given]) => given === name)?.[1] ?? ''
    return String(value).replace(/\$\{\{.*?\}\}/g, 'something')
  }
  try {
    readInputs(read)
    return []
  } catch (error) {
    return [errorText(error)]
  }
}

const blocks = DOCUMENTS.flatMap(blocksIn)

describe('a workflow to be copied', () => {
  test.each(blocks.map(({ path, line, text }) => [`${path}:${line}`, text]))('%s is a workflow', async (name, text) => {
    const workflow = workflowOf(text)
    const file = `.github/workflows/${name.replace(/\W/g, '-')}.yml`
    expect(await lint(file, workflow)).toEqual([])
    expect(await validate(file, workflow)).toEqual([])
    expect(problemsIn(workflow)).toEqual([])
  })

  test('a typo in a documented workflow is found', async () => {
    const step = `- uses: ${OURS}\n  with:\n    verify-comand: npm test\n- uses: actions/cache@v5\n`
    expect(problemsIn(workflowOf(step))).toEqual(['verify-comand', 'actions/cache@v5 was not looked at'])
    const budget = `- uses: ${OURS}\n  with:\n    max-cost: 5\n    model: ours\n`
    expect(problemsIn(workflowOf(budget))).toEqual([expect.stringContaining('`max-cost` needs `prices`')])
    const wrong = workflowOf(`- uses: ${OURS}\n  with:\n    github-token: \${{ steps.gone.outputs.token }}\n`)
    expect(await lint('.github/workflows/a.yml', wrong)).toEqual([expect.stringContaining('"gone" is not defined')])
  })
})

/** The address that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsIn = (path: string): string[] =>
  [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()))

test.each(DOCUMENTS)('every internal link of %s and other documents works', (path) => {
  const folder = path.includes('/') ? `${path.split('/')[0]}/` : ''
  const links = [...read(path).matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)].map(([, file, anchor = '']) => ({
    file: file === undefined ? path : new URL(file, `file:///${folder}`).pathname.slice(1),
    anchor,
  }))
  const dead = links.filter(({ file, anchor }) => !anchorsIn(file).includes(anchor))
  expect(dead).toEqual([])
})

/** What stands under a heading, with what is below it; without one, what stands before the first. */
function sectionAt(path: string, anchor: string | undefined): string {
  const parts = read(path).split(/^(?=#{1,6} )/m)
  if (anchor === undefined) return parts.filter(Boolean)[0] ?? ''
  const at = parts.findIndex((part) => anchorOf(/^#+ (.*)$/m.exec(part)?.[1] ?? '') === anchor)
  const levelOf = (part = ''): number => /^#*/.exec(part)?.[0].length ?? 0
  const end = parts.findIndex((part, i) => i > at && levelOf(part) <= levelOf(parts[at]))
  return parts.slice(at, end < 0 ? undefined : end).join('')
}

describe('the questions of a newcomer, an admin, a security officer and a contributor', () => {
  const rows = read('docs/questions.md').match(/^\|.*\?? +\| .*\]\(.*$/gm) ?? []
  const links = rows.flatMap((row) =>
    [...row.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)].map(([, file = '', anchor]) => ({
      file: new URL(file, 'file:///docs/').pathname.slice(1),
      anchor,
    })),
  )

  test('docs/questions.md answers twenty-five questions', () => expect(rows).toHaveLength(25))

  test('every answer of docs/questions.md is at most one click from README', () => {
    const pages = [...read('README.md').matchAll(/\]\(([\w./-]+\.md)/g)].map(([, path]) => path)
    expect(links.filter(({ file }) => file !== 'README.md' && !pages.includes(file))).toEqual([])
  })

  test.each(links)('$file $anchor has at most 300 words', ({ file, anchor }) => {
    const words = sectionAt(file, anchor).split(/\s+/).filter(Boolean).length
    expect(words).toBeGreaterThan(10)
    expect(words).toBeLessThanOrEqual(300)
  })
})
