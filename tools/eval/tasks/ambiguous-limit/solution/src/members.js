const LONGEST = 24

/** Adds a member and returns all of them. Throws for a name that is no good. */
export function addMember(members, name) {
  const trimmed = name.trim()
  if (trimmed === '') throw new Error('A name is needed.')
  if (trimmed.length > LONGEST) throw new Error(`A name has at most ${LONGEST} characters.`)
  return [...members, trimmed]
}
