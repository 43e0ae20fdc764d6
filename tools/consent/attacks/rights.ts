import type { GitHub } from '../../../fakes/github/github.ts'
import { alsoWriting, meanwhile, TWO } from '../mind.ts'
import type { Scene } from '../scene.ts'
import type { Attack, Family } from '../suite.ts'

// Who approved may not, or may no longer.

const approve = (scene: Scene, login: string): Promise<number> => scene.say(login, scene.gate.consent[0])
const consentOf = (scene: Scene, login: string) => scene.github.comment(login, scene.pull, scene.gate.consent[0])

const STRANGERS = ['mallory', 'reader', 'tess']
const WHO: Record<string, string> = {
  mallory: 'a stranger',
  reader: 'a person who may read',
  tess: 'a person who may triage',
}

const KEYS = 'keys/a b, c.pem'

const isAsked = ({ path }: { path: string }) =>
  path.endsWith('/permission') ? ({ kind: 'status', status: 503 } as const) : undefined

/** GitHub does not say what people may do. */
const silenced = (github: GitHub): void => void (github.fault = isAsked)

const attacks: Attack[] = [
  ...STRANGERS.map((login): Attack => ({ name: `${WHO[login]} approves`, act: (scene) => approve(scene, login) })),
  {
    name: 'another bot approves, and the bot itself',
    act: async (scene) => {
      await consentOf(scene, scene.gate.account)
      await approve(scene, 'dependabot[bot]')
    },
  },
  {
    name: 'the right comes after the approval, whose refusal somebody deleted',
    act: async (scene) => {
      const { github, gate, pull } = scene
      const approval = await approve(scene, 'reader')
      const answers = (await github.commentsOf(pull)).filter(
        ({ id, user }) => id > approval && user?.login === gate.account,
      )
      for (const { id } of answers) await github.deleteComment('alice', pull, id)
      scene.github.setRole('reader', 'write')
      await scene.look()
    },
  },
  {
    name: 'the right goes between the approval and its run',
    act: async (scene) => {
      const { event } = await consentOf(scene, 'bob')
      scene.github.setRole('bob', 'read')
      await scene.hear(event)
    },
  },
  {
    name: 'the person leaves between the approval and its run',
    act: async (scene) => {
      const { event } = await consentOf(scene, 'bob')
      scene.github.setRole('bob', undefined)
      await scene.hear(event)
    },
  },
  {
    name: 'the right goes while the first step is at work',
    from: { plan: TWO },
    act: async (scene) => {
      scene.mind = meanwhile(TWO, 1, () => scene.github.setRole('bob', 'read'))
      await approve(scene, 'bob')
    },
  },
  {
    name: 'GitHub does not say whether there is a right',
    act: async (scene) => {
      silenced(scene.github)
      await approve(scene, 'bob')
      scene.github.fault = undefined
    },
  },
  {
    name: 'one person approves twice where two have to',
    from: { rules: { people: 2 } },
    act: async (scene) => {
      await consentOf(scene, 'bob')
      await approve(scene, 'bob')
    },
  },
  {
    name: 'one of two who approved has lost the right',
    from: { rules: { people: 2 } },
    act: async (scene) => {
      await consentOf(scene, 'bob')
      scene.github.setRole('bob', 'read')
      await approve(scene, 'carol')
    },
  },
  {
    name: 'who asked for the plan approves it where another has to',
    from: { rules: { others: true } },
    act: (scene) => approve(scene, 'alice'),
  },
  {
    name: 'who wrote the plan by hand approves it where another has to',
    from: { rules: { others: true } },
    act: async (scene) => {
      await scene.hear(await scene.swap('bob', (text) => text.replace('A bucket', 'A leaky bucket')))
      await scene.look()
      await approve(scene, 'bob')
    },
  },
  {
    name: 'a person approves who does not own the files, where owners have to',
    from: { rules: { owners: true } },
    act: (scene) => approve(scene, 'bob'),
  },
  {
    name: 'the work touches a file of another owner, whose name reads like two',
    from: { rules: { owners: true } },
    through: (_, deeds) => deeds.some(({ path }) => path === KEYS),
    act: async (scene) => {
      await scene.github.push('alice', 'main', { files: { '.github/CODEOWNERS': '/src/ @carol\n/keys/ @bob\n' } })
      scene.mind = alsoWriting(KEYS)
      await approve(scene, 'carol')
    },
  },
  {
    name: 'a person makes themselves an owner on the branch of the plan',
    from: { rules: { owners: true } },
    act: async (scene) => {
      await scene.github.push('bob', scene.branch, { files: { '.github/CODEOWNERS': '* @bob\n' } })
      await approve(scene, 'bob')
    },
  },
]

export const RIGHTS: Family = { name: 'the right to approve is missing', attacks }
