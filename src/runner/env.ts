import { appendFileSync, readFileSync } from 'node:fs'

/** The raw text of an input, as the runner hands it over in the environment; '' when it is not set. */
export const rawInput = (env: NodeJS.ProcessEnv, name: string): string =>
  (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim()

/** Whether somebody turned something on, in one of the usual spellings. */
export const isOn = (text = ''): boolean => /^\s*(?:true|1|yes|on)\s*$/i.test(text)

/** The webhook's payload, or undefined when the runner gave none that can be read. */
export function readPayload({ GITHUB_EVENT_PATH: path = '' }: NodeJS.ProcessEnv): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Appends to a file that the runner reads (`GITHUB_OUTPUT`); nothing happens where there is none. */
export function appendTo(path: string | undefined, text: string): void {
  if (path) appendFileSync(path, text)
}

/** Has the runner hide the inputs' secrets in the log, before anything is printed or the toolkit is loaded. */
export function maskSecrets(env: NodeJS.ProcessEnv): void {
  for (const name of ['github-token', 'openai-api-key']) maskSecret(rawInput(env, name))
}

/** Has the runner hide one secret in the log from now on. */
export function maskSecret(secret: string): void {
  for (const line of secret.split(/[\r\n]+/).filter(Boolean))
    process.stdout.write(`::add-mask::${line.replaceAll('%', '%25')}\n`)
}

/** The page about errors of the running release; undefined where the runner does not name one on github.com. */
export function errorsPage(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_ACTION_REPOSITORY: repository = '', GITHUB_ACTION_REF: ref = '' } = env
  const isKnown =
    env['GITHUB_SERVER_URL'] === 'https://github.com' &&
    /^[\w-]{1,39}\/[\w.-]{1,100}$/.test(repository) &&
    /^[\w.-]+(?:\/[\w.-]+)*$/.test(ref) &&
    ref.length <= 200
  return isKnown ? `https://github.com/${repository}/blob/${ref}/docs/errors.md` : undefined
}

/** The release that runs, as `owner/name@ref`. Undefined when the runner does not name it. */
export const releaseOf = ({ GITHUB_ACTION_REPOSITORY: name, GITHUB_ACTION_REF: ref }: NodeJS.ProcessEnv) =>
  name && ref ? `${name}@${ref}` : undefined
