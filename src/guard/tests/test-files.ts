import { anyGlob, globList } from '../paths.ts'
import { RUNNERS } from './test-runners.ts'

const DEFAULT_GLOBS = [...new Set(RUNNERS.flatMap(({ tests }) => globList(tests)))]

/** Matches test files by the input `test-files`: `!` globs exclude, from the default globs if there are no others. */
export function testFileMatcher(globs: readonly string[]): (path: string) => boolean {
  const given = globs.filter((glob) => !glob.startsWith('!'))
  const covers = anyGlob(given.length > 0 ? given : DEFAULT_GLOBS)
  const excludes = anyGlob(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)))
  return (path) => covers(path) && !excludes(path)
}

/** Whether a file is text for people, whose absence no test can notice. */
export const isDocumentation: (path: string) => boolean = anyGlob([
  '**/*.{md,mdx,markdown,rst,adoc,png,jpg,jpeg,gif,svg,webp}',
  '**/{docs,doc}/**/*.{txt,html,css}',
  '**/{LICENSE,LICENCE,NOTICE,AUTHORS,CODEOWNERS,CHANGELOG,README}{,.txt}',
])
