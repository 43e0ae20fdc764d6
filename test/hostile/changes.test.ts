import { describe, expect, test } from 'vitest'
import { checkout, writeWorkTree } from '../../src/git/work-tree.ts'
import { inspectCommit } from '../../src/guard/check-commit.ts'
import { PROTECTED_PATHS } from '../../src/guard/protected.ts'
import { redactor } from '../../src/guard/redact.ts'
import { CHANGED_TOKEN, CHANGES } from './changes.ts'
import { hostileTree } from './tree.ts'

const { repo, head, sh } = await hostileTree()
const rules = { protectedPaths: PROTECTED_PATHS, planFile: 'PLAN.md', redact: redactor([CHANGED_TOKEN]) }

const UNREAD = [
  ...['Pipfile', 'a/setup.py', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'A.csproj', 'deno.json', 'bun.lock'],
  ...['a.gemspec', 'Dockerfile', 'Dockerfile.dev'],
]

async function objections(command: string): Promise<string> {
  await checkout(repo, head)
  sh(command)
  const tree = await writeWorkTree(repo).catch((error: unknown) => error)
  return typeof tree === 'string'
    ? (await inspectCommit(repo, { from: head, to: tree }, rules)).problems.join('\n')
    : String(tree)
}

describe('no commit holds', () => {
  test.each(CHANGES)('a commit is refused that contains $name', async ({ command, why }) => {
    expect(await objections(command)).toMatch(why)
  })

  test('a commit is refused if its new symlink makes an existing one lead outside the repository', async () => {
    await checkout(repo, head)
    sh('mkdir -p deep/er; echo x > deep/er/x; ln -s deep/er/../.. old')
    const from = await writeWorkTree(repo)
    expect((await inspectCommit(repo, { from: head, to: from }, rules)).problems).toEqual([])
    sh('rm -r deep/er; ln -s ../src deep/er')
    const to = await writeWorkTree(repo)
    expect((await inspectCommit(repo, { from, to }, rules)).problems).toEqual([
      '`old` is a link that leads outside the repository now that another link changes.',
    ])
  })

  test('manifests that cannot be parsed, or are symlinks, are committed only if the subtask names them', async () => {
    await checkout(repo, head)
    sh(`mkdir a; for f in ${UNREAD.join(' ')}; do echo 'FROM evil/image' > "$f"; done; ln -s PLAN.md requirements.txt`)
    const to = await writeWorkTree(repo)
    const unreadWith = async (files: string[]) => {
      const approved = { words: 'Add a package.', files }
      const { problems } = await inspectCommit(repo, { from: head, to }, { ...rules, approved })
      return problems.map((text) => /^`(.*)` cannot be read for the packages/.exec(text)?.[1])
    }
    const all = [...UNREAD, 'requirements.txt'].toSorted()
    expect(await unreadWith([])).toEqual(all)
    expect(await unreadWith(all.filter((path) => path !== 'pom.xml'))).toEqual(['pom.xml'])
  })

  test('ignored files, pipes and sockets are not committed; harmless links and modes are', async () => {
    await checkout(repo, head)
    sh('echo "*.log" > .gitignore; echo x > x.log; mkfifo another; ln -s a.ts src/b.ts; chmod +x src/a.ts')
    const tree = await writeWorkTree(repo)
    expect((await inspectCommit(repo, { from: head, to: tree }, rules)).problems).toEqual([])
    expect(sh(`git --git-dir=../git ls-tree -r --name-only ${tree}`).stdout.toString()).toBe(
      '.gitignore\nPLAN.md\nsrc/a.ts\nsrc/b.ts\n',
    )
  })
})
