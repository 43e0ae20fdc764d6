/** What makes of a makefile's lines: those outside of rules, and each rule with the targets that it needs. */
type Makefile = { outside: string[]; rules: Map<string, { needs: readonly string[]; text: string }> }

/**
 * What of a makefile (or justfile) decides what the checks do: the lines outside of rules, such as variables, and the
 * rules of the targets that a check calls, with those that they need. Nothing where no check calls it; every rule where
 * it cannot be told which.
 */
export function rulesOf(text: string, commands: readonly string[]): [string, string][] {
  const calls = commands.flatMap(targetsIn)
  if (calls.length === 0) return []
  const { outside, rules } = read(text)
  const first = [...rules.keys()].filter((name) => !name.startsWith('.')).slice(0, 1)
  const begin = calls.flatMap((targets) => (targets.length === 0 ? first : targets.filter((name) => rules.has(name))))
  const names = begin.length === 0 ? [...rules.keys()] : neededBy(begin, rules)
  return [['', outside.join('\n')], ...names.map((name): [string, string] => [name, rules.get(name)?.text ?? ''])]
}

/** The targets of each call of make or just in a command. */
const targetsIn = (command: string): string[][] =>
  command.split(/&&|\|\||[;|&\n()]/).flatMap((part) => {
    const [program = '', ...words] = part.trim().split(/\s+/)
    return /^(?:g?make|just)$/.test(program) ? [words.filter((word) => !/^-|=/.test(word))] : []
  })

function neededBy(begin: readonly string[], rules: Makefile['rules']): string[] {
  const needed = new Set(begin)
  for (const name of needed) for (const other of rules.get(name)?.needs ?? []) if (rules.has(other)) needed.add(other)
  return [...needed]
}

function read(text: string): Makefile {
  const makefile: Makefile = { outside: [], rules: new Map() }
  let current: readonly string[] = []
  for (const line of text.replaceAll('\\\n', ' ').split(/\r?\n/)) {
    const [, targets, needs = ''] = /^([^\s#:=][^#:=]*)::?(?![:=])([^=]*)$/.exec(line) ?? []
    if (/^[ \t]+\S/.test(line)) for (const name of current) extend(makefile, name, { line, needs: [] })
    else if (targets !== undefined) {
      current = targets.trim().split(/\s+/).slice(0, MOST_TARGETS)
      for (const name of current) extend(makefile, name, { line: '', needs: needs.trim().split(/\s+/) })
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      current = []
      makefile.outside.push(line.trimEnd())
    }
  }
  return makefile
}

/** One rule may have several targets, each with the same lines. More are nobody's. */
const MOST_TARGETS = 20

function extend({ rules }: Makefile, name: string, { line, needs }: { line: string; needs: readonly string[] }): void {
  const rule = rules.get(name) ?? { needs: [], text: '' }
  const text = [rule.text, needs.join(' '), line.trim()].filter(Boolean).join('\n')
  rules.set(name, { needs: [...rule.needs, ...needs], text })
}
