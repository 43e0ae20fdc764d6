import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'

// Names the chunks of the built action: `node scripts/name-chunks.ts lib/dist`. `ncc` numbers them, and has no setting
// for it. It is run after `ncc build … --stats-out lib/dist/stats.json`, and takes that file away.

const Stats = z.object({
  chunks: z.array(
    z.object({
      id: z.number(),
      names: z.array(z.string()),
      origins: z.array(z.object({ request: z.string() })),
      modules: z.array(z.object({ name: z.string(), size: z.number() })),
    }),
  ),
})
type Chunk = z.infer<typeof Stats>['chunks'][number]

/**
 * A name for each chunk: that of the package which most of it comes from, or of the modules of ours whose import loads
 * it. A name that is taken gets a number.
 */
function namesOf(stats: unknown): Map<number, string> {
  const names = new Map<number, string>()
  for (const chunk of Stats.parse(stats).chunks.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
    if (chunk.names.includes('main')) continue
    const name = packageOf(chunk) ?? importsOf(chunk)
    const taken = [...names.values()].filter((other) => other.replace(/-\d+$/, '') === name).length
    names.set(chunk.id, taken === 0 ? name : `${name}-${taken + 1}`)
  }
  return names
}

const sizeOf = ({ modules }: Chunk): number => modules.reduce((sum, { size }) => sum + size, 0)

function packageOf({ modules }: Chunk): string | undefined {
  const sizes = new Map<string | undefined, number>()
  for (const { name, size } of modules) {
    const path = name.split('node_modules/').slice(1).at(-1)
    const found = path && /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
    sizes.set(found, (sizes.get(found) ?? 0) + size)
  }
  const [largest] = [...sizes].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return largest?.replace('@', '').replace('/', '-')
}

const importsOf = ({ origins }: Chunk): string =>
  [...new Set(origins.map(({ request }) => basename(request, '.js')))].toSorted().join('-')

/** Puts the names where the ids of chunks stand in a built file: where they are loaded, and what they are called by. */
function renamed(code: string, nameOf: (id: string) => string): string {
  const quoted = (ids: string): string => ids.replace(/\d+/g, (id) => JSON.stringify(nameOf(id)))
  return code
    .replace(
      /(_require__\.e\((?:\/\*[^*]*\*\/ )?)(\d+)\)/g,
      (_, before: string, id: string) => `${before}${quoted(id)})`,
    )
    .replace(
      /^(export const ids? = )(\d+|\[[\d,]+\]);$/gm,
      (_, before: string, ids: string) => `${before}${quoted(ids)};`,
    )
}

function nameChunks(folder: string): void {
  const stats = join(folder, 'stats.json')
  const names = namesOf(JSON.parse(readFileSync(stats, 'utf8')))
  rmSync(stats)
  const nameOf = (id: string): string => {
    const name = names.get(Number(id))
    if (name === undefined) throw new Error(`The chunk ${id} has no name.`)
    return name
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('index.js'))) {
    const path = join(folder, file)
    writeFileSync(path, renamed(readFileSync(path, 'utf8'), nameOf))
    renameSync(path, join(folder, file.replace(/^\d+(?=\.)/, nameOf)))
  }
}

if (import.meta.main) nameChunks(process.argv[2] ?? 'lib/dist')
