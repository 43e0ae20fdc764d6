import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// The house as a drawing: a folder of `src/`, a file beside them, and each folder of programs is a room. An arrow is an import.

const ROOT = resolve(import.meta.dirname, '../..')
const FILES = globSync(['src/**/*.ts', '{bench,demo,fakes,replay}/**/*.ts'], { cwd: ROOT }).filter(
  (path) => !path.startsWith('demo/project/') && !path.endsWith('.test.ts'),
)

const roomOf = (path: string): string => {
  const [top = '', second = ''] = path.split('/')
  return top === 'src' ? second : top
}

const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(readFileSync(join(ROOT, path), 'utf8'))
    .importedFiles.flatMap(({ fileName }) => (fileName.startsWith('.') ? [join(path, '..', fileName)] : []))
    .filter((to) => !to.startsWith('demo/project/'))

const arrows = new Map<string, Set<string>>(FILES.map((path) => [roomOf(path), new Set()]))
for (const path of FILES) {
  for (const to of importsOf(path)) if (roomOf(to) !== roomOf(path)) arrows.get(roomOf(path))?.add(roomOf(to))
}

/** The longest way down from each node; throws where one leads back to itself. */
function depths(graph: ReadonlyMap<string, Iterable<string>>): Map<string, number> {
  const known = new Map<string, number>()
  const depth = (at: string, way: readonly string[]): number => {
    if (way.includes(at)) throw new Error(`A circle: ${[...way, at].join(' → ')}`)
    const found = known.get(at) ?? Math.max(0, ...[...(graph.get(at) ?? [])].map((to) => 1 + depth(to, [...way, at])))
    known.set(at, found)
    return found
  }
  for (const node of graph.keys()) depth(node, [])
  return known
}

test('src/ has at most 24 modules on 13 layers with at most 100 dependencies, none of them upwards', () => {
  const floors = Math.max(...depths(arrows).values()) + 1
  const count = [...arrows.values()].reduce((sum, to) => sum + to.size, 0)
  expect(arrows.size).toBeLessThanOrEqual(24)
  expect(floors).toBeLessThanOrEqual(13)
  expect(
    count,
    [...arrows].map(([from, to]) => `${from} → ${[...to].sort().join(', ')}`).join('\n'),
  ).toBeLessThanOrEqual(100)
})

const SOURCES = FILES.filter((path) => path.startsWith('src/'))
/** The files that a file names at its head, for values and for types. */
const headOf = (path: string): string[] => {
  const { statements } = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest)
  const named = statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier: to }) => to)
  const files = named.flatMap((to) => (ts.isStringLiteral(to) && to.text.startsWith('.') ? [to.text] : []))
  return [...new Set(files.map((to) => join(path, '..', to)))]
}
const heads = new Map(SOURCES.map((path) => [path, headOf(path)]))
const edges = [...heads].flatMap(([path, files]) => files.map((to) => ({ path, to })))

test('the longest import chain in src/, type imports included, has at most 17 files', () => {
  expect(Math.max(...depths(heads).values()) + 1).toBeLessThanOrEqual(17)
})

// These may become less, and never more.
test('src/ has at most 54 imports of its own files per 1,000 lines', () => {
  const lines = SOURCES.reduce((sum, path) => sum + readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1, 0)
  expect((edges.length / lines) * 1_000).toBeLessThanOrEqual(54)
})

test('no folder of src/ has more than 20 files, or more than 40 imports between them', () => {
  const within = edges.filter(({ path, to }) => dirname(path) === dirname(to))
  const tooMany = (list: readonly string[], limit: number): string[] =>
    [...Map.groupBy(list, dirname)].flatMap(([folder, { length }]) => (length > limit ? [`${folder}: ${length}`] : []))
  expect(tooMany(SOURCES, 20)).toEqual([])
  expect(
    tooMany(
      within.map(({ path }) => path),
      40,
    ),
  ).toEqual([])
})

test('no type name is defined twice in src/', () => {
  const owners = new Map<string, string[]>()
  for (const path of SOURCES) {
    for (const [, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?:export )?(?:type|class) (\w+)/gm))
      owners.set(name, [...(owners.get(name) ?? []), path])
  }
  expect([...owners].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('file names in src/ are unique, except the parts that each task has', () => {
  const PARTS = ['input.ts', 'gather.ts', 'prompt.ts', 'run.ts', 'publish.ts']
  const isPart = (path: string): boolean => path.startsWith('src/tasks/') && PARTS.includes(basename(path))
  const names = Map.groupBy(
    SOURCES.filter((path) => !isPart(path)),
    (path) => basename(path),
  )
  expect([...names].filter(([, paths]) => paths.length > 1)).toEqual([])
})
