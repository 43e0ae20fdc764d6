import { call, calls, type Context, type Reply } from '../../fakes/model/script.ts'
import { BOT } from '../../fakes/github/people.ts'
import { createWorld, type World, type WorldOptions } from '../../fakes/runner/world.ts'
import { KEEP, type Files, type Played, type Project } from './tricks.ts'

/** A row, and whether what it does leaves nothing behind, because it is refused. */
type Row = Played & { isRefused?: boolean }

/** How a row ended over the bundle: what its agent was told last, and what its commit and its line in the list say. */
export type RowEnd = {
  refused?: string
  proof?: { proving: number; guarding: number; unplanned?: number }
  isMarked?: boolean
  shown?: readonly string[]
}

/** Only what the plan's own checks say is of interest: the walls around them have tests of their own. */
const INPUTS = { sandbox: 'none', 'max-attempts': '1', 'max-subtasks': '100', 'max-tokens': '0' }
/** Milliseconds that one run may take, with all its rows. */
const LONGEST_RUN = 1_800_000

/** What the world's own repository has, and these do not. */
const BARE: Record<string, null> = { 'src/index.js': null, 'test/index.test.js': null, 'package.json': null }

/** A subtask: it makes the files what the rows after it begin from, or it is a row. */
type Piece = { kind: 'base'; files: Files } | { kind: 'row'; row: Row }

const PREPARE = ['**']

/** Rows that begin from the same files stand together, those that leave nothing behind first. */
function piecesOf({ files }: Project, rows: readonly Row[]): Piece[] {
  const keyOf = ({ base = {} }: Row): string => JSON.stringify(Object.entries(base).toSorted())
  const sorted = rows.toSorted(
    (a, b) => keyOf(a).localeCompare(keyOf(b)) || Number(b.isRefused ?? false) - Number(a.isRefused ?? false),
  )
  return sorted.flatMap((row, i): Piece[] => {
    const before = sorted[i - 1]
    const isReady = before ? before.isRefused && keyOf(before) === keyOf(row) : keyOf(row) === keyOf({ name: '' })
    const piece: Piece = { kind: 'row', row }
    return isReady ? [piece] : [{ kind: 'base', files: { ...files, ...row.base } }, piece]
  })
}

const writing = (changes: Files, command = ''): Reply => {
  const gone = Object.keys(changes).filter((path) => changes[path] === null)
  const shell = [...gone.map((path) => `rm ${path}`), command].filter(Boolean).join('; ')
  return calls(
    ...Object.entries(changes).flatMap(([path, content]) =>
      content === null ? [] : [call('write_file', { path, content })],
    ),
    ...(shell ? [call('run_command', { command: shell })] : []),
  )
}

/** What has to be written so that one state of the files becomes the other. */
function difference(from: Files, to: Files): Files {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return Object.fromEntries(
    paths.flatMap((path) => ((from[path] ?? null) === (to[path] ?? null) ? [] : [[path, to[path] ?? null]])),
  )
}

const planFor = ({ named, check }: Project, pieces: readonly Piece[]) => ({
  title: 'Cap the numbers',
  description: 'Large numbers are capped.',
  expected_outcome: 'All tests pass.',
  ...{ questions: [], risks: [], answers: [] },
  subtasks: pieces.map((piece, i) => ({
    ...{ number: i + 1, name: nameOf(i + 1), expected_outcome: 'It is there.', depends_on: [] },
    ...(piece.kind === 'base'
      ? { files: PREPARE, verify: ['test -d .'], description: 'Prepare what comes next.' }
      : {
          files: [...(piece.row.files ?? named)],
          verify: [...(piece.row.checks ?? [check])],
          description: piece.row.text ?? 'Mend it.',
        }),
  })),
})

const nameOf = (number: number): string => `Do part ${number} of it`

/**
 * Plays rows over the bundle: one plan in a repository of its own, with a subtask for each row and, where the files have
 * to be others, one before it that makes them so. An agent that is refused gives up, and the plan goes on.
 */
export async function playRows(
  { action, project }: { action: Pick<WorldOptions, 'bundle' | 'env'>; project: Project },
  rows: readonly Row[],
): Promise<Map<string, RowEnd>> {
  const pieces = piecesOf(project, rows)
  const told = new Map<number, string[]>()
  let now: Files = project.files
  const act = ({ subtask = 0, turn, results }: Context): Reply => {
    const piece = pieces[subtask - 1]
    const row = piece?.kind === 'row' ? piece.row : undefined
    told.set(
      subtask,
      results.map(({ text }) => text),
    )
    const changes = piece?.kind === 'base' ? difference(now, piece.files) : (row?.writes ?? {})
    const first = writing(changes, row?.command)
    const at = turn + (first.calls?.length ? 0 : 1)
    if (at === 0) return first
    if (at > 1 && !results.at(-1)?.text.includes(KEEP)) return call('give_up', { reason: 'That was refused.' })
    if (!row?.isRefused) now = { ...now, ...changes }
    return call('finish_subtask', { outcome: 'All tests pass.', commit_subject: `Do part ${subtask}` })
  }
  const script = { plan: call('create_plan', planFor(project, pieces)), subtasks: { default: act } }
  await using world = await createWorld({ ...action, script, inputs: INPUTS, timeoutMs: LONGEST_RUN })
  await world.github.push('alice', 'main', { files: { ...BARE, ...project.files } })
  const { pull = 0, run } = await world.plan()
  if (pull === 0) throw new Error(`No plan came of it:\n${run.log}`)
  const approved = await world.say('bob', pull, 'approve')
  const ends = await endsOf(world, pull)
  const closing = (await world.github.commentsOf(pull)).findLast(({ user }) => user?.login === BOT)?.body ?? ''
  return new Map(
    pieces.flatMap((piece, i): [string, RowEnd][] => {
      const end = ends.get(i + 1)
      const shown = [...closing.matchAll(new RegExp(`^- (?:The test )?\`(.+?)\` \\(subtask ${i + 1}\\)`, 'gm'))].map(
        ([, path = '']) => path,
      )
      if (piece.kind === 'row')
        return [[piece.row.name, end ? { ...end, shown } : { refused: told.get(i + 1)?.join('\n') ?? '' }]]
      if (end) return []
      throw new Error(`The files could not be prepared: ${told.get(i + 1)?.join('\n')}\n${approved.log}`)
    }),
  )
}

/** What the commits of subtasks and their lines in the list say, by number. */
async function endsOf({ github }: World, pull: number): Promise<Map<number, RowEnd>> {
  const { branch, body } = await github.pull(pull)
  const lines = body.split('\n').filter((line) => /^\s*- \[[ x]\]/.test(line))
  const ends = new Map<number, RowEnd>()
  for (const { trailers } of await github.commits(branch)) {
    const value = (name: string): string | undefined => trailers.find(([key]) => key === name)?.[1]
    const [, proving, guarding, unplanned] =
      /^proving=(\d+) guarding=(\d+)(?: unplanned=(\d+))?$/.exec(value('Plan-Proof') ?? '') ?? []
    if (proving === undefined) continue
    const number = Number(value('Plan-Subtask'))
    const line = lines.find((one) => one.includes(nameOf(number))) ?? ''
    ends.set(number, {
      proof: {
        proving: Number(proving),
        guarding: Number(guarding),
        ...(unplanned && { unplanned: Number(unplanned) }),
      },
      isMarked: /· (?:not proven|rests on files)/.test(line),
    })
  }
  return ends
}
