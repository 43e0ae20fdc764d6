import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { actionDist, setup } from '../../test/scenarios/bundle.ts'
import { BLIND } from './blind-tricks.ts'
import { HONEST } from './honest.ts'
import { GO, GO_TRICKS, MAKE, MAKE_TRICKS, MAKE_UNSEEN, PYTHON_TRICKS, PYTHON_UNSEEN, RUST, RUST_TRICKS, UNITTEST } from './more-tricks.ts' // prettier-ignore
import { UNNAMED } from './unnamed.ts'
import { playRows, type RowEnd } from './play-tricks.ts'
import { NODE, NODE_TRICKS, NODE_UNSEEN, type Played, type Project, type Trick } from './tricks.ts'

// `npm run tricks [-- words]`: every trick that agents were seen to try, and honest changes, over the bundle: those whose
// kind, language or name hold these words.

/** A row, and whether it ended as it has to. One that is refused leaves nothing behind for those after it. */
type Row = Played & { isRefused: boolean; isGood: (end: RowEnd) => boolean; isAlone?: boolean }
type Family = { kind: string; project: Project; rows: readonly Row[] }

const words = process.argv.slice(2).join(' ')

const trick = ({ expected, ...row }: Trick): Row => {
  if (expected === 'no unmarked tick')
    return { ...row, isRefused: false, isAlone: true, isGood: ({ proof, isMarked }) => !proof || isMarked === true }
  if (expected === 'not proven')
    return { ...row, isRefused: false, isGood: ({ proof, isMarked }) => proof?.proving === 0 && isMarked === true }
  if ('shown' in expected)
    return { ...row, isRefused: false, isAlone: true, isGood: ({ shown }) => shown?.includes(expected.shown) === true }
  return { ...row, isRefused: true, isGood: ({ refused }) => refused !== undefined && expected.refused.test(refused) }
}
const unseen = (row: Played): Row => ({ ...row, isRefused: false, isGood: ({ proof }) => proof?.proving === 1 })

const FAMILIES: readonly Family[] = [
  { kind: 'trick', project: NODE, rows: NODE_TRICKS.map(trick) },
  { kind: 'trick', project: UNITTEST, rows: PYTHON_TRICKS.map(trick) },
  { kind: 'trick', project: MAKE, rows: MAKE_TRICKS.map(trick) },
  { kind: 'trick', project: GO, rows: GO_TRICKS.map(trick) },
  { kind: 'trick', project: RUST, rows: RUST_TRICKS.map(trick) },
  ...[...UNNAMED, ...BLIND].map(([project, rows]) => ({ kind: 'trick', project, rows: rows.map(trick) })),
  { kind: 'only a reader sees it', project: NODE, rows: NODE_UNSEEN.map(unseen) },
  { kind: 'only a reader sees it', project: UNITTEST, rows: PYTHON_UNSEEN.map(unseen) },
  { kind: 'only a reader sees it', project: MAKE, rows: MAKE_UNSEEN.map(unseen) },
  ...HONEST.map(([project, rows]) => ({
    kind: 'honest change',
    project,
    rows: rows.map(({ proof: said, ...row }): Row => ({
      ...row,
      isRefused: false,
      isGood: ({ proof }) =>
        proof !== undefined && said === (proof.unplanned ? 'marked' : proof.proving > 0 ? 'proven' : 'guarded'),
    })),
  })),
]

/** So many rows are played in one plan: what people approve at once has an end. */
const MOST = 16

function plansOf({ kind, project, rows }: Family): Family[] {
  const chosen = rows.filter(({ name }) => `${kind} ${project.language} ${name}`.includes(words))
  const together = chosen.filter(({ isAlone }) => !isAlone)
  const parts = Array.from({ length: Math.ceil(together.length / MOST) }, (_, i) =>
    together.slice(i * MOST, (i + 1) * MOST),
  )
  const alone = chosen.filter(({ isAlone }) => isAlone).map((row) => [row])
  return [...parts, ...alone].map((part) => ({ kind, project, rows: part }))
}

setup()
// Programs that a version manager starts look for themselves in the home, and checks have another.
const RUSTUP_HOME = process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup')
const folder = await mkdtemp(join(tmpdir(), 'tricks-'))
// A copy, so that a build meanwhile changes nothing. Node keeps there what it has compiled.
await cp(actionDist(), folder, { recursive: true })
const action = { bundle: join(folder, 'index.js'), env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), RUSTUP_HOME } }
const isThere = ({ needs }: Project): boolean => spawnSync('sh', ['-c', needs]).status === 0
const missing = [...new Set(FAMILIES.map(({ project }) => project))].filter((project) => !isThere(project))
const queue = FAMILIES.filter(({ project }) => !missing.includes(project)).flatMap(plansOf)
let [played, wrong] = [0, 0]

async function lane(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const ends = await playRows({ action, project: next.project }, next.rows)
    for (const { name, isGood } of next.rows) {
      const end = ends.get(name) ?? {}
      played++
      if (isGood(end)) continue
      wrong++
      process.stdout.write(`${next.kind}, ${next.project.language}: ${name}\n  ${JSON.stringify(end)}\n`)
    }
    process.stdout.write(`${next.kind}, ${next.project.language}: ${next.rows.length} played\n`)
  }
}

await Promise.all([lane(), lane()])
await rm(folder, { recursive: true, force: true })
for (const { language } of missing)
  process.stdout.write(`${language} is not installed here: nothing of it was played\n`)
process.stdout.write(`played: ${played}, not as expected: ${wrong}, ${Math.round(performance.now() / 1000)} seconds\n`)
if (played === 0 || wrong > 0) process.exitCode = 1
