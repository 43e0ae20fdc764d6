import { REPOSITORY } from '../fakes/runner/world.ts'

/** A repository of so many small modules, in folders of fifty. */
export function repositoryOf(count: number): Record<string, string> {
  const modules = Array.from({ length: count - Object.keys(REPOSITORY).length }, (_, i) => [
    `src/part${Math.floor(i / 50)}/module${i}.js`,
    `export const value${i} = ${i}\n`,
  ])
  const files = Object.entries(REPOSITORY).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text]] : []))
  return Object.fromEntries([...files, ...modules])
}
