/** Adds a member and returns all of them. Throws for a name that is no good. */
export function addMember(members, name) {
  if (name.trim() === '') throw new Error('A name is needed.')
  return [...members, name.trim()]
}
