import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../../fakes/runner/world.ts'

test('GitHub’s own toolkit finds the repository, the event and the inputs where the runner puts them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'toolkit-'))
  try {
    const bundle = join(dir, 'index.mjs')
    const github = join(import.meta.dirname, '../../node_modules/@actions/github/lib/github.js')
    await writeFile(
      bundle,
      `import { context } from ${JSON.stringify(github)}
       import { getInput, setOutput } from ${JSON.stringify(join(github, '../../../core/lib/core.js'))}
       setOutput('seen', JSON.stringify({ ...context.repo, ...context.issue, event: context.eventName, label: getInput('plan-label') }))`,
    )
    await using world = await createWorld({ bundle })
    const { number } = await world.github.openIssue('alice', { title: 'An issue', body: '' })
    const run = await world.say('alice', number, 'hello')
    expect(run.log).toBe('')
    expect(JSON.parse(run.outputs.seen ?? '{}')).toEqual({
      owner: 'octo',
      repo: 'demo',
      number,
      event: 'issue_comment',
      label: 'plan',
    })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
