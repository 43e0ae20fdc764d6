import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = resolve(import.meta.dirname, '..')
const PREFLIGHT = join(ROOT, 'scripts/preflight.js')

/** Starts an empty program behind the preflight, with a Node that calls itself `version`, and its system `platform`. */
function start({
  version = '22.18.0',
  platform = 'linux',
  program = 'demo/main.ts',
  older = 0,
  args = [] as string[],
}) {
  const cwd = mkdtempSync(join(tmpdir(), 'preflight-'))
  for (const path of ['src/main.ts', 'dist/index.js', program]) {
    mkdirSync(join(cwd, path, '..'), { recursive: true })
    writeFileSync(join(cwd, path), '')
  }
  const built = Date.now() / 1000 - older
  utimesSync(join(cwd, 'dist/index.js'), built, built)
  const disguise = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'});Object.defineProperty(process,'platform',{value:'${platform}'})`
  const imports = [disguise, PREFLIGHT].flatMap((url) => ['--import', url])
  const { status, stderr } = spawnSync(process.execPath, [...imports, program, ...args], { cwd, encoding: 'utf8' })
  rmSync(cwd, { recursive: true })
  return { status, stderr }
}

test.each(['20.20.2', '22.17.1', '18.0.0'])('an older Node, %s, is told which one it takes', (version) => {
  const { status, stderr } = start({ version })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Measure Twice needs Node 22\.18 or newer, and this is [\d.]+\. Install .*\n$/)
})

test.each(['22.18.0', '24.0.0', '26.1.0'])('Node %s is enough, and nothing is said', (version) => {
  expect(start({ version })).toEqual({ status: 0, stderr: '' })
})

test('what runs dist/ says when it is older than src/, but not by the seconds that a checkout takes', () => {
  const warning = expect.stringMatching(/^dist\/ is older than src\/.*`npm run build`/)
  expect(start({ older: 3600 })).toEqual({ status: 0, stderr: warning })
  expect(start({ older: 3600, program: 'bench/main.ts' })).toEqual({ status: 0, stderr: warning })
  for (const quiet of [{ older: 20 }, { older: 3600, program: 'replay/main.ts' }])
    expect(start(quiet)).toEqual({ status: 0, stderr: '' })
  expect(start({ older: 3600, program: 'bench/main.ts', args: ['--bundle', 'x'] }).stderr).toBe('')
})

test('the demonstration says where it runs, on a machine where it does not', () => {
  const { status, stderr } = start({ platform: 'darwin' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The demonstration needs Linux\. .* docker run .* npm run demo -- --container'\n$/)
  expect(start({ platform: 'darwin', program: 'replay/main.ts' })).toEqual({ status: 0, stderr: '' })
})

test('every program of package.json begins with it', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const programs = Object.values(scripts).filter((script) => /\bnode (?!-)\S+\.ts|\bnode --import/.test(script))
  expect(programs.length).toBeGreaterThan(3)
  expect(programs.filter((script) => !script.includes('node --import ./scripts/preflight.js '))).toEqual([])
})
