import { appendFileSync, readFileSync } from 'node:fs'

/** The raw text of an input, as the runner hands it over; '' when it is not set. */
export const rawInput = (name: string): string =>
  (process.env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim()

/** The webhook's payload, or undefined when the runner gave none that can be read. */
export function readPayload(path = process.env.GITHUB_EVENT_PATH): unknown {
  try {
    return JSON.parse(readFileSync(path ?? '', 'utf8'))
  } catch {
    return undefined
  }
}

/** Appends to a file that the runner reads (`GITHUB_STEP_SUMMARY`); nothing happens where there is none. */
export function appendTo(variable: string, text: string): void {
  const path = process.env[variable]
  if (path) appendFileSync(path, text)
}

/** Has the runner hide a secret in every line that is printed from now on. */
export function setSecret(secret: string): void {
  for (const line of secret.split(/[\r\n]+/).filter(Boolean))
    process.stdout.write(`::add-mask::${line.replaceAll('%', '%25')}\n`)
}
