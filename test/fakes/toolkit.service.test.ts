import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../../fakes/runner/world.ts'

test('GitHub’s own toolkit finds the inputs and the files of the runner where the fake one puts them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'toolkit-'))
  try {
    const bundle = join(dir, 'index.mjs')
    const core = join(import.meta.dirname, '../../node_modules/@actions/core/lib/core.js')
    await writeFile(
      bundle,
      `import { getInput, setFailed, setOutput, summary } from ${JSON.stringify(core)}
       setOutput('label', getInput('plan-label'))
       await summary.addRaw('# Done').write()
       setFailed('100%')`,
    )
    await using world = await createWorld({ bundle })
    const { number } = await world.github.openIssue('alice', { title: 'An issue', body: '' })
    const run = await world.say('alice', number, 'hello')
    expect(run).toMatchObject({ code: 1, log: '::error::100%25\n', outputs: { label: 'plan' }, summary: '# Done' })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
