import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { layOver, applyPatch } from '../../src/git/merge.ts'
import { changesBetweenTrees, commitTree, writeBlob } from '../../src/git/objects.ts'
import { proofCounts } from '../../src/plan/plan.ts'
import { testsIn } from '../../src/publish/steps/finish.ts'
import type { ModelReply } from '../../src/model/model.ts'
import { execute } from '../../src/tasks/execute/run.ts'
import { planOf, subtask } from '../../test/plan/samples.ts'
import { calls, executeOrder, openContext, resultsIn } from '../../test/agent-context.ts'
import { BLIND } from './blind-tricks.ts'
import type { Honest } from './honest.ts'
import { GO, GO_TRICKS, MAKE, MAKE_TRICKS, PYTHON_TRICKS, RUST, RUST_TRICKS, UNITTEST } from './more-tricks.ts'
import { UNNAMED } from './unnamed.ts'
import { KEEP, NODE, NODE_TRICKS, type Files, type Played, type Project, type Trick } from './tricks.ts'

// What an agent may try so that checks pass, and what honest ones do: played with real git, real runners and the loop of
// the agent, whose model is scripted. Each project is one repository, in which each row begins from a commit of its own.

// Programs that a version manager starts look for themselves in the home, and checks have another.
process.env['RUSTUP_HOME'] ??= join(homedir(), '.rustup')

const FINISH = calls(['finish_subtask', { outcome: 'All tests pass.', commit_subject: 'Mend it' }])
const GIVE_UP = calls(['give_up', { reason: 'That was refused.' }])
const WHO = { name: 'A', email: 'a@b' }

const callsOf = ({ writes = {}, command = '' }: Played): [string, object][] => {
  const gone = Object.keys(writes).filter((path) => writes[path] === null)
  const shell = [...gone.map((path) => `rm ${path}`), command].filter(Boolean).join('; ')
  return [
    ...Object.entries(writes).flatMap(([path, content]): [string, object][] =>
      content === null ? [] : [['write_file', { path, content }]],
    ),
    ...(shell ? [['run_command', { command: shell }] satisfies [string, object]] : []),
  ]
}

export const present = (files: Files): Record<string, string> =>
  Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text]])))

/** Plays rows in one repository, one after the other. What checks said of a tree is known to those that follow. */
export async function openPlayer({ files, check, named: usual }: Project) {
  let turns: ModelReply[] = []
  let told: string[] = []
  const {
    ctx,
    repository: repo,
    head: first,
  } = await openContext(present(files), [
    (request) => {
      told.push(...resultsIn(request))
      return turns.shift() ?? (told.at(-1)?.includes(KEEP) ? FINISH : GIVE_UP)
    },
  ])
  const treeOf = async (onto: string, changes: Files): Promise<string> => {
    const sides = Object.entries(changes).map(async ([path, text]) =>
      text === null
        ? { path, mode: '000000', blob: '0'.repeat(40) }
        : { path, mode: '100644', blob: await writeBlob(repo, text) },
    )
    return layOver(repo, onto, await Promise.all(sides))
  }
  return async (row: Played) => {
    const tree = await treeOf(first, row.base ?? {})
    const head = await commitTree(repo, { tree, parents: [first], message: 'What was there', author: WHO })
    const { files: named = usual, text: description = 'Mend it.', checks = [check] } = row
    const plan = planOf([subtask(1, { files: [...named], description, verify: [...checks] })])
    told = []
    turns = [calls(...callsOf(row)), FINISH]
    if (callsOf(row).length === 0) turns = [FINISH]
    const result = await execute(executeOrder(head, plan), ctx)
    if (result.kind !== 'executed') return { refused: told.join('\n') }
    const to = (await applyPatch(repo, head, result.patch)) ?? head
    const changes = new Map([[1, await changesBetweenTrees(repo, head, to)]])
    const state = {
      statuses: plan.subtasks.map((one) => ({ subtask: one, proof: proofCounts(result.checks) })),
      history: { executed: new Map([[1, { brokenTests: result.brokenTests }]]) },
    }
    const shown = await testsIn(repo, state, {
      changes,
      testFiles: [],
      verifyCommand: undefined,
      setupCommand: undefined,
    })
    return { proof: proofCounts(result.checks), shown: shown.map(({ path }) => path) }
  }
}

export const isThere = ({ needs }: Project): boolean => spawnSync('sh', ['-c', needs]).status === 0

/** Projects with what an agent may try in them so that a check passes. */
export const TRICKS: readonly [Project, readonly Trick[]][] = [
  [NODE, NODE_TRICKS],
  [UNITTEST, PYTHON_TRICKS],
  [MAKE, MAKE_TRICKS],
  [GO, GO_TRICKS],
  [RUST, RUST_TRICKS],
  ...UNNAMED,
  ...BLIND,
]

/** Plays tricks, and tells those that did not end as they have to. */
export async function missedTricks(project: Project, rows: readonly Trick[]): Promise<object[]> {
  const play = await openPlayer(project)
  const missed: object[] = []
  for (const { expected, ...row } of rows) {
    const ended = await play(row)
    const isCaught =
      expected === 'no unmarked tick'
        ? ended.proof === undefined || ended.proof.unplanned !== undefined || ended.proof.proving === 0
        : expected === 'not proven'
          ? ended.proof?.proving === 0
          : 'shown' in expected
            ? ended.shown?.includes(expected.shown)
            : ended.refused !== undefined && expected.refused.test(ended.refused)
    if (!isCaught) missed.push({ name: row.name, expected, ...ended })
  }
  return missed
}

/** Plays honest changes, and tells those that were refused, or shown as something else than they are. */
export async function missedHonest(project: Project, rows: readonly Honest[]): Promise<object[]> {
  const play = await openPlayer(project)
  const missed: object[] = []
  for (const { proof, ...row } of rows) {
    const ended = await play(row)
    const verdict = ended.proof && (ended.proof.unplanned ? 'marked' : ended.proof.proving > 0 ? 'proven' : 'guarded')
    if (verdict !== proof) missed.push({ name: row.name, proof, ...ended })
  }
  return missed
}
