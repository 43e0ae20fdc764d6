import type * as NodeFs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { detectSandbox } from '../../../src/agent/sandbox/sandbox.ts'
import { temporaryDirectory, writeFiles } from '../../places.ts'

const machine = vi.hoisted(() => ({ isContainer: false }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>()
  return { ...fs, existsSync: (path: string) => (path === '/.dockerenv' ? machine.isContainer : fs.existsSync(path)) }
})

test.each<[string, { uid: number; sudo?: string; isContainer?: boolean }, string]>([
  ['a runner of GitHub', { uid: 1000, sudo: 'sudo' }, 'Add a step before this action that runs `sudo apt-'],
  ['a machine of root', { uid: 0 }, 'Add a step before this action that runs `apt-get update'],
  ['a machine without sudo', { uid: 1000 }, 'There is no sudo here, so have an administrator of'],
  [
    'a container job',
    { uid: 0, isContainer: true },
    'In a container job, add `options: --privileged` to its `container:`',
  ],
])(
  'without a sandbox, the error on %s says how to get one',
  async (_, { uid, sudo = 'none', isContainer = false }, says) => {
    using _uid = vi.spyOn(process, 'getuid').mockReturnValue(uid)
    machine.isContainer = isContainer
    const PATH = temporaryDirectory()
    writeFiles(PATH, { [sudo]: '' })
    const { remedy } = await detectSandbox('bwrap', { PATH }).catch((error) => error)
    expect([remedy.slice(0, says.length), remedy.slice(-32)]).toEqual([says, 'set the input sandbox to `none`.'])
    if (sudo === 'none') expect(remedy).not.toContain('sudo apt')
  },
)
