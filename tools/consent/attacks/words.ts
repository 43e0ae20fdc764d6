import { claimAll } from '../forge.ts'
import type { Scene } from '../scene.ts'
import type { Attack, Family } from '../suite.ts'

// What looks like an approval, or was one, and is none.

const word = ({ gate }: Scene): string => gate.consent[0]

/** Comments whose words are not the approval that they may be taken for. */
const COMMENTS: readonly (readonly [name: string, body: (word: string) => string])[] = [
  ['a quote of an approval', (yes) => `> ${yes}`],
  ['a quote of an approval, and an answer to it', (yes) => `> ${yes}\n\nNot before the tests are there.`],
  ['an approval in a block of code', (yes) => `\`\`\`\n${yes}\n\`\`\``],
  ['an approval that is not shown', (yes) => `<!-- ${yes} -->`],
  ['an approval in the tail of an e-mail', (yes) => `No.\n\nOn Monday, alice wrote:\n> ${yes}`],
  ['an approval on a condition', (yes) => `${yes} once the tests are green`],
  ['a denied approval', (yes) => `I do not ${yes}`],
  ['a question whether to approve', (yes) => `${yes}?`],
  ['an approval struck out', (yes) => `~~${yes}~~`],
  ['an approval with a Cyrillic letter', (yes) => yes.replace('a', 'а')],
  ['an approval in letters of full width', (yes) => [...yes].map(wide).join('')],
  ['an approval with an entity', (yes) => yes.replace('a', '&#97;')],
  ['an approval with a character of no width inside', (yes) => `${yes.slice(0, 3)}\u200b${yes.slice(3)}`],
  ['an approval written backwards, and turned by a control character', (yes) => `\u202e${[...yes].reverse().join('')}`],
]

const wide = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)

const comments: Attack[] = COMMENTS.map(([name, body]) => ({
  name,
  act: (scene) => scene.say('bob', body(word(scene))),
}))

const attacks: Attack[] = [
  ...comments,
  {
    name: 'a comment that its author edits to an approval',
    act: async (scene) => {
      const { id } = await scene.github.comment('bob', scene.pull, 'I shall look at it.')
      await scene.github.editComment('bob', id, word(scene))
      await scene.look()
    },
  },
  {
    name: 'a comment of one person that another edits to an approval',
    act: async (scene) => {
      const { id } = await scene.github.comment('bob', scene.pull, 'I shall look at it.')
      await scene.hear(await scene.github.editComment('alice', id, word(scene)).then(({ event }) => event))
    },
  },
  {
    name: 'an approval that was deleted before its run',
    act: async (scene) => {
      const { id, event } = await scene.github.comment('bob', scene.pull, word(scene))
      await scene.github.deleteComment('bob', scene.pull, id)
      await scene.hear(event)
    },
  },
  {
    name: 'the event of an approval that counted for an earlier text comes again',
    act: async (scene) => {
      const { id, event } = await scene.github.comment('bob', scene.pull, word(scene))
      await scene.github.deleteComment('bob', scene.pull, id)
      await scene.hear(await scene.swap('bob', (text) => text.replace('A bucket', 'A leaky bucket')))
      await scene.look()
      await scene.hear(event)
    },
  },
  {
    name: 'an approval on the issue, where no plan lies',
    act: async (scene) => scene.hear((await scene.github.comment('bob', scene.issue, word(scene))).event),
  },
  {
    name: 'an approval in the description of the pull request',
    act: async (scene) => {
      const { body } = await scene.github.pull(scene.pull)
      await scene.hear(await scene.github.editBody('bob', scene.pull, `${word(scene)}\n\n${body}`))
      await scene.look()
    },
  },
  {
    name: 'an approval as the message of a commit on the branch',
    act: async (scene) => {
      const files = { 'notes.txt': 'Nothing.\n' }
      await scene.hear((await scene.github.push('bob', scene.branch, { files, message: word(scene) })).event)
      await scene.look()
    },
  },
  {
    name: "commits under the bot's name that claim an approval, and that all is done",
    act: async (scene) => {
      await claimAll(scene)
      await scene.look()
    },
  },
  {
    name: 'a review that approves the branch, whose workflow a pusher chooses',
    act: async (scene) => {
      const { event } = await scene.github.review('bob', scene.pull, { body: word(scene), event: 'APPROVE' })
      await scene.hear(event)
    },
  },
  {
    name: 'an approval as a remark on a line of the plan',
    act: async (scene) => {
      const comments = [{ path: scene.gate.planFile, line: 1, side: 'RIGHT', body: word(scene) }]
      const { event } = await scene.github.review('bob', scene.pull, { event: 'COMMENT', comments })
      await scene.hear(event)
    },
  },
  {
    name: 'a label with the word on it',
    act: async (scene) => {
      await scene.hear(await scene.github.addLabel('tess', scene.pull, word(scene)))
      await scene.look()
    },
  },
  {
    name: 'an approval of a closed pull request that is opened again',
    act: async (scene) => {
      await scene.github.closePull('alice', scene.pull)
      await scene.say('bob', word(scene))
      await scene.hear(await scene.github.reopenPull('alice', scene.pull))
      await scene.look()
    },
  },
  {
    name: 'an approval of a closed pull request whose event was lost, when it is opened again',
    act: async (scene) => {
      scene.github.tick(2)
      await scene.github.closePull('alice', scene.pull)
      scene.github.tick(2)
      await scene.github.comment('bob', scene.pull, word(scene))
      scene.github.tick(2)
      await scene.hear(await scene.github.reopenPull('alice', scene.pull))
      await scene.look()
    },
  },
]

export const WORDS: Family = { name: 'the approval is none', attacks }
