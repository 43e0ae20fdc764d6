import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/decide/words/command.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const sources = globSync('src/**/*.ts', { cwd: ROOT }).map((path) => ({
  path,
  text: readFileSync(join(ROOT, path), 'utf8'),
}))

/**
 * These words have other meanings, too: what was read of a plan, the step that several commands ask for, an order to check
 * changes, a value of the input `new-packages`, a limit of a budget, and a line of the log.
 */
const WORDS = ['plan', 'revise', 'verify', 'ask', 'cost', 'note']
const names = [...new Set(COMMANDS.map(({ name }) => name))].filter((name) => !WORDS.includes(name))

/** What a model does for a command is a task of its own. */
const TASKS = ['src/agent/', 'src/checks/', 'src/tasks/']

const filesOf = (name: string): string[] =>
  sources
    .filter(({ path, text }) => !TASKS.some((folder) => path.startsWith(folder)) && text.includes(`'${name}'`))
    .map(({ path }) => path)

test.each(names)('/%s appears in at most four source files besides its task', (name) => {
  const files = filesOf(name)
  expect(files).toContain('src/decide/words/command.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(4)
})
