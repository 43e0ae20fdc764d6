import { expect, test } from 'vitest'
import { sandboxRemedy } from '../../../src/agent/sandbox/sandbox.ts'

test.each([
  [
    'a runner of GitHub',
    { isContainer: false, isRoot: false, hasSudo: true },
    /^Add a step .*`sudo apt-get update && sudo apt-get install -y bubblewrap` and `sudo sysctl -w /,
  ],
  [
    'a machine of root',
    { isContainer: false, isRoot: true, hasSudo: false },
    /^Add a step .*`apt-get update && apt-get install -y bubblewrap` and `sysctl -w /,
  ],
  [
    'a machine without sudo',
    { isContainer: false, isRoot: false, hasSudo: false },
    /^There is no sudo here, so have an administrator of the runner run `apt-get update && apt-get install -y bubblewrap`/,
  ],
  [
    'a container job',
    { isContainer: true, isRoot: true, hasSudo: false },
    /^In a container job, add `options: --privileged` to its `container:`/,
  ],
])('%s is told what helps there', (_, machine, says) => {
  const remedy = sandboxRemedy(machine)
  expect(remedy).toMatch(says)
  expect(remedy).toMatch(/set the input sandbox to `none`\.$/)
  if (!machine.hasSudo) expect(remedy).not.toContain('sudo apt')
})
