import { field, jsonIn } from '../../guard/json.ts'

type Scripts = Readonly<Record<string, string>>

/** Parses the scripts of a `package.json`. Empty if there are none. */
export function scriptsIn(manifest: string | undefined): Scripts {
  const data = manifest === undefined ? undefined : jsonIn(manifest.replace(/^\uFEFF/, ''))
  const scripts = Object.entries(field(data, 'scripts') ?? {})
  return Object.fromEntries(scripts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Whether a wide check includes a narrow one: the narrow one is the same plain command with more arguments. */
export function contains(wide: string, narrow: string, scripts: Scripts): boolean {
  const [all, some] = [wide, narrow].map((command) => wordsOf(command, scripts))
  if (!all || !some || some.length <= all.length) return false
  return all.every((word, i) => word === some[i])
}

/** The words of a plain command, in which `npm test` is replaced by its script. Undefined for several commands. */
function wordsOf(command: string, scripts: Scripts): string[] | undefined {
  const words = command.trim().split(/\s+/)
  const [, name, rest] = /^(?:npm (?:run )?|yarn |pnpm (?:run )?)([\w:-]+)(.*)$/.exec(words.join(' ')) ?? []
  const script = name === undefined ? undefined : scripts[name]
  const plain = script === undefined ? words.join(' ') : `${script} ${(rest ?? '').replace(/^ --(?= |$)/, '')}`
  return /[;&|<>$`(){}\n]/.test(plain) ? undefined : plain.trim().split(/\s+/)
}
