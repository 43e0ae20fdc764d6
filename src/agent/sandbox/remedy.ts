import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './sandbox-place.ts'

/** The properties of a machine that decide which remedy to suggest. */
export type Machine = { isContainer: boolean; isRoot: boolean; hasSudo: boolean }

/** Inspects this machine. Docker and Podman create these files. */
export const machineWith = ({ PATH = '' }: Environment): Machine => ({
  isContainer: ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path)),
  isRoot: process.getuid?.() === 0,
  hasSudo: PATH.split(':').some((folder) => folder.startsWith('/') && existsSync(join(folder, 'sudo'))),
})

/** What makes commands run in a sandbox on this machine, as one sentence. */
export function sandboxRemedy({ isContainer, isRoot, hasSudo }: Machine): string {
  const none = 'or, where commands may see everything that the runner holds, set the input sandbox to `none`.'
  const install = 'apt-get update && apt-get install -y bubblewrap'
  if (isContainer)
    return `In a container job, add \`options: --privileged\` to its \`container:\` and a step that runs as root \`${install}\`; or run the job without a container; ${none}`
  const allow = 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
  if (!isRoot && !hasSudo)
    return `There is no sudo here, so have an administrator of the runner run \`${install}\` and \`${allow}\` once; ${none}`
  const sudo = isRoot ? '' : 'sudo '
  const withSudo = install.split(' && ').map((command) => sudo + command)
  return `Add a step before this action that runs \`${withSudo.join(' && ')}\` and \`${sudo}${allow}\`; ${none}`
}
