import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { compileFunction } from 'node:vm'
import fc from 'fast-check'
import ts from 'typescript'
import { expect } from 'vitest'

/** One test: where it stands, and what it does. `id` is the same at every loading, as long as the tables are. */
export type FoundTest = { id: string; name: string; file: string; run: (context: TestContext) => unknown }

/** What Vitest hands to a test and ours use. */
type TestContext = { expect: typeof expect }
type Body = (...args: unknown[]) => unknown
type Module = (exports: object, require: (name: string) => unknown) => void

/** What looks at the sources themselves, by where it lies, tests no mutant. */
export const testFiles = (pattern: string): string[] =>
  globSync(pattern)
    .filter((path) => !readFileSync(path, 'utf8').includes('import.meta'))
    .toSorted()

/** How fast something is depends on the load of the machine, so a mutant that is only slower survives. */
const TIMED = /linear time|text of 100 kB/

/** A mutant that a hundred examples do not show survives, so that a run ends today. Not one of them is random. */
const EXAMPLES = { seed: 1, numRuns: 100, endOnFailure: true }
const assertFew = (property: fc.IRawProperty<unknown>): unknown => fc.assert(property, EXAMPLES)
const FEW = { ...fc, assert: assertFew }
const PROPERTIES = { __esModule: true, ...FEW, default: FEW }

const compiled = new Map<string, Module>()
const packages = createRequire(import.meta.url)

/** A file as a function that evaluates it anew. Compiled once, whatever the number of mutants. */
function compile(path: string): Module {
  const known = compiled.get(path)
  if (known) return known
  const { outputText } = ts.transpileModule(readFileSync(path, 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024, esModuleInterop: true },
  })
  const call = compileFunction(outputText, ['exports', 'require'], { filename: path })
  const evaluate: Module = (exports, require) => void Reflect.apply(call, exports, [exports, require])
  compiled.set(path, evaluate)
  return evaluate
}

/** Loads test files and all that they import from the project afresh, and gives the tests that they define. */
export function loadTests(files: readonly string[]): FoundTest[] {
  const modules = new Map<string, object>()
  const tests: FoundTest[] = []
  const load = (path: string, vitest: object): object => {
    const known = modules.get(path)
    if (known) return known
    const exports = {}
    modules.set(path, exports)
    const require = (name: string): unknown => {
      if (name === 'vitest') return vitest
      if (name === 'fast-check') return PROPERTIES
      return name.startsWith('.') ? load(resolve(dirname(path), name), vitest) : packages(name)
    }
    compile(path)(exports, require)
    return exports
  }
  for (const file of files) load(resolve(file), definitions(file, tests))
  return tests
}

/** The part of Vitest that tables and properties need. What is missing here fails as soon as a file is loaded. */
function definitions(file: string, tests: FoundTest[]): object {
  let [path, count]: [string[], number] = [[], 0]
  const test = (name: string, run: Body): void => {
    const full = [...path, name].join(' > ')
    count += 1
    if (!TIMED.test(full)) tests.push({ id: `${file} #${count}`, name: full, file, run })
  }
  const describe = (name: string, body: Body): void => {
    const outer = path
    path = [...path, name]
    body()
    path = outer
  }
  return {
    expect,
    test: Object.assign(test, { each: eachOf(test) }),
    describe: Object.assign(describe, { each: eachOf(describe) }),
  }
}

const eachOf =
  (define: (name: string, body: Body) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const row of rows) {
      const args: unknown[] = Array.isArray(row) ? row : [row]
      define(name, () => body(...args))
    }
  }
