import { anyGlob } from '../paths.ts'
import { TEST_FILES } from './test-runners.ts'

/** Matches tests by these globs; `!` globs leave out, of the default list where there are no others. */
export function testFileMatcher(globs: readonly string[]): (path: string) => boolean {
  const given = globs.filter((glob) => !glob.startsWith('!'))
  const covers = anyGlob(given.length > 0 ? given : TEST_FILES)
  const leavesOut = anyGlob(globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)))
  return (path) => covers(path) && !leavesOut(path)
}

/** What no test can notice the absence of: texts for people. */
export const isDocumentation: (path: string) => boolean = anyGlob([
  '**/*.{md,mdx,markdown,rst,adoc,png,jpg,jpeg,gif,svg,webp}',
  '**/{docs,doc}/**/*.{txt,html,css}',
  '**/{LICENSE,LICENCE,NOTICE,AUTHORS,CODEOWNERS,CHANGELOG,README}{,.txt}',
])
