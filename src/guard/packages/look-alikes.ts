/** Shorter names are alike by chance. */
const SHORTEST = 4

/** Types are published in this scope under the names of the packages that they are for. */
const TYPES = '@types/'

/**
 * The known name that a new one may be taken for: one letter is another, is missing, is more or changed places with its
 * neighbour, or the scope is another one. Undefined where there is none.
 */
export function lookAlike(name: string, known: ReadonlySet<string>): string | undefined {
  const [scope, base] = partsOf(name)
  if (base.length < SHORTEST || scope === TYPES) return undefined
  return [...known].find((other) => {
    const [otherScope, otherBase] = partsOf(other)
    if (other === name || otherScope === TYPES) return false
    return base === otherBase ? isScoped(scope, otherScope) : scope === otherScope && isOneEdit(base, otherBase)
  })
}

/** Of Go modules and of PHP, what stands before the name says whose it is, and two of the same name are common. */
const isScoped = (...scopes: string[]): boolean => scopes.every((scope) => scope === '' || scope.startsWith('@'))

function partsOf(name: string): [string, string] {
  const at = name.lastIndexOf('/') + 1
  return [name.slice(0, at), name.slice(at)]
}

/** Whether one edit makes one text of the other, by the letters that both begin and end with. */
function isOneEdit(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
