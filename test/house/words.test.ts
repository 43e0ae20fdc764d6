import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// What people read is plain, short, active product English. These words made it read like a translation. Each number
// is what is left of them: it only goes down.

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8')
const WORDS = /\b(?:somebody|nobody|whoever|carried out|mend(?:s|ed|ing)?|anew)\b/gi

/** The texts of a program, without its comments and names. */
function textsOf(path: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest))
  return texts
}

/** Names of tests, which the pages about promises quote, are not ours to put better here. */
const withoutTests = (page: string): string => page.replace(/“[^”]*”/g, '')

/** What the model alone reads. */
const PROMPTS = [
  ...globSync('src/tasks/**/prompt*.ts', { cwd: ROOT }),
  ...['src/tasks/ask/run.ts', 'src/tasks/review/run.ts', 'src/agent/run-agent.ts'],
]
const PROGRAMS = globSync(['src/**/*.ts', 'demo/**/*.ts'], { cwd: ROOT }).filter(
  (path) => !PROMPTS.includes(path) && !path.endsWith('.test.ts'),
)

const PAGES = globSync('docs/*.md', { cwd: ROOT, exclude: ['docs/security.md'] })

test.each([
  ['the programs', PROGRAMS.flatMap(textsOf), 0],
  ['README, action.yml and SECURITY.md', ['README.md', 'action.yml', 'SECURITY.md'].map(read).map(withoutTests), 0],
  ['docs/', PAGES.map(read).map(withoutTests), 0],
  ['the page of the demonstration', globSync('demo/stage/page/*.html', { cwd: ROOT }).map(read), 0],
  ['the examples', globSync('examples/*.yml', { cwd: ROOT }).map(read), 0],
])('%s: no words that read like a translation', (_, texts, most) => {
  expect(texts.join('\n').match(WORDS)?.length ?? 0).toBeLessThanOrEqual(most)
})

/** The comments of a program. */
const commentsOf = (path: string): string[] => read(path).match(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm) ?? []
const COMMENTS = globSync('src/**/*.ts', { cwd: ROOT }).flatMap(commentsOf)

/** Code, addresses and other people's words stay as they are, and so do the values of the output `plan-state`. */
const withoutQuotes = (text: string): string =>
  text.replace(
    /```[^]*?```|`[^`\n]*`|“[^”]*”|\]\([^()\s]*\)|src="[^"]*"|todo, in_progress, halted, done or abandoned/g,
    '',
  )
const SENTENCES = [
  ...COMMENTS,
  ...PROGRAMS.flatMap(textsOf).filter((text) => /\S\s\S/.test(text)),
  ...[...PAGES, 'README.md', 'SECURITY.md', 'install.md', 'action.yml'].map(read),
].map(withoutQuotes)

test.each([
  ['pause', /\b(?:halt(?:s|ed|ing)?|on hold)\b/gi],
  ['skip', /\babandon(?:s|ed|ing)?\b/gi],
  ['review comment', /\bremark(?:s|ed|ing)?\b/gi],
  ['plan comment', /\bannouncements?\b(?!-)/gi],
  ['progress comment', /\bearly comments?\b/gi],
])('comments, texts and pages use the term “%s” and no synonyms', (_, other) => {
  expect(SENTENCES.flatMap((text) => text.match(other) ?? [])).toEqual([])
})

test('no doc comment begins with "The same": each says by itself what it is about', () => {
  expect(COMMENTS.filter((comment) => /^\s*\/\*\*\s*(?:\*\s*)?The same\b/.test(comment))).toEqual([])
})

// This may become less, and never more.
test('comments use technical terms; the number of vague words such as "said" or "beside" only falls', () => {
  const words = /\b(?:somebody|nobody|whoever|said|told|beside|kept|goes on|at work)\b/gi
  expect(COMMENTS.join('\n').match(words)?.length ?? 0).toBeLessThanOrEqual(69)
})

/** The words of the names that a program declares, parted at capitals. */
function wordsOfNames(path: string): string[] {
  const words: string[] = []
  const visit = (node: ts.Node): void => {
    const isUse = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
    const name = isUse ? undefined : ts.getNameOfDeclaration(node as ts.Declaration)
    if (name && ts.isIdentifier(name)) words.push(...name.text.split(/(?=[A-Z])/).map((word) => word.toLowerCase()))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest))
  return words
}

test('names use technical terms; the number of vague words such as "said" or "place" only falls', () => {
  const words = globSync('src/**/*.ts', { cwd: ROOT }).flatMap(wordsOfNames)
  const vague = words.filter((word) => /^(?:somebody|nobody|whoever|said|told|beside|kept|goes|place)$/.test(word))
  expect(vague.length).toBeLessThanOrEqual(19)
})
