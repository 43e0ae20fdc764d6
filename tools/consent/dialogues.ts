import { claimAll } from './forge.ts'
import { alsoWriting, honestMind, meanwhile, ONE, planOf, step, TWO } from './mind.ts'
import type { Deed, Scene } from './scene.ts'
import type { Dialogue } from './suite.ts'

// What people do who mean well: after it, the plan has to be carried out. A gate that shuts these out keeps no attack
// off, it keeps people off.

const approve = (scene: Scene, login = 'bob'): Promise<number> => scene.say(login, scene.gate.consent[0])
const consentOf = (scene: Scene, login = 'bob') => scene.github.comment(login, scene.pull, scene.gate.consent[0])

const both: Dialogue['served'] = (_, deeds) =>
  ['src/part1.js', 'src/part2.js'].every((path) => deeds.some((deed) => deed.path === path))

/** Every way to write an approval that the bot promises, one after the other in one plan each. */
const spelled = (nth: number): Dialogue => ({
  name: `it is approved in way ${nth + 1} that is promised`,
  act: (scene) => scene.say('bob', scene.gate.consent[nth] ?? scene.gate.consent[0]),
})

const byPeople: Dialogue[] = [
  { name: 'the person who asked for the plan approves it', act: (scene) => approve(scene, 'alice') },
  {
    name: 'two approve where two have to',
    from: { rules: { people: 2 } },
    act: async (scene) => {
      await consentOf(scene, 'carol')
      await approve(scene)
    },
  },
  {
    name: 'another approves where another has to',
    from: { rules: { others: true } },
    act: (scene) => approve(scene),
  },
  {
    name: 'the owner of the files approves where owners have to',
    from: { rules: { owners: true } },
    act: (scene) => approve(scene, 'carol'),
  },
  {
    name: 'the owners of all files approve, also of one that the plan does not name, and nobody owns another',
    from: { plan: TWO, rules: { owners: true } },
    act: async (scene) => {
      const owners = '/src/ @carol\n/src/part2.js @bob\n/src/k.pem @bob\n'
      await scene.github.push('alice', 'main', { files: { '.github/CODEOWNERS': owners } })
      const { plan, work } = alsoWriting('src/k.pem')
      scene.mind = { plan, work: async (told, at) => ({ ...(await work(told, at)), 'free/b.txt': 'x\n' }) }
      await consentOf(scene, 'bob')
      await approve(scene, 'carol')
    },
  },
  {
    name: 'the right comes, and then the approval',
    act: async (scene) => {
      scene.github.setRole('reader', 'write')
      await approve(scene, 'reader')
    },
  },
  {
    name: 'one who may not tries, and then one who may',
    act: async (scene) => {
      await consentOf(scene, 'tess')
      await approve(scene)
    },
  },
]

type Reaction = { id: number; login: string; content: string }
const reactTo = async ({ github }: Scene, { id, login, content }: Reaction): Promise<void> => {
  const { ok } = await fetch(`${github.url}/repos/octo/demo/issues/comments/${id}/reactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${github.tokenOf(login)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content }),
  })
  if (!ok) throw new Error('There is no reaction.')
}

const around: Dialogue[] = [
  {
    name: 'strangers talk before it is approved',
    act: async (scene) => {
      await scene.github.comment('mallory', scene.pull, 'I would rewrite all of it.')
      await scene.github.comment('reader', scene.pull, 'Do not approve this!')
      await approve(scene)
    },
  },
  {
    name: 'a remark is answered by a new text, which is approved',
    act: async (scene) => {
      await scene.say('bob', 'Please name the risks.')
      await approve(scene)
    },
  },
  {
    name: 'the text is edited by hand, announced, and approved',
    act: async (scene) => {
      await scene.hear(await scene.swap('bob', (text) => text.replace('A bucket', 'A leaky bucket')))
      await scene.look()
      await approve(scene)
    },
  },
  {
    name: 'an edited approval is written anew',
    act: async (scene) => {
      const { id } = await consentOf(scene)
      await scene.github.editComment('bob', id, `${scene.gate.consent[0]} `)
      await scene.look()
      await approve(scene)
    },
  },
  {
    name: 'a review is left, answered, and the plan approved',
    act: async (scene) => {
      await scene.hear((await scene.github.review('carol', scene.pull, { body: 'Name it.', event: 'COMMENT' })).event)
      await approve(scene)
    },
  },
  {
    name: 'a stranger reacts to the approval before its run',
    act: async (scene) => {
      const { id, event } = await consentOf(scene)
      await reactTo(scene, { id, login: 'mallory', content: 'confused' })
      await scene.hear(event)
    },
  },
  {
    name: "commits under the bot's name claim that all is done, and it is approved",
    from: { plan: TWO },
    served: both,
    act: async (scene) => {
      await claimAll(scene)
      await approve(scene)
    },
  },
  {
    name: 'the pull request is closed, opened again, and approved',
    act: async (scene) => {
      await scene.github.closePull('alice', scene.pull)
      await scene.github.reopenPull('alice', scene.pull)
      await approve(scene)
    },
  },
  {
    name: 'a person pushes code of their own to the branch, and the plan is approved',
    act: async (scene) => {
      await scene.github.push('bob', scene.branch, { files: { 'src/other.js': 'export {}\n' } })
      await approve(scene)
    },
  },
  {
    name: 'the base moves elsewhere, and the plan is approved',
    act: async (scene) => {
      await scene.github.push('carol', 'main', { files: { 'docs/more.md': 'More.\n' } })
      await approve(scene)
    },
  },
  {
    name: 'the base moves on a file of the plan, and people insist',
    act: async (scene) => {
      await scene.github.push('carol', 'main', { files: { 'src/part1.js': 'export const theirs = 1\n' } })
      await approve(scene)
      await approve(scene)
    },
  },
  {
    name: 'the description of the pull request is edited, and the plan approved',
    act: async (scene) => {
      const { body } = await scene.github.pull(scene.pull)
      await scene.github.editBody('alice', scene.pull, `For the release of May.\n\n${body}`)
      await approve(scene)
    },
  },
]

const events: Dialogue[] = [
  {
    name: 'the event of the approval is lost, and another comes later',
    act: async (scene) => {
      await consentOf(scene)
      await scene.look()
    },
  },
  {
    name: 'the event of the approval comes twice',
    act: async (scene) => {
      const { event } = await consentOf(scene)
      await scene.hear(event)
      await scene.hear(event)
    },
    served: (_, deeds) => deeds.filter(({ path }) => path === 'src/part1.js').length === 1,
  },
  {
    name: 'GitHub does not answer at first, and does later',
    act: async (scene) => {
      scene.github.fault = ({ path }) => (path.endsWith('/permission') ? { kind: 'status', status: 503 } : undefined)
      await approve(scene)
      scene.github.fault = undefined
      await scene.look()
    },
  },
  {
    name: 'people talk while it is carried out',
    from: { plan: TWO },
    served: both,
    act: async (scene) => {
      scene.mind = meanwhile(TWO, 1, () => scene.github.comment('carol', scene.pull, 'Nice to see it move.'))
      await approve(scene)
    },
  },
]

const UNUSUAL = planOf(
  'Grenze für Anfragen: 限制请求 🚦',
  step(1, { text: 'Schreibe Teil 1. اكتب الجزء الأول. `a <b> c`.' }),
)
const ABOUT = planOf(
  'Make people approve',
  step(1, { text: 'Add a button that says `approve`, and what it approves.' }),
)

const named = { files: ['src/index.js', 'test/index.test.js'], check: 'node --test' }
const WITH_TESTS = planOf('Greet louder', step(1, named))
const louder: Deed[] = [
  { path: 'src/index.js', text: 'export const hello = (name) => `HELLO ${name}`\n' },
  {
    path: 'test/index.test.js',
    text: "import test from 'node:test'\nimport assert from 'node:assert'\nimport { hello } from '../src/index.js'\n\ntest('hello', () => assert.equal(hello('x'), 'HELLO x'))\n",
  },
]

const texts: Dialogue[] = [
  { name: 'the plan is in many scripts', from: { plan: UNUSUAL }, act: (scene) => approve(scene) },
  { name: 'the plan is about approvals', from: { plan: ABOUT }, act: (scene) => approve(scene) },
  {
    name: 'the model is refused once, and does it well then',
    from: { plan: planOf('Limit it at the second try', step(1)) },
    act: async (scene) => {
      const good = honestMind(ONE)
      const wrong = { 'src/index.js': 'broken\n' }
      scene.mind = { ...good, work: (told, at) => (at.tries === 0 ? wrong : good.work(told, at)) }
      await approve(scene)
    },
  },
  {
    name: 'a test changes that the plan names',
    from: { plan: WITH_TESTS },
    served: (_, deeds) =>
      louder.every(({ path, text }) => deeds.some((deed) => deed.path === path && deed.text === text)),
    act: async (scene) => {
      const files = Object.fromEntries(louder.map(({ path, text }) => [path, text ?? '']))
      scene.mind = { ...scene.mind, work: () => files }
      await approve(scene)
    },
  },
]

const DONE = { done: true }
const holds: Dialogue['served'] = async ({ seat, pull }) => (await seat.record?.holds(pull)) ?? true

const afterwards: Dialogue[] = [
  { name: 'what is kept of a plan holds', from: DONE, served: holds, act: async () => undefined },
  {
    name: 'what is kept of a plan holds after a squash, when its branch is gone',
    from: DONE,
    served: holds,
    act: async ({ github, pull, branch, hear }) => {
      await hear(await github.mergePull('alice', pull, { squash: 'BLANK' }))
      await github.deleteBranch('alice', branch)
    },
  },
  {
    name: 'what is kept of a plan holds when its approver has left',
    from: DONE,
    served: holds,
    act: async ({ github }) => github.setRole('bob', 'read'),
  },
]

/** What people do who mean well. */
export const DIALOGUES: readonly Dialogue[] = [
  ...Array.from({ length: 3 }, (_, nth) => spelled(nth)),
  ...[...byPeople, ...around, ...events, ...texts, ...afterwards],
]
