import { forge } from '../forge.ts'
import type { Scene } from '../scene.ts'
import type { Attack, Family } from '../suite.ts'

// What is kept of a finished plan is not what happened. It got through when the bot says that all of it holds.

const DONE = { done: true }

const holds: Attack['through'] = async ({ seat, pull }) => (await seat.record?.holds(pull)) ?? true

/** Puts other words into the record, under the bot's own name. */
const reworded = (name: string, change: (scene: Scene, text: string) => Promise<string> | string): Attack => ({
  name,
  from: DONE,
  through: holds,
  act: async (scene) => {
    const text = await scene.seat.record?.read(scene.issue)
    if (text === undefined) return
    const forged = await change(scene, text)
    if (forged === text) throw new Error('The record is what it was.')
    await scene.seat.record?.write(scene.issue, forged)
  },
})

const OTHER = 'f'.repeat(40)

/** The commit on the plan's branch that wrote the first step. */
const commitOf = async ({ github, branch }: Scene) =>
  (await github.commits(branch)).find(({ files }) => files.some(({ path }) => path === 'src/part1.js'))

const attacks: Attack[] = [
  reworded('another person approved', (_, text) => text.replaceAll('bob', 'carol')),
  reworded('the account of another person approved', (_, text) => text.replaceAll(/\b102\b/g, '103')),
  reworded('another comment was the approval', ({ approval }, text) =>
    text.replaceAll(String(approval), String(approval - 1)),
  ),
  reworded('another text was approved', (_, text) => text.replace(/("(?:blob|plan)": ?")[0-9a-f]{40}/, `$1${OTHER}`)),
  reworded('another commit carried it out', async (scene, text) =>
    text.replaceAll((await commitOf(scene))?.sha ?? OTHER, OTHER),
  ),
  reworded('another tree came of it', async (scene, text) =>
    text.replaceAll((await commitOf(scene))?.tree ?? OTHER, OTHER),
  ),
  reworded('it was approved at another time', (_, text) => text.replaceAll(/\b20\d\d-\d\d-/g, '2020-01-')),
  reworded('nothing is said at all', () => '{}'),
  {
    name: 'the record is the same, and another person pushed it',
    from: DONE,
    through: holds,
    act: async ({ seat, issue }) =>
      seat.record?.write(issue, `${(await seat.record.read(issue)).trimEnd()}\n\n`, 'mallory'),
  },
  {
    name: 'the record is gone',
    from: DONE,
    through: holds,
    act: async ({ seat, issue }) => seat.record?.write(issue, undefined),
  },
  {
    name: 'the approval was deleted afterwards',
    from: DONE,
    through: holds,
    act: ({ github, pull, approval }) => github.deleteComment('bob', pull, approval),
  },
  {
    name: 'the approval was edited afterwards',
    from: DONE,
    through: holds,
    act: ({ github, approval }) => github.editComment('bob', approval, 'I never approved this.'),
  },
  {
    name: "the commit was made again with other code, under the bot's name and with its words",
    from: DONE,
    through: holds,
    act: async (scene) => {
      const { message = '', parents = [] } = (await commitOf(scene)) ?? {}
      const files = { 'src/part1.js': 'export const theirs = 1\n' }
      const ref = `refs/heads/${scene.branch}`
      await forge(scene.github, ref, { files, message, author: scene.gate.account, from: parents[0] ?? '' })
    },
  },
]

export const RECORDS: Family = { name: 'the record is forged', attacks }
