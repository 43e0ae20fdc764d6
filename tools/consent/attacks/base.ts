import { meanwhile, TWO } from '../mind.ts'
import type { Scene } from '../scene.ts'
import type { Attack, Family } from '../suite.ts'

// What the plan was written for is no longer there.

const approve = (scene: Scene, login: string): Promise<number> => scene.say(login, scene.gate.consent[0])
const toCarol = { '.github/CODEOWNERS': '/src/ @alice\n' }

const attacks: Attack[] = [
  {
    name: 'a file that the plan names came to be on the base since',
    act: async (scene) => {
      await scene.github.push('carol', 'main', { files: { 'src/part1.js': 'export const theirs = 1\n' } })
      await approve(scene, 'bob')
    },
  },
  {
    name: 'a file that the plan names is changed on the base between the approval and its run',
    act: async (scene) => {
      const { event } = await scene.github.comment('bob', scene.pull, scene.gate.consent[0])
      await scene.github.push('carol', 'main', { files: { 'src/part1.js': 'export const theirs = 1\n' } })
      await scene.hear(event)
    },
  },
  {
    name: 'the owner of the files is another between the approval and its run',
    from: { rules: { owners: true } },
    act: async (scene) => {
      const { event } = await scene.github.comment('carol', scene.pull, scene.gate.consent[0])
      await scene.github.push('alice', 'main', { files: toCarol })
      await scene.hear(event)
    },
  },
  {
    name: 'the owner of the files is another while the first step is at work',
    from: { plan: TWO, rules: { owners: true } },
    through: (_, deeds) => deeds.some(({ path }) => path === 'src/part2.js'),
    act: async (scene) => {
      scene.mind = meanwhile(TWO, 1, () => scene.github.push('alice', 'main', { files: toCarol }))
      await approve(scene, 'carol')
    },
  },
]

export const BASE: Family = { name: 'the base has moved', attacks }
