import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROMPT = join(import.meta.dirname, '../../demo/prompt.ts')

/** Answers to three questions of the demonstration, from this input. */
function answersTo(input: string): { code: number | null; answers: unknown } {
  const program = `
    import { promptFor } from ${JSON.stringify(PROMPT)}
    const options = { auto: false, brain: { kind: 'endpoint' } }
    using prompt = promptFor(options, new AbortController().signal)
    const answers = []
    for (const line of ['a', 'b', 'c']) answers.push(await prompt.line('bob is about to say', line))
    process.stderr.write(JSON.stringify(answers))
  `
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    input,
    timeout: 20_000,
    encoding: 'utf8',
  })
  return { code: status, answers: stderr === '' ? undefined : JSON.parse(stderr) }
}

test.each([
  ['no input at all', '', ['a', 'b', 'c']],
  ['an input that ends', 'x\n', ['x', 'b', 'c']],
  ['lines that come at once', 'x\n\ny\nz\n', ['x', 'b', 'y']],
])('the demonstration goes on with %s, and ends', (_, input, answers) => {
  expect(answersTo(input)).toEqual({ code: 0, answers })
})
