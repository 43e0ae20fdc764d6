import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A fresh runner: its folders, the files for workflow commands, and decoys in the usual places of secrets. */
export type Machine = {
  home: string
  temp: string
  workspace: string
  eventPath: string
  files: Record<'GITHUB_OUTPUT' | 'GITHUB_ENV' | 'GITHUB_PATH' | 'GITHUB_STATE' | 'GITHUB_STEP_SUMMARY', string>
  decoys: Record<string, string>
  secrets: string[]
}

/** Sets up a folder as a fresh machine with the event file. */
export async function furnish(root: string, repository: string, event: unknown): Promise<Machine> {
  const [temp, home] = [join(root, 'temp'), join(root, 'home')]
  const commands = join(temp, '_runner_file_commands')
  const workspace = join(root, 'work', repository, repository)
  for (const folder of [commands, join(temp, '_github_workflow'), workspace, join(home, '.docker')])
    await mkdir(folder, { recursive: true })
  const eventPath = join(temp, '_github_workflow', 'event.json')
  await writeFile(eventPath, JSON.stringify(event))
  const fileOf = async (kind: string): Promise<string> => {
    const path = join(commands, `${kind}_${randomUUID()}`)
    await writeFile(path, '')
    return path
  }
  const files = {
    GITHUB_OUTPUT: await fileOf('set_output'),
    GITHUB_ENV: await fileOf('set_env'),
    GITHUB_PATH: await fileOf('add_path'),
    GITHUB_STATE: await fileOf('save_state'),
    GITHUB_STEP_SUMMARY: await fileOf('step_summary'),
  }
  return { home, temp, workspace, eventPath, files, ...(await hideDecoys({ root, home, temp })) }
}

const secret = (name: string): string => `decoy-${name}-${randomUUID().replaceAll('-', '')}`

async function hideDecoys({
  root,
  home,
  temp,
}: {
  root: string
  home: string
  temp: string
}): Promise<Pick<Machine, 'decoys' | 'secrets'>> {
  const files = {
    [join(home, '.netrc')]: secret('netrc'),
    [join(home, '.docker', 'config.json')]: secret('docker'),
    [join(temp, 'git-credentials.config')]: secret('credentials'),
    [join(root, 'work', 'outside.txt')]: secret('outside'),
  }
  for (const [path, text] of Object.entries(files)) await writeFile(path, `password ${text}\n`)
  const decoys = {
    ACTIONS_RUNTIME_TOKEN: secret('runtime'),
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret('oidc'),
    AWS_SECRET_ACCESS_KEY: secret('aws'),
    NPM_TOKEN: secret('npm'),
  }
  return { decoys, secrets: [...Object.values(files), ...Object.values(decoys)] }
}
