import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { actionDist } from '../scenarios/bundle.ts'

// The licences of what is bundled ask for their texts to go along with the copies.

const ROOT = resolve(import.meta.dirname, '../..')
const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
})

/** The packages that an installation without development has, with their licences. Those of types alone have no code. */
function installed(): Map<string, string> {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const named = Object.entries(packages).map(([path, entry]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    ...entry,
  }))
  const bundled = named.filter(({ name, dev }) => name !== '' && !dev && !/(?:^|[/-])types$/.test(name))
  return new Map(bundled.map(({ name, license = '' }) => [name, license]))
}

test('THIRD-PARTY.txt names every package in the bundle with its licence and the licence text', () => {
  const notices = readFileSync(join(actionDist(), 'THIRD-PARTY.txt'), 'utf8')
  // The bundler's own few lines are in the bundle, too.
  const expected = new Map([...installed(), ['@vercel/ncc', 'MIT']])
  const lines = notices.split('\n')
  const found = lines.flatMap((line, i) => {
    const license = expected.get(line)
    return license !== undefined && license === lines[i + 1] && (lines[i + 2] ?? '') !== '' ? [line] : []
  })
  expect(found.sort()).toEqual([...expected.keys()].sort())
})
