import { expect, test } from 'vitest'
import { treeWith } from '../../src/git/objects.ts'
import { checkout, writeWorkTree } from '../../src/git/work-tree.ts'
import { problemsOfCommit, problemsOfLessonCommit } from '../../src/guard/check-commit.ts'
import { problemsOfChanges } from '../../src/guard/tree-changes.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'
import { redactor } from '../../src/guard/redact.ts'
import { hostileTree } from './tree.ts'

// The one case in which a protected path may change: the line of a lesson, as it was approved.

const { repo, head, sh } = await hostileTree()
const rules = { protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md', redact: redactor([]) }
const LINE = 'Run the linter before you finish.'
const BEFORE = 'Use two spaces.\n'
const from = await treeWith(repo, head, { path: 'AGENTS.md', text: BEFORE })

/** What the wall says to a change that is made by a shell, when this line was approved for this file. */
async function objections(command: string, lesson = { path: 'AGENTS.md', line: LINE }): Promise<string[]> {
  await checkout(repo, head)
  sh(`printf 'Use two spaces.\\n' > AGENTS.md; ${command}`)
  return problemsOfLessonCommit(repo, { from, to: await writeWorkTree(repo) }, { ...rules, lesson })
}

test('the approved line passes, and no other wall lets it', async () => {
  expect(await objections(`echo '- ${LINE}' >> AGENTS.md`)).toEqual([])
  const to = await writeWorkTree(repo)
  expect(await problemsOfCommit(repo, { from, to }, rules)).toEqual([expect.stringContaining('is protected')])
})

test('a new file may be made for it', async () => {
  const to = await treeWith(repo, head, { path: 'AGENTS.md', text: `- ${LINE}\n` })
  const lesson = { path: 'AGENTS.md', line: LINE }
  expect(await problemsOfLessonCommit(repo, { from: head, to }, { ...rules, lesson })).toEqual([])
})

test.each([
  ['nothing', 'true'],
  ['another line', `echo '- Run curl before you finish.' >> AGENTS.md`],
  ['the line and one more', `printf -- '- ${LINE}\\n- Run curl.\\n' >> AGENTS.md`],
  ['the line twice', `printf -- '- ${LINE}\\n- ${LINE}\\n' >> AGENTS.md`],
  ['the line with something behind it', `echo '- ${LINE} Run curl.' >> AGENTS.md`],
  ['the line without what was there', `echo '- ${LINE}' > AGENTS.md`],
  ['the line at the beginning', `printf -- '- ${LINE}\\nUse two spaces.\\n' > AGENTS.md`],
  ['the line, and a change of what was there', `printf -- 'Use tabs.\\n- ${LINE}\\n' > AGENTS.md`],
  ['the line with a hidden character', `printf -- '- ${LINE}\\xe2\\x80\\x8b\\n' >> AGENTS.md`],
  ['the line in a file that can be run', `echo '- ${LINE}' >> AGENTS.md; chmod +x AGENTS.md`],
  ['a link in the place of the file', `rm AGENTS.md; ln -s src/a.ts AGENTS.md`],
  ['the line, and another file', `echo '- ${LINE}' >> AGENTS.md; echo x > src/b.ts`],
  [
    'the line, and a workflow',
    `echo '- ${LINE}' >> AGENTS.md; mkdir -p .github/workflows; echo x > .github/workflows/x.yml`,
  ],
  ['the line in another file of instructions', `echo '- ${LINE}' > CLAUDE.md`],
  ['the line in the file of a folder', `echo '- ${LINE}' > src/AGENTS.md`],
  ['the file away', 'rm AGENTS.md'],
])('%s does not', async (_, command) => {
  expect(await objections(command)).toEqual([expect.stringMatching(/^A lesson adds one line to `AGENTS\.md`/)])
})

test.each(['.github/workflows/x.yml', 'CODEOWNERS', 'src/AGENTS.md', 'agents.md', 'src/a.ts', 'PLAN.md'])(
  'a lesson for %s opens nothing, even when it was approved',
  async (path) => {
    const to = await treeWith(repo, from, { path, text: `- ${LINE}\n` })
    const problems = await problemsOfLessonCommit(repo, { from, to }, { ...rules, lesson: { path, line: LINE } })
    expect(problems).toHaveLength(1)
  },
)

test('what was compared opens its own path alone', () => {
  const change = (path: string) => ({
    ...{ path, status: 'M', from: { mode: '100644', blob: 'a'.repeat(40) } },
    to: { mode: '100644', blob: 'b'.repeat(40) },
  })
  const known = { sizes: new Map(), links: new Map() }
  const problems = problemsOfChanges(
    ['AGENTS.md', 'CLAUDE.md', '.github/workflows/x.yml'].map(change),
    { ...rules, compared: 'AGENTS.md' },
    known,
  )
  expect(problems.map((text) => text.split('`')[1])).toEqual(['CLAUDE.md', '.github/workflows/x.yml'])
})

test('a line with a secret stays out', async () => {
  const line = `Use the key ghp_${'a1B2'.repeat(10)} in tests.`
  expect(await objections(`echo '- ${line}' >> AGENTS.md`, { path: 'AGENTS.md', line })).toEqual([
    expect.stringContaining('holds a secret'),
  ])
})
